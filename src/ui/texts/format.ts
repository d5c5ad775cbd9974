/**
 * Figures as text for the screen, en-GB with a true minus sign. They are formatted from decimal text, never from
 * binary floating point: a number is read through its shortest decimal form first, so that 1.005 rounds as printed.
 */

/** A record's number (at most 15 significant digits) or exact decimal text such as `-12.5`. */
export type Figure = number | string;

/** `always` writes + before gains; zero never has a sign. */
export type Sign = 'negative' | 'always';

/** In place of an amount while values are hidden. */
export const MASK = '••••••';

type StringDecimal = `${number}`;

const cache = new Map<string, Intl.NumberFormat>();

function formatter(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = JSON.stringify(options);
  const known = cache.get(key);
  if (known) return known;
  const made = new Intl.NumberFormat('en-GB', options);
  cache.set(key, made);
  return made;
}

function parts(figure: Figure, options: Intl.NumberFormatOptions): Intl.NumberFormatPart[] {
  return formatter(options).formatToParts(String(figure) as StringDecimal);
}

function signDisplay(sign: Sign): NonNullable<Intl.NumberFormatOptions['signDisplay']> {
  return sign === 'always' ? 'exceptZero' : 'negative';
}

/** A formatted figure in pieces, so that the currency can be set lighter than the number. */
export interface FigureParts {
  readonly sign: string;
  /** `£` or another currency's mark; empty for plain numbers. */
  readonly unit: string;
  readonly whole: string;
  /** With its point; empty when there are no decimals. */
  readonly fraction: string;
}

function gather(from: readonly Intl.NumberFormatPart[]): FigureParts {
  const found = { sign: '', unit: '', whole: '', fraction: '' };
  for (const { type, value } of from) {
    if (type === 'minusSign') found.sign = '−';
    else if (type === 'plusSign') found.sign = '+';
    // A code, unlike a sign, is separated from its number.
    else if (type === 'currency' || (type === 'literal' && found.unit !== '')) found.unit += value;
    else if (type === 'decimal' || type === 'fraction') found.fraction += value;
    else if (type === 'integer' || type === 'group' || type === 'nan' || type === 'infinity') found.whole += value;
  }
  return found;
}

function join({ sign, unit, whole, fraction }: FigureParts): string {
  return sign + unit + whole + fraction;
}

export interface MoneyFormat {
  /** Decimals shown; 2 by default, 0 on the dashboard, 4 for prices. */
  readonly places?: number;
  /** ISO code; GBP by default. */
  readonly currency?: string;
  readonly sign?: Sign;
}

/** An amount of money in pieces; rounds half away from zero. */
export function moneyParts(
  figure: Figure,
  { places = 2, currency = 'GBP', sign = 'negative' }: MoneyFormat = {},
): FigureParts {
  return gather(
    parts(figure, {
      style: 'currency',
      currency,
      currencyDisplay: 'narrowSymbol',
      minimumFractionDigits: places,
      maximumFractionDigits: places,
      signDisplay: signDisplay(sign),
    }),
  );
}

/** `GBP` as `£`; a currency without a mark is its code. */
export function currencyMark(currency: string): string {
  return moneyParts(0, { currency }).unit.trim();
}

/** `-1234.5` as `−£1,234.50`. */
export function formatMoney(figure: Figure, format?: MoneyFormat): string {
  return join(moneyParts(figure, format));
}

/** A quantity in pieces: at most `places` decimals (6 by default), none of them filled up. */
export function quantityParts(figure: Figure, places = 6): FigureParts {
  return gather(parts(figure, { maximumFractionDigits: places, signDisplay: 'negative' }));
}

/** `1234.5` as `1,234.5`. */
export function formatQuantity(figure: Figure, places = 6): string {
  return join(quantityParts(figure, places));
}

/** A plain figure with exactly this many decimals: `1234.5` as `1,234.5000`. */
export function formatFigure(figure: Figure, places: number): string {
  return join(
    gather(parts(figure, { minimumFractionDigits: places, maximumFractionDigits: places, signDisplay: 'negative' })),
  );
}

/** A percentage given as a percent number: `12.5` as `12.50%`. */
export function formatPercent(percent: Figure, places = 2, sign: Sign = 'negative'): string {
  return `${join(gather(parts(percent, { minimumFractionDigits: places, maximumFractionDigits: places, signDisplay: signDisplay(sign) })))}%`;
}

/** A rate in per cent with at most four digits: `0.158447` as `+15.84%`. */
export function rateText(rate: number): string {
  const percent = Number((rate * 100).toPrecision(4));
  const places = Math.abs(percent) >= 1000 ? 0 : Math.abs(percent) >= 100 ? 1 : 2;
  return formatPercent(percent, places, 'always');
}

/** A whole number with grouping, for counts. */
export function formatCount(count: number): string {
  return formatQuantity(count, 0);
}

/** -1, 0 or 1 of a figure, without parsing decimal text into a number. */
export function signOf(figure: Figure): -1 | 0 | 1 {
  const text = String(figure);
  if (/^[-+]?0*\.?0*$/u.test(text)) return 0;
  return text.startsWith('-') ? -1 : 1;
}

export { formatBytes } from '../../../domain/values/file-size.ts';
