/** The portfolio by asset class against its targets (000 §2.8, §3.2). */
import type { Amount, Percent, Pounds } from '../values/amount.ts';
import type { IsoDate } from '../values/dates.ts';
import { add, divide, exact, multiply, subtract, sum, toAmount, type Exact } from '../values/decimal.ts';
import { ASSET_CATEGORY_FILTER_ORDER, assetCategoryLabel, type AssetCategory } from '../fields/enums.ts';
import { PENNY_PLACES, roundParts, sumShown } from '../values/round-parts.ts';
import type { Holding } from './holdings.ts';
import { inPounds, type CashBalance } from './pound-total.ts';
import { percentOf, shownHolding } from './shown-holding.ts';
import { poundsPer, type RateLookup } from './valuation.ts';

export interface DashboardInput {
  readonly holdings: readonly Holding[];
  /** The target percentage of a category. */
  readonly targets: ReadonlyMap<AssetCategory, Percent>;
  /** Empty when cash and savings are not included. */
  readonly cash: readonly CashBalance[];
  readonly rates: RateLookup;
  readonly asOf: IsoDate;
}

/**
 * A row of the table; the total row has the same figures. Figures that need a value are null where no holding has one.
 * Money is in whole pence, percentages of a whole in hundredths: every column adds up to the total row.
 */
export interface AssetClassFigures {
  readonly target: Percent;
  /** A part of the whole portfolio's value. */
  readonly targetAmount: Pounds | null;
  /** The cost of all holdings. */
  readonly cost: Pounds;
  /** The part of the cost without a value, because a price or rate is missing. */
  readonly unvaluedCost: Pounds;
  /** The value of holdings with a price. */
  readonly value: Pounds | null;
  /** Value less the cost of holdings with a price. */
  readonly increaseAmount: Pounds | null;
  /** Null also when the cost is zero. */
  readonly increasePercent: Percent | null;
  readonly currentPercent: Percent | null;
  /** A part of the cost of all holdings. */
  readonly costPercent: Percent;
  /** A positive amount is to be bought. In the total row also null where it is not known for a class with a target. */
  readonly rebalance: Pounds | null;
}

export interface AssetClassSummary extends AssetClassFigures {
  readonly assetClass: AssetCategory;
  readonly assetClassLabel: string;
  /** Number of holdings in the category that count only at cost. */
  readonly unvaluedHoldings: number;
}

export interface DashboardSummary {
  /** Null when no holding can be valued. */
  readonly totalPortfolioValue: Pounds | null;
  readonly assetClassSummaries: readonly AssetClassSummary[];
  readonly total: AssetClassFigures;
  /** Holdings and cash without a value because a price or rate is missing: a holding's ISIN, or the cash's currency. */
  readonly unvalued: readonly string[];
  /** The names of securities of which more was sold than was held: their value is less than nothing. */
  readonly oversold: readonly string[];
  /** True when securities are held and none of them can be valued: shares are then known by cost only. */
  readonly byCostAlone: boolean;
}

const NOTHING = 0n as Exact<'pounds'>;
const NO_PERCENT = 0n as Exact<'percent'>;
/** Decimals of a printed percentage. */
const PERCENT_PLACES = 2;

