/** Trades whose currency differs from that of the same security's other trades, although their prices are alike. */
import type { PreparedRow } from './import-content.ts';

/** Prices in two currencies are hardly ever as close as this. */
const ALIKE = 0.1;

interface StatedPrice {
  readonly currency: string;
  readonly price: number;
}

/** The price as the file states it, with its currency; null for rows that are not trades. */
function statedPrice({ fields, reading }: PreparedRow): StatedPrice | null {
  if (fields === null || reading.isReversal || (reading.type !== 'BUY' && reading.type !== 'SELL')) return null;
  const { foreignPrice, localPrice } = reading.figures;
  if (foreignPrice !== null) return { currency: foreignPrice.currency, price: foreignPrice.value };
  return localPrice === null ? null : { currency: 'GBP', price: localPrice };
}

/** By row, the other currency in which at least as many trades of its security have nearly its price. */
export function currencyOutliers(rows: readonly PreparedRow[]): ReadonlyMap<PreparedRow, StatedPrice> {
  const found = new Map<PreparedRow, StatedPrice>();
  // Most files have no price in another currency.
  if (!rows.some(({ reading }) => reading.figures.foreignPrice !== null)) return found;
  const groups = new Map<string, Map<string, number[]>>();
  for (const row of rows) {
    const stated = statedPrice(row);
    if (stated === null || row.fields === null) continue;
    const group = groups.get(row.fields.isin) ?? new Map<string, number[]>();
    groups.set(row.fields.isin, group);
    const prices = group.get(stated.currency);
    if (prices === undefined) group.set(stated.currency, [stated.price]);
    else prices.push(stated.price);
  }
  for (const row of rows) {
    const stated = statedPrice(row);
    const group = groups.get(row.fields?.isin ?? '');
    if (stated === null || group === undefined || group.size < 2) continue;
    const own = group.get(stated.currency)?.length ?? 0;
    for (const [currency, prices] of group) {
      const like = prices.find((price) => Math.abs(price - stated.price) <= price * ALIKE);
      if (currency === stated.currency || prices.length < own || like === undefined) continue;
      found.set(row, { currency, price: like });
    }
  }
  return found;
}
