import { Download } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { Account } from '../../../domain/records/records.ts';
import { compute } from '../../compute/compute.ts';
import { tellFault } from '../../ui/app-state/app-faults.ts';
import { Banner } from '../../ui/messages/banner.tsx';
import { Button, ButtonLink } from '../../ui/controls/button.tsx';
import { EmptyState } from '../../ui/layout/empty-state.tsx';
import { Section } from '../../ui/layout/page.tsx';
import { saveFile } from '../../ui/hooks/save-file.ts';
import { HolderYearFields } from '../../ui/forms/holder-year-fields.tsx';
import { SkeletonBlock } from '../../ui/layout/skeleton.tsx';
import { showToast } from '../../ui/messages/toast.tsx';
import type { Live } from '../../ui/hooks/use-live.ts';
import { ValuesTextButton } from '../../ui/values/values-text-button.tsx';
import type { IncomeQuery, IncomeView } from '../../../workers/api/worker-api.ts';
import { AccruedIncome } from './accrued-income.tsx';
import { ExcessIncomeSection } from './excess-income-section.tsx';
import { IncomeBoxes } from './income-boxes.tsx';
import { IncomeBreakdown } from './income-breakdown.tsx';
import { IncomeForecast } from './income-forecast.tsx';
import { IncomePicture } from './income-picture.tsx';
import { IncomeSummary } from './income-summary.tsx';
import styles from './income.module.css';
import { PrintIncome } from './print-income.tsx';
import { RateFields } from './rate-fields.tsx';
import { useIncome } from './use-income.ts';

async function exportIncome(query: IncomeQuery): Promise<void> {
  try {
    saveFile(await compute().exportIncome(query));
  } catch (error) {
    tellFault(error);
    showToast({ title: 'The file could not be created. Please try again.', tone: 'error' });
  }
}

/** The income of one account holder's tax year: boxes of the return, its sources, and what is missing. */
export function IncomeScreen({ accounts }: { readonly accounts: Live<readonly Account[]> }) {
  const holders = accounts.data ?? [];
  const { accountId, taxYear, choose, income } = useIncome(holders);
  const { data, loading } = income;
  // The failure is of the previous year, while this one is still loading.
  const failed = income.error !== undefined && !loading;
  // Figures of another year or holder are not shown under this one's name.
  const view = data?.taxYear === taxYear && data.accountId === accountId ? data : null;
  const name = holders.find(({ id }) => id === accountId)?.name ?? '';
  return (
    <>
      {accounts.error !== undefined && <Banner tone="error">The accounts could not be read. Please try again.</Banner>}
      <div className={styles.choice}>
        <div className={styles.fields}>
          <HolderYearFields
            taxYear={taxYear}
            years={data?.years ?? []}
            onYear={(year) => choose({ taxYear: year })}
            accountId={accountId}
            holders={holders}
            onHolder={(id) => choose({ accountId: id })}
          />
        </div>
        <div className={styles.actions}>
          <ValuesTextButton />
          <Button
            icon={<Download size={16} aria-hidden="true" />}
            disabled={view === null || view.lines.length === 0}
            onClick={() => void exportIncome({ accountId, taxYear })}
          >
            Export to CSV
          </Button>
          <PrintIncome view={view} accountName={name} />
        </div>
      </div>
      {failed && (
        <Banner tone="error">
          The income of {taxYear} could not be worked out. Nothing was changed. Please try again.
        </Banner>
      )}
      {view === null ? !failed && <SkeletonBlock lines={8} text="Loading income..." /> : <Year view={view} />}
    </>
  );
}

function Year({ view }: { readonly view: IncomeView }) {
  const { lines, taxYear, status, periods, unknownFunds, otherYears } = view;
  const asked = view.bySecurity.filter(({ nature }) => nature === null);
  return (
    <>
      {status === 'announced' && <Banner tone="info">The rates of {taxYear} are announced but not law yet.</Banner>}
      {asked.length > 0 && (
        <Banner tone="warning">
          {asked.length === 1 ? 'One security pays' : `${asked.length} securities pay`} income of an unknown kind, so it
          is not in any box: {asked.map(({ name }) => name).join(', ')}. Choose its kind under "By security".
        </Banner>
      )}
      {view.withoutRate.length > 0 && (
        <Banner tone="warning">
          Interest in {[...new Set(view.withoutRate.map(({ currency }) => currency))].join(', ')} is left out of all
          figures, because there is no exchange rate for its day.
        </Banner>
      )}
      {lines.length === 0 ? (
        <EmptyState
          title={`No income in ${taxYear}`}
          action={<ButtonLink to="/transactions/new">Add Transaction</ButtonLink>}
        >
          Dividends, interest and notional distributions that you record appear here, under the tax year in which they
          fall.
        </EmptyState>
      ) : (
        <>
          <IncomeSummary view={view} />
          <Section title="Boxes of the tax return">
            <IncomeBoxes view={view} />
          </Section>
          <Section title="Sources of income">
            <IncomeBreakdown view={view} />
          </Section>
          <Section title="By month and year">
            <IncomePicture view={view} />
          </Section>
        </>
      )}
      {view.accrued.length > 0 && <AccruedIncome lines={view.accrued} />}
      {periods.length + unknownFunds.length + otherYears.length > 0 && <ExcessIncomeSection view={view} />}
      <Section title="The next twelve months">
        <IncomeForecast view={view} />
      </Section>
      <RateFields view={view} />
      <p className={styles.muted}>
        <Link to="/capital-gains">Capital gains</Link>
      </p>
    </>
  );
}
