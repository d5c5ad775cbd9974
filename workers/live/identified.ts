import { computeGains, type GainsCache } from '../../domain/cgt/matching/compute.ts';
import type { GainsResult } from '../../domain/cgt/terms/gains.ts';
import type { IsoDate } from '../../domain/values/dates.ts';
import { holdingsOf, type Holding } from '../../domain/holdings/holdings.ts';
import type { Account, Asset, Transaction } from '../../domain/records/records.ts';
import type { Quotes } from './latest-quotes.ts';
import type { ById, Statements } from './live-data.ts';
import { Memo } from './memo.ts';

/** Everything except prices and rates on which a figure of the portfolio depends, as of a day. */
export interface Basis {
  readonly asOf: IsoDate;
  readonly transactions: readonly Transaction[];
  readonly assets: ById<Asset>;
  readonly accounts: ById<Account>;
  readonly settings: Statements['settings'];
}

/** Identification as of one day, with its inputs. */
export class Identified {
  private readonly cache: GainsCache;
  private readonly gains = new Memo<GainsResult>();
  private readonly positions = new Memo<readonly Holding[]>();

  constructor(cache: GainsCache) {
    this.cache = cache;
  }

  result(basis: Basis): GainsResult {
    const { transactions, assets, settings, asOf } = basis;
    return this.gains.get([transactions, assets, settings, asOf], () =>
      computeGains({ transactions, assets, settings, asOf }, this.cache),
    );
  }

  holdings(basis: Basis, quotes: Quotes): readonly Holding[] {
    const result = this.result(basis);
    const { assets, accounts, asOf } = basis;
    return this.positions.get([result, assets, accounts, quotes], () =>
      holdingsOf(result, { assets, accounts, prices: quotes.prices, rates: quotes.rates, asOf }),
    );
  }
}
