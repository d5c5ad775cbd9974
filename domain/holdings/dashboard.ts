/** The portfolio by asset class against its targets (000 §2.8, §3.2; DECISIONS 'Dashboard and targets'). */
import type { Money, Percent, Pounds } from '../amount.ts';
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

/** A row of the table; the total row has the same figures. */
export interface AssetClassFigures {
  readonly target: Percent;
  readonly targetAmount: Pounds;
  readonly cost: Pounds;
  readonly value: Pounds;
  readonly increaseAmount: Pounds;
  /** Null when nothing was paid. */
  readonly increasePercent: Percent | null;
  readonly currentPercent: Percent;
  /** Positive is an amount to buy. */
  readonly rebalance: Pounds;
}

export interface AssetClassSummary extends AssetClassFigures {
  readonly assetClass: AssetCategory;
  readonly assetClassLabel: string;
  /** Holdings of the category that are in none of its figures because their price or rate is missing. */
  readonly unvaluedHoldings: number;
}

export interface DashboardSummary {
  readonly totalPortfolioValue: Pounds;
  readonly assetClassSummaries: readonly AssetClassSummary[];
  readonly total: AssetClassFigures;
  /** Holdings and cash left out of every figure because price or rate is missing: an ISIN, or a currency. */
  readonly unvalued: readonly string[];
}

interface Sums {
  cost: Exact<'pounds'>;
  value: Exact<'pounds'>;
}

const NOTHING = 0n as Exact<'pounds'>;

/** Every category with a holding or a target has a row, in the order of the transaction filter. */
export function dashboardSummary(input: DashboardInput): DashboardSummary {
  const byCategory = new Map<AssetCategory, Sums>();
  const unvalued: string[] = [];
  const unvaluedHoldings = new Map<AssetCategory, number>();
  const count = (category: AssetCategory, cost: Exact<'pounds'>, value: Exact<'pounds'>): void => {
    const sums = byCategory.get(category) ?? { cost: NOTHING, value: NOTHING };
    byCategory.set(category, { cost: add(sums.cost, cost), value: add(sums.value, value) });
  };
  for (const holding of input.holdings) {
    const category = holding.assetCategory ?? 'NON_CORE';
    if (holding.value === null) {
      unvalued.push(holding.isin);
      unvaluedHoldings.set(category, (unvaluedHoldings.get(category) ?? 0) + 1);
    } else count(category, holding.totalCost, holding.value);
  }
  for (const { amount, currency } of input.cash) {
    const rate = poundsPer(currency, input.asOf, input.rates)?.rate;
    if (rate === undefined) {
      unvalued.push(currency);
      continue;
    }
    const pounds = multiply(exact(amount), rate) as bigint as Exact<'pounds'>;
    count('CASH', pounds, pounds);
  }
  const total = sum([...byCategory.values()].map((sums) => sums.value));
  const target = (category: AssetCategory): Exact<'percent'> => exact(input.targets.get(category) ?? (0 as Percent));
  const shown = ASSET_CATEGORY_FILTER_ORDER.filter((category) => byCategory.has(category) || unvaluedHoldings.has(category) || target(category) !== 0n);
  return {
    totalPortfolioValue: toAmount(total),
    assetClassSummaries: shown.map((category) => ({
      assetClass: category,
      assetClassLabel: assetCategoryLabel(category),
      unvaluedHoldings: unvaluedHoldings.get(category) ?? 0,
      ...figures(byCategory.get(category) ?? { cost: NOTHING, value: NOTHING }, target(category), total),
    })),
    total: figures({ cost: sum([...byCategory.values()].map((sums) => sums.cost)), value: total }, sum(shown.map(target)), total),
    unvalued: [...new Set(unvalued)].toSorted(),
  };
}

function figures({ cost, value }: Sums, target: Exact<'percent'>, total: Exact<'pounds'>): AssetClassFigures {
  const targetAmount = divide<'pounds'>(multiply(total, target), exact(100 as Percent));
  const increase = subtract(value, cost);
  return {
    target: toAmount(target),
    targetAmount: toAmount(targetAmount),
    cost: toAmount(cost),
    value: toAmount(value),
    increaseAmount: toAmount(increase),
    increasePercent: cost === 0n ? null : toAmount(percentOf(increase, cost)),
    currentPercent: total === 0n ? (0 as Percent) : toAmount(percentOf(value, total)),
    rebalance: toAmount(subtract(targetAmount, value)),
  };
}

function percentOf(part: Exact<'pounds'>, whole: Exact<'pounds'>): Exact<'percent'> {
  return divide((part * 100n) as Exact<'pounds'>, whole);
}
