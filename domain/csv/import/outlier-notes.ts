/** Warnings on rows whose figures do not fit those of the same security's other rows, in the file and in the store. */
import type { Transaction } from '../../records.ts';
import type { TransactionFields } from '../../transaction.ts';
import { currencyOutliers } from './currency-outliers.ts';
import type { PreparedRow } from './import-content.ts';
import { incomeOutliers, priceOutliers } from './price-outliers.ts';

export function withOutliers(rows: readonly PreparedRow[], stored: readonly Transaction[]): readonly PreparedRow[] {
  const known: TransactionFields[] = [];
  for (const { fields, reading } of rows) if (fields !== null && !reading.isReversal) known.push(fields);
  const [prices, incomes, currencies] = [
    priceOutliers(known, stored),
    incomeOutliers(known, stored),
    currencyOutliers(rows),
  ];
  if (prices.size + incomes.size + currencies.size === 0) return rows;
  return rows.map((row) => {
    const { fields } = row;
    if (fields === null || fields.quantity === null) return row;
    const [usual, price, other] = [prices.get(fields), incomes.get(fields), currencies.get(row)];
    const perUnit = rounded(fields.consideration / fields.quantity);
    const notes = [
      usual === undefined
        ? ''
        : `£${perUnit} a unit is far from the £${rounded(usual)} of other trades of this security. Check quantity and price.`,
      price === undefined
        ? ''
        : `An income of £${perUnit} a unit is much beside a price of £${rounded(price)}. Check units and amount.`,
      other === undefined
        ? ''
        : `Other rows of this security have nearly the same price in ${other.currency}: ${rounded(other.price)}. Check the currency.`,
    ].filter((note) => note !== '');
    return notes.length === 0 ? row : { ...row, notes: [...row.notes, ...notes] };
  });
}

/** Four significant digits. */
function rounded(price: number): number {
  return Number(price.toPrecision(4));
}
