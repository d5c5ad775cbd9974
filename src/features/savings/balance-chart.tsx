import { lazy, type ReactNode, Suspense } from 'react';
import type { BalanceOnDay } from '../../data/records/savings-accounts.ts';
import { useValuesHidden } from '../../ui/app-state/values-visibility.ts';
import { ChartFigures } from '../../ui/charts/chart-figures.tsx';
import { ChartSkeleton } from '../../ui/charts/chart-skeleton.tsx';
import { DataTable } from '../../ui/lists/data-table.tsx';
import type { Column } from '../../ui/lists/data-table-types.ts';
import { formatDate } from '../../ui/texts/date-text.ts';
import { formatMoney } from '../../ui/texts/format.ts';
import { DateText, HiddenMoney } from '../../ui/values/figures.tsx';

const LineChart = lazy(async () => ({ default: (await import('../../ui/charts/line-chart.tsx')).LineChart }));

export interface BalanceChartProps {
  /** What the chart shows, for its label. */
  readonly name: string;
  /** What the balances are of, for tooltip and table. */
  readonly series: string;
  readonly caption: string;
  /** The summary of the closed table. */
  readonly summary?: string;
  /** Oldest first. */
  readonly points: readonly BalanceOnDay[];
  /** The table's rows, newest first, where they are not all points. */
  readonly rows?: readonly BalanceOnDay[];
  /** Between chart and table. */
  readonly children?: ReactNode;
}

/** Balances over time as a line, with their figures in a table below. */
export function BalanceChart({ name, series, caption, summary, points, rows = points, children }: BalanceChartProps) {
  const hidden = useValuesHidden();
  const columns: readonly Column<BalanceOnDay>[] = [
    { key: 'date', header: 'Date', cell: ({ date }) => <DateText value={date} /> },
    {
      key: 'balance',
      header: series,
      align: 'end',
      card: 'value',
      cell: ({ balance }) => <HiddenMoney value={balance} />,
    },
  ];
  return (
    <>
      <Suspense fallback={<ChartSkeleton />}>
        <LineChart
          label={`${name}, ${formatDate(points[0]?.date ?? '')} to ${formatDate(points.at(-1)?.date ?? '')}. The figures are in the table below.`}
          dates={points.map(({ date }) => date)}
          series={[{ label: series, tone: 'accent', values: points.map(({ balance }) => balance) }]}
          format={hidden ? null : (value) => formatMoney(value, { places: 0 })}
        />
      </Suspense>
      {children}
      <ChartFigures {...(summary !== undefined && { summary })}>
        <DataTable
          caption={caption}
          columns={columns}
          rows={rows.toReversed()}
          rowKey={({ date }) => date}
          rowLabel={({ date }) => formatDate(date)}
          cardsBelow="never"
          dense
        />
      </ChartFigures>
    </>
  );
}
