/** Trades and dividends that may be stored already with another amount, from another kind of the broker's files. */
import { addDays } from '../../dates.ts';
import { isBusinessDay } from '../../plans/settlement.ts';
import type { Transaction } from '../../records.ts';
import type { TransactionFields } from '../../transaction.ts';
import type { PreparedRow } from './import-content.ts';

/** Amounts of one trade differ by its charges, or by the exchange rate with which each file was converted. */
const MOST_DIFFERENCE = 0.05;

/** Trades settle one or two business days after their day; holidays of other exchanges may add days. */
const MOST_SETTLEMENT_DAYS = 2;

/** All of a trade or an income but its amount; null for other rows. */
function unitsKey(fields: TransactionFields): string | null {
  const { transactionType, accountId, transactionDate, isin, taxWrapper, quantity } = fields;
  const isTrade = transactionType === 'BUY' || transactionType === 'SELL';
  if ((isTrade && quantity === null) || (!isTrade && transactionType !== 'DIVIDEND')) return null;
  return `${accountId}|${transactionDate}|${isin}|${taxWrapper}|${transactionType}|${isTrade ? quantity : ''}`;
}

/**
 * By row that is no duplicate, a stored trade or dividend of the same day and units at nearly its amount, which no row
 * equals.
 */
export function nearDuplicates(
  rows: readonly PreparedRow[],
  stored: readonly Transaction[],
): ReadonlyMap<PreparedRow, Transaction> {
  const found = new Map<PreparedRow, Transaction>();
  if (stored.length === 0) return found;
  const open = new Map<string, PreparedRow[]>();
  const equal = new Set<Transaction>();
  for (const row of rows) {
    if (row.duplicate !== null && 'stored' in row.duplicate) equal.add(row.duplicate.stored);
    const key = row.duplicate !== null || row.fields === null ? null : unitsKey(row.fields);
    if (key === null) continue;
    const group = open.get(key);
    if (group === undefined) open.set(key, [row]);
    else group.push(row);
  }
  for (const transaction of stored) {
    const key = unitsKey(transaction);
    if (key === null || equal.has(transaction)) continue;
    const near = (open.get(key) ?? []).find(
      (row) => row.fields !== null && !found.has(row) && isNear(row.fields, transaction),
    );
    if (near !== undefined) found.set(near, transaction);
  }
  return found;
}

/**
 * By row that is no duplicate, a stored trade of the same units and amount on its settlement day, or of which the row
 * has the settlement day.
 */
export function settledDuplicates(
  rows: readonly PreparedRow[],
  stored: readonly Transaction[],
): ReadonlyMap<PreparedRow, Transaction> {
  const found = new Map<PreparedRow, Transaction>();
  if (stored.length === 0) return found;
  const equal = new Set<Transaction>();
  const open = new Map<string, PreparedRow[]>();
  for (const row of rows) {
    if (row.duplicate !== null && 'stored' in row.duplicate) equal.add(row.duplicate.stored);
    const key = row.duplicate !== null || row.fields === null ? null : dealKey(row.fields);
    if (key === null) continue;
    const group = open.get(key);
    if (group === undefined) open.set(key, [row]);
    else group.push(row);
  }
  for (const transaction of stored) {
    const key = dealKey(transaction);
    if (key === null || equal.has(transaction)) continue;
    const settled = (open.get(key) ?? []).find(
      (row) => row.fields !== null && !found.has(row) && isSettlement(row.fields, transaction),
    );
    if (settled !== undefined) found.set(settled, transaction);
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
  let [day, left] = [early.transactionDate, MOST_SETTLEMENT_DAYS];
  while (left > 0 && day < late.transactionDate) {
    day = addDays(day, 1);
    if (isBusinessDay(day)) left -= 1;
  }
  return day === late.transactionDate && isBusinessDay(day);
}

/** Two references are two trades, also at the same amount. */
function isNear(fields: TransactionFields, stored: Transaction): boolean {
  if (fields.brokerDealReference !== '' && stored.brokerDealReference !== '') return false;
  const [amount, other] = [fields.consideration, stored.consideration];
  return amount !== other && Math.abs(amount - other) <= Math.max(amount, other) * MOST_DIFFERENCE;
}