/** The sums of a category, or of everything. */
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

  /** Without holdings the value is zero; where no holding has a price it is unknown. */
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
  let valuedHoldings = 0;
  for (const holding of input.holdings) {
    const { cost, value } = shownHolding(holding);
    if (value === null) unvalued.add(holding.isin);
    else valuedHoldings += 1;
    count(holding.assetCategory ?? 'NON_CORE', cost, value);
  }
  for (const { amount, currency } of input.cash) {
    const rate = poundsPer(currency, input.asOf, input.rates)?.rate;
    const pounds = rate === undefined ? null : inPounds(amount, rate);
    // The cost of cash is its value, so without a rate neither is known.
    if (pounds === null) unvalued.add(currency);
    count('CASH', pounds ?? NOTHING, pounds);
  }
  const target = (category: AssetCategory): Exact<'percent'> => exact(input.targets.get(category) ?? (0 as Percent));
  const shown = ASSET_CATEGORY_FILTER_ORDER.filter((category) => byCategory.has(category) || target(category) !== 0n);
  const rows = shown.map((category) => byCategory.get(category) ?? new Sums());
  const shares = sharesOf(rows, shown.map(target), all);
  const total = figures(all, {
    target: sum(shown.map(target)),
    targetAmount: all.knownValue === null ? null : sum(shares.map(({ targetAmount }) => targetAmount ?? NOTHING)),
    currentPercent: all.knownValue === null ? null : sum(shares.map((share) => share.currentPercent ?? NO_PERCENT)),
    costPercent: sum(shares.map(({ costPercent }) => costPercent)),
  });
  const summaries = shown.map((category, index) => {
    const sums = rows[index] ?? new Sums();
    const share = shares[index] ?? { targetAmount: null, currentPercent: null, costPercent: NO_PERCENT };
    return {
      assetClass: category,
      assetClassLabel: assetCategoryLabel(category),
      unvaluedHoldings: sums.unvalued,
      ...figures(sums, { ...share, target: target(category) }),
    };
  });
  return {
    totalPortfolioValue: total.value,
    assetClassSummaries: summaries,
    total: { ...total, rebalance: totalRebalance(summaries, total.rebalance) },
    unvalued: [...unvalued].toSorted(),
    oversold: [
      ...new Set(input.holdings.filter(({ oversold }) => oversold).map(({ assetName }) => assetName)),
    ].toSorted((a, b) => a.localeCompare(b, 'en-GB')),
    byCostAlone: input.holdings.length > 0 && valuedHoldings === 0,
  };
}

/** The figures of a row that are parts of a whole; a column's parts add up to it. */
interface Share {
  readonly targetAmount: Exact<'pounds'> | null;
  readonly currentPercent: Exact<'percent'> | null;
  readonly costPercent: Exact<'percent'>;
}

function sharesOf(rows: readonly Sums[], targets: readonly Exact<'percent'>[], all: Sums): readonly Share[] {
  const total = all.knownValue;
  const targetAmounts = roundParts(
    targets.map((target) => divide<'pounds'>(multiply(total ?? NOTHING, target), exact(100 as Percent))),
    PENNY_PLACES,
  );
  const percentagesOf = (parts: readonly Exact<'pounds'>[], whole: Exact<'pounds'>) =>
    roundParts(
      parts.map((part) => (whole === 0n ? NO_PERCENT : percentOf(part, whole))),
      PERCENT_PLACES,
    );
  const current = percentagesOf(
    rows.map(({ knownValue }) => knownValue ?? NOTHING),
    total ?? NOTHING,
  );
  const ofCost = percentagesOf(
    rows.map(({ cost }) => cost),
    all.cost,
  );
  return rows.map(({ knownValue }, index) => ({
    targetAmount: total === null ? null : (targetAmounts[index] ?? null),
    currentPercent: total === null || knownValue === null ? null : (current[index] ?? null),
    costPercent: ofCost[index] ?? NO_PERCENT,
  }));
}

function figures(
  sums: Sums,
  { target, targetAmount, currentPercent, costPercent }: Share & { readonly target: Exact<'percent'> },
): AssetClassFigures {
  const value = sums.knownValue;
  const valuedCost = subtract(sums.cost, sums.unvaluedCost);
  const increase = value === null ? null : subtract(value, valuedCost);
  return {
    target: toAmount(target),
    targetAmount: orNull(targetAmount),
    cost: toAmount(sums.cost),
    unvaluedCost: toAmount(sums.unvaluedCost),
    value: orNull(value),
    increaseAmount: orNull(increase),
    increasePercent: increase === null || valuedCost === 0n ? null : toAmount(percentOf(increase, valuedCost)),
    currentPercent: orNull(currentPercent),
    costPercent: toAmount(costPercent),
    rebalance: value === null || targetAmount === null ? null : toAmount(subtract(targetAmount, value)),
  };
}

/** The figure of the total row: null where the rows' figures do not add up to it. */
export function totalRebalance(
  rows: readonly Pick<AssetClassFigures, 'rebalance'>[],
  rebalance: Pounds | null,
): Pounds | null {
  return rebalance === sumShown(rows.map((row) => row.rebalance)) ? rebalance : null;
}

function orNull<U extends 'pounds' | 'percent'>(figure: Exact<U> | null): Amount<U> | null {
  return figure === null ? null : toAmount(figure);
}
