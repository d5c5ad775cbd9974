/**
 * What a file without a profile states in pounds beside amounts in another currency: a net amount in both shows the rate
 * of the row; any other figure in pounds, and a rate that is not read, say something against amounts at the day's rate.
 */
import { cleanText } from '../cells/cell-text.ts';
import { isNetHeader, normaliseHeader, withoutCurrency, type TransactionField } from '../tables/columns.ts';
import { headingCurrency } from '../tables/heading-units.ts';
import type { NetAmounts } from './net-amounts.ts';
import type { NamedColumn } from './column-cells.ts';

const RATE = /\b(?:rate|fx|roe|xr)\b/u;
const NO_RATE =
  /\b(?:tax|vat|withh\w*|interest|coupon|yield|dividend|payment|commission|fees?|charges?|per|percent(?:age)?|date|type|source)\b|%/u;
const AMOUNT = /^(?:gross|net|total|cash|cost|settle(?:d|ment)|amount|value|consideration|proceeds|paid|received)\b/u;
const NO_AMOUNT = /\b(?:market|current|gain|loss|profit|basis|book|balance|fees?|charges?|price)\b/u;

const words = (heading: string): string => withoutCurrency(normaliseHeader(heading));

export class AmountsInPounds {
  private readonly amounts: NetAmounts;
  private readonly hasRate: boolean;
  private readonly rate: number | undefined;
  private readonly currency: number | undefined;
  private readonly net: number | null;
  /** The net amount in pounds. */
  private readonly netInPounds: number | null;
  private readonly pounds: readonly NamedColumn[];
  private readonly rates: readonly NamedColumn[];

  /** `columns` are those of figures that are not read, `net` that of net amounts. */
  constructor(
    columns: readonly NamedColumn[],
    net: NamedColumn | null,
    index: ReadonlyMap<TransactionField, number>,
    amounts: NetAmounts,
  ) {
    this.amounts = amounts;
    this.rate = index.get('exchangeRate');
    this.hasRate = this.rate !== undefined;
    this.currency = index.get('currency');
    this.net = net?.position ?? null;
    const own = net !== null && headingCurrency(net.heading) !== 'GBP' ? words(net.heading) : null;
    this.pounds = columns.filter(({ heading }) => {
      const text = normaliseHeader(heading);
      return (
        (headingCurrency(heading) === 'GBP' || heading.includes('£')) &&
        (isNetHeader(heading) || AMOUNT.test(text)) &&
        !NO_AMOUNT.test(text)
      );
    });
    const same = this.pounds.find(({ heading }) => words(heading) === own);
    this.netInPounds = this.hasRate ? null : (same?.position ?? null);
    this.rates = columns.filter(({ heading }) => {
      const text = normaliseHeader(heading);
      return RATE.test(text) && !NO_RATE.test(`${text}${heading.includes('%') ? '%' : ''}`);
    });
  }

  /** Whether the rows may show their rates. */
  get mayProve(): boolean {
    return this.netInPounds !== null;
  }

  /** Whether the rows may show that their amounts are in their own currency. */
  get mayProveCurrency(): boolean {
    return this.hasRate && this.currency !== undefined && this.pounds.length > 0;
  }

  /** Whether a column states an amount of the row in pounds at its rate, so that the amount is not in pounds. */
  isAbroad(cells: readonly string[]): boolean {
    return this.mayProveCurrency && this.pounds.some(({ position }) => this.isConverted(cells, position));
  }

  /** Whether a figure is the amount or the net amount of the row, converted at its rate in either direction. */
  isConverted(cells: readonly string[], position: number): boolean {
    const [stated, rate] = [this.amounts.sizeAt(cells, position), this.amounts.sizeAt(cells, this.rate)];
    if (stated === null || stated === 0 || rate === null || rate === 0 || rate === 1) return false;
    return [this.amounts.of(cells), this.amounts.netAt(cells)].some(
      (amount) =>
        amount !== null &&
        [amount * rate, amount / rate].some((pounds) => Math.abs(pounds - stated) <= 0.0101 + stated * 0.0001),
    );
  }

  /** The rate that the row's net amounts show, as text; empty for none. */
  rateOf(cells: readonly string[]): string {
    if (this.net === null || this.netInPounds === null) return '';
    const [own, pounds] = [this.amounts.sizeAt(cells, this.net), this.amounts.sizeAt(cells, this.netInPounds)];
    return own === null || pounds === null || own === 0 || pounds === 0 ? '' : (own / pounds).toFixed(8);
  }

  /** Whether a column is the net amount in pounds from which the rate of the row is known. */
  showsRate(cells: readonly string[], position: number): boolean {
    return position === this.netInPounds && this.rateOf(cells) !== '';
  }

  /** What is stated against the amount of a row in another currency. */
  notes(cells: readonly string[]): readonly string[] {
    if (this.hasRate || this.rateOf(cells) !== '') return [];
    return [...this.pounds, ...this.rates].flatMap(({ position, heading }) => {
      const cell = cleanText(cells[position] ?? '');
      const size = this.amounts.sizeAt(cells, position) ?? 0;
      return size === 0 || size === 1
        ? []
        : [`${heading} is ${cell}, but the amount was converted at the rate of the day. Check it.`];
    });
  }
}
