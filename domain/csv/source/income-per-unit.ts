/**
 * Columns of units and of an amount for each of them that are not read, in a file without a profile: an income that they
 * do not make is contradicted, unless the two may be in different currencies and no row shows that they are not.
 */
import { currencyOfWord } from '../cells/words.ts';
import { normaliseHeader, type TransactionField } from '../tables/columns.ts';
import { headingCurrency } from '../tables/heading-units.ts';
import type { NetAmounts } from './net-amounts.ts';

const UNITS = /\b(?:shares|units|holding|held|quantity|qty)\b/u;
const PER_UNIT = /\bper (?:share|unit)\b|^(?:(?:dividend|payment|distribution|income) )?rate\b|\bdps\b/u;
const NO_RATE = /\b(?:tax|withh\w*|exchange|fx|percent(?:age)?|value|price)\b|%/u;

/** The part of an income that may be left after a tax that another column states. */
const LEAST_LEFT = 0.6;

export class IncomePerUnit {
  private readonly amounts: NetAmounts;
  private readonly units: number;
  private readonly rate: number;
  private readonly least: number;
  private readonly isProved: boolean;
  private readonly currency: number | undefined;
  /** The currencies that the headings of the amount and of the amount for each unit name. */
  private readonly named: readonly (string | null)[];

  constructor(
    header: readonly string[],
    index: ReadonlyMap<TransactionField, number>,
    amounts: NetAmounts,
    rows: readonly (readonly string[])[],
    statesTax: boolean,
  ) {
    this.least = statesTax ? LEAST_LEFT : 0.99;
    const read = new Set(index.values());
    const only = (fits: (heading: string) => boolean): number => {
      const found = header.flatMap((cell, at) => (!read.has(at) && fits(normaliseHeader(cell)) ? [at] : []));
      return found.length === 1 ? (found[0] ?? -1) : -1;
    };
    this.amounts = amounts;
    this.units = index.get('quantity') ?? only((heading) => UNITS.test(heading) && !PER_UNIT.test(heading));
    this.rate = only((heading) => PER_UNIT.test(heading) && !NO_RATE.test(heading));
    let [fits, differs] = [0, 0];
    if (this.units !== -1 && this.rate !== -1)
      for (const cells of rows) {
        const does = this.fits(cells);
        if (does === true) fits += 1;
        else if (does === false) differs += 1;
      }
    this.isProved = fits > 0 && fits >= differs;
    this.currency = index.get('currency');
    this.named = [index.get('consideration') ?? -1, this.rate].map((at) => headingCurrency(header[at] ?? ''));
  }

  /** Whether the units make the row's amount, before tax or after it; null for a row without these figures. */
  private fits(cells: readonly string[]): boolean | null {
    const [units, rate] = [this.amounts.sizeAt(cells, this.units), this.amounts.sizeAt(cells, this.rate)];
    const amount = this.amounts.of(cells);
    if (units === null || rate === null || amount === null || units * rate === 0 || amount === 0) return null;
    return [units * rate, (units * rate) / 100].some((income) => this.isMade(amount, income));
  }

  private isMade(amount: number, income: number): boolean {
    return amount <= income * 1.01 + 0.0151 && amount >= income * this.least - 0.0151;
  }

  /** What the columns say against an income. */
  notes(cells: readonly string[]): readonly string[] {
    if (this.fits(cells) !== false || !(this.isProved || this.isInOneCurrency(cells))) return [];
    return ['The units and the amount for each of them do not make this income. Check it.'];
  }

  /** Whether nothing says that the income and that of one unit are in different currencies. */
  private isInOneCurrency(cells: readonly string[]): boolean {
    const [amount, each] = this.named;
    const row = currencyOfWord(cells[this.currency ?? -1] ?? '')?.code ?? 'GBP';
    const pounds = (code: string | null | undefined): string => (code === 'GBX' ? 'GBP' : (code ?? row));
    return pounds(amount) === pounds(each);
  }
}
