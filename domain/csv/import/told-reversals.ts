/**
 * Trades that a row of the other side may reverse, as only a text beside that row says: the row itself is held, and so is
 * the trade of the same security, units and amount.
 */
import { daysBetween } from '../../values/dates.ts';
import { groupBy } from '../../values/group-by.ts';
import type { TransactionFields } from '../../records/transaction.ts';
import type { CheckedRow } from './row-checker.ts';
import { withNote } from './row-notes.ts';

const MOST_DAYS = 10;

/** What a trade and its reversal have in common, with the side of the trade; null for other rows. */
function tradeKey(fields: TransactionFields, isReversing: boolean): string | null {
  const { transactionType: type, accountId, isin, taxWrapper, quantity, consideration } = fields;
  if ((type !== 'BUY' && type !== 'SELL') || consideration === 0) return null;
  const reversed = (type === 'BUY') === isReversing ? 'SELL' : 'BUY';
  return [reversed, accountId, isin, taxWrapper, quantity, consideration].join('|');
}

/** The rows, with a note on each trade that a later one may reverse by a text beside it. */
export function withToldReversals(rows: readonly CheckedRow[]): readonly CheckedRow[] {
  const telling = rows.filter(
    ({ fields, reading }) => fields !== null && !reading.isReversal && reading.source.mayReverse,
  );
  if (telling.length === 0) return rows;
  const byTrade = groupBy(telling, ({ fields }) => (fields === null ? null : tradeKey(fields, true)));
  return rows.map((row) => {
    const { fields, reading } = row;
    if (fields === null || reading.isReversal) return row;
    const key = tradeKey(fields, false);
    const other = (key === null ? [] : (byTrade.get(key) ?? [])).find((one) => {
      const days = one.fields === null ? -1 : daysBetween(fields.transactionDate, one.fields.transactionDate);
      return days >= 0 && days <= MOST_DAYS;
    });
    if (other === undefined) return row;
    const note = `Row ${other.reading.source.line} may reverse this row. Check both.`;
    return withNote(row, note);
  });
}
