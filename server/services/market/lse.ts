/**
 * The London Stock Exchange: the JSON behind its own instrument pages, by ticker. Written from public descriptions of
 * that reply (tests/fixtures/market); not yet tried against the exchange itself.
 */
import { londonDate, parseIsoDate, type IsoDate } from '../../../domain/values/dates.ts';
import { isIsinShaped } from '../../../domain/values/isin.ts';
import { denominationOf, figureOf, unknownCode, unusable, type PriceSourceAdapter } from './quote.ts';

/** `VWRL.L`, as other sites write it, is `VWRL` here. */
function tickerOf(fetchCode: string): string {
  return fetchCode.trim().toUpperCase().replace(/\.L$/u, '');
}

/** The London day of an instant, or the day as it is; null for other text, and for the year 1, which means no day. */
function dayOf(value: unknown): IsoDate | null {
  if (typeof value !== 'string') return null;
  const instant = /^\d{4}-\d{2}-\d{2}T/u.test(value) ? Date.parse(value) : Number.NaN;
  return parseIsoDate(Number.isNaN(instant) ? value.slice(0, 10) : londonDate(instant));
}

function parsed(body: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

/** `base` ends where the ticker begins. */
export function lseAdapter(base: URL): PriceSourceAdapter {
  return {
    source: 'LSE',
    accept: 'application/json',
    urlsOf: ({ fetchCode }) => [new URL(`${base.href}${encodeURIComponent(tickerOf(fetchCode))}`)],
    read: (body, asset, today) => {
      const data = parsed(body);
      if (data === null) return unusable('returned a response that could not be read');
      const { lastprice, currency, isin, lastpricedate } = data;
      if (lastprice === null || lastprice === undefined) return unknownCode(asset);
      const closePrice = figureOf<'price'>(lastprice);
      if (closePrice === null) return unusable('returned a price that is not a positive number');
      const denomination = denominationOf(currency);
      if (denomination === null) return unusable('quotes in a currency other than GBP, GBX, USD and EUR');
      // A mistyped ticker may be another company's.
      if (typeof isin === 'string' && isIsinShaped(isin) && !asset.isin.startsWith('TEST') && isin !== asset.isin)
        return unusable(`knows "${asset.fetchCode}" as ${isin}, not as ${asset.isin}`);
      const priceDate = dayOf(lastpricedate) ?? today;
      if (priceDate > today) return unusable('returned a price with a date in the future');
      return { ok: true, quote: { closePrice, currency: denomination, priceDate } };
    },
  };
}
