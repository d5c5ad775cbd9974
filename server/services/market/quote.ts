/** The requests to a price source and its replies. */
import { checkAmount, isAmount, type Amount, type Price, type Unit } from '../../../domain/values/amount.ts';
import type { IsoDate } from '../../../domain/values/dates.ts';
import { DENOMINATIONS, isOptionOf, type Denomination } from '../../../domain/fields/enums.ts';
import type { Asset } from '../../../domain/records/records.ts';

/** A closing price, in the currency in which the source quotes. */
export interface Quote {
  readonly closePrice: Price;
  readonly currency: Denomination;
  readonly priceDate: IsoDate;
}

/**
 * A quote, or why there is none: the source does not know the code, or its reply cannot be used. `message` follows the
 * source's name.
 */
export type QuoteReading =
  | { readonly ok: true; readonly quote: Quote }
  | { readonly ok: false; readonly fault: 'notFound' | 'unusable'; readonly message: string };

export interface PriceSourceAdapter {
  readonly source: 'LSE' | 'FT';
  readonly accept: string;
  /** The addresses to try until one knows the code. */
  readonly urlsOf: (asset: Asset) => readonly URL[];
  /** `today` is the day of a price without one. */
  readonly read: (body: string, asset: Asset, today: IsoDate) => QuoteReading;
}

export const unusable = (message: string): QuoteReading => ({ ok: false, fault: 'unusable', message });
export const unknownCode = (asset: Asset): QuoteReading => ({
  ok: false,
  fault: 'notFound',
  message: `has no price for "${asset.fetchCode}"`,
});

/**
 * A source's figure as a record's: at most 15 significant digits and 12 decimals; null when it is not a positive
 * number.
 */
export function figureOf<U extends Unit>(value: unknown): Amount<U> | null {
  const number =
    typeof value === 'number'
      ? value
      : typeof value === 'string' && /^\d+(?:\.\d+)?$/u.test(value)
        ? Number(value)
        : Number.NaN;
  if (!(number > 0) || !Number.isFinite(number)) return null;
  const direct = checkAmount<U>(number);
  if (isAmount(direct)) return direct;
  const rounded = checkAmount<U>(Number(Number(number.toPrecision(15)).toFixed(12)));
  return isAmount(rounded) && rounded > 0 ? rounded : null;
}

/** A source's name for a currency as a denomination; `GBp` and `GBX` are pence. */
export function denominationOf(currency: unknown): Denomination | null {
  if (typeof currency !== 'string') return null;
  const code = currency === 'GBp' ? 'GBX' : currency.toUpperCase();
  return isOptionOf(DENOMINATIONS, code) ? code : null;
}
