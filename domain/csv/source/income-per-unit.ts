/**
 * Columns of units and of an amount for each of them that are not read, in a file without a profile: where they make the
 * income of as many rows as not, the others are contradicted.
 */
import { normaliseHeader, type TransactionField } from '../tables/columns.ts';
import type { NetAmounts } from './net-amounts.ts';

const UNITS = /\b(?:shares|units|holding|held|quantity|qty)\b/u;
const PER_UNIT = /\bper (?:share|unit)\b|^(?:(?:dividend|payment|distribution|income) )?rate\b|\bdps\b/u;
const NO_RATE = /\b(?:tax|withh\w*|exchange|fx|percent(?:age)?|value|price)\b|%/u;

/** The part of an income that may be left after tax. */
const LEAST_LEFT = 0.6;

export class IncomePerUnit {
  private readonly amounts: NetAmounts;
  private readonly units: number;
  private readonly rate: number;
  private readonly isProved: boolean;

  constructor(
    header: readonly string[],
    index: ReadonlyMap<TransactionField, number>,
    amounts: NetAmounts,
    rows: readonly (readonly string[])[],
  ) {
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
  }

  /** Whether the units make the row's amount, before tax or after it; null for a row without these figures. */
  private fits(cells: readonly string[]): boolean | null {
    const [units, rate] = [this.amounts.sizeAt(cells, this.units), this.amounts.sizeAt(cells, this.rate)];
    const amount = this.amounts.of(cells);
    if (units === null || rate === null || amount === null || units * rate === 0 || amount === 0) return null;
    return [units * rate, (units * rate) / 100].some(
      (income) => amount <= income * 1.01 + 0.0151 && amount >= income * LEAST_LEFT - 0.0151,
    );
  }

  /** What the columns say against an income. */
  notes(cells: readonly string[]): readonly string[] {
    return this.isProved && this.fits(cells) === false
      ? ['The units and the amount for each of them do not make this income, unlike those of other rows. Check it.']
      : [];
  }
}
