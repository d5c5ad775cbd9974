/**
 * The dashboard in whole pounds, as its table shows it: columns and rows still add up (000 §2.8,
 * docs/decisions/0016-figures-that-foot.md).
 */
import type { Pounds } from '../values/amount.ts';
import { exact, subtract, sum, toAmount, type Exact } from '../values/decimal.ts';
import { roundParts } from '../values/round-parts.ts';
import { totalRebalance, type AssetClassFigures, type AssetClassSummary, type DashboardSummary } from './dashboard.ts';

const NOTHING = 0n as Exact<'pounds'>;

/** The classes' figures in whole pounds, by largest remainder; all others follow from them. */
interface WholeFigures {
  readonly targetAmount: Exact<'pounds'> | null;
  readonly value: Exact<'pounds'> | null;
  readonly valuedCost: Exact<'pounds'>;
  readonly unvaluedCost: Exact<'pounds'>;
}

/**
 * Each column's total is the exact one rounded, and its rows add up to it; increase and rebalance are differences of
 * the shown figures.
 */
export function inWholePounds(summary: DashboardSummary): DashboardSummary {
  const rows = summary.assetClassSummaries;
  const column = (of: (row: AssetClassSummary) => Pounds | null) =>
    roundParts(
      rows.map((row) => exact(of(row) ?? (0 as Pounds))),
      0,
    );
  const values = column((row) => row.value);
  const targetAmounts = column((row) => row.targetAmount);
  // Costs with and without a value alternate; together they are the column of costs.
  const costs = roundParts(
    rows.flatMap(({ cost, unvaluedCost }) => [subtract(exact(cost), exact(unvaluedCost)), exact(unvaluedCost)]),
    0,
  );
  const whole = rows.map(({ value, targetAmount }, index): WholeFigures => ({
    value: value === null ? null : (values[index] ?? NOTHING),
    targetAmount: targetAmount === null ? null : (targetAmounts[index] ?? NOTHING),
    valuedCost: costs[2 * index] ?? NOTHING,
    unvaluedCost: costs[2 * index + 1] ?? NOTHING,
  }));
  const totals: WholeFigures = {
    value: summary.total.value === null ? null : sum(whole.map(({ value }) => value ?? NOTHING)),
    targetAmount:
      summary.total.targetAmount === null ? null : sum(whole.map(({ targetAmount }) => targetAmount ?? NOTHING)),
    valuedCost: sum(whole.map(({ valuedCost }) => valuedCost)),
    unvaluedCost: sum(whole.map(({ unvaluedCost }) => unvaluedCost)),
  };
  const shown = rows.map((row, index) => ({ ...row, ...figuresOf(row, whole[index] ?? totals) }));
  const total = { ...summary.total, ...figuresOf(summary.total, totals) };
  return {
    ...summary,
    totalPortfolioValue: total.value,
    assetClassSummaries: shown,
    total: { ...total, rebalance: totalRebalance(shown, total.rebalance) },
  };
}

type Money = Pick<
  AssetClassFigures,
  'targetAmount' | 'cost' | 'unvaluedCost' | 'value' | 'increaseAmount' | 'rebalance'
>;

function figuresOf(row: AssetClassFigures, { targetAmount, value, valuedCost, unvaluedCost }: WholeFigures): Money {
  const difference = (a: Exact<'pounds'> | null, b: Exact<'pounds'> | null): Pounds | null =>
    a === null || b === null ? null : toAmount(subtract(a, b));
  return {
    targetAmount: targetAmount === null ? null : toAmount(targetAmount),
    cost: toAmount(sum([valuedCost, unvaluedCost])),
    unvaluedCost: toAmount(unvaluedCost),
    value: value === null ? null : toAmount(value),
    increaseAmount: row.increaseAmount === null ? null : difference(value, valuedCost),
    rebalance: difference(targetAmount, value),
  };
}
