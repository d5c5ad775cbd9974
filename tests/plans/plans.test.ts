/** What holds for every plan of every portfolio, however odd (domain/plans/RULES.md 1, 2). */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Pounds, Quantity } from '../../domain/values/amount.ts';
import { exact, subtract, sum, toAmount, type Exact } from '../../domain/values/decimal.ts';
import { planGoal } from '../../domain/plans/plan-goal.ts';
import { PlanBook, type PlanInput } from '../../domain/plans/plan-book.ts';
import type { Plan, PlanAnswer, PlanStep, TradeStep } from '../../domain/plans/plan.ts';
import { positionsOf, unitPlaces } from '../../domain/plans/positions.ts';
import { ifAllSold } from '../../domain/plans/sell-all.ts';
import { netProceeds, totalCost, tradeStep } from '../../domain/plans/steps.ts';
import { runs } from '../runs.ts';
import { portfolios, recordedWith, yearOfReturn } from './portfolios.ts';

const RUNS = runs(100, 10_000);
/** A soak tries for longer than the usual limit. */
const SLOW = 3_600_000;
const amounts = fc.integer({ min: 1, max: 2_000_000 }).map((pennies) => (pennies / 100) as Pounds);

/** All that a plan says of its holders, worked out again as for a return. */
function expectSamePennies(input: PlanInput, plan: Plan): void {
  const transactions = recordedWith(input, plan);
  for (const effect of plan.effects) {
    const before = yearOfReturn(input, input.transactions, effect.accountId);
    const after = yearOfReturn(input, transactions, effect.accountId);
    const exempt = exact((after.rules?.annualExemptAmount ?? 0) as Pounds);
    expect([effect.gain, effect.exemptAmountLeft, effect.lossesCarriedForward]).toEqual([
      toAmount(subtract(after.net, before.net)),
      toAmount(subtract(exempt, after.exemptAmountUsed)),
      toAmount(after.lossesCarriedForward),
    ]);
    const stated = before.tax !== null && after.tax !== null;
    const range = stated
      ? [subtract(after.tax, before.tax), subtract(after.tax, before.tax)]
      : [
          subtract(after.taxAtBasicRate, before.taxAtBasicRate),
          subtract(after.taxAtHigherRate, before.taxAtHigherRate),
        ].toSorted((a, b) => (a < b ? -1 : 1));
    expect([effect.tax?.low, effect.tax?.high]).toEqual(range.map(toAmount));
    const own = plan.steps.filter((step) => step.kind === 'sell' && step.accountId === effect.accountId);
    const bought = plan.steps.filter((step) => step.kind === 'buy' && step.accountId === effect.accountId);
    const gains = [...own, ...bought].map((step) =>
      step.kind === 'wait' || step.kind === 'transfer' ? 0n : exact(step.gain),
    );
    if (!plan.steps.some(({ kind }) => kind === 'transfer'))
      expect(toAmount(sum(gains as Exact<'pounds'>[]))).toBe(effect.gain);
  }
}

function lastSale(plan: Plan): { readonly sale: TradeStep; readonly index: number } {
  const index = plan.steps.findLastIndex(({ kind }) => kind === 'sell');
  const sale = plan.steps[index];
  if (sale?.kind !== 'sell') throw new Error('no sale');
  return { sale, index };
}

function placesOf(input: PlanInput, sale: TradeStep, held: Quantity): number {
  return unitPlaces(input.assets.get(sale.isin)?.type, held);
}

/** The plan with its last sale changed by one unit; the fraction that a share position ends with is its last unit. */
function withUnits(input: PlanInput, plan: Plan, by: 1 | -1): readonly PlanStep[] {
  const { sale, index } = lastSale(plan);
  const book = new PlanBook(input);
  const position = positionsOf(book, [sale.accountId]).priced.find(
    ({ isin, taxWrapper }) => isin === sale.isin && taxWrapper === sale.taxWrapper,
  );
  if (position === undefined) throw new Error('no position');
  const places = placesOf(input, sale, position.held);
  const step = 10 ** -places;
  const scaled =
    sale.units === position.held ? Math.ceil(sale.units / step - 1e-9) - 1 : Math.round(sale.units / step) + by;
  const units = by === 1 ? Math.min(scaled * step, position.held) : scaled * step;
  return plan.steps.with(index, tradeStep(book, 'sell', position, Number(units.toFixed(6)) as Quantity));
}

function netChange(input: PlanInput, steps: readonly PlanStep[], accountId: string): Exact<'pounds'> {
  const after = yearOfReturn(input, recordedWith(input, { steps }), accountId);
  return subtract(after.net, yearOfReturn(input, input.transactions, accountId).net);
}

function reached({ plans }: PlanAnswer): readonly Plan[] {
  return plans.filter((plan) => plan.reached);
}

