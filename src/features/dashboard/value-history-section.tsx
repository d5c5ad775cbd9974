import { lazy, Suspense, useState } from 'react';
import type { HistoryRange, ValuePoint } from '../../../domain/holdings/value-history.ts';
import { compute, onComputeChange } from '../../compute/compute.ts';
import type { ValueHistoryView } from '../../../workers/api/worker-api.ts';
import { Banner } from '../../ui/messages/banner.tsx';
import { ButtonLink } from '../../ui/controls/button.tsx';
import { ChartFigures } from '../../ui/charts/chart-figures.tsx';
import { ChartSkeleton } from '../../ui/charts/chart-skeleton.tsx';
import { DataTable } from '../../ui/lists/data-table.tsx';
import type { Column } from '../../ui/lists/data-table-types.ts';
import { daysInSentence, formatDate } from '../../ui/texts/date-text.ts';
import { DateText, HiddenMoney } from '../../ui/values/figures.tsx';
import { formatMoney } from '../../ui/texts/format.ts';
import { listedNames } from '../../ui/texts/listed-names.ts';
import { SelectField } from '../../ui/forms/select-field.tsx';
import { SegmentedControl } from '../../ui/controls/segmented-control.tsx';
import { useLive } from '../../ui/hooks/use-live.ts';
import { useValuesHidden } from '../../ui/app-state/values-visibility.ts';
import styles from './dashboard.module.css';
import { historyRows } from './history-rows.ts';
import { oversoldSentence } from './oversold-words.ts';
import { YearReturn } from './year-return.tsx';

const LineChart = lazy(async () => ({ default: (await import('../../ui/charts/line-chart.tsx')).LineChart }));

// Nothing of it is needed before it is chosen.
const NetWorthAreas = lazy(async () => ({ default: (await import('./net-worth-areas.tsx')).NetWorthAreas }));

const VALUES_OF = [
  { value: 'securities', label: 'Securities' },
  { value: 'netWorth', label: 'Net worth' },
] as const;
type ValueOf = (typeof VALUES_OF)[number]['value'];

const RANGES: readonly { readonly value: HistoryRange; readonly label: string }[] = (
  ['1M', '3M', '1Y', '3Y', 'All'] as const
).map((range) => ({ value: range, label: range }));

/**
 * The portfolio's value over time beside the money paid in, with the figures in a table behind it. A line is not
 * expected while nothing has a price, and then keeps no room.
 */
export function ValueHistorySection({ expectsLine }: { readonly expectsLine: boolean }) {
  const [range, setRange] = useState<HistoryRange>('1Y');
  const [of, setOf] = useState<ValueOf>('securities');
  return (
    <section className={styles.picture} aria-labelledby="history-title">
      <div className={styles.pictureHead}>
        <h2 id="history-title">Value over time</h2>
        <SelectField
          label="Chart of"
          labelHidden
          width="narrow"
          options={VALUES_OF}
          value={of}
          onChange={({ target: { value } }) =>
            setOf(VALUES_OF.find((choice) => choice.value === value)?.value ?? 'securities')
          }
        />
      </div>
      <SegmentedControl label="Range" value={range} onChange={setRange} options={RANGES} />
      <div className={expectsLine || of === 'netWorth' ? styles.history : undefined}>
        {of === 'securities' ? (
          <SecuritiesOf range={range} expectsLine={expectsLine} />
        ) : (
          <Suspense fallback={<ChartSkeleton />}>
            <NetWorthAreas range={range} />
          </Suspense>
        )}
      </div>
    </section>
  );
}

function SecuritiesOf({ range, expectsLine }: { readonly range: HistoryRange; readonly expectsLine: boolean }) {
  const { data, error } = useLive(() => compute().valueHistory({ range }), onComputeChange, [range]);
  if (error !== undefined) return <Banner tone="error">The chart could not be computed. Please try again.</Banner>;
  if (data === undefined) return expectsLine ? <ChartSkeleton /> : <NoLine />;
  return <History view={data} range={range} />;
}

function History({ view, range }: { readonly view: ValueHistoryView; readonly range: HistoryRange }) {
  const hidden = useValuesHidden();
  const { points } = view;
  if (points.length === 0) return <NoLine />;
  return (
    <>
      <Suspense fallback={<ChartSkeleton />}>
        <LineChart
          label={`Value of the securities held and net invested, ${formatDate(points[0]?.date ?? '')} to ${formatDate(view.asOf)}. The figures are in the table below.`}
          dates={points.map(({ date }) => date)}
          series={[
            { label: 'Value', tone: 'accent', values: points.map(({ value }) => value) },
            { label: 'Net invested', tone: 'muted', values: points.map(({ netInvested }) => netInvested) },
          ]}
          format={hidden ? null : (value) => formatMoney(value, { places: 0 })}
        />
      </Suspense>
      <p className={styles.note}>
        Securities only: net worth also includes cash, savings and properties, as last stated. <Breaks view={view} />{' '}
        <LeftOut view={view} /> {oversoldSentence(view.oversold)} <YearReturn />
      </p>
      <HistoryTable points={historyRows(points, range)} />
    </>
  );
}

/** In place of the chart: what is missing for a line, and where to add it. */
function NoLine() {
  return (
    <div className={styles.noLine}>
      <p>The line starts on the first day on which all holdings have a price.</p>
      <p>Type in a price for each security, or import a file of prices, and the chart appears here.</p>
      <ButtonLink to="/holdings/prices" size="small">
        Add prices
      </ButtonLink>
    </div>
  );
}

function Breaks({ view: { gaps } }: { readonly view: ValueHistoryView }) {
  if (gaps.length === 0) return null;
  const named = gaps.map((days) => `${days.name} ${daysInSentence(days)}`);
  return <>The line breaks where a holding had no price: {listedNames(named)}.</>;
}

function LeftOut({ view: { leftOut } }: { readonly view: ValueHistoryView }) {
  return leftOut.length === 0 ? null : (
    <>Left out of both lines, because they have no price: {listedNames(leftOut.map(({ name }) => name))}.</>
  );
}

const COLUMNS: readonly Column<ValuePoint>[] = [
  { key: 'date', header: 'Date', cell: ({ date }) => <DateText value={date} /> },
  {
    key: 'value',
    header: 'Value',
    align: 'end',
    card: 'value',
    cell: ({ value }) => (value === null ? 'No price' : <HiddenMoney value={value} places={0} mask="****" />),
  },
  {
    key: 'netInvested',
    header: 'Net invested',
    align: 'end',
    cell: ({ netInvested }) => <HiddenMoney value={netInvested} places={0} mask="****" />,
  },
];

function HistoryTable({ points }: { readonly points: readonly ValuePoint[] }) {
  return (
    <ChartFigures>
      <DataTable
        caption="Value and net invested"
        columns={COLUMNS}
        rows={points}
        rowKey={({ date }) => date}
        rowLabel={({ date }) => formatDate(date)}
        cardsBelow="never"
        dense
      />
    </ChartFigures>
  );
}
