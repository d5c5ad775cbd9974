import { Link } from 'react-router-dom';
import type { IsoDate } from '../../../domain/values/dates.ts';
import { labelOf, TRANSACTION_TYPES } from '../../../domain/fields/enums.ts';
import type { HoldingTransactionView } from '../../../domain/holdings/holding-view.ts';
import { compute, onComputeChange } from '../../compute/compute.ts';
import { Banner } from '../../ui/messages/banner.tsx';
import { DataTable } from '../../ui/lists/data-table.tsx';
import type { Column } from '../../ui/lists/data-table-types.ts';
import { typedDate } from '../../ui/texts/date-text.ts';
import { decimalPlaces } from '../../ui/texts/decimal-places.ts';
import type { Figure } from '../../ui/texts/format.ts';
import { HiddenMoney, Quantity } from '../../ui/values/figures.tsx';
import { HiddenValue } from '../../ui/values/hidden-value.tsx';
import { Price } from '../../ui/values/price.tsx';
import { useLive } from '../../ui/hooks/use-live.ts';
import type { HoldingKey } from '../../../workers/api/worker-api.ts';
import { holdingKeyText } from './holding-key.ts';

interface FigureColumn {
  readonly key: 'consideration' | 'brokerCharge' | 'stampDuty' | 'fxCharge' | 'accruedInterest';
  readonly header: string;
}

const MONEY_COLUMNS: readonly FigureColumn[] = [
  { key: 'consideration', header: 'Consideration' },
  { key: 'brokerCharge', header: 'Broker Charge' },
  { key: 'stampDuty', header: 'Stamp Duty' },
  { key: 'fxCharge', header: 'FX Charge' },
  { key: 'accruedInterest', header: 'Accrued Interest' },
];

function typeLabel(row: HoldingTransactionView): string {
  return labelOf(TRANSACTION_TYPES, row.transactionType);
}

function HiddenPrice({ value, alignPlaces }: { readonly value: Figure | null; readonly alignPlaces: number }) {
  if (value === null) return '-';
  return (
    <HiddenValue>
      <Price value={value} alignPlaces={alignPlaces} />
    </HiddenValue>
  );
}

function priceColumn(
  key: 'nativePrice' | 'localPrice',
  header: string,
  rows: readonly HoldingTransactionView[],
): Column<HoldingTransactionView> {
  const places = Math.max(2, decimalPlaces(rows.map((row) => row[key])));
  return {
    key,
    header,
    width: '10%',
    align: 'end',
    cardAbsent: (row) => row[key] === null,
    cell: (row) => <HiddenPrice value={row[key]} alignPlaces={places} />,
  };
}

/** With their widths: the tables of a security stand under each other. */
function columnsFor(rows: readonly HoldingTransactionView[], base: string): readonly Column<HoldingTransactionView>[] {
  const places = decimalPlaces(rows.map((row) => row.quantity));
  return [
    {
      key: 'transactionType',
      header: 'Type',
      width: '17%',
      cell: (row) => <Link to={`${base}/${row.transactionId}`}>{typeLabel(row)}</Link>,
    },
    { key: 'transactionDate', header: 'Date', width: '9%', cell: (row) => typedDate(row.transactionDate) },
    {
      key: 'quantity',
      header: 'Quantity',
      width: '9%',
      align: 'end',
      cardAbsent: (row) => row.quantity === null,
      cell: (row) => <Quantity value={row.quantity} alignPlaces={places} />,
    },
    priceColumn('nativePrice', 'Native Price', rows),
    priceColumn('localPrice', 'Local Price', rows),
    ...MONEY_COLUMNS.map(({ key, header }): Column<HoldingTransactionView> => ({
      key,
      header,
      width: '9%',
      align: 'end',
      cell: (row) => <HiddenMoney value={row[key]} />,
      ...(key === 'consideration' ? { card: 'value' } : { cardAbsent: (row) => row[key] === null }),
    })),
  ];
}

export interface HoldingTransactionsProps {
  readonly holding: HoldingKey;
  readonly asOf: IsoDate | '';
}

/** The transactions behind one position, newest first. */
export function HoldingTransactions({ holding, asOf }: HoldingTransactionsProps) {
  const { accountId, isin, taxWrapper } = holding;
  const read = () => compute().holdingTransactions({ accountId, isin, taxWrapper, ...(asOf !== '' && { asOf }) });
  const { data, error, loading } = useLive(read, onComputeChange, [holdingKeyText(holding), asOf]);
  if (error !== undefined)
    return <Banner tone="error">Could not load the transactions of this holding. Please try again later.</Banner>;
  return <TransactionRows caption="Transactions of this holding" rows={data ?? []} loading={loading} />;
}

export interface TransactionRowsProps {
  readonly caption: string;
  /** Newest first. */
  readonly rows: readonly HoldingTransactionView[];
  readonly loading?: boolean;
  /** A row leads to the page of its transaction; on the list of holdings it leads to the form (001 §2.8). */
  readonly toPages?: boolean;
}

/** Transactions of a position, with what each cost. */
export function TransactionRows({ caption, rows, loading = false, toPages = false }: TransactionRowsProps) {
  return (
    <DataTable
      caption={caption}
      columns={columnsFor(rows, toPages ? '/transactions' : '/transactions/edit')}
      rows={rows}
      rowKey={(row) => row.transactionId}
      rowLabel={(row) => `${typeLabel(row)}, ${typedDate(row.transactionDate)}`}
      loading={loading}
      loadingText="Loading transactions..."
      cardsBelow="large"
      dense
    />
  );
}
