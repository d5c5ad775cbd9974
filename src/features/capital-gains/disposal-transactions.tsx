import { Link } from 'react-router-dom';
import type { DisposalTransactionView, DisposalView } from '../../../domain/cgt/views/disposal-view.ts';
import { TruncatedText } from '../../ui/controls/truncated-text.tsx';
import { DataTable } from '../../ui/lists/data-table.tsx';
import type { Column } from '../../ui/lists/data-table-types.ts';
import { typedDate } from '../../ui/texts/date-text.ts';
import { decimalPlaces } from '../../ui/texts/decimal-places.ts';
import { HiddenMoney, Quantity } from '../../ui/values/figures.tsx';
import { rateWords } from '../../ui/texts/rate-words.ts';
import styles from './capital-gains.module.css';
import { transactionPath } from '../../ui/texts/transaction-path.ts';

function columnsFor(disposal: DisposalView): readonly Column<DisposalTransactionView>[] {
  const places = decimalPlaces(disposal.holdingTransactions.map((row) => row.quantity));
  return [
    {
      key: 'type',
      header: 'Type',
      cell: (row) => <Link to={transactionPath(row.transactionId)}>{row.transactionTypeLabel}</Link>,
      card: 'title',
    },
    { key: 'date', header: 'Date', cell: (row) => typedDate(row.transactionDate) },
    {
      key: 'asset',
      header: 'Asset',
      grow: true,
      cell: () => (
        <span className={styles.security}>
          <TruncatedText text={disposal.assetName} /> <span className={styles.muted}>{disposal.isin}</span>
        </span>
      ),
      card: 'none',
    },
    {
      key: 'account',
      header: 'Account',
      cell: () => <TruncatedText text={disposal.accountName} />,
      width: 'clamp(108px, 9vw, 160px)',
      truncates: true,
      card: 'none',
    },
    { key: 'wrapper', header: 'Tax Wrapper', cell: (row) => row.taxWrapper },
    {
      key: 'quantity',
      header: 'Quantity',
      align: 'end',
      cardAbsent: (row) => row.quantity === null,
      cell: (row) => <Quantity value={row.quantity} alignPlaces={places} />,
    },
    {
      key: 'consideration',
      header: 'Consideration',
      align: 'end',
      cell: (row) => (
        <span className={styles.stacked}>
          <HiddenMoney value={row.consideration} />
          {row.rate != null && <span className={styles.muted}>{rateWords(row.rate)}</span>}
        </span>
      ),
      card: 'value',
    },
  ];
}

/** The sales and what they were matched with, in reverse of the order received (001 §9). */
export function DisposalTransactions({ disposal }: { readonly disposal: DisposalView }) {
  const { holdingTransactions, olderPoolTransactions } = disposal;
  return (
    <section className={styles.part} aria-label="Matched transactions">
      <h2 className={styles.partTitle}>Matched transactions</h2>
      <DataTable
        caption="Matched transactions"
        columns={columnsFor(disposal)}
        rows={holdingTransactions.toReversed()}
        rowKey={(row) => row.transactionId}
        rowLabel={(row) => `${row.transactionTypeLabel}, ${typedDate(row.transactionDate)}`}
        dense
      />
      {olderPoolTransactions > 0 && (
        <p className={styles.muted}>
          and {olderPoolTransactions} older {olderPoolTransactions === 1 ? 'transaction' : 'transactions'} in the pool
        </p>
      )}
    </section>
  );
}