describe('every plan, recorded as it stands, comes to the same pennies', { timeout: SLOW }, () => {
  it('1.1: gains, losses, exempt amount and tax of every goal', () => {
    let planned = 0;
    fc.assert(
      fc.property(portfolios, amounts, (input, amount) => {
        const book = new PlanBook(input);
        const answers = [
          planGoal(book, { kind: 'useExemptAmount', accountId: 'ann' }),
          planGoal(book, { kind: 'makeGain', accountId: 'ann', amount }),
          planGoal(book, { kind: 'harvestLoss', accountId: 'ann', amount }),
          planGoal(book, { kind: 'raiseCash', accountId: 'ann', amount }),
          planGoal(book, { kind: 'bedAndIsa', accountId: 'ann', subscription: amount, withinExemptAmount: true }),
          planGoal(book, { kind: 'shareWithSpouse', accountId: 'ann', spouseAccountId: 'bob' }),
        ];
        for (const { plans } of answers) {
          planned += plans.length;
          for (const plan of plans) expectSamePennies(input, plan);
        }
        const all = ifAllSold(book, 'ann');
        if (all !== null) expectSamePennies(input, all.plan);
      }),
      RUNS,
    );
    expect(planned).toBeGreaterThan(100);
  });
});

describe('one unit more misses the target', { timeout: SLOW }, () => {
  it('2.2: of a gain, a loss and the exempt amount', () => {
    let tried = 0;
    fc.assert(
      fc.property(portfolios, amounts, (input, amount) => {
        const book = new PlanBook(input);
        const exempt = planGoal(book, { kind: 'useExemptAmount', accountId: 'ann' });
        for (const plan of exempt.plans) {
          const limit = exact((book.yearOf('ann').rules?.annualExemptAmount ?? 0) as Pounds);
          const netOf = (steps: readonly PlanStep[]) => book.yearOf('ann').net + netChange(input, steps, 'ann');
          expect(netOf(plan.steps) <= limit).toBe(true);
          if (plan.reached && netOf(plan.steps) < limit) expect(netOf(withUnits(input, plan, 1)) > limit).toBe(true);
        }
        for (const kind of ['makeGain', 'harvestLoss'] as const) {
          const answer = planGoal(book, { kind, accountId: 'ann', amount });
          const sign = kind === 'makeGain' ? 1n : -1n;
          for (const plan of answer.plans)
            expect(sign * netChange(input, plan.steps, 'ann') <= exact(amount)).toBe(true);
          for (const plan of reached(answer)) {
            if (sign * netChange(input, plan.steps, 'ann') === exact(amount)) continue;
            tried += 1;
            expect(sign * netChange(input, withUnits(input, plan, 1), 'ann') > exact(amount)).toBe(true);
          }
        }
      }),
      RUNS,
    );
    expect(tried).toBeGreaterThan(50);
  });

  it('7.1: of an amount to raise, one unit fewer', () => {
    fc.assert(
      fc.property(portfolios, amounts, (input, amount) => {
        const answer = planGoal(new PlanBook(input), { kind: 'raiseCash', accountId: 'ann', amount });
        const raised = (steps: readonly PlanStep[]) =>
          sum(steps.flatMap((step) => (step.kind === 'sell' ? [netProceeds(step)] : [])));
        for (const plan of reached(answer)) {
          expect(raised(plan.steps) >= exact(amount)).toBe(true);
          expect(raised(withUnits(input, plan, -1)) < exact(amount)).toBe(true);
        }
      }),
      RUNS,
    );
  });

  it('6.1, 6.2: of what is moved into an ISA, and of what is bought there', () => {
    fc.assert(
      fc.property(portfolios, amounts, fc.boolean(), (input, subscription, withinExemptAmount) => {
        const book = new PlanBook(input);
        const answer = planGoal(book, { kind: 'bedAndIsa', accountId: 'ann', subscription, withinExemptAmount });
        const room = exact((book.yearOf('ann').rules?.annualExemptAmount ?? 0) as Pounds) - book.yearOf('ann').net;
        const paidIn = (steps: readonly PlanStep[]) =>
          sum(steps.flatMap((step) => (step.kind === 'sell' ? [netProceeds(step)] : [])));
        for (const plan of answer.plans) {
          expect(paidIn(plan.steps) <= exact(subscription)).toBe(true);
          const sales = plan.steps.filter((step): step is TradeStep => step.kind === 'sell');
          const buys = plan.steps.filter((step): step is TradeStep => step.kind === 'buy');
          expect(buys.map(({ isin }) => isin)).toEqual(sales.map(({ isin }) => isin));
          for (const [index, buy] of buys.entries()) {
            const sale = sales[index];
            const place = positionsOf(book, ['ann']).priced.find(
              ({ isin, taxWrapper }) => isin === buy.isin && taxWrapper === sale?.taxWrapper,
            );
            if (sale === undefined || place === undefined) throw new Error('no sale');
            expect(totalCost(buy) <= netProceeds(sale)).toBe(true);
            const more = Number((buy.units + 10 ** -placesOf(input, buy, place.held)).toFixed(6)) as Quantity;
            const there = { ...place, brokerId: buy.brokerId };
            expect(totalCost(tradeStep(book, 'buy', there, more)) > netProceeds(sale)).toBe(true);
          }
          if (withinExemptAmount && netChange(input, plan.steps, 'ann') > 0n)
            expect(netChange(input, plan.steps, 'ann') <= room).toBe(true);
          if (!plan.reached) continue;
          const more = withUnits(input, plan, 1);
          const beyond = paidIn(more) > exact(subscription);
          expect(beyond || (withinExemptAmount && netChange(input, more, 'ann') > room)).toBe(true);
        }
      }),
      RUNS,
    );
  });
});
