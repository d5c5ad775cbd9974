/** What holds of returns of any portfolio. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, type IsoDate } from '../../domain/values/dates.ts';
import { BRIDGE_PARTS, type BridgePart } from '../../domain/returns/answers/bridge.ts';
import { ReturnsAnswers } from '../../domain/returns/answers/returns-answers.ts';
import type { BridgeAmounts, ScopeDimension } from '../../domain/returns/answers/returns-view.ts';
import type { ReturnsScope } from '../../domain/returns/book/scope.ts';
import { runs } from '../runs.ts';
import { naiveReturns } from './naive-returns.ts';
import { DAYS, FIRST, randomWorlds } from './portfolios.ts';
import { bookOf, queryOf } from './returns-rows.ts';

const periods = fc
  .tuple(fc.integer({ min: 0, max: DAYS }), fc.integer({ min: 0, max: DAYS }))
  .map(([a, b]) => ({ from: addDays(FIRST, Math.min(a, b)), to: addDays(FIRST, Math.max(a, b)) }));

const scopes = fc.constantFrom<ReturnsScope>(
  {},
  {},
  { accountId: 'ann' },
  { taxWrapper: 'ISA' },
  { category: 'UK_TSM' },
  { isin: 'TESTC' },
  { accountId: 'bob', taxWrapper: 'DEALING', isin: 'TESTB' },
);
const DIMENSIONS: readonly ScopeDimension[] = ['accountId', 'taxWrapper', 'brokerId', 'category'];

const pence = (amount: number): number => Math.round(amount * 100);

/** Closing less all parts, in pence. */
function residual(bridge: BridgeAmounts): number {
  const of = (part: BridgePart): number => pence(bridge[part]);
  return (
    of('opening') +
    of('paidIn') -
    of('paidOut') +
    of('realised') +
    of('unrealised') +
    of('income') +
    of('exchange') -
    of('charges') -
    of('tax') -
    of('closing')
  );
}

describe('returns of random portfolios', () => {
  it('RULES 5.1: the parts come to the closing value to the penny, and open to rows that add up to them', () => {
    fc.assert(
      fc.property(randomWorlds, periods, scopes, (world, period, scope) => {
        const answers = new ReturnsAnswers(bookOf(world));
        const query = queryOf(period.from, period.to, { scope });
        const { bridge, sumOfParts, missing } = answers.view(query);
        if (world.isComplete) expect(bridge).not.toBeNull();
        if (bridge === null) {
          expect(missing).not.toEqual([]);
          return;
        }
        expect(residual(bridge)).toBe(0);
        expect(sumOfParts).toBe(bridge.closing);
        for (const part of BRIDGE_PARTS) {
          const lines = answers.lines({ ...query, part });
          expect(lines.reduce((total, { amount }) => total + pence(amount), 0)).toBe(pence(bridge[part]));
        }
      }),
      runs(200, 10_000),
    );
  });

  it('RULES 5.7: the parts of holders, wrappers, brokers and categories add up to the whole', () => {
    fc.assert(
      fc.property(randomWorlds, periods, scopes, fc.constantFrom(...DIMENSIONS), (world, period, scope, splitBy) => {
        const view = new ReturnsAnswers(bookOf(world)).view(queryOf(period.from, period.to, { scope, splitBy }));
        const { bridge } = view;
        if (bridge === null || view.parts.some((part) => part.bridge === null)) {
          expect(world.isComplete).toBe(false);
          return;
        }
        for (const part of BRIDGE_PARTS) {
          const between = part === 'paidIn' || part === 'paidOut' ? pence(view.movedBetween) : 0;
          const total = view.parts.reduce((sum, each) => sum + pence(each.bridge?.[part] ?? 0), 0);
          expect([part, total - between]).toEqual([part, pence(bridge[part])]);
        }
      }),
      runs(200, 10_000),
    );
  });

  it('RULES 1.5: the order in which rows are given changes nothing', () => {
    const shuffled = randomWorlds.chain((world) =>
      fc.tuple(fc.constant(world), fc.shuffledSubarray([...world.rows], { minLength: world.rows.length })),
    );
    fc.assert(
      fc.property(shuffled, periods, scopes, ([world, rows], period, scope) => {
        const query = queryOf(period.from, period.to, { scope, benchmark: 'TESTA' });
        const of = (given: typeof world) => new ReturnsAnswers(bookOf(given)).view(query);
        const [one, other] = [of(world), of({ ...world, rows })];
        const parts = (view: typeof one) => new Map(view.parts.map(({ key, bridge }) => [key, bridge]));
        expect(parts(other)).toEqual(parts(one));
        expect({ ...other, parts: [], missing: [] }).toEqual({ ...one, parts: [], missing: [] });
      }),
      runs(200, 10_000),
    );
  });

  it('RULES 1.6: the returns of each holding are those of its scope', () => {
    fc.assert(
      fc.property(randomWorlds, periods, (world, period) => {
        const answers = new ReturnsAnswers(bookOf(world));
        const holdings = answers.holdings(period);
        for (const { gain, timeWeighted, moneyWeighted, ...scope } of holdings) {
          const view = answers.view(queryOf(period.from, period.to, { scope }));
          expect([scope, timeWeighted, moneyWeighted]).toEqual([scope, view.timeWeighted, view.moneyWeighted]);
          const { bridge } = view;
          const inPence =
            bridge === null
              ? null
              : pence(bridge.closing) - pence(bridge.opening) - pence(bridge.paidIn) + pence(bridge.paidOut);
          expect([scope, gain === null ? null : pence(gain)]).toEqual([scope, inPence]);
        }
      }),
      runs(200, 10_000),
    );
  });

  it('agree with the slow and obvious way', () => {
    let compared = 0;
    fc.assert(
      fc.property(randomWorlds, periods, scopes, (world, period, scope) => {
        const { from, to } = period as { from: IsoDate; to: IsoDate };
        const view = new ReturnsAnswers(bookOf(world)).view(queryOf(from, to, { scope }));
        const naive = naiveReturns(world, scope, from, to);
        const isKnown = [naive.opening, naive.closing, naive.paidIn].every((amount) => amount !== null);
        if (!isKnown) expect(view.bridge).toBeNull();
        if (view.bridge !== null) {
          compared += 1;
          const { opening, closing, paidIn, paidOut, income, charges, realised, unrealised, exchange } = view.bridge;
          expect([opening, closing, paidIn, paidOut, income, charges].map(pence)).toEqual(
            [naive.opening, naive.closing, naive.paidIn, naive.paidOut, naive.income, naive.charges].map(Number),
          );
          const gain = Number(naive.closing) - Number(naive.opening) - Number(naive.paidIn) + Number(naive.paidOut);
          expect(pence(realised) + pence(unrealised) + pence(exchange)).toBe(
            gain - Number(naive.income) + Number(naive.charges),
          );
        }
        const { rate, fault } = view.timeWeighted;
        if (naive.timeWeighted === null) expect(fault).not.toBeNull();
        else expect(rate).toBeCloseTo(naive.timeWeighted, 9);
      }),
      runs(200, 10_000),
    );
    expect(compared).toBeGreaterThan(50);
  });
});
