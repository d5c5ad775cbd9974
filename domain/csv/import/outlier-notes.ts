/** Warnings on rows whose figures do not fit those of the same security's other rows, in the file and in the store. */
import type { Transaction } from '../../records/records.ts';
import type { TransactionFields } from '../../records/transaction.ts';
import { currencyOutliers } from './currency-outliers.ts';
import { namesCurrency } from '../row-figures/cash-row.ts';
import { currencyQuestionOf } from './cash-currency.ts';
import type { PreparedRow } from './import-content.ts';
import { likelyDuplicates } from './near-duplicates.ts';
import { incomeOutliers, priceOutliers } from './price-outliers.ts';
import { looksSwapped } from './swapped-columns.ts';

/** `isOwnForm` where no profile knows the columns. */
export function withOutliers(
  rows: readonly PreparedRow[],
  stored: readonly Transaction[],
  isOwnForm: boolean,
): readonly PreparedRow[] {
  const all: TransactionFields[] = [];
  for (const { fields, reading } of rows) if (fields !== null && !reading.isReversal) all.push(fields);
  const [prices, incomes, currencies] = [
    priceOutliers(all, stored),
    incomeOutliers(all, stored),
    currencyOutliers(rows),
  ];
  const likely = likelyDuplicates(rows, stored);
  const open = openCurrency(rows);
  const isSwapped = isOwnForm && looksSwapped(all);
  if (open === null && !isSwapped && prices.size + incomes.size + currencies.size + likely.size === 0) return rows;
  return rows.map((row) => {
    const { fields, reading } = row;
    if (fields === null) return row;
    const [usual, price, other] = [prices.get(fields), incomes.get(fields), currencies.get(row)];
    const known = likely.get(row) ?? [];
    const isOpen =
      open !== null && reading.isCash && !namesCurrency(reading.source) && currencyQuestionOf(row) === undefined;
    const isTrade = fields.transactionType === 'BUY' || fields.transactionType === 'SELL';
    if (
      !isOpen &&
      !(isSwapped && isTrade) &&
      known.length === 0 &&
      [usual, price, other].every((one) => one === undefined)
    )
      return row;
    const perUnit = rounded(fields.consideration / (fields.quantity ?? 1));
    const notes = [
      isOpen ? `The file names no currency, and other rows may be in ${open}. Check the currency of this amount.` : '',
      isSwapped && isTrade
        ? 'From trade to trade of a security, prices differ more than units: the two columns may be swapped. Check both.'
        : '',
      usual === undefined
        ? ''
        : `£${perUnit} a unit is far from the £${rounded(usual)} of other trades of this security. Check quantity and price.`,
      price === undefined
        ? ''
        : `An income of £${perUnit} a unit is high for a price of £${rounded(price)}. Check units and amount.`,
      other === undefined
        ? ''
        : `Other rows of this security have nearly the same price in ${other.currency}: ${rounded(other.price)}. Check the currency.`,
      ...known,
    ].filter((note) => note !== '');
    return { ...row, notes: [...row.notes, ...notes] };
  });
}

/** The currency that the file's trades may be in, or are by the user's answer; null where they are in pounds. */
function openCurrency(rows: readonly PreparedRow[]): string | null {
  for (const { questions } of rows)
    for (const { kind, answer, proposals } of questions)
      if (kind === 'currency' && answer !== 'GBP') return proposals()[0]?.value ?? null;
  return null;
}

/** Four significant digits. */
function rounded(price: number): number {
  return Number(price.toPrecision(4));
}
