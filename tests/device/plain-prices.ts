/** Prices and rates of a server written from the specification alone, as any user may read them (001 §7). */
import { reply, type TestReply } from './network.ts';

export interface PlainPrice {
  readonly isin: string;
  /** ISO instant, as the specification has it. */
  readonly priceDate: string;
  readonly closePrice: number;
  readonly currency: string;
}

/** Units of `toCurrency` for one of `fromCurrency`. */
export interface PlainRate {
  readonly fromCurrency: string;
  readonly toCurrency: string;
  readonly rate: number;
  /** ISO instant. */
  readonly fetchedAt: string;
}

/** Returns which rates held at an instant: the last of each pair until then (002 §7); null for another question. */
export function answerRates(rates: readonly PlainRate[], path: string): TestReply | null {
  const instant = /^exchangerates\/history\/([^/]+)$/u.exec(path)?.[1];
  if (instant === undefined) return null;
  const until = decodeURIComponent(instant);
  const held = new Map(
    rates
      .filter(({ fetchedAt }) => fetchedAt <= until)
      .toSorted((a, b) => (a.fetchedAt < b.fetchedAt ? -1 : 1))
      .map((rate) => [`${rate.fromCurrency}>${rate.toCurrency}`, rate]),
  );
  return reply(200, [...held.values()]);
}

/** Age and coverage of the rates (001 §3). */
export function answerRateStatus(rates: readonly PlainRate[]): TestReply {
  const codes = new Set(rates.flatMap(({ fromCurrency, toCurrency }) => [fromCurrency, toCurrency]));
  return reply(200, {
    isDataStale: rates.length === 0,
    lastUpdateTime:
      rates
        .map(({ fetchedAt }) => fetchedAt)
        .toSorted()
        .at(-1) ?? null,
    dataAge: '02:00:00',
    totalCurrencies: codes.size,
    availableCurrencies: [...codes],
  });
}

interface Listed {
  readonly id: string;
  readonly isin?: unknown;
}

/** Answers a question about prices; null for any other. */
export function answerPrices(
  prices: readonly PlainPrice[],
  path: string,
  query: URLSearchParams,
  assets: readonly Listed[],
): TestReply | null {
  const isinOf = (id: string): unknown => assets.find((asset) => asset.id === id)?.isin;
  const pricesOf = (isin: unknown): PlainPrice[] =>
    prices.filter((price) => price.isin === isin).toSorted((a, b) => (a.priceDate < b.priceDate ? 1 : -1));
  const latest = /^prices\/latest\/([^/]+)$/u.exec(path)?.[1];
  if (latest !== undefined) {
    const [price] = [...pricesOf(latest), ...pricesOf(isinOf(latest))];
    return price === undefined
      ? reply(404, { message: 'No price' })
      : reply(200, { priceDate: price.priceDate, closePrice: price.closePrice, currency: price.currency });
  }
  const id = /^prices\/asset\/([^/]+)\/history$/u.exec(path)?.[1];
  if (id !== undefined) return reply(200, pageOf(pricesOf(isinOf(id)), query));
  if (path === 'prices/fetch-status') {
    return reply(
      200,
      assets.map((asset) => {
        const [price] = pricesOf(asset.isin);
        return {
          assetId: asset.id,
          status: price === undefined ? 'NeverFetched' : 'Success',
          latestPrice: price?.closePrice ?? null,
          lastFetchedAt: price?.priceDate ?? null,
        };
      }),
    );
  }
  return null;
}

function pageOf(prices: readonly PlainPrice[], query: URLSearchParams): unknown {
  const [page, size] = [Number(query.get('pageNumber') ?? 1), Number(query.get('pageSize') ?? 20)];
  const [from, to] = [query.get('startDate') ?? '', query.get('endDate') ?? '9'];
  const within = prices.filter(({ priceDate }) => priceDate >= from && priceDate <= to);
  const count = Math.max(1, Math.ceil(within.length / size));
  return {
    prices: within
      .slice((page - 1) * size, page * size)
      .map(({ priceDate, closePrice, currency }) => ({ priceDate, closePrice, currency })),
    totalCount: within.length,
    totalPages: count,
    hasPreviousPage: page > 1,
    hasNextPage: page < count,
  };
}
