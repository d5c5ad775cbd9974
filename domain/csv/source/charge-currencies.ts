/** The currencies that the headings of further columns of charges name, in a file without a profile. */
import { cleanText } from '../cells/cell-text.ts';
import { currencyNamed } from '../cells/words.ts';
import { headingCurrency, isPenceHeader } from '../tables/heading-units.ts';
import { isSomething } from './charge-columns.ts';

export class ChargeCurrencies {
  /** GBX for pence; none for pounds. */
  private readonly codes = new Map<number, { readonly code: string; readonly heading: string }>();

  /** Takes a column of charges by its heading. */
  take(position: number, cell: string, heading: string): void {
    const code = isPenceHeader(cell) ? 'GBX' : currencyNamed(headingCurrency(cell) ?? 'GBP');
    if (code !== 'GBP') this.codes.set(position, { code, heading });
  }

  /** A charge and the currency to write beside it; empty where it is in another one than the amount. */
  charge(
    cells: readonly string[],
    position: number,
    ofAmount: string,
  ): { readonly cell: string; readonly code: string } {
    const cell = cells[position] ?? '';
    const code = this.codes.get(position)?.code;
    if (code === undefined || code === 'GBX') return { cell, code: code ?? '' };
    return { cell: code === ofAmount ? cell : '', code: '' };
  }

  /** Charges that are left out because they are in another currency than the amount. */
  notes(cells: readonly string[], ofAmount: string): readonly string[] {
    return [...this.codes].flatMap(([position, { code, heading }]) => {
      const cell = cells[position] ?? '';
      return code === 'GBX' || code === ofAmount || !isSomething(cell)
        ? []
        : [`${heading} of ${cleanText(cell)} is in ${code}, and was not read. Enter it in the currency of the amount.`];
    });
  }
}
