/**
 * Prices and rates as of a day. A device has years of them, but a figure needs only the newest of each, so only those
 * are read.
 */
import type { IsoDate } from '../../domain/values/dates.ts';
import type { PriceLookup, RateLookup } from '../../domain/holdings/valuation.ts';
import { commodityName } from '../../domain/values/isin.ts';
import { pricesOn } from '../../src/data/records/prices.ts';
import { ratesOn, type CurrencyPair } from '../../src/data/records/rates.ts';
import type { HoldfastDatabase } from '../../src/data/database/schema.ts';
import { priceLookup, rateLookup } from '../../domain/holdings/quotes.ts';
import type { ReadStamps } from './read-stamps.ts';

export interface Quotes {
  readonly prices: PriceLookup;
  readonly rates: RateLookup;
}

/** The securities to value. */
export interface Wanted {
  readonly isins: readonly string[];
  /** In addition to the currencies of the securities' prices. */
  readonly currencies?: readonly string[];
}

/** The data read for a day. */
interface Known {
  readonly wanted: ReadonlySet<string>;
  readonly quotes: Quotes;
}

/** The most days whose quotes are remembered: today and those last viewed. */
const MOST_DAYS = 4;

export class LatestQuotes {
  private readonly db: HoldfastDatabase;
  private readonly stamps: ReadStamps;
  private days = new Map<IsoDate, Known>();

  constructor(db: HoldfastDatabase, stamps: ReadStamps) {
    this.db = db;
    this.stamps = stamps;
  }

  /** Records that prices or rates changed; the next `on` reads them. */
  mark(): void {
    this.days = new Map();
  }

  /** Look-ups for the day and the wanted items only; the same object until one of them changes. */
  async on(day: IsoDate, { isins, currencies = [] }: Wanted): Promise<Quotes> {
    const { days } = this;
    const all = [...isins, ...currencies];
    const known = days.get(day);
    if (known !== undefined && all.every((name) => known.wanted.has(name))) return known.quotes;
    const quotes = await this.stamps.read(['prices', 'rates'], async () => {
      const prices = await pricesOn(this.db, isins, day);
      const rates = await ratesOn(
        this.db,
        pairsFor([
          ...prices.map(({ currency }) => currency),
          ...isins.filter((isin) => commodityName(isin) !== null),
          ...currencies,
        ]),
        day,
      );
      return { prices: priceLookup(prices), rates: rateLookup(rates) };
    });
    days.delete(day);
    days.set(day, { wanted: new Set(all), quotes });
    const [oldest] = days.keys();
    if (days.size > MOST_DAYS && oldest !== undefined) days.delete(oldest);
    return quotes;
  }
}

/** The currency pairs by which `poundsPer` may find the value in pounds. */
function pairsFor(currencies: readonly string[]): CurrencyPair[] {
  const pairs: CurrencyPair[] = [
    ['USD', 'GBP'],
    ['GBP', 'USD'],
  ];
  for (const currency of new Set(currencies)) {
    if (currency !== 'GBP' && currency !== 'GBX' && currency !== 'USD')
      pairs.push([currency, 'GBP'], ['GBP', currency], [currency, 'USD'], ['USD', currency]);
  }
  return pairs;
}
