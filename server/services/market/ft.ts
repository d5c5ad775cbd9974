/**
 * The Financial Times' market pages, by symbol such as `AAPL:NSQ` or `GB00B3X7QG63:GBP`.
 * Written from public descriptions of those pages (tests/fixtures/market); not yet tried against the site itself.
 */
import { readDay } from '../../../domain/csv/cells/day-text.ts';
import type { IsoDate } from '../../../domain/values/dates.ts';
import type { Asset } from '../../../domain/records/records.ts';
import { denominationOf, figureOf, unknownCode, unusable, type PriceSourceAdapter } from './quote.ts';

const KINDS = ['funds', 'etfs', 'equities'] as const;

/** The kinds of pages, the likeliest first. */
function kindsFor(asset: Asset): readonly (typeof KINDS)[number][] {
  const likely =
    asset.type === 'FUND' ? 'funds' : asset.type === 'ETF' || asset.type === 'COMMODITY' ? 'etfs' : 'equities';
  return [likely, ...KINDS.filter((kind) => kind !== likely)];
}

/** `as of Jun 25 2026.` and `as of Nov 28 2017 21:01 GMT.` */
function dayOf(page: string): IsoDate | null {
  return readDay(/\bas of ([A-Z][a-z]{2} \d{1,2} \d{4})\b/u.exec(page)?.[1] ?? '', 'name');
}

/** `base` ends before the kind of page. */
export function ftAdapter(base: URL): PriceSourceAdapter {
  return {
    source: 'FT',
    accept: 'text/html',
    urlsOf: (asset) =>
      kindsFor(asset).map(
        (kind) => new URL(`${base.href}${kind}/tearsheet/summary?s=${encodeURIComponent(asset.fetchCode.trim())}`),
      ),
    read: (body, asset, today) => {
      const [, currency, price = ''] =
        /Price \(([A-Za-z]{3})\)<\/span>\s*<span class="mod-ui-data-list__value">\s*([\d,.]+)\s*</u.exec(body) ?? [];
      if (currency === undefined) return unknownCode(asset);
      if (!/^\d{1,3}(?:,\d{3})*(?:\.\d+)?$|^\d+(?:\.\d+)?$/u.test(price))
        return unusable('returned a price that is not a number');
      const closePrice = figureOf<'price'>(price.replaceAll(',', ''));
      if (closePrice === null) return unusable('returned a price that is not a positive number');
      const denomination = denominationOf(currency);
      if (denomination === null) return unusable('quotes in a currency other than GBP, GBX, USD and EUR');
      const priceDate = dayOf(body) ?? today;
      if (priceDate > today) return unusable('returned a price with a date in the future');
      return { ok: true, quote: { closePrice, currency: denomination, priceDate } };
    },
  };
}
