/**
 * Columns of prices and gains that are not read, in a file without a profile: they say that an amount may be what a
 * position is worth, or include charges.
 */
import { cleanText } from '../cells/cell-text.ts';
import { normaliseHeader, type TransactionField } from '../tables/columns.ts';
import type { NamedColumn } from './column-cells.ts';
import { isSomething } from './charge-columns.ts';
import type { NetAmounts } from './net-amounts.ts';

/** A price at which a position was entered, and one at which it was left. */
const PAID_PRICE = /\b(?:entry|paid|bought|buy|purchased?|acqui(?:red|sition)|open(?:ing)?)\b/u;
const SOLD_PRICE = /\b(?:exit|sold|sale|sell|disposal)\b/u;
/** The part of an amount that the rounding of prices explains. */
const CLOSE = 0.0005;
const PENNIES = 0.0151;

/** Whether a price makes the amount only with the charges of the row, so that the price that was read includes them. */
function makesWithCharges(
  cells: readonly string[],
  type: 'BUY' | 'SELL',
  price: number,
  units: number,
  amounts: NetAmounts,
): boolean {
  const amount = amounts.of(cells) ?? 0;
  const sums = amounts.sums(cells, type, amount);
  const charges = sums === null ? 0 : sums.net - sums.gross;
  return [price, price / 100].some((each) => Math.abs(each * units + charges - amount) <= amount * CLOSE + PENNIES);
}

/** What other prices, and a gain of what was only bought, say against a trade. */
export function priceNotes(
  cells: readonly string[],
  type: 'BUY' | 'SELL',
  { prices, gains }: { readonly prices: readonly NamedColumn[]; readonly gains: readonly NamedColumn[] },
  index: ReadonlyMap<TransactionField, number>,
  amounts: NetAmounts,
): readonly string[] {
  const [amount, units] = [amounts.of(cells), amounts.sizeAt(cells, index.get('quantity'))];
  const own = amounts.sizeAt(cells, index.get('localPrice') ?? index.get('price'));
  if (amount === null || units === null) return [];
  const notes = prices.flatMap(({ position, heading }) => {
    const price = amounts.sizeAt(cells, position);
    if (price === null || price === 0 || price === own) return [];
    // As far apart as a price before its charges and after them.
    const isNear = own !== null && Math.abs(price - own) > own * CLOSE && Math.abs(price - own) < own * 0.05;
    if (isNear && (!amounts.statesCharges(cells) || makesWithCharges(cells, type, price, units, amounts)))
      return [`${heading} is ${price}, but the price was read as ${own}. One of them may include charges. Check it.`];
    if (own !== null && !(type === 'BUY' ? PAID_PRICE : SOLD_PRICE).test(normaliseHeader(heading))) return [];
    const makes = [price, price / 100].some((each) => Math.abs(each * units - amount) <= amount * CLOSE + PENNIES);
    return makes ? [] : [`${heading} is ${price}, which does not make the amount of ${amount.toFixed(2)}. Check it.`];
  });
  if (type === 'BUY' && !amounts.isProved(cells) && index.has('consideration'))
    for (const { position, heading } of gains)
      if (isSomething(cells[position] ?? ''))
        notes.push(
          `${heading} is ${cleanText(cells[position] ?? '')}: the amount may be what the units are worth now. Check it.`,
        );
  return notes;
}
