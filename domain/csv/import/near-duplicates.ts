/** Trades and dividends that may be stored already with another amount, from another kind of the broker's files. */
import { groupBy } from '../../values/group-by.ts';
import { businessDaysAfter } from '../../plans/settlement.ts';
import type { Transaction } from '../../records/records.ts';
import type { TransactionFields } from '../../records/transaction.ts';
import type { PreparedRow } from './import-content.ts';

/** Amounts of one trade differ by its charges, or by the exchange rate with which each file was converted. */
const MOST_DIFFERENCE = 0.05;

/** Business days from a trade to its settlement; holidays of other exchanges may add days. */
const SETTLEMENT_DAYS = [1, 2];

/** All of a trade or an income but its amount; null for other rows. */
function unitsKey(fields: TransactionFields): string | null {
  const { transactionType, accountId, transactionDate, isin, taxWrapper, quantity } = fields;
  const isTrade = transactionType === 'BUY' || transactionType === 'SELL';
  if ((isTrade && quantity === null) || (!isTrade && transactionType !== 'DIVIDEND')) return null;
  return `${accountId}|${transactionDate}|${isin}|${taxWrapper}|${transactionType}|${isTrade ? quantity : ''}`;
}

/** By row that is no duplicate, a stored transaction that no row equals and that may be the same. */
export interface NearDuplicates {
  /** A trade or dividend of the same day and units at nearly its amount. */
  readonly near: ReadonlyMap<PreparedRow, Transaction>;
  /** A trade of the same units and amount on its settlement day, or of which the row has the settlement day. */
  readonly settled: ReadonlyMap<PreparedRow, Transaction>;
}

/** Finds stored transactions that differ from a row in nothing but the amount, or but the day, and so may be the same one. */
export function nearDuplicates(rows: readonly PreparedRow[], stored: readonly Transaction[]): NearDuplicates {
  const [open, equal, isins] = [new Array<PreparedRow>(), new Set<Transaction>(), new Set<string>()];
  for (const row of rows) {
    if (row.duplicate !== null && 'stored' in row.duplicate) equal.add(row.duplicate.stored);
    if (row.duplicate !== null || row.fields === null) continue;
    open.push(row);
    isins.add(row.fields.isin);
  }
  const others = open.length === 0 ? [] : stored.filter((one) => isins.has(one.isin) && !equal.has(one));
  return { near: pairs(open, others, unitsKey, isNear), settled: pairs(open, others, dealKey, isSettlement) };
}

/** By row, a stored transaction with the same key and which fits; each once. */
function pairs(
  rows: readonly PreparedRow[],
  stored: readonly Transaction[],
  keyOf: (fields: TransactionFields) => string | null,
  fits: (fields: TransactionFields, stored: Transaction) => boolean,
): ReadonlyMap<PreparedRow, Transaction> {
  const found = new Map<PreparedRow, Transaction>();
  if (stored.length === 0) return found;
  const byKey = groupBy(rows, ({ fields }) => (fields === null ? null : keyOf(fields)));
  for (const transaction of stored) {
    const fitting = (byKey.get(keyOf(transaction) ?? '') ?? []).find(
      (row) => row.fields !== null && !found.has(row) && fits(row.fields, transaction),
    );
    if (fitting !== undefined) found.set(fitting, transaction);
  }
  return found;
}

/** All of a trade but its day; null for other rows. */
function dealKey({ transactionType, accountId, isin, taxWrapper, quantity, consideration }: TransactionFields) {
  const isTrade = transactionType === 'BUY' || transactionType === 'SELL';
  return isTrade && quantity !== null
    ? `${accountId}|${isin}|${taxWrapper}|${transactionType}|${quantity}|${consideration}`
    : null;
}

/** Whether one of two equal trades is on the settlement day of the other; two references are two trades. */
function isSettlement(fields: TransactionFields, stored: Transaction): boolean {
  const [own, other] = [fields.brokerDealReference, stored.brokerDealReference];
  if (own !== '' && other !== '' && own !== other) return false;
  const [early, late] = fields.transactionDate < stored.transactionDate ? [fields, stored] : [stored, fields];
  if (early.transactionDate === late.transactionDate) return false;
  if ((early.settlementDate ?? '') !== '') return early.settlementDate === late.transactionDate;
  return SETTLEMENT_DAYS.some((days) => businessDaysAfter(early.transactionDate, days) === late.transactionDate);
}

/** Two references are two trades, also at the same amount. */
function isNear(fields: TransactionFields, stored: Transaction): boolean {
  if (fields.brokerDealReference !== '' && stored.brokerDealReference !== '') return false;
  const [amount, other] = [fields.consideration, stored.consideration];
  return amount !== other && Math.abs(amount - other) <= Math.max(amount, other) * MOST_DIFFERENCE;
}
