/** A purchase and a sale of one security on one day at the same amount, with other units: a split, as trackers state it. */
import { groupBy } from '../../values/group-by.ts';
import type { CheckedRow } from './row-checker.ts';
import { withPairNotes } from './row-notes.ts';

/** The rows, with a note on each of two such trades. */
export function withOppositeTrades(rows: readonly CheckedRow[]): readonly CheckedRow[] {
  const byTrade = groupBy(rows, ({ fields, reading }) => {
    if (fields === null || reading.isReversal || fields.consideration === 0) return null;
    const { transactionType: type, accountId, isin, taxWrapper, transactionDate, consideration } = fields;
    return type === 'BUY' || type === 'SELL'
      ? [accountId, isin, taxWrapper, transactionDate, consideration].join('|')
      : null;
  });
  const others = new Map<CheckedRow, CheckedRow>();
  for (const alike of byTrade.values()) {
    const [bought, ...moreBought] = alike.filter(({ fields }) => fields?.transactionType === 'BUY');
    const [sold, ...moreSold] = alike.filter(({ fields }) => fields?.transactionType === 'SELL');
    if (bought === undefined || sold === undefined || moreBought.length + moreSold.length > 0) continue;
    if (bought.fields?.quantity === sold.fields?.quantity) continue;
    others.set(bought, sold);
    others.set(sold, bought);
  }
  return withPairNotes(
    rows,
    others,
    (other) =>
      `Row ${other.reading.source.line} is a ${other.fields?.transactionType === 'BUY' ? 'purchase' : 'sale'} of this security on the same day at the same amount. Both may be a split. Check them.`,
  );
}
