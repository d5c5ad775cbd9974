import { lazy, memo, Suspense, useDeferredValue } from 'react';
import { londonDate } from '../../../domain/values/dates.ts';
import type { DashboardSummary } from '../../../domain/holdings/dashboard.ts';
import { inWholePounds } from '../../../domain/holdings/whole-pounds.ts';
import { compute, onComputeChange } from '../../compute/compute.ts';
import { currentDatabase } from '../../data/database/database.ts';
import { keptFigures } from '../../data/kept-figures/kept-figures.ts';
import { firstReads } from '../../data/records/first-reads.ts';
import { Banner } from '../../ui/messages/banner.tsx';
import { Button, ButtonLink } from '../../ui/controls/button.tsx';
import { FirstSteps } from '../../ui/layout/first-steps.tsx';
import { HiddenMoney } from '../../ui/values/figures.tsx';
import { SkeletonBlock } from '../../ui/layout/skeleton.tsx';
import { UpdatingNote } from '../../ui/layout/updating-note.tsx';
import { listedNames } from '../../ui/texts/listed-names.ts';
import { useKeptFirst } from '../../ui/hooks/use-kept-first.ts';
import { useLive } from '../../ui/hooks/use-live.ts';
import { useNow } from '../../ui/hooks/use-now.ts';
import { DASHBOARD_AUTO_HIDE } from '../../ui/app-state/values-visibility.ts';
import { ValuesTextButton } from '../../ui/values/values-text-button.tsx';
import { AllocationSection } from './allocation-section.tsx';
import styles from './dashboard.module.css';
import { SummaryTable } from './summary-table.tsx';
import { ValueHistorySection } from './value-history-section.tsx';

// Not needed for the first figures, nor requested before they are there.
const TaxAhead = lazy(async () => ({ default: (await import('./tax-ahead.tsx')).TaxAhead }));

/** True when nothing was ever recorded: targets alone make no portfolio. */
function isEmpty({ assetClassSummaries }: DashboardSummary): boolean {
  return assetClassSummaries.every((row) => row.cost === 0 && row.value === 0 && row.unvaluedHoldings === 0);
}

function NoHoldings({ onImport }: { readonly onImport: () => void }) {
  return (
    <FirstSteps
      title="No Holdings Found"
      action={
        <>
          <Button variant="primary" onClick={onImport}>
            Import transactions
          </Button>
          <ButtonLink to="/transactions/new">Add your first transaction</ButtonLink>
        </>
      }
    >
      Record what you hold, and your portfolio appears here by asset class.
    </FirstSteps>
  );
}

function Unvalued({ names }: { readonly names: readonly string[] }) {
  const count = names.length;
  return (
    <Banner
      tone="warning"
      actions={
        <ButtonLink to="/holdings/prices" size="small">
          Add prices
        </ButtonLink>
      }
    >
      {count === 1 ? '1 security has no price yet: it is' : `${count} securities have no price yet: they are`} included
      in Cost, but not in figures that need a value.
    </Banner>
  );
}

function Oversold({ names }: { readonly names: readonly string[] }) {
  return (
    <Banner
      tone="warning"
      actions={
        <ButtonLink to="/holdings" size="small">
          See holdings
        </ButtonLink>
      }
    >
      More was sold than was held of {listedNames(names)}, so the values are too low. Add the missing purchases or
      transfers.
    </Banner>
  );
}

export interface HoldingsSummaryProps {
  /** Whether broker cash and open savings accounts count as cash. */
  readonly includeCash: boolean;
  readonly onImport: () => void;
}

/** The whole portfolio against its targets (000 §2.8). */
export function HoldingsSummary({ includeCash, onImport }: HoldingsSummaryProps) {
  const today = londonDate(useNow());
  const answer = useLive(() => compute().dashboardSummary({ includeCash }), onComputeChange, [includeCash]);
  const name = includeCash ? 'dashboard' : 'dashboardWithoutCash';
  const {
    data: latest,
    error,
    updating,
  } = useKeptFirst(
    answer,
    async () => await keptFigures(currentDatabase(), name, today),
    [name, today],
    firstReads()[name],
  );
  // Drawn in portions: the first answer arrives when a pull or an import needs the processor too.
  const data = useDeferredValue(latest);

  if (error !== undefined) {
    return (
      <Banner tone="error" title="Failed to load holdings summary">
        Please try again.
      </Banner>
    );
  }
  if (data === undefined || (updating && isEmpty(data)))
    return <SkeletonBlock lines={9} text="Loading holdings summary..." />;
  if (isEmpty(data)) return <NoHoldings onImport={onImport} />;
  const { totalPortfolioValue } = inWholePounds(data);
  return (
    <>
      <div className={styles.total}>
        <p>
          <span className={styles.label}>
            Total Portfolio Value <UpdatingNote active={updating} />
          </span>
          <strong className={styles.figure}>
            {totalPortfolioValue === null ? '-' : <HiddenMoney value={totalPortfolioValue} places={0} mask="****" />}
          </strong>
        </p>
        <ValuesTextButton autoHideMs={DASHBOARD_AUTO_HIDE} />
      </div>
      <AssetClasses data={data} includeCash={includeCash} />
      {!answer.loading && (
        <Suspense>
          <TaxAhead />
        </Suspense>
      )}
    </>
  );
}

interface AssetClassesProps {
  readonly data: DashboardSummary;
  readonly includeCash: boolean;
}

/** Not drawn again while the figures are the same: its pictures take longer than all else. */
const AssetClasses = memo(function AssetClasses({ data, includeCash }: AssetClassesProps) {
  const shown = inWholePounds(data);
  return (
    <>
      {shown.unvalued.length > 0 && <Unvalued names={shown.unvalued} />}
      {shown.oversold.length > 0 && <Oversold names={shown.oversold} />}
      <div className={styles.pictures}>
        <ValueHistorySection expectsLine={!shown.byCostAlone} />
        <AllocationSection rows={shown.assetClassSummaries} byCost={shown.byCostAlone} includeCash={includeCash} />
      </div>
      <SummaryTable rows={shown.assetClassSummaries} total={shown.total} />
    </>
  );
});
