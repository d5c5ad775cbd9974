/** What columns of currencies that are not read say against a row of a file without a profile. */
import { cleanText } from '../cells/cell-text.ts';
import { currencyOfWord } from '../cells/words.ts';
import type { NamedColumn } from './column-cells.ts';

interface CurrencyContext {
  readonly columns: readonly NamedColumn[];
  /** The row's own currency as the file writes it; empty for none. */
  readonly own: string;
  /** True for a column that is used as the currency of a field. */
  readonly isCode: (position: number) => boolean;
  /** Whether quantity x price is the amount, so that both are in one currency. */
  readonly isProved: boolean;
  readonly isCash: boolean;
}

/** A currency beside the row's own; quantity x price proves only that price and amount are in the same one. */
export function currencyNotes(
  cells: readonly string[],
  { columns, own, isCode, isProved, isCash }: CurrencyContext,
): readonly string[] {
  const pence = isProved && !isPence(own) ? columns.find(({ position }) => isPence(cells[position] ?? '')) : undefined;
  if (pence !== undefined)
    return [
      `${pence.heading} is ${cleanText(cells[pence.position] ?? '')}, and quantity x price is the amount: both may be in pence. Check them.`,
    ];
  const code = currencyOfWord(own)?.code ?? null;
  if (code !== null && (isProved || isCash)) return [];
  return columns.flatMap(({ position, heading }) => {
    const other = currencyOfWord(cells[position] ?? '')?.code ?? null;
    return other === null || other === (code ?? 'GBP') || isCode(position)
      ? []
      : [`${heading} is ${other}, but the amounts were read as ${code ?? 'GBP'}. Check their currency.`];
  });
}

function isPence(cell: string): boolean {
  return currencyOfWord(cell)?.pence === true;
}
