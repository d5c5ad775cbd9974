/** Taxes of incomes in columns that are not read, in a file without a profile: as an amount, or as a rate in per cent. */
import { cleanText } from '../cells/cell-text.ts';
import type { TransactionField } from '../tables/columns.ts';
import { isSomething } from './charge-columns.ts';
import type { NetAmounts } from './net-amounts.ts';
import type { NamedColumn } from './column-cells.ts';

/** An income before its tax, beside what was received. */
interface TaxedIncome {
  /** The column of what was received. */
  readonly net: number;
  /** The tax with a decimal point, whatever the file has. */
  readonly tax: string;
}

/** True for the heading of a tax's rate, as `normaliseHeader` returns it of a `cell`. */
export function isTaxRateHeading(text: string, cell: string): boolean {
  return /\b(?:tax|wht|withh\w*)\b/u.test(text) && (/%/u.test(cell) || /\b(?:rate|percent(?:age)?|pct)\b/u.test(text));
}

export class IncomeTaxes {
  private readonly columns: readonly NamedColumn[];
  private readonly rates: readonly NamedColumn[];
  private readonly net: NamedColumn | null;
  private readonly gross: number | undefined;
  private readonly amounts: NetAmounts;

  /** `columns` are those of taxes, `rates` those of their rates, `net` that of what was received. */
  constructor(
    columns: readonly NamedColumn[],
    rates: readonly NamedColumn[],
    net: NamedColumn | null,
    index: ReadonlyMap<TransactionField, number>,
    amounts: NetAmounts,
  ) {
    this.columns = columns;
    this.rates = rates;
    this.net = net;
    this.gross = index.get('consideration');
    this.amounts = amounts;
  }

  /** Whether the columns may show the tax of an income. */
  get mayProve(): boolean {
    return this.net !== null && this.columns.length + this.rates.length > 0;
  }

  /** The net amount and the tax of an income whose amount is their sum; null for any other row. */
  of(cells: readonly string[]): TaxedIncome | null {
    if (this.net === null) return null;
    const gross = this.amounts.sizeAt(cells, this.gross);
    const net = this.amounts.sizeAt(cells, this.net.position);
    if (gross === null || net === null) return null;
    const filled = (columns: readonly NamedColumn[]): readonly NamedColumn[] =>
      columns.filter(({ position }) => isSomething(cells[position] ?? ''));
    const [taxes, rates] = [filled(this.columns), filled(this.rates)];
    const [tax] = taxes;
    if (tax === undefined) return this.byRate(cells, gross, net, rates);
    // A tax credit was not withheld.
    if (taxes.length > 1 || /\bcredit\b/iu.test(tax.heading)) return null;
    const withheld = this.amounts.sizeAt(cells, tax.position);
    if (withheld === null || Math.abs(gross - net - withheld) > 0.0051) return null;
    return { net: this.net.position, tax: this.amounts.statedAt(cells, tax.position) };
  }

  /** The tax that both amounts and its rate show. */
  private byRate(
    cells: readonly string[],
    gross: number,
    net: number,
    rates: readonly NamedColumn[],
  ): TaxedIncome | null {
    const rate = rates.length === 1 ? rateIn(cells[rates[0]?.position ?? -1] ?? '') : null;
    // Only plain figures are all in the row's own currency.
    const isPlain = [this.gross, this.net?.position].every((at) => /^[\d.,\s]+$/u.test(cells[at ?? -1] ?? ''));
    if (rate === null || !isPlain || this.net === null) return null;
    const tax = gross - net;
    return tax > 0 && Math.abs(tax - (gross * rate) / 100) <= 0.0101
      ? { net: this.net.position, tax: tax.toFixed(2) }
      : null;
  }

  /** What taxes that are not read say against an income, a movement of cash or a trade. */
  notes(cells: readonly string[], isIncome: boolean): readonly string[] {
    const notes: string[] = [];
    for (const { position, heading } of isIncome ? [...this.columns, ...this.rates] : this.columns) {
      const cell = cells[position] ?? '';
      if (isSomething(cell))
        notes.push(
          `${heading} of ${cleanText(cell)} was not read. Check that the amount is what was paid or received.`,
        );
    }
    return notes;
  }
}

/** A rate as per cent: `15%`, `15.00` and `0.15`; null for another cell. */
function rateIn(cell: string): number | null {
  const stated = /^(\d{1,2}(?:\.\d{1,4})?)\s?(%?)$/u.exec(cell.trim().replace(/^(\d{1,2}),(?=\d)/u, '$1.'));
  const rate = Number(stated?.[1] ?? 0);
  if (rate <= 0) return null;
  return rate < 1 && stated?.[2] === '' ? rate * 100 : rate;
}
