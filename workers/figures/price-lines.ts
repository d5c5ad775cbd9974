/** The last year's prices of held securities, for small charts. */
import { priceLine, type PriceLine } from '../../domain/holdings/price-line.ts';
import { rangeStart } from '../../domain/holdings/value-history.ts';
import { priceHistory } from '../../src/data/records/prices.ts';
import type { Quotes } from '../live/latest-quotes.ts';
import type { LiveData } from '../live/live-data.ts';
import type { Portfolio } from './portfolio.ts';

export class PriceLines {
  private readonly data: LiveData;
  private readonly portfolio: Portfolio;
  /** As read with the present quotes. */
  private known: { readonly quotes: Quotes; readonly isins: string; readonly lines: readonly PriceLine[] } | null =
    null;

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
    const { known } = this;
    if (known !== null && known.quotes === quotes && known.isins === isins.join()) return known.lines;
    const range = { from: rangeStart('1Y', asOf), to: asOf };
    const lines = await db.transaction('r', db.prices, async () =>
      Promise.all(isins.map(async (isin) => priceLine(isin, (await priceHistory(db, isin, range)).toReversed()))),
    );
    this.known = { quotes, isins: isins.join(), lines: lines.filter((line) => line !== null) };
    return this.known.lines;
  }
}
