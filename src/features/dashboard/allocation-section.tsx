import { lazy, Suspense, useState } from 'react';
import type { AllocationReading } from '../../../domain/holdings/allocation.ts';
import type { AssetClassSummary } from '../../../domain/holdings/dashboard.ts';
import type { AllocationView } from '../../../workers/api/worker-api.ts';
import { compute, onComputeChange } from '../../compute/compute.ts';
import { ChartFigures } from '../../ui/charts/chart-figures.tsx';
import { SegmentedControl } from '../../ui/controls/segmented-control.tsx';
import { useLive } from '../../ui/hooks/use-live.ts';
import { useOwnTasks } from '../../ui/hooks/use-own-tasks.ts';
import { SkeletonBlock } from '../../ui/layout/skeleton.tsx';
import type { Column } from '../../ui/lists/data-table-types.ts';
import { DataTable } from '../../ui/lists/data-table.tsx';
import { Banner } from '../../ui/messages/banner.tsx';
import { HiddenMoney, Percent } from '../../ui/values/figures.tsx';
import { type AllocationBar, shareOf } from './allocation-words.ts';
import styles from './dashboard.module.css';

const AllocationBars = lazy(async () => ({ default: (await import('./allocation-bars.tsx')).AllocationBars }));

type Reading = 'category' | AllocationReading;

const READINGS: readonly { readonly value: Reading; readonly label: string }[] = [
  { value: 'category', label: 'Category' },
  { value: 'wrapper', label: 'Wrapper' },
  { value: 'holder', label: 'Holder' },
  { value: 'broker', label: 'Broker' },
];

export interface AllocationSectionProps {
  readonly rows: readonly AssetClassSummary[];
  /** True while no security has a price: the shares are then of the cost, and the picture says so. */
  readonly byCost: boolean;
  readonly includeCash: boolean;
}

/** How the portfolio is divided, in four views. Shares are not amounts, so they stay when values are hidden. */
export function AllocationSection({ rows, byCost, includeCash }: AllocationSectionProps) {
  const [reading, setReading] = useState<Reading>('category');
  const against = byCost ? 'Share of cost against target' : 'Current against target';
  return (
    <section className={styles.picture} aria-labelledby="allocation-title">
      <div className={styles.pictureHead}>
        <h2 id="allocation-title">{reading === 'category' ? against : 'Share of value'}</h2>
      </div>
      <SegmentedControl label="Allocation by" value={reading} onChange={setReading} options={READINGS} />
      {reading === 'category' ? (
        <ByCategory rows={rows} byCost={byCost} />
      ) : (
        <ByReading by={reading} includeCash={includeCash} expected={rows.length} />
      )}
    </section>
  );
}

function Bars({ label, bars }: { readonly label: string; readonly bars: readonly AllocationBar[] }) {
  // The first figures of the page do not wait for what draws them.
  const isBegun = useOwnTasks(1) === 1;
  const skeleton = <SkeletonBlock lines={3} text="Loading chart..." />;
  return (
    <div className={styles.bars} style={{ blockSize: heightOf(bars.length) }}>
      {isBegun ? (
        <Suspense fallback={skeleton}>
          <AllocationBars label={label} bars={bars} />
        </Suspense>
      ) : (
        skeleton
      )}
    </div>
  );
}

const heightOf = (bars: number): string => `${bars * 36 + 24}px`;

/** A drawn picture of the page's table: current share against target. */
function ByCategory({ rows, byCost }: Omit<AllocationSectionProps, 'includeCash'>) {
  return (
    <>
      <Bars
        label={`${byCost ? 'Share of the cost' : 'Current share'} of each asset class as a bar, its target as a mark. ${byCost ? 'Costs and targets' : 'The figures'} are in the table below.`}
        bars={rows.map((row) => ({ label: row.assetClassLabel, share: shareOf(row, byCost), target: row.target }))}
      />
      {byCost && <p className={styles.note}>No security has a price yet, so each bar shows a share of the cost.</p>}
    </>
  );
}

const NAMES: Readonly<Record<AllocationReading, string>> = {
  wrapper: 'Tax wrapper',
  holder: 'Account holder',
  broker: 'Broker',
};

interface ByReadingProps {
  readonly by: AllocationReading;
  readonly includeCash: boolean;
  /** Room for about this many bars. */
  readonly expected: number;
}

function ByReading({ by, includeCash, expected }: ByReadingProps) {
  const { data, error } = useLive(() => compute().allocation({ by, includeCash }), onComputeChange, [by, includeCash]);
  if (error !== undefined) return <Banner tone="error">The chart could not be computed. Please try again.</Banner>;
  if (data?.by !== by)
    return (
      <div className={styles.bars} style={{ blockSize: heightOf(expected) }}>
        <SkeletonBlock lines={3} text="Loading chart..." />
      </div>
    );
  const name = NAMES[by];
  return (
    <>
      <Bars
        label={`Share of the value of each ${name.toLowerCase()} as a bar. The figures are in the table below.`}
        bars={data.parts.map(({ label, percent }) => ({ label, share: percent, target: null }))}
      />
      {data.unvalued > 0 && (
        <p className={styles.note}>
          {data.unvalued === 1 ? 'One holding has no price and is' : `${data.unvalued} holdings have no price and are`}{' '}
          left out of the shares.
        </p>
      )}
      <ChartFigures>
        <DataTable
          caption={`Value by ${name.toLowerCase()}`}
          columns={columnsFor(name, data)}
          rows={data.parts}
          rowKey={({ key }) => key}
          rowLabel={({ label }) => label}
          totalsLabel="Total"
          cardsBelow="never"
          dense
        />
      </ChartFigures>
    </>
  );
}

function columnsFor(name: string, { total }: AllocationView): readonly Column<AllocationView['parts'][number]>[] {
  return [
    { key: 'label', header: name, rowHeader: true, cell: ({ label }) => label },
    {
      key: 'value',
      header: 'Value',
      align: 'end',
      cell: ({ value }) => (value === null ? 'No price' : <HiddenMoney value={value} mask="****" />),
      total: <HiddenMoney value={total} mask="****" />,
    },
    { key: 'percent', header: 'Share', align: 'end', cell: ({ percent }) => <Percent value={percent} absent="-" /> },
  ];
}
