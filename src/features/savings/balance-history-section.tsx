import { lazy, Suspense } from 'react';
import { londonDate } from '../../../domain/dates.ts';
import type { SavingsAccount } from '../../../domain/records.ts';
import { expectedInterest } from '../../../domain/savings-interest.ts';
import { taxYearOf } from '../../../domain/tax-year.ts';
import { currentDatabase } from '../../data/database/database.ts';
import { balanceHistory, type BalanceOnDay } from '../../data/records/savings-accounts.ts';
import { Banner } from '../../ui/messages/banner.tsx';
import { ChartFigures } from '../../ui/charts/chart-figures.tsx';
import { ChartSkeleton } from '../../ui/charts/chart-skeleton.tsx';
import { DataTable } from '../../ui/lists/data-table.tsx';
import type { Column } from '../../ui/lists/data-table-types.ts';
import { formatDate } from '../../ui/texts/date-text.ts';
import { DeviceOnly } from '../../ui/messages/device-only.tsx';
import { DateText, HiddenMoney } from '../../ui/values/figures.tsx';
import { formatMoney } from '../../ui/texts/format.ts';
import { Section } from '../../ui/layout/page.tsx';
import { SkeletonBlock } from '../../ui/layout/skeleton.tsx';
import { useStored } from '../../ui/hooks/use-stored.ts';
import { useNow } from '../../ui/hooks/use-now.ts';
import { ValuesButton } from '../../ui/values/values-button.tsx';
import { useValuesHidden } from '../../ui/app-state/values-visibility.ts';
import styles from './savings.module.css';

const LineChart = lazy(async () => ({ default: (await import('../../ui/charts/line-chart.tsx')).LineChart }));

/** The balances of an account on each day that was stated, and its expected interest. */
export function BalanceHistorySection({ account }: { readonly account: SavingsAccount }) {
  const { data, error } = useStored(() => balanceHistory(currentDatabase(), account.id), [account.id]);
  return (
    <Section title="Balance History" aside={<ValuesButton />}>
      <ExpectedInterest account={account} />
      <DeviceOnly what="extras" />
      {error !== undefined && <Banner tone="error">The balance history could not be read. Please try again.</Banner>}
      {error === undefined && data === undefined && <SkeletonBlock lines={5} text="Loading balance history..." />}
      {data?.length === 0 && (
        <p className={styles.note}>Each balance that you save is kept with its day and drawn here.</p>
      )}
      {data !== undefined && data.length > 0 && <History balances={data} />}
    </Section>
  );
}

function ExpectedInterest({ account }: { readonly account: SavingsAccount }) {
  const taxYear = taxYearOf(londonDate(useNow()));
  const interest = expectedInterest(account, taxYear);
  if (interest === null)
    return (
      <p className={styles.note}>
        Enter the interest rate to see what the account is expected to pay in the tax year {taxYear}.
      </p>
    );
  return (
    <p className={styles.note}>
      Interest expected in the tax year {taxYear}, if balance and rate stay as they are:{' '}
      <HiddenMoney value={interest} />
      {account.isCashIsa === true && ', free of tax because the account is a cash ISA'}
    </p>
  );
}

const COLUMNS: readonly Column<BalanceOnDay>[] = [
  { key: 'date', header: 'Date', cell: ({ date }) => <DateText value={date} /> },
  {
    key: 'balance',
    header: 'Balance',
    align: 'end',
    card: 'value',
    cell: ({ balance }) => <HiddenMoney value={balance} />,
  },
];

function History({ balances }: { readonly balances: readonly BalanceOnDay[] }) {
  const hidden = useValuesHidden();
  return (
    <>
      <Suspense fallback={<ChartSkeleton />}>
        <LineChart
          label={`Balance, ${formatDate(balances[0]?.date ?? '')} to ${formatDate(balances.at(-1)?.date ?? '')}. The figures are in the table below.`}
          dates={balances.map(({ date }) => date)}
          series={[{ label: 'Balance', tone: 'accent', values: balances.map(({ balance }) => balance) }]}
          format={hidden ? null : (value) => formatMoney(value, { places: 0 })}
        />
      </Suspense>
      <ChartFigures summary="The balances as a table">
        <DataTable
          caption="Balances"
          columns={COLUMNS}
          rows={balances.toReversed()}
          rowKey={({ date }) => date}
          rowLabel={({ date }) => formatDate(date)}
          cardsBelow="never"
          dense
        />
      </ChartFigures>
    </>
  );
}
