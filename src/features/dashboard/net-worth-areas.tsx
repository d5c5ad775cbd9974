import type { HistoryRange } from '../../../domain/holdings/value-history.ts';
import type { NetWorthView } from '../../../workers/api/worker-api.ts';
import { compute, onComputeChange } from '../../compute/compute.ts';
import { useValuesHidden } from '../../ui/app-state/values-visibility.ts';
import { ChartFigures } from '../../ui/charts/chart-figures.tsx';
import { ChartSkeleton } from '../../ui/charts/chart-skeleton.tsx';
import { LineChart, type LineSeries } from '../../ui/charts/line-chart.tsx';
import { useLive } from '../../ui/hooks/use-live.ts';
import type { Column } from '../../ui/lists/data-table-types.ts';
import { DataTable } from '../../ui/lists/data-table.tsx';
import { Banner } from '../../ui/messages/banner.tsx';
import { formatDate } from '../../ui/texts/date-text.ts';
import { formatMoney } from '../../ui/texts/format.ts';
import { listedNames } from '../../ui/texts/listed-names.ts';
import { DateText, HiddenMoney } from '../../ui/values/figures.tsx';
import styles from './dashboard.module.css';
import { historyRows } from './history-rows.ts';
import { oversoldSentence } from './oversold-words.ts';

type Point = NetWorthView['points'][number];

const PARTS = [
  { key: 'securities', label: 'Securities', tone: 'accent' },
  { key: 'cash', label: 'Broker cash', tone: 'ink' },
  { key: 'savings', label: 'Savings', tone: 'point' },
  { key: 'properties', label: 'Properties', tone: 'muted' },
] as const satisfies readonly { key: keyof Point; label: string; tone: LineSeries['tone'] }[];

const whole = (value: number) => formatMoney(value, { places: 0 });

/** Securities, cash, savings and properties on top of each other, day by day. */
export function NetWorthAreas({ range }: { readonly range: HistoryRange }) {
  const { data, error } = useLive(() => compute().netWorth({ range }), onComputeChange, [range]);
  if (error !== undefined) return <Banner tone="error">The chart could not be computed. Please try again.</Banner>;
  return data === undefined ? <ChartSkeleton /> : <Areas view={data} range={range} />;
}

function Areas({
  view: { points, asOf, leftOut, oversold },
  range,
}: {
  readonly view: NetWorthView;
  readonly range: HistoryRange;
}) {
  const hidden = useValuesHidden();
  if (points.length === 0)
    return <p className={styles.note}>The areas start on the first day on which all holdings have a price.</p>;
  // A part that was never held has no area.
  const parts = PARTS.filter(({ key }) => points.some((point) => point[key] !== 0));
  return (
    <>
      <LineChart
        label={`Net worth, ${formatDate(points[0]?.date ?? '')} to ${formatDate(asOf)}: ${parts.map(({ label }) => label).join(', ')}. The figures are in the table below.`}
        dates={points.map(({ date }) => date)}
        series={parts.map(({ key, label, tone }) => ({
          label,
          tone,
          // A part is drawn only where the whole is known: the others would be too low.
          values: points.map((point) => (point.total === null ? null : point[key])),
        }))}
        format={hidden ? null : whole}
        detail={(index) => {
          const total = points[index]?.total ?? null;
          return total === null ? [] : [`Net worth: ${whole(total)}`];
        }}
        stacked
      />
      <p className={styles.note}>
        Cash, savings and properties keep their last stated value until the next statement.
        {leftOut.length > 0 &&
          ` Left out of the areas, because they have no price: ${listedNames(leftOut.map(({ name }) => name))}.`}{' '}
        {oversoldSentence(oversold)}
      </p>
      <ChartFigures>
        <DataTable
          caption="Net worth"
          columns={COLUMNS}
          rows={historyRows(points, range)}
          rowKey={({ date }) => date}
          rowLabel={({ date }) => formatDate(date)}
          dense
        />
      </ChartFigures>
    </>
  );
}

const amount = (value: number | null, missing: string) =>
  value === null ? missing : <HiddenMoney value={value} places={0} mask="****" />;

const COLUMNS: readonly Column<Point>[] = [
  { key: 'date', header: 'Date', rowHeader: true, card: 'title', cell: ({ date }) => <DateText value={date} /> },
  ...PARTS.map(({ key, label }): Column<Point> => ({
    key,
    header: label,
    align: 'end',
    cell: (point) => amount(point[key], key === 'securities' ? 'No price' : 'No rate'),
  })),
  { key: 'total', header: 'Net worth', align: 'end', card: 'value', cell: ({ total }) => amount(total, '-') },
];
