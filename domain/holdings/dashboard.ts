/** The portfolio by asset class against its targets (000 §2.8, §3.2). */
import type { Amount, Money, Percent, Pounds } from '../amount.ts';
import type { IsoDate } from '../dates.ts';
import { add, divide, exact, multiply, subtract, sum, toAmount, type Exact } from '../decimal.ts';
import { ASSET_CATEGORY_FILTER_ORDER, assetCategoryLabel, type AssetCategory } from '../enums.ts';
import type { Holding } from './holdings.ts';
import { poundsPer, type RateLookup } from './valuation.ts';

/** Broker cash or an open savings account, in its currency. */
export interface CashBalance {
  readonly amount: Money;
  readonly currency: string;
}

export interface DashboardInput {
  readonly holdings: readonly Holding[];
  /** Percent of the portfolio that a category shall have. */
  readonly targets: ReadonlyMap<AssetCategory, Percent>;
  /** Nothing when cash and savings are not to be included. */
  readonly cash: readonly CashBalance[];
  readonly rates: RateLookup;
  readonly asOf: IsoDate;
}

/** A row of the table; the total row has the same figures. What rests on a value is null where nothing held has one. */
export interface AssetClassFigures {
  readonly target: Percent;
  /** Of the whole portfolio's value. */
  readonly targetAmount: Pounds | null;
  /** Of everything held. */
  readonly cost: Pounds;
  /** The part of the cost that no value stands against, because a price or rate is missing. */
  readonly unvaluedCost: Pounds;
  /** Of what has a price. */
  readonly value: Pounds | null;
  /** Value less the cost of what has a price. */
  readonly increaseAmount: Pounds | null;
  /** Null also when nothing was paid. */
  readonly increasePercent: Percent | null;
  readonly currentPercent: Percent | null;
  /** Positive is an amount to buy. */
  readonly rebalance: Pounds | null;
}

export interface AssetClassSummary extends AssetClassFigures {
  readonly assetClass: AssetCategory;
  readonly assetClassLabel: string;
  /** Holdings of the category that count at their cost alone. */
  readonly unvaluedHoldings: number;
}

export interface DashboardSummary {
  /** Null when nothing that is held can be valued. */
  readonly totalPortfolioValue: Pounds | null;
  readonly assetClassSummaries: readonly AssetClassSummary[];
  readonly total: AssetClassFigures;
  /** What has no value because a price or rate is missing: the ISIN of a holding, or the currency of cash. */
  readonly unvalued: readonly string[];
}

const NOTHING = 0n as Exact<'pounds'>;

/** What a category, or everything, adds up to. */
class Sums {
  cost = NOTHING;
  value = NOTHING;
  unvaluedCost = NOTHING;
  valued = 0;
  unvalued = 0;

  count(cost: Exact<'pounds'>, value: Exact<'pounds'> | null): void {
    this.cost = add(this.cost, cost);
    if (value === null) {
      this.unvalued += 1;
      this.unvaluedCost = add(this.unvaluedCost, cost);
    } else {
      this.valued += 1;
      this.value = add(this.value, value);
    }
  }

  /** Nothing held is worth nothing; what has no price is worth nobody knows what. */
  get knownValue(): Exact<'pounds'> | null {
    return this.valued === 0 && this.unvalued > 0 ? null : this.value;
  }
}

/** Every category with a holding or a target has a row, in the order of the transaction filter. */
export function dashboardSummary(input: DashboardInput): DashboardSummary {
  const byCategory = new Map<AssetCategory, Sums>();
  const all = new Sums();
  const unvalued = new Set<string>();
  const count = (category: AssetCategory, cost: Exact<'pounds'>, value: Exact<'pounds'> | null): void => {
    const sums = byCategory.get(category) ?? new Sums();
    byCategory.set(category, sums);
    for (const each of [sums, all]) each.count(cost, value);
  };
  for (const holding of input.holdings) {
    if (holding.value === null) unvalued.add(holding.isin);
    count(holding.assetCategory ?? 'NON_CORE', holding.totalCost, holding.value);
  }
  for (const { amount, currency } of input.cash) {
    const rate = poundsPer(currency, input.asOf, input.rates)?.rate;
    const pounds = rate === undefined ? null : (multiply(exact(amount), rate) as bigint as Exact<'pounds'>);
    // The cost of cash is its value, so without a rate neither is known.
    if (pounds === null) unvalued.add(currency);
    count('CASH', pounds ?? NOTHING, pounds);
  }
  const target = (category: AssetCategory): Exact<'percent'> => exact(input.targets.get(category) ?? (0 as Percent));
  const shown = ASSET_CATEGORY_FILTER_ORDER.filter((category) => byCategory.has(category) || target(category) !== 0n);
  const total = figures(all, sum(shown.map(target)), all.knownValue);
  return {
    totalPortfolioValue: total.value,
    assetClassSummaries: shown.map((category) => {
      const sums = byCategory.get(category) ?? new Sums();
      return {
        assetClass: category,
        assetClassLabel: assetCategoryLabel(category),
        unvaluedHoldings: sums.unvalued,
        ...figures(sums, target(category), all.knownValue),
      };
    }),
    total,
    unvalued: [...unvalued].toSorted(),
  };
}

function figures(sums: Sums, target: Exact<'percent'>, total: Exact<'pounds'> | null): AssetClassFigures {
  const targetAmount = total === null ? null : divide<'pounds'>(multiply(total, target), exact(100 as Percent));
  const value = sums.knownValue;
  const valuedCost = subtract(sums.cost, sums.unvaluedCost);
  const increase = value === null ? null : subtract(value, valuedCost);
  const currentPercent =
    value === null || total === null ? null : total === 0n ? (0n as Exact<'percent'>) : percentOf(value, total);
  return {
    target: toAmount(target),
    targetAmount: orNull(targetAmount),
    cost: toAmount(sums.cost),
    unvaluedCost: toAmount(sums.unvaluedCost),
    value: orNull(value),
    increaseAmount: orNull(increase),
    increasePercent: increase === null || valuedCost === 0n ? null : toAmount(percentOf(increase, valuedCost)),
    currentPercent: orNull(currentPercent),
    rebalance: value === null || targetAmount === null ? null : toAmount(subtract(targetAmount, value)),
  };
}

function orNull<U extends 'pounds' | 'percent'>(figure: Exact<U> | null): Amount<U> | null {
  return figure === null ? null : toAmount(figure);
}

function percentOf(part: Exact<'pounds'>, whole: Exact<'pounds'>): Exact<'percent'> {
  return divide((part * 100n) as Exact<'pounds'>, whole);
}
