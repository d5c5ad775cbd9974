import { lazy, Suspense } from 'react';
import type { SavingsPoint } from '../../../workers/worker-api.ts';
import { compute, onComputeChange } from '../../compute/compute.ts';
import { useValuesHidden } from '../../ui/app-state/values-visibility.ts';
import { ChartFigures } from '../../ui/charts/chart-figures.tsx';
import { ChartSkeleton } from '../../ui/charts/chart-skeleton.tsx';
import { useLive } from '../../ui/hooks/use-live.ts';
import { Section } from '../../ui/layout/page.tsx';
import type { Column } from '../../ui/lists/data-table-types.ts';
import { DataTable } from '../../ui/lists/data-table.tsx';
import { Banner } from '../../ui/messages/banner.tsx';
import { formatDate } from '../../ui/texts/date-text.ts';
import { formatMoney } from '../../ui/texts/format.ts';
import { DateText, HiddenMoney } from '../../ui/values/figures.tsx';
import styles from './savings.module.css';

const LineChart = lazy(async () => ({ default: (await import('../../ui/charts/line-chart.tsx')).LineChart }));

const COLUMNS: readonly Column<SavingsPoint>[] = [
  { key: 'date', header: 'Date', cell: ({ date }) => <DateText value={date} /> },
  { key: 'balance', header: 'All savings', align: 'end', cell: ({ balance }) => <HiddenMoney value={balance} /> },
];

/** The total of all savings accounts over time, whatever the list shows; nothing before the first of them. */
export function SavingsGrowth() {
  const { data, error } = useLive(() => compute().savingsHistory(), onComputeChange, []);
  if (error !== undefined)
    return <Banner tone="error">The savings over time could not be worked out. Please try again.</Banner>;
  if (data === undefined || data.length === 0) return null;
  return (
    <Section title="Savings over time" description="All savings accounts together, whatever the filters show.">
      <Growth points={data} />
    </Section>
  );
}

function Growth({ points }: { readonly points: readonly SavingsPoint[] }) {
  const hidden = useValuesHidden();
  const changes = points.filter(({ balance }, index) => balance !== points[index - 1]?.balance);
  return (
    <>
      <Suspense fallback={<ChartSkeleton />}>
        <LineChart
          label={`Savings over time, ${formatDate(points[0]?.date ?? '')} to ${formatDate(points.at(-1)?.date ?? '')}. The figures are in the table below.`}
          dates={points.map(({ date }) => date)}
          series={[{ label: 'All savings', tone: 'accent', values: points.map(({ balance }) => balance) }]}
          format={hidden ? null : (value) => formatMoney(value, { places: 0 })}
        />
      </Suspense>
      <p className={styles.note}>Each balance counts from the day on which it was stated until the next balance.</p>
      <ChartFigures>
        <DataTable
          caption="Savings over time"
          columns={COLUMNS}
          rows={changes.toReversed()}
          rowKey={({ date }) => date}
          rowLabel={({ date }) => formatDate(date)}
          cardsBelow="never"
          dense
        />
      </ChartFigures>
    </>
  );
}
