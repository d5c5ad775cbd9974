/** The last year's prices of held securities, for small charts. */
import { priceLine, type PriceLine } from '../../domain/holdings/price-line.ts';
import { pricesOfCodes, pricings, unsplit, type Pricing } from '../../domain/holdings/pricing.ts';
import { rangeStart } from '../../domain/holdings/value-history.ts';
import { priceHistory } from '../../src/data/records/prices.ts';
import type { GainsResult } from '../../domain/cgt/terms/gains.ts';
import { capacityOf } from '../../domain/cgt/terms/capacity.ts';
import type { Quotes } from '../live/latest-quotes.ts';
import type { LiveData } from '../live/live-data.ts';
import type { Portfolio } from './portfolio.ts';

export class PriceLines {
  private readonly data: LiveData;
  private readonly portfolio: Portfolio;
  /** As read with the present quotes and splits. */
  private known: { readonly quotes: Quotes; readonly key: string; readonly lines: readonly PriceLine[] } | null = null;

  constructor(data: LiveData, portfolio: Portfolio) {
    this.data = data;
    this.portfolio = portfolio;
  }

  /** For each security held today with two or more prices in the last year. */
  async ofHoldings(): Promise<readonly PriceLine[]> {
    const { db } = this.data;
    const held = await this.portfolio.holdingsOfToday();
    const isins = [...new Set(held.map(({ isin }) => isin))];
    const { asOf, quotes } = await this.portfolio.quotesOfToday();
    const pricingOf = heldPricings(await this.portfolio.gainsOfToday());
    const key = isins.map((isin) => `${isin} ${pricingText(pricingOf.get(isin))}`).join();
    const { known } = this;
    if (known !== null && known.quotes === quotes && known.key === key) return known.lines;
    const range = { from: rangeStart('1Y', asOf), to: asOf };
    const lines = await db.transaction('r', db.prices, async () =>
      Promise.all(
        isins.map(async (isin) => {
          const pricing = pricingOf.get(isin) ?? unsplit(isin);
          const series = await Promise.all(pricing.codes.map((code) => priceHistory(db, code, range)));
          return priceLine(isin, pricesOfCodes(series.map((prices) => prices.toReversed())), { pricing, asOf });
        }),
      ),
    );
    this.known = { quotes, key, lines: lines.filter((line) => line !== null) };
    return this.known.lines;
  }
}

function pricingText({ codes, splits }: Pricing = unsplit('')): string {
  return [...codes, ...splits.map(({ date, after, before }) => `${date} ${after}:${before}`)].join(' ');
}

/** One pricing for each held security: of several holders, that of the one whose records have most of its splits. */
function heldPricings({ classes }: GainsResult): ReadonlyMap<string, Pricing> {
  const found = new Map<string, Pricing>();
  const pricingOf = pricings(classes);
  for (const gains of classes) {
    for (const { wrapper } of gains.positions) {
      const pricing = pricingOf(gains, capacityOf(wrapper));
      const known = found.get(gains.isin);
      if (known === undefined || pricing.splits.length > known.splits.length) found.set(gains.isin, pricing);
    }
  }
  return found;
}
