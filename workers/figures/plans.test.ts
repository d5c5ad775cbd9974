import { describe, expect, it } from 'vitest';
import type { Percent, Pounds, Price } from '../../domain/values/amount.ts';
import { computeGains } from '../../domain/cgt/matching/compute.ts';
import { buy, day } from '../../tests/cgt/rows.ts';
import type { PlanRequest } from '../api/plan-types.ts';
import { Plans } from './plans.ts';

const ISINS = ['A', 'B', 'C', 'D'];
const date = day('2026-12-01');
const transactions = ISINS.map((isin) => buy('2024-01-10', 100, 1000, { isin, broker: 'one', brokerCharge: 5.95 }));
const portfolio = {
  planInput: async () =>
    await Promise.resolve({
      transactions,
      assets: new Map(),
      accounts: new Map([
        ['ann', { id: 'ann', name: 'Ann' }],
        ['bob', { id: 'bob', name: 'Bob' }],
      ]),
      statements: new Map(),
      gains: computeGains({ transactions, assets: new Map(), asOf: date }),
      date,
      prices: new Map(ISINS.map((isin) => [isin, { price: 15 as Price, date }])),
      targets: new Map([['NON_CORE' as const, 50 as Percent]]),
      ownTargets: new Map([['household', new Map([['NON_CORE' as const, 75 as Percent]])]]),
    }),
};
const REQUEST: PlanRequest = {
  goal: { kind: 'makeGain', accountId: 'ann', amount: 900 as Pounds },
  assumptions: { charges: {}, prices: {}, spread: 0 as Percent, keepsSmallSteps: false },
};

/** A clock that moves on a long time with every call. */
function slowClock(): () => number {
  let time = 0;
  return () => (time += 1000);
}

describe('plans', () => {
  it('tell how far they are, and answer as without being asked', async () => {
    const parts: number[] = [];
    const answer = await new Plans(portfolio, slowClock()).plan(REQUEST, (done) => {
      parts.push(done);
      return true;
    });
    expect(parts.length).toBeGreaterThan(ISINS.length);
    expect(parts).toEqual(parts.toSorted((a, b) => a - b));
    expect(parts.every((part) => part > 0 && part <= 1)).toBe(true);
    expect(answer).toEqual(await new Plans(portfolio).plan(REQUEST));
    expect(answer?.plans[0]?.reached).toBe(true);
  });

  it('stop when they are told to, at once or once Comlink has asked', async () => {
    let asked = 0;
    const stopped = await new Plans(portfolio, slowClock()).plan(REQUEST, async () => {
      asked += 1;
      return await Promise.resolve(asked < 3);
    });
    expect([stopped, asked]).toEqual([null, 3]);
  });

  it('take the charge of the latest trade at a broker, or what is stated', async () => {
    const chargesOf = async (charges: Record<string, Pounds>) => {
      const answer = await new Plans(portfolio).plan({
        ...REQUEST,
        assumptions: { ...REQUEST.assumptions, charges },
      });
      const [step] = answer?.plans[0]?.steps ?? [];
      return step?.kind === 'sell' ? step.charges : null;
    };
    expect([await chargesOf({}), await chargesOf({ one: 1 as Pounds })]).toEqual([5.95, 1]);
  });

  it('towards the target take the targets of the server, or those that are stated', async () => {
    const planTo = async (targetsOf: string | null) =>
      await new Plans(portfolio).plan({
        ...REQUEST,
        goal: { kind: 'tradesToTarget', accountIds: ['ann'], cash: [], targetsOf },
      });
    // Half of 6,000 shall be cash: of 400 units at most 200 are sold, as the exempt amount allows.
    expect((await planTo(null))?.plans[0]?.proceeds).toBe(3000);
    expect((await planTo('household'))?.plans[0]?.proceeds).toBe(1500);
    await expect(planTo('ann')).rejects.toThrow('no longer stated');
  });

  it('give the proceeds of selling everything for each account holder with holdings', async () => {
    const { holders, charges } = await new Plans(portfolio).ifAllSold();
    expect(holders.map(({ accountId, value, charges: all }) => [accountId, value, all])).toEqual([['ann', 6000, 23.8]]);
    expect(holders[0]).not.toHaveProperty('plan');
    expect(charges).toEqual({ one: 5.95 });
  });

  it('take a typed price in place of the stored one, and for a security without any', async () => {
    const pricesOf = async (prices: Record<string, Price>) => {
      const answer = await new Plans(portfolio).plan({ ...REQUEST, assumptions: { ...REQUEST.assumptions, prices } });
      const steps = answer?.plans[0]?.steps ?? [];
      return steps.flatMap((step) => (step.kind === 'sell' ? [[step.isin, step.price, step.priceDate]] : []));
    };
    const typed = Object.fromEntries(ISINS.map((isin) => [isin, 40 as Price]));
    const [first] = await pricesOf(typed);
    expect(first?.slice(1)).toEqual([40, null]);
    const unpriced = { planInput: async () => ({ ...(await portfolio.planInput()), prices: new Map() }) };
    expect((await new Plans(unpriced).plan(REQUEST))?.shortfall?.code).toBe('noHoldings');
    const answer = await new Plans(unpriced).plan({
      ...REQUEST,
      assumptions: { ...REQUEST.assumptions, prices: { C: 40 as Price } },
    });
    expect(answer?.plans[0]?.steps.map((step) => step.kind === 'sell' && step.isin)).toEqual(['C']);
    expect(answer?.plans[0]?.notes).toContainEqual({ code: 'typedPrice', isin: 'C' });
    const { securities } = await new Plans(unpriced).ifAllSold();
    expect(securities.map(({ isin, price }) => [isin, price])).toEqual(ISINS.map((isin) => [isin, null]));
  });
});
