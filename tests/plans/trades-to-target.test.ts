/** Trades to target beside selling and buying to target (domain/plans/RULES.md 10). */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Percent, Pounds } from '../../domain/values/amount.ts';
import { exact, type Exact } from '../../domain/values/decimal.ts';
import type { AssetCategory, TaxWrapper } from '../../domain/fields/enums.ts';
import { PlanBook, type PlanInput } from '../../domain/plans/plan-book.ts';
import type { PlanStep } from '../../domain/plans/plan.ts';
import { planGoal } from '../../domain/plans/plan-goal.ts';
import { positionsOf, supplyOf, unitSteps, type SalePosition } from '../../domain/plans/positions.ts';
import { isTooSmall, netProceeds, tradeStep } from '../../domain/plans/steps.ts';
import { categoryOf, TargetState, type TargetGoal } from '../../domain/plans/target-state.ts';
import { runs } from '../runs.ts';
import { portfolios, recordedWith, yearOfReturn } from './portfolios.ts';

const RUNS = runs(200, 10_000);
/** A soak tries for longer than the usual limit. */
const SLOW = 3_600_000;
const ACCOUNTS = ['ann', 'bob'];
const CATEGORIES: readonly AssetCategory[] = ['UK_TSM', 'US_TSM', 'LT_BONDS', 'EM_TSM'];

const goals = fc
  .record({
    shares: fc.array(fc.integer({ min: 0, max: 25 }), { minLength: 4, maxLength: 4 }),
    cash: fc.array(
      fc.record({
        accountId: fc.constantFrom(...ACCOUNTS),
        taxWrapper: fc.constantFrom<TaxWrapper>('DEALING', 'ISA'),
        amount: fc.integer({ min: 0, max: 2_000_000 }).map((pennies) => (pennies / 100) as Pounds),
      }),
      { maxLength: 2 },
    ),
  })
  .map(({ shares, cash }): TargetGoal => ({
    kind: 'tradesToTarget',
    accountIds: ACCOUNTS,
    targets: new Map(CATEGORIES.map((category, index) => [category, (shares[index] ?? 0) as Percent])),
    cash,
  }));

/** Sells the same part of whatever is above its target, wherever it is held, and buys what lacks with it. */
function sellAndBuy(book: PlanBook, goal: TargetGoal, part: number): TargetState {
  const held = positionsOf(book, goal.accountIds);
  const positions = held.priced;
  const start = TargetState.of(book, goal, positions);
  const { free } = supplyOf(book, held);
  const worth = ({ held, price }: SalePosition): number => held * price.price;
  let state = start;
  for (const place of goal.cash) state = state.invest(place);
  for (const position of free) {
    const category = categoryOf(book, position.isin);
    const excess = Number(start.excessOf(category)) / 1e24;
    const whole = positions.filter(({ isin }) => categoryOf(book, isin) === category).reduce((a, b) => a + worth(b), 0);
    if (excess <= 0 || whole === 0) continue;
    const units = unitSteps(position, book.factsOf(position.isin));
    const steps = Math.floor(units.most * Math.min(1, excess / whole) * part);
    if (steps < 1) continue;
    const sale = tradeStep(book, 'sell', position, units.unitsOf(steps));
    // Nobody sells for less than the charge, though its loss would save tax.
    if (netProceeds(sale) > 0n && !isTooSmall(book, exact(sale.consideration))) state = state.with(sale);
  }
  for (const position of positions) state = state.invest(position);
  return state;
}

/** Tax of both holders as the return works it out: were all of it at the higher rate, where income is not stated. */
function taxOf(input: PlanInput, steps: readonly PlanStep[]): Exact<'pounds'> {
  const transactions = recordedWith(input, { steps });
  return ACCOUNTS.map((account) => yearOfReturn(input, transactions, account)).reduce(
    (total, year) => (total + (year.tax ?? year.taxAtHigherRate)) as Exact<'pounds'>,
    0n as Exact<'pounds'>,
  );
}

describe('trades to target', { timeout: SLOW }, () => {
  it('10.6: never bear more tax than selling and buying to target at equal drift, and never any of their own', () => {
    let compared = 0;
    fc.assert(
      fc.property(portfolios, goals, (input, goal) => {
        const book = new PlanBook(input);
        const { plans } = planGoal(book, goal);
        const [plan] = plans;
        if (plan === undefined) return;
        const note = plan.notes.find(({ code }) => code === 'drift');
        if (note?.code !== 'drift') throw new Error('no drift');
        expect(note.after).toBeLessThanOrEqual(note.before);
        const own = taxOf(input, plan.steps);
        const taxBefore = taxOf(input, []);
        // What leaves the drift as it is lowers the tax.
        expect(note.after < note.before ? own <= taxBefore : own < taxBefore).toBe(true);
        const positions = positionsOf(book, goal.accountIds).priced;
        const ours = plan.steps.reduce(
          (state, step) => (step.kind === 'sell' || step.kind === 'buy' ? state.with(step) : state),
          TargetState.of(book, goal, positions),
        );
        // Where even all of it comes less near to the targets, there is nothing to compare with.
        if (sellAndBuy(book, goal, 1).drift > ours.drift) return;
        // Equal drift lies between two parts of the whole rebalancing that are a unit apart.
        let [low, high] = [0, 1];
        for (let turn = 0; turn < 12; turn += 1) {
          const middle = (low + high) / 2;
          if (sellAndBuy(book, goal, middle).drift <= ours.drift) high = middle;
          else low = middle;
        }
        compared += 1;
        const naive = [low, high].map((part) => taxOf(input, sellAndBuy(book, goal, part).steps));
        expect(naive.some((tax) => own <= tax)).toBe(true);
      }),
      RUNS,
    );
    expect(compared).toBeGreaterThan(50);
  });

  it('10.3: spends no cash that is not there, in any account and wrapper', () => {
    fc.assert(
      fc.property(portfolios, goals, (input, goal) => {
        const book = new PlanBook(input);
        const [plan] = planGoal(book, goal).plans;
        if (plan === undefined) return;
        const left = new Map<string, Exact<'pounds'>>();
        const change = (key: string, by: bigint) => left.set(key, ((left.get(key) ?? 0n) + by) as Exact<'pounds'>);
        for (const { accountId, taxWrapper, amount } of goal.cash) change(`${accountId}|${taxWrapper}`, exact(amount));
        for (const step of plan.steps) {
          if (step.kind !== 'sell' && step.kind !== 'buy') throw new Error('another step');
          const key = `${step.accountId}|${step.taxWrapper}`;
          const charges = exact(step.charges) + exact(step.stampDuty);
          change(
            key,
            step.kind === 'sell' ? exact(step.consideration) - charges : 0n - exact(step.consideration) - charges,
          );
        }
        for (const amount of left.values()) expect(amount >= 0n).toBe(true);
      }),
      RUNS,
    );
  });
});
