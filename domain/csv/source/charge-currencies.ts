/** The currencies that the headings of further columns of charges name, in a file without a profile. */
import { cleanText } from '../cells/cell-text.ts';
import { currencyNamed } from '../cells/words.ts';
import { normaliseHeader, type TransactionField } from '../tables/columns.ts';
import { headingCurrency, isPenceHeader } from '../tables/heading-units.ts';
import { isSomething } from './charge-columns.ts';

/** `Currency Gross Amount`: that of the amount before charges, which are in the currency of the account. */
const GROSS_CURRENCY =
  /^(?:currency (?:of )?(?:the )?gross(?: (?:amount|value))?|gross (?:(?:amount|value) )?(?:currency|ccy))$/u;

export class ChargeCurrencies {
  private readonly currency: number | undefined;
  /** The column of the currency of gross amounts; -1 for none. */
  private readonly gross: number;
  /** GBX for pence; none for pounds. */
  private readonly codes = new Map<number, { readonly code: string; readonly heading: string }>();

  constructor(header: readonly string[], index: ReadonlyMap<TransactionField, number>) {
    this.currency = index.get('currency');
    this.gross = header.findIndex((cell) => GROSS_CURRENCY.test(normaliseHeader(cell)));
  }

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

  /** Charges that are left out because they are in another currency than the amount, or that may be in another one. */
  notes(
    cells: readonly string[],
    ofAmount: string,
    chargesOf: (cells: readonly string[]) => number,
  ): readonly string[] {
    const notes = this.codes.size === 0 ? [] : this.leftOut(cells, ofAmount);
    if (this.gross === -1) return notes;
    const own = this.gross === this.currency ? '' : (cells[this.currency ?? -1] ?? '');
    const account = currencyNamed(own) || 'GBP';
    const charges = chargesOf(cells);
    if (charges === 0 || ofAmount === account) return notes;
    return [
      ...notes,
      `The charges of ${charges.toFixed(2)} were read in ${ofAmount}, as the gross amount is, but may be in ${account}. Check them.`,
    ];
  }

  private leftOut(cells: readonly string[], ofAmount: string): readonly string[] {
    return [...this.codes].flatMap(([position, { code, heading }]) => {
      const cell = cells[position] ?? '';
      return code === 'GBX' || code === ofAmount || !isSomething(cell)
        ? []
        : [`${heading} of ${cleanText(cell)} is in ${code}, and was not read. Enter it in the currency of the amount.`];
    });
  }
}
