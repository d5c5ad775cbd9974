/**
 * The figures of holdings and the dashboard add up on a calculator, whatever is held
 * (docs/decisions/0016-figures-that-foot.md).
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../tests/runs.ts';
import { histories } from '../../tests/cgt/histories.ts';
import { day } from '../../tests/cgt/rows.ts';
import type { Money, Percent, Price, Rate } from '../values/amount.ts';
import type { AssetFacts } from '../cgt/terms/capacity.ts';
import { exact, toFixed } from '../values/decimal.ts';
import { ASSET_CATEGORIES, type AssetCategory } from '../fields/enums.ts';
import { sumShown } from '../values/round-parts.ts';
import { dashboardSummary, type AssetClassFigures, type DashboardSummary } from './dashboard.ts';
import { toHoldingView } from './holding-view.ts';
import { computeHoldings } from './holdings.ts';
import type { PriceLookup, RateLookup } from './valuation.ts';
import { inWholePounds } from './whole-pounds.ts';

const ISINS = ['AAA', 'BBB', 'CCC', 'DDD', 'EEE'];
const TODAY = day('2025-06-30');
const CATEGORIES = ASSET_CATEGORIES.map(({ value }) => value);

const rates: RateLookup = (from, to) =>
  from === 'USD' && to === 'GBP' ? { rate: 0.786543 as Rate, rateDate: TODAY } : null;

const worlds = fc.record({
  transactions: histories({
    types: ['BUY', 'BUY', 'BUY', 'SELL', 'RIGHTS_ISSUE', 'EQUALISATION'],
    wrappers: ['DEALING', 'SPECULATIVE', 'ISA', 'SIPP'],
    accounts: ['ann', 'bob'],
    isins: ISINS,
    maxRows: 30,
  }),
  categories: fc.tuple(...ISINS.map(() => fc.constantFrom(...CATEGORIES))),
  /** Ten-thousandths; 0 means no price. */
  prices: fc.tuple(...ISINS.map(() => fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 50_000_000 })))),
  currencies: fc.tuple(...ISINS.map(() => fc.constantFrom('GBP', 'GBX', 'USD', 'CHF'))),
  targets: fc.array(fc.tuple(fc.constantFrom(...CATEGORIES), fc.integer({ min: 0, max: 10_000 })), { maxLength: 9 }),
  cash: fc.array(
    fc.record({
      amount: fc.integer({ min: 0, max: 9_999_999 }).map((thousandths) => (thousandths / 1000) as Money),
      currency: fc.constantFrom('GBP', 'USD', 'CHF'),
    }),
    { maxLength: 5 },
  ),
});

/** The figure as an integer count of 10^-places; fails when it has more decimals. */
function steps(figure: number, places: number): number {
  const text = toFixed(exact(figure as Percent), places);
  expect(Number(text)).toBe(figure);
  return Math.round(Number(text) * 10 ** places);
}

function tableFoots({ assetClassSummaries: rows, total, totalPortfolioValue }: DashboardSummary, places: number): void {
  const added = (column: keyof AssetClassFigures, decimals: number): number =>
    rows.reduce((sum, row) => sum + steps(row[column] ?? 0, decimals), 0);
  const foots = (column: keyof AssetClassFigures, decimals: number): void => {
    const shown = total[column];
    if (shown !== null) expect([column, added(column, decimals)]).toEqual([column, steps(shown, decimals)]);
  };
  expect(totalPortfolioValue).toBe(total.value);
  for (const column of ['targetAmount', 'cost', 'unvaluedCost', 'value', 'increaseAmount', 'rebalance'] as const)
    foots(column, places);
  for (const column of ['target', 'currentPercent', 'costPercent'] as const) foots(column, 2);
  for (const { cost, unvaluedCost, value, increaseAmount, targetAmount, rebalance } of [...rows, total]) {
    const at = (figure: number): number => steps(figure, places);
    expect(unvaluedCost <= cost).toBe(true);
    if (value !== null && increaseAmount !== null)
      expect(at(value) - (at(cost) - at(unvaluedCost))).toBe(at(increaseAmount));
    if (targetAmount !== null && value !== null && rebalance !== null)
      expect(at(targetAmount) - at(value)).toBe(at(rebalance));
  }
}

describe('any portfolio', () => {
  it('each holding, the table of holdings, and the dashboard in pennies and in whole pounds add up', () => {
    fc.assert(
      fc.property(worlds, (world) => {
        const assets = new Map<string, AssetFacts>(
          ISINS.map((isin, index) => [
            isin,
            { isin, name: isin, type: 'FUND', category: world.categories[index] ?? 'NON_CORE', cgtExempt: null },
          ]),
        );
        const prices: PriceLookup = (isin) => {
          const index = ISINS.indexOf(isin);
          const closePrice = ((world.prices[index] ?? 0) / 10_000) as Price;
          if (closePrice === 0) return null;
          return { isin, priceDate: TODAY, closePrice, currency: world.currencies[index] ?? 'GBP', fetchedAt: '' };
        };
        const holdings = computeHoldings({
          transactions: world.transactions,
          assets,
          accounts: new Map(),
          prices,
          rates,
          asOf: TODAY,
        });
        const views = holdings.map(toHoldingView);
        for (const { totalCost, currentValueInGBP, unrealizedGainLoss } of views) {
          steps(totalCost, 2);
          if (currentValueInGBP !== null && unrealizedGainLoss !== null)
            expect(steps(currentValueInGBP, 2) - steps(totalCost, 2)).toBe(steps(unrealizedGainLoss, 2));
        }
        const targets = new Map<AssetCategory, Percent>(
          world.targets.map(([category, hundredths]) => [category, (hundredths / 100) as Percent]),
        );
        const summary = dashboardSummary({ holdings, targets, cash: [], rates, asOf: TODAY });
        const values = views.map(({ currentValueInGBP }) => currentValueInGBP);
        if (summary.total.value !== null) expect(summary.total.value).toBe(sumShown(values));
        expect(summary.total.cost).toBe(sumShown(views.map(({ totalCost }) => totalCost)));
        expect(summary.byCostAlone).toBe(views.length > 0 && values.every((value) => value === null));
        tableFoots(summary, 2);
        const withCash = dashboardSummary({ holdings, targets, cash: world.cash, rates, asOf: TODAY });
        tableFoots(withCash, 2);
        const whole = inWholePounds(withCash);
        tableFoots(whole, 0);
        if (withCash.total.value !== null)
          expect(whole.total.value).toBe(Number(toFixed(exact(withCash.total.value), 0)));
        whole.assetClassSummaries.forEach(({ value, cost }, index) => {
          const exactly = withCash.assetClassSummaries[index];
          expect(Math.abs((value ?? 0) - (exactly?.value ?? 0))).toBeLessThan(1.000001);
          expect(Math.abs(cost - (exactly?.cost ?? 0))).toBeLessThan(2);
        });
      }),
      runs(200, 5000),
    );
  });
});
