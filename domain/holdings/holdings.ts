/** Positions of accounts in securities as of a day, with cost, value and the data behind them (001 §3 Holding). */
import type { AccountSettings } from '../records/account-settings.ts';
import { capacityOf, type AssetFacts } from '../cgt/terms/capacity.ts';
import { computeGains, type GainsCache } from '../cgt/matching/compute.ts';
import type { ClassGains, GainsResult, Position } from '../cgt/terms/gains.ts';
import type { IsoDate } from '../values/dates.ts';
import { divide, multiply, sum, type Exact } from '../values/decimal.ts';
import type { AssetCategory, AssetType, TaxWrapper } from '../fields/enums.ts';
import { commodityName } from '../values/isin.ts';
import type { Account, Transaction } from '../records/records.ts';
import { pricings, type Pricing } from './pricing.ts';
import { valuePerUnit, type PriceLookup, type RateLookup, type Valuation } from './valuation.ts';

/** A position of one account, security and wrapper. */
export interface Holding {
  readonly accountId: string;
  readonly accountName: string;
  readonly isin: string;
  readonly assetName: string;
  /** Null when the catalogue lacks the security. */
  readonly assetType: AssetType | null;
  readonly assetCategory: AssetCategory | null;
  /** `oz` is troy ounces. */
  readonly quantityUnit: 'shares' | 'oz';
  readonly taxWrapper: TaxWrapper;
  /** Negative when more was disposed of than was held. */
  readonly quantity: Exact<'quantity'>;
  /** Pounds per unit; null when nothing is held. */
  readonly averagePrice: Exact<'price'> | null;
  /** The wrapper's part of the pool's allowable cost. */
  readonly totalCost: Exact<'pounds'>;
  /** The price in pounds with its age, or what is missing for it. */
  readonly valuation: Valuation;
  /** Null when price or rate is missing, never zero. */
  readonly value: Exact<'pounds'> | null;
  readonly oversold: boolean;
  /** Units sold beyond all acquisitions. */
  readonly unmatchedQuantity: Exact<'quantity'>;
  /** The rows of this account, class and wrapper, oldest first. */
  readonly transactions: readonly Transaction[];
}

export interface HoldingsInput {
  readonly transactions: readonly Transaction[];
  readonly assets: ReadonlyMap<string, AssetFacts>;
  readonly accounts: ReadonlyMap<string, Account>;
  readonly prices: PriceLookup;
  readonly rates: RateLookup;
  readonly asOf: IsoDate;
  readonly settings?: ReadonlyMap<string, AccountSettings>;
}

/** All positions as of the day, by account, ISIN and wrapper; closed ones are left out. */
export function computeHoldings(input: HoldingsInput, cache?: GainsCache): Holding[] {
  return holdingsOf(computeGains(input, cache), input);
}

/** The positions for gains that are already calculated for the same day. */
export function holdingsOf(result: GainsResult, input: Omit<HoldingsInput, 'transactions' | 'settings'>): Holding[] {
  const holdings: Holding[] = [];
  const pricingOf = pricings(result.classes);
  for (const gains of result.classes) {
    for (const position of gains.positions)
      if (position.quantity !== 0n)
        holdings.push(holdingOf(gains, position, pricingOf(gains, capacityOf(position.wrapper)), input));
  }
  return holdings;
}

function holdingOf(
  gains: ClassGains,
  position: Position,
  pricing: Pricing,
  input: Omit<HoldingsInput, 'transactions' | 'settings'>,
): Holding {
  const { isin, accountId } = gains;
  const facts = input.assets.get(isin);
  const { quantity, cost } = position;
  const valuation = valuePerUnit(isin, input.asOf, input.prices, input.rates, pricing);
  const value = valuation.found ? (multiply(quantity, valuation.price) as bigint as Exact<'pounds'>) : null;
  return {
    accountId,
    accountName: input.accounts.get(accountId)?.name ?? '',
    isin,
    assetName: facts?.name ?? commodityName(isin) ?? isin,
    assetType: facts?.type ?? null,
    assetCategory: facts?.category ?? null,
    quantityUnit: facts?.type === 'COMMODITY' || commodityName(isin) !== null ? 'oz' : 'shares',
    taxWrapper: position.wrapper,
    quantity,
    averagePrice: quantity > 0n ? divide(cost, quantity) : null,
    totalCost: cost,
    valuation,
    value,
    oversold: quantity < 0n,
    unmatchedQuantity: unmatchedIn(gains, position.wrapper),
    // Only read for one holding at a time.
    get transactions() {
      return gains.transactions.filter((row) => row.taxWrapper === position.wrapper);
    },
  };
}

/**
 * Issues count by capacity: exempt disposals of a day are shown as one, but a sale in one wrapper is not missing in
 * another (RULES 1.3, 2.5).
 */
function unmatchedIn(gains: ClassGains, wrapper: TaxWrapper): Exact<'quantity'> {
  const found = gains.issues.filter(
    ({ code, transaction }) =>
      code === 'unmatched' && transaction !== null && capacityOf(transaction.taxWrapper) === capacityOf(wrapper),
  );
  if (found.length === 0) return 0n as Exact<'quantity'>;
  // DEALING and SPECULATIVE are one capacity: the units are missing in the wrapper that had a sale or transfer on that
  // day.
  const days = new Set(
    gains.transactions
      .filter(
        (row) =>
          row.taxWrapper === wrapper && (row.transactionType === 'SELL' || row.transactionType === 'TRANSFER_OUT'),
      )
      .map((row) => row.transactionDate),
  );
  return sum(
    found.map(({ transaction, quantity }) =>
      transaction !== null && quantity !== null && days.has(transaction.transactionDate)
        ? quantity
        : (0n as Exact<'quantity'>),
    ),
  );
}
