/**
 * The canonical CSV of transactions: the list's export, the server's export routes and the chunks of an import that
 * sync sends. Importing it gives the same records (`prepareImport` recognises it by its Id columns).
 */
import { labelOf, TRANSACTION_TYPES } from '../../fields/enums.ts';
import type { Transaction } from '../../records/records.ts';
import { csvHead, csvLines, numberCell, textCell } from '../cells/write-csv.ts';
import { COLUMN_LABELS, type TransactionField } from '../tables/columns.ts';

/** The names that a file shows; the name of an unknown id is empty, and the file also has the id. */
export interface ExportNames {
  readonly account: (accountId: string) => string;
  readonly broker: (brokerId: string) => string;
  readonly asset: (isin: string) => string;
}

type Cell = (transaction: Transaction, names: ExportNames) => string;

const number =
  (
    field:
      | 'quantity'
      | 'nativePrice'
      | 'localPrice'
      | 'consideration'
      | 'brokerCharge'
      | 'stampDuty'
      | 'fxCharge'
      | 'accruedInterest'
      | 'valueAfter'
      | 'costFraction'
      | 'cashAmount'
      | 'grossIncome'
      | 'taxWithheld',
  ): Cell =>
  (transaction) =>
    numberCell(transaction[field]);
const integer =
  (field: 'ratioNew' | 'ratioOld'): Cell =>
  (transaction) =>
    String(transaction[field] ?? '');
const text =
  (
    field:
      | 'id'
      | 'isin'
      | 'accountId'
      | 'brokerId'
      | 'brokerDealReference'
      | 'relatedIsin'
      | 'smallTreatment'
      | 'incomeDate'
      | 'transferId'
      | 'cashCurrency'
      | 'settlementDate'
      | 'contributionKind'
      | 'taxCountry'
      | 'transactionDate'
      | 'taxWrapper',
  ): Cell =>
  (transaction) =>
    textCell(transaction[field]);

const COLUMNS: readonly (readonly [TransactionField, Cell])[] = [
  ['id', text('id')],
  ['transactionDate', text('transactionDate')],
  ['transactionType', (transaction) => textCell(labelOf(TRANSACTION_TYPES, transaction.transactionType))],
  ['isin', text('isin')],
  ['assetName', (transaction, names) => textCell(names.asset(transaction.isin))],
  ['account', (transaction, names) => textCell(names.account(transaction.accountId))],
  ['broker', (transaction, names) => textCell(names.broker(transaction.brokerId))],
  ['taxWrapper', text('taxWrapper')],
  ['quantity', number('quantity')],
  ['nativePrice', number('nativePrice')],
  ['localPrice', number('localPrice')],
  ['consideration', number('consideration')],
  ['brokerCharge', number('brokerCharge')],
  ['stampDuty', number('stampDuty')],
  ['fxCharge', number('fxCharge')],
  ['accruedInterest', number('accruedInterest')],
  ['brokerDealReference', text('brokerDealReference')],
  ['relatedIsin', text('relatedIsin')],
  ['ratioNew', integer('ratioNew')],
  ['ratioOld', integer('ratioOld')],
  ['valueAfter', number('valueAfter')],
  ['costFraction', number('costFraction')],
  ['smallTreatment', text('smallTreatment')],
  ['incomeDate', text('incomeDate')],
  ['transferId', text('transferId')],
  ['cashAmount', number('cashAmount')],
  ['cashCurrency', text('cashCurrency')],
  ['settlementDate', text('settlementDate')],
  ['contributionKind', text('contributionKind')],
  ['grossIncome', number('grossIncome')],
  ['taxWithheld', number('taxWithheld')],
  ['taxCountry', text('taxCountry')],
  ['accountId', text('accountId')],
  ['brokerId', text('brokerId')],
];

/** CSV text (with byte order mark) of transactions in the given order. */
export function transactionsCsv(transactions: Iterable<Transaction>, names: ExportNames): string {
  return [...transactionsCsvParts([...transactions], names)].join('');
}

/** As many rows as take a few milliseconds to write. */
const PART_ROWS = 500;

/** The same text in parts, so that the thread can do other work between them. */
export function* transactionsCsvParts(transactions: readonly Transaction[], names: ExportNames): Iterable<string> {
  yield csvHead(COLUMNS.map(([field]) => COLUMN_LABELS[field]));
  for (let from = 0; from < transactions.length; from += PART_ROWS) {
    yield csvLines(
      transactions
        .slice(from, from + PART_ROWS)
        .map((transaction) => COLUMNS.map(([, cell]) => cell(transaction, names))),
    );
  }
}

/**
 * `transactions-export-selected-{count}-{yyyy-mm-dd}.csv` for a selection, else `transactions-export-{yyyy-mm-dd}.csv`
 * (000 §2.9).
 */
export function transactionsFileName(day: string, selectedCount: number | null): string {
  return selectedCount === null
    ? `transactions-export-${day}.csv`
    : `transactions-export-selected-${selectedCount}-${day}.csv`;
}
