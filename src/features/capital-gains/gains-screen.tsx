import { Download } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { londonDate } from '../../../domain/values/dates.ts';
import type { Account } from '../../../domain/records/records.ts';
import { type TaxYear, taxYearOf } from '../../../domain/values/tax-year.ts';
import { compute, onComputeChange } from '../../compute/compute.ts';
import { currentDatabase } from '../../data/database/database.ts';
import { hasTransactions } from '../../data/records/transactions.ts';
import { firstReads } from '../../data/records/first-reads.ts';
import { keptFigures } from '../../data/kept-figures/kept-figures.ts';
import type { YearTotals } from '../../data/database/kept-rows.ts';
import { tellFault } from '../../ui/app-state/app-faults.ts';
import { Banner } from '../../ui/messages/banner.tsx';
import { Button, ButtonLink } from '../../ui/controls/button.tsx';
import { EmptyState } from '../../ui/layout/empty-state.tsx';
import { FirstSteps } from '../../ui/layout/first-steps.tsx';
import { saveFile } from '../../ui/hooks/save-file.ts';
import { SelectField } from '../../ui/forms/select-field.tsx';
import { showToast } from '../../ui/messages/toast.tsx';
import { useDelayed } from '../../ui/hooks/use-delayed.ts';
import { useStored } from '../../ui/hooks/use-stored.ts';
import { isAnswered, type KeptAnswer, keptFirst } from '../../ui/hooks/use-kept-first.ts';
import { type Live, useLive } from '../../ui/hooks/use-live.ts';
import { ValuesTextButton } from '../../ui/values/values-text-button.tsx';
import type { CapitalGainsQuery, CapitalGainsView } from '../../../workers/api/worker-api.ts';
import styles from './capital-gains.module.css';
import { DisposalsTable } from './disposals-table.tsx';
import { ENTRY_FILTER, type GainsFilter, GainsFilters } from './gains-filters.tsx';
import { GainsFindings } from './gains-findings.tsx';
import { GainsTotals } from './gains-totals.tsx';
import { PrintWorkings } from './print-workings.tsx';
import { YearPanels } from './year-panels.tsx';

async function exportGains(query: CapitalGainsQuery): Promise<void> {
  try {
    saveFile(await compute().exportCapitalGains(query));
  } catch (error) {
    tellFault(error);
    showToast({ title: 'Failed to export capital gains. Please try again.', tone: 'error' });
  }
}

type ShownTotals = Pick<CapitalGainsView, 'totals' | 'final'>;

type KeptGains = KeptAnswer<readonly YearTotals[]> | null;

async function keptGains(): Promise<KeptGains> {
  return await keptFigures(currentDatabase(), 'gains', londonDate(Date.now()));
}

function keptYears(kept: KeptGains): KeptAnswer<readonly TaxYear[]> | null {
  return kept && { ...kept, value: [...new Set(kept.value.map(({ taxYear }) => taxYear))] };
}

function keptTotals(kept: KeptGains, taxYear: TaxYear | null, filter: GainsFilter): KeptAnswer<ShownTotals> | null {
  const year = kept?.value.find(
    (one) =>
      one.taxYear === taxYear &&
      one.accountId === filter.accountId &&
      one.taxWrapper === filter.taxWrapper &&
      filter.assetCategory === '',
  );
  return kept && year ? { value: { totals: year, final: year.final }, final: kept.final } : null;
}

