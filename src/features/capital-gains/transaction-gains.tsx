import { Link } from 'react-router-dom';
import type { FedDisposal, TransactionWorkings } from '../../../domain/cgt/views/transaction-workings.ts';
import { compute, onComputeChange } from '../../compute/compute.ts';
import { useLive } from '../../ui/hooks/use-live.ts';
import { Facts } from '../../ui/layout/facts.tsx';
import { Section } from '../../ui/layout/page.tsx';
import { SkeletonBlock } from '../../ui/layout/skeleton.tsx';
import { DataTable } from '../../ui/lists/data-table.tsx';
import type { Column } from '../../ui/lists/data-table-types.ts';
import { Banner } from '../../ui/messages/banner.tsx';
import { formatDate } from '../../ui/texts/date-text.ts';
import { HiddenMoney, Quantity } from '../../ui/values/figures.tsx';
import styles from './capital-gains.module.css';
import { DisposalTransactions } from './disposal-transactions.tsx';
import { DisposalWorkings } from './disposal-workings.tsx';
import { ruleLabel, ruleMeaning } from './match-rules.ts';
import { transactionPath } from '../../ui/texts/transaction-path.ts';

/**
 * The result of a transaction: the gain of a sale with its lots, or the disposals and the pool that it was added to.
 */
export function TransactionGains({ transactionId }: { readonly transactionId: string }) {
  const { data, error } = useLive(() => compute().transactionWorkings(transactionId), onComputeChange, [transactionId]);
  if (error !== undefined) return <Banner tone="error">The workings could not be read. Please try again.</Banner>;
  if (data === undefined) return <SkeletonBlock lines={6} text="Loading workings..." />;
  if (data === null) return null;
  return (
    <>
      <Gain {...data} />
      <Matched {...data} />
      <InPool {...data} />
    </>
  );
}

/** A sale: its gain is the day's, as all sales of a day are one disposal (TCGA 1992 s105). */
function Gain({ disposal }: Pick<TransactionWorkings, 'disposal'>) {
  if (disposal === null) return null;
  const others = disposal.transactionIds.length - 1;
  return (
    <Section title="Gain/Loss" description={<HiddenMoney value={disposal.capitalGain} tone />}>
      {others > 0 && (
        <p className={styles.muted}>
          Together with {others === 1 ? 'another sale' : `${others} other sales`} of the same day: they count as one.
        </p>
      )}
      {disposal.isExemptFromCGT && <p className={styles.muted}>Exempt from capital gains tax.</p>}
      <DisposalWorkings disposal={disposal} />
      <DisposalTransactions disposal={disposal} />
    </Section>
  );
}

const keyOf = ({ disposal, match }: FedDisposal): string =>
  `${disposal.disposalTransactionId} ${match.rule} ${match.acquisitionDate ?? ''}`;

const COLUMNS: readonly Column<FedDisposal>[] = [
  {
    key: 'date',
    header: 'Sold',
    card: 'title',
    cell: ({ disposal }) => (
      <Link to={transactionPath(disposal.disposalTransactionId)}>{formatDate(disposal.disposalDate)}</Link>
    ),
  },
  {
    key: 'rule',
    header: 'Rule',
    cell: ({ match }) => (
      <>
        {ruleLabel(match.rule)}
        <span className={styles.second}>{ruleMeaning(match.rule)}</span>
      </>
    ),
  },
  { key: 'quantity', header: 'Units', align: 'end', cell: ({ match }) => <Quantity value={match.quantity} /> },
  {
    key: 'cost',
    header: 'Cost',
    align: 'end',
    cell: ({ match }) => <HiddenMoney value={match.cost} />,
  },
  {
    key: 'gain',
    header: 'Gain/Loss of the disposal',
    align: 'end',
    card: 'value',
    cell: ({ disposal }) => <HiddenMoney value={disposal.capitalGain} tone />,
  },
];

function Disposals({ caption, rows }: { readonly caption: string; readonly rows: readonly FedDisposal[] }) {
  return (
    <DataTable
      caption={caption}
      columns={COLUMNS}
      rows={rows}
      rowKey={keyOf}
      rowLabel={({ disposal }) => `Sold ${formatDate(disposal.disposalDate)}`}
      dense
    />
  );
}

/** Sales that were identified with this purchase by day. */
function Matched({ matched, otherPurchases }: Pick<TransactionWorkings, 'matched' | 'otherPurchases'>) {
  if (matched.length === 0) return null;
  return (
    <Section title="Matched with sales">
      {otherPurchases > 0 && (
        <p className={styles.muted}>
          Together with {otherPurchases === 1 ? 'another purchase' : `${otherPurchases} other purchases`} of the same
          day: they count as one.
        </p>
      )}
      <Disposals caption="Matched with sales" rows={matched} />
    </Section>
  );
}

/** What it changed in its pool, and what was sold out of the pool since. */
function InPool({ pool, drawn, drawnCount }: Pick<TransactionWorkings, 'pool' | 'drawn' | 'drawnCount'>) {
  if (pool === null) return null;
  return (
    <Section title="Section 104 pool">
      <Facts
        figures
        facts={[
          ['Units added', <Quantity key="units" value={pool.quantityChange} />],
          ['Cost added', <HiddenMoney key="cost" value={pool.costChange} />],
          ['Units in the pool after that day', <Quantity key="after" value={pool.quantity} />],
          ['Cost of the pool after that day', <HiddenMoney key="pool" value={pool.cost} />],
        ]}
      />
      {drawn.length === 0 ? (
        <p className={styles.muted}>Nothing has been sold from the pool since.</p>
      ) : (
        <>
          <p className={styles.muted}>Sold from the pool while this purchase was in it, at average cost:</p>
          <Disposals caption="Sold from the pool" rows={drawn} />
          {drawnCount > drawn.length && <p className={styles.muted}>and {drawnCount - drawn.length} earlier sales</p>}
        </>
      )}
    </Section>
  );
}
