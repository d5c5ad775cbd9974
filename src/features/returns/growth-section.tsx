import { lazy, Suspense, useId, useState } from 'react';
import type { ReturnsAnswer } from '../../../workers/api/worker-api.ts';
import { ChartSkeleton } from '../../ui/charts/chart-skeleton.tsx';
import { formatDate } from '../../ui/texts/date-text.ts';
import { formatMoney, rateText } from '../../ui/texts/format.ts';
import { SelectField } from '../../ui/forms/select-field.tsx';
import { useValuesHidden } from '../../ui/app-state/values-visibility.ts';
import { moneyWeightedWords } from './returns-words.ts';
import styles from './returns.module.css';

const LineChart = lazy(async () => ({ default: (await import('../../ui/charts/line-chart.tsx')).LineChart }));

export interface GrowthSectionProps {
  readonly view: ReturnsAnswer;
  readonly benchmark: string | null;
  readonly onBenchmark: (isin: string | null) => void;
}

/** Growth of £100 beside a security that the same money could have bought. */
export function GrowthSection({ view, benchmark, onBenchmark }: GrowthSectionProps) {
  const hidden = useValuesHidden();
  const { benchmarks } = view.choices;
  const name = benchmarks.find(({ isin }) => isin === benchmark)?.name ?? null;
  return (
    <section className={styles.section} aria-labelledby="growth-title">
      <div className={styles.head}>
        <h2 id="growth-title">Growth of £100</h2>
        <div className={styles.headField}>
          <SelectField
            label="Compare with"
            placeholder="Nothing"
            options={benchmarks.map((entry) => ({ value: entry.isin, label: entry.name }))}
            value={name === null ? '' : (benchmark ?? '')}
            onChange={({ target: { value } }) => onBenchmark(value === '' ? null : value)}
          />
        </div>
      </div>
      {hidden ? (
        <p className={styles.note}>Values are hidden. Show them to see the chart.</p>
      ) : (
        <Growth view={view} name={name} />
      )}
    </section>
  );
}

function Growth({ view, name }: { readonly view: ReturnsAnswer; readonly name: string | null }) {
  const { dates, growth } = view.days;
  const breaks = growth.filter((value) => value === null).length;
  if (dates.length < 2 || growth.every((value) => value === null))
    return <p className={styles.note}>Growth cannot be drawn for this period.</p>;
  return (
    <>
      <Suspense fallback={<ChartSkeleton />}>
        <LineChart
          label={`Growth of £100 from ${formatDate(dates[0] ?? '')} to ${formatDate(dates.at(-1) ?? '')}. Each day's figures follow.`}
          dates={dates}
          series={[
            { label: 'Portfolio', tone: 'accent', values: growth },
            ...(view.benchmark?.growth.some((value) => value !== null) === true && name !== null
              ? [{ label: 'Benchmark', tone: 'muted' as const, values: view.benchmark.growth }]
              : []),
          ]}
          format={(value) => formatMoney(value, { places: 2 })}
          detail={(index) => dayDetail(view, index)}
        />
      </Suspense>
      <DayReader view={view} />
      {breaks > 0 && (
        <p className={styles.note}>
          {view.timeWeighted.fault === 'belowNothing'
            ? 'The line ends before the first day on which more had been sold than was held.'
            : `The line has a gap of ${breaks} ${breaks === 1 ? 'day' : 'days'} without a price or rate.`}
        </p>
      )}
      {name !== null && <BenchmarkNote view={view} name={name} />}
    </>
  );
}

/** Value and flow of a day in words. */
function dayDetail({ days }: ReturnsAnswer, index: number): string[] {
  const value = days.values[index];
  const flow = days.flows[index] ?? null;
  const moved =
    flow === null
      ? 'Flow: no price'
      : flow < 0
        ? `Paid out: ${formatMoney(Math.abs(flow))}`
        : `Paid in: ${formatMoney(flow)}`;
  return [
    value === null || value === undefined ? 'Value: no price' : `Value: ${formatMoney(value)}`,
    ...(flow === 0 ? [] : [moved]),
  ];
}

/** Each day's figures by keys: arrow keys move a day, page keys a tenth of the period. */
function DayReader({ view }: { readonly view: ReturnsAnswer }) {
  const { dates, growth } = view.days;
  const last = dates.length - 1;
  const [chosen, setChosen] = useState(last);
  const id = useId();
  const index = Math.min(chosen, last);
  const of = growth[index];
  const text = [
    formatDate(dates[index] ?? ''),
    of === null || of === undefined ? 'no figure' : formatMoney(of, { places: 2 }),
    ...dayDetail(view, index),
  ].join(' · ');
  return (
    <div className={styles.reader}>
      <label htmlFor={id}>Day</label>
      <input
        id={id}
        type="range"
        min={0}
        max={last}
        value={index}
        aria-valuetext={text}
        onChange={({ target: { value } }) => setChosen(Number(value))}
      />
      <output htmlFor={id}>{text}</output>
    </div>
  );
}

function BenchmarkNote({ view: { benchmark, bridge }, name }: { readonly view: ReturnsAnswer; readonly name: string }) {
  if (benchmark === null) return null;
  if (benchmark.closing === null)
    return (
      <p className={styles.note}>
        {benchmark.reason === 'usedUp'
          ? `The same payments would have used up ${name} before the end.`
          : `${name} has no price on a day on which money was paid in or out.`}
      </p>
    );
  const { rate, note } = moneyWeightedWords(benchmark.moneyWeighted);
  return (
    <p className={styles.note}>
      The same payments on the same days into {name} would have come to {formatMoney(benchmark.closing)}
      {bridge !== null && ` (yours: ${formatMoney(bridge.closing)})`}. Money-weighted{' '}
      {rate === null ? `: ${note}` : `${rateText(rate)} ${note}`} Dividends of {name} are not counted.
    </p>
  );
}
