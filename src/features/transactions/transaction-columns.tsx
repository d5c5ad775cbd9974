import { Link } from 'react-router-dom';
import type { TransactionSortField } from '../../../domain/lists/transaction-query.ts';
import type { TransactionRow } from '../../../workers/api/worker-api.ts';
import type { Column } from '../../ui/lists/data-table-types.ts';
import { DateText, HiddenMoney, Quantity } from '../../ui/values/figures.tsx';
import { RecordName } from '../../ui/messages/record-name.tsx';
import { TruncatedText } from '../../ui/controls/truncated-text.tsx';
import { editTransactionPath, transactionPath } from '../../ui/texts/transaction-path.ts';
import styles from './transactions-list.module.css';

/** The columns of 000 §2.9. `quantityPlaces` lines a page's quantities up on their points. */
export function transactionColumns(
  quantityPlaces: number,
): readonly (Column<TransactionRow> & { readonly key: TransactionSortField })[] {
  return [
    {
      key: 'assetName',
      header: 'Asset',
      sortable: true,
      grow: true,
      card: 'title',
      cell: (row) => (
        <RecordName
          id={row.id}
          name={row.assetName === '' ? row.transactionTypeLabel : row.assetName}
          to={editTransactionPath(row.id)}
          pending={row.pending}
        />
      ),
    },
    {
      key: 'accountName',
      width: 'clamp(104px, 12vw, 180px)',
      header: 'Account',
      sortable: true,
      truncates: true,
      cardOrder: 1,
      cell: (row) => <TruncatedText text={row.accountName} />,
    },
    {
      key: 'transactionTypeLabel',
      width: 'clamp(90px, 13vw, 200px)',
      header: 'Type',
      sortable: true,
      // The type is then the name.
      cardAbsent: (row) => row.assetName === '',
      cell: (row) => row.transactionTypeLabel,
    },
    {
      key: 'taxWrapperLabel',
      width: 'clamp(96px, 9vw, 130px)',
      header: 'Tax Wrapper',
      sortable: true,
      cardOrder: 1,
      cell: (row) => row.taxWrapperLabel,
    },
    {
      key: 'quantity',
      width: 'clamp(80px, 8vw, 120px)',
      header: 'Quantity',
      sortable: true,
      align: 'end',
      cardLabel: false,
      cardAbsent: (row) => row.quantity === null,
      cell: (row) => (
        <Quantity value={row.quantity} places={12} {...(quantityPlaces > 0 && { alignPlaces: quantityPlaces })} />
      ),
    },
    {
      key: 'consideration',
      width: 'clamp(112px, 10vw, 150px)',
      header: 'Consideration',
      sortable: true,
      align: 'end',
      card: 'value',
      cell: (row) => <HiddenMoney value={row.cashAmount ?? row.consideration} currency={row.cashCurrency ?? 'GBP'} />,
    },
    {
      key: 'transactionDate',
      width: 'clamp(96px, 9vw, 130px)',
      header: 'Date',
      sortable: true,
      align: 'end',
      cardLabel: false,
      cardOrder: 2,
      cell: (row) => (
        <Link className={styles.day} to={transactionPath(row.id)}>
          <DateText value={row.transactionDate} inNumbers />
        </Link>
      ),
    },
  ];
}

/** The most decimals among the page's quantities. */
export function quantityPlacesOf(rows: readonly TransactionRow[]): number {
  return Math.max(0, ...rows.map((row) => String(row.quantity ?? '').split('.')[1]?.length ?? 0));
}