/** Disposals of a UK tax year with their totals, their workings and the year's CSV. */
export function GainsScreen({ accounts }: { readonly accounts: Live<readonly Account[]> }) {
  const [filter, setFilter] = useState<GainsFilter>(ENTRY_FILTER);
  const [presentYear] = useState(() => taxYearOf(londonDate(Date.now())));
  const [chosen, setChosen] = useState<TaxYear | null>(null);
  const answeredYears = useLive(() => compute().taxYears(), onComputeChange, []);
  const [isComputed, setIsComputed] = useState(false);
  // Read once for both the years and their totals, until those have been computed.
  const first = firstReads().gains;
  const kept = useStored(async () => (isComputed ? null : await keptGains()), [isComputed], first);
  const hadGains = (first?.value.length ?? 0) > 0 || undefined;
  const stored = useStored(async () => await hasTransactions(currentDatabase()), [], hadGains);
  const keptNow = kept.data ?? null;
  const years = keptFirst(answeredYears, { ...kept, data: keptYears(keptNow) });
  const available = years.data ?? [];
  const taxYear = (chosen !== null && available.includes(chosen) ? chosen : available[0]) ?? null;
  const read = async () => (taxYear === null ? null : await compute().capitalGains({ ...filter, taxYear }));
  const gains = useLive(read, onComputeChange, [taxYear, filter]);
  const answeredTotals: Live<ShownTotals> = { ...gains, data: gains.data ?? undefined };
  const totals = keptFirst(answeredTotals, { ...kept, data: keptTotals(keptNow, taxYear, filter) });
  if (!isComputed && isAnswered(answeredTotals)) setIsComputed(true);
  const slow = useDelayed(gains.loading);
  // For a moment the previous year stays, marked as busy, until the rows of the chosen year are there.
  const view = gains.data?.taxYear === taxYear || (gains.loading && !slow) ? (gains.data ?? null) : null;
  const disposals = view?.disposals ?? [];
  const none = stored.data === false || (years.data?.length === 0 && !years.updating);
  // Losses can be stated before the first sale, for the year in which it may fall.
  const panelYear = none ? presentYear : taxYear;

  return (
    <>
      {years.error !== undefined && <Banner tone="error">Failed to load available tax years</Banner>}
      <div className={styles.year}>
        <div className={styles.yearField}>
          <SelectField
            label="Tax Year:"
            hint="(6 April - 5 April)"
            width="narrow"
            options={available.map((year) => ({ value: year, label: year }))}
            value={taxYear ?? ''}
            {...(years.data?.length === 0 && { placeholder: 'None yet' })}
            disabled={taxYear === null}
            onChange={({ target: { value } }) => setChosen(available.find((year) => year === value) ?? null)}
          />
        </div>
        <div className={styles.yearActions}>
          <ValuesTextButton />
          <Button
            icon={<Download size={16} aria-hidden="true" />}
            disabled={disposals.length === 0 || taxYear === null}
            onClick={() => {
              if (taxYear !== null) void exportGains({ ...filter, taxYear });
            }}
          >
            Export to CSV
          </Button>
          {!none && <PrintWorkings taxYear={taxYear} accounts={accounts.data ?? []} />}
        </div>
      </div>
      {/* Their number, and whether there is anything to sell, decide where the rest is placed. */}
      {(accounts.data !== undefined || accounts.error !== undefined) && !stored.loading && (
        <>
          {none && <NoDisposals />}
          {/* Requested once the totals are here: the worker answers one question at a time, and these take longer. */}
          <YearPanels
            taxYear={panelYear}
            accounts={accounts.data ?? []}
            isUpdating={totals.updating}
            hasDisposals={!none}
            isNext={isComputed || none || years.error !== undefined}
          >
            <GainsFindings />
          </YearPanels>
          <GainsFilters filter={filter} accounts={accounts.data ?? []} onChange={setFilter} />
          {accounts.error !== undefined && <Banner tone="error">Failed to load filter options</Banner>}
          {gains.error !== undefined && <Banner tone="error">Failed to load capital gains data</Banner>}
          {!none && (
            <Year
              view={view}
              shown={view ?? (gains.data ? undefined : totals.data)}
              loading={gains.loading || years.loading}
              failed={gains.error !== undefined}
            />
          )}
          <p className={styles.muted}>
            <Link to="/capital-gains/simulate">Try a sale</Link> · <Link to="/plans">Plans</Link> ·{' '}
            <Link to="/capital-gains/verify">HMRC's examples, recomputed</Link> ·{' '}
            <Link to="/income">Income by tax year</Link>
          </p>
        </>
      )}
    </>
  );
}

const NONE: CapitalGainsView['disposals'] = [];

function Year({
  view,
  shown,
  loading,
  failed,
}: {
  readonly view: CapitalGainsView | null;
  /** The totals are shown before the disposals, where they were stored. */
  readonly shown: ShownTotals | undefined;
  readonly loading: boolean;
  readonly failed: boolean;
}) {
  const disposals = view?.disposals ?? NONE;
  const hidden = view?.hiddenByFilters ?? 0;
  return (
    <>
      <GainsTotals totals={shown?.totals} />
      {shown?.final === false && (
        <Banner tone="warning">
          The figures of this tax year are not final: a disposal can still change, or depends on missing transactions.
          The marked disposals and the notes about your data say why.
        </Banner>
      )}
      {view !== null && disposals.length === 0 ? (
        <EmptyState title={`No disposals in ${view.taxYear}`}>
          No disposals of this tax year match the filters.
        </EmptyState>
      ) : (
        !failed && <DisposalsTable disposals={disposals} loading={loading} />
      )}
      {hidden > 0 && (
        <p className={styles.muted}>
          {hidden} {hidden === 1 ? 'disposal' : 'disposals'} hidden by filters
        </p>
      )}
    </>
  );
}

function NoDisposals() {
  return (
    <FirstSteps title="No disposals yet" action={<ButtonLink to="/transactions/new">Add Transaction</ButtonLink>}>
      Once you record a sale, its gain or loss appears here, under the tax year in which it falls.
    </FirstSteps>
  );
}
