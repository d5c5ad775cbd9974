import { capacityOf } from '../../../domain/cgt/terms/capacity.ts';
import type { LedgerView } from '../../../domain/cgt/views/ledger-view.ts';
import type { TaxWrapper } from '../../../domain/fields/enums.ts';
import { compute, onComputeChange } from '../../compute/compute.ts';
import { Banner } from '../../ui/messages/banner.tsx';
import { DataTable } from '../../ui/lists/data-table.tsx';
import type { Column } from '../../ui/lists/data-table-types.ts';
import { typedDate } from '../../ui/texts/date-text.ts';
import { HiddenMoney, Quantity } from '../../ui/values/figures.tsx';
import { useLive } from '../../ui/hooks/use-live.ts';
import { LazyDetails } from '../../ui/layout/lazy-details.tsx';
import styles from './capital-gains.module.css';
import { eventLabel, poolName } from './match-rules.ts';

type Line = LedgerView['lines'][number] & { readonly key: string };

const COLUMNS: readonly Column<Line>[] = [
  { key: 'date', header: 'Date', cell: ({ date }) => typedDate(date), card: 'title' },
  {
    key: 'event',
    header: 'Event',
    cell: ({ event, identifiedElsewhere }) => (
      <>
        {eventLabel(event)}
        {identifiedElsewhere !== 0 && (
          <span className={styles.second}>
            <Quantity value={identifiedElsewhere} /> identified without the pool
          </span>
        )}
      </>
    ),
  },
  { key: 'change', header: 'Units', align: 'end', cell: ({ quantityChange }) => <Quantity value={quantityChange} /> },
  { key: 'costChange', header: 'Cost', align: 'end', cell: ({ costChange }) => <HiddenMoney value={costChange} /> },
  { key: 'quantity', header: 'Units in the pool', align: 'end', cell: ({ quantity }) => <Quantity value={quantity} /> },
  {
    key: 'cost',
    header: 'Cost of the pool',
    align: 'end',
    card: 'value',
    cell: ({ cost }) => <HiddenMoney value={cost} />,
  },
];

export interface PoolLedgerProps {
  readonly accountId: string;
  readonly isin: string;
  /** What the disposal sold from: each capacity among them has a pool of its own (RULES 1.2, 1.3). */
  readonly taxWrappers: readonly TaxWrapper[];
}

/** Every event of the section 104 pools that a disposal draws on, worked out when it is opened. */
export function PoolLedger(props: PoolLedgerProps) {
  return (
    <LazyDetails className={styles.part} summary="Pool ledger">
      <Ledger {...props} />
    </LazyDetails>
  );
}

function Ledger({ accountId, isin, taxWrappers }: PoolLedgerProps) {
  const { data, error, loading } = useLive(() => compute().poolLedgers({ accountId, isin }), onComputeChange, [
    accountId,
    isin,
  ]);
  if (error !== undefined) return <Banner tone="error">The ledger could not be worked out. Please try again.</Banner>;
  const capacities = [...new Set(taxWrappers.map(capacityOf))];
  return capacities.map((capacity) => (
    <Lines
      key={capacity}
      caption={capacities.length === 1 ? 'Pool ledger' : `Pool ledger, ${poolName(capacity)}`}
      lines={data?.find((ledger) => ledger.capacity === capacity)?.lines ?? []}
      loading={loading}
    />
  ));
}

function Lines({
  caption,
  lines,
  loading,
}: {
  readonly caption: string;
  readonly lines: LedgerView['lines'];
  readonly loading: boolean;
}) {
  return (
    <DataTable
      caption={caption}
      columns={COLUMNS}
      rows={lines.map((line, index): Line => ({ ...line, key: String(index) }))}
      rowKey={({ key }) => key}
      rowLabel={({ date, event }) => `${eventLabel(event)}, ${typedDate(date)}`}
      loading={loading}
      loadingText="Loading ledger..."
      empty="Nothing was ever in this pool."
      dense
    />
  );
}
