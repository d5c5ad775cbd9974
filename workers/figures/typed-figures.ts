/** Figures that are being typed, compared with those known, as the rows of a file are. */
import { farPriceNote, knownPrices } from '../../domain/csv/entities/far-prices.ts';
import { farExchangeNote, farRateNote } from '../../domain/csv/entities/far-rates.ts';
import { knownPropertyPrices } from '../../domain/csv/entities/property-prices.ts';
import type { MonthlyRateLookup } from '../../domain/facts/monthly-rates.ts';
import { londonDate } from '../../domain/values/dates.ts';
import { listRates } from '../../src/data/records/rates.ts';
import { priceHistory } from '../../src/data/records/prices.ts';
import { priceHistoryOf } from '../../src/data/records/properties.ts';
import { getRecord } from '../../src/data/records/records.ts';
import type { TypedFigure } from '../api/figure-types.ts';
import { monthlyRates } from '../live/facts.ts';
import type { LiveData } from '../live/live-data.ts';
import { monthlyRatesWith } from '../live/monthly-rates-with.ts';

export class TypedFigures {
  private readonly data: LiveData;
  private readonly now: () => number;

  constructor(data: LiveData, now: () => number) {
    this.data = data;
    this.now = now;
  }

  /**
   * The sentence about a figure that is far from those known; null where it is not, or nothing is known. While values
   * are hidden it states no figure of the user's records.
   */
  async note(typed: TypedFigure, { areValuesHidden }: { readonly areValuesHidden: boolean }): Promise<string | null> {
    const { db } = this.data;
    switch (typed.kind) {
      case 'rate':
        return farRateNote(typed, {
          stored: await listRates(db),
          monthly: await this.monthly(),
          today: londonDate(this.now()),
        });
      case 'exchange':
        return farExchangeNote(typed, await this.monthly());
      case 'price': {
        const { isin, day, unit, transactionId } = typed;
        const [stored, transactions] = await Promise.all([
          priceHistory(db, isin, { from: null, to: null }),
          this.data.transactions.get(),
        ]);
        const trades = transactions.filter((trade) => trade.isin === isin && trade.id !== transactionId);
        // The price of a day replaces the one that it has.
        const others = transactionId === undefined ? stored.filter(({ priceDate }) => priceDate !== day) : stored;
        return farPriceNote(typed, knownPrices(others, trades, unit), areValuesHidden);
      }
      case 'propertyPrice': {
        const { propertyId, unit } = typed;
        const property = await getRecord(db, 'property', propertyId);
        if (property === null) return null;
        const known = knownPropertyPrices(property, await priceHistoryOf(db, property.id), unit);
        return farPriceNote(typed, known, areValuesHidden);
      }
    }
  }

  private async monthly(): Promise<MonthlyRateLookup> {
    return monthlyRatesWith(await monthlyRates(), await this.data.operatorFacts.get());
  }
}
