import { expect, it } from 'vitest';
import { day } from '../../tests/cgt/rows.ts';
import type { Pounds, Price, Quantity } from '../values/amount.ts';
import { checkExtra } from '../records/extra.ts';
import type { Plan } from './plan.ts';
import { plannedTradesOf, plannedTradesValue, readPlannedTrades } from './planned-trades.ts';

const PLACED = { accountId: 'ann', isin: 'I', assetName: 'Test plc', brokerId: 'b', date: day('2026-12-01') };
const PLAN = {
  steps: [
    {
      ...PLACED,
      kind: 'sell',
      taxWrapper: 'DEALING',
      units: 10 as Quantity,
      price: 1.2345 as Price,
      priceDate: null,
      consideration: 12.35 as Pounds,
      charges: 5.95 as Pounds,
      stampDuty: 0.05 as Pounds,
      gain: -3 as Pounds,
    },
    { kind: 'wait', until: day('2026-12-03'), reason: 'settlement' },
    {
      ...PLACED,
      kind: 'transfer',
      taxWrapper: 'DEALING',
      units: 3 as Quantity,
      toAccountId: 'bob',
      value: 4 as Pounds,
    },
  ],
} as unknown as Plan;

it('a plan is kept with its trades, as an extra that can be read again', () => {
  const planned = plannedTradesOf(PLAN, day('2026-11-23'));
  expect(planned.trades.map(({ kind, value, charges, toAccountId }) => [kind, value, charges, toAccountId])).toEqual([
    ['sell', 12.35, 6, null],
    ['transfer', 4, 0, 'bob'],
  ]);
  const value = plannedTradesValue(planned);
  expect(checkExtra({ kind: 'planned-trades', key: 'k', value }).ok).toBe(true);
  expect(readPlannedTrades(value)).toEqual(planned);
});

it('ignores values that are not plans', () => {
  expect([readPlannedTrades({}), readPlannedTrades({ plannedOn: '2026-02-30', trades: [] })]).toEqual([null, null]);
  const odd = [null, { kind: 'hold' }, { kind: 'sell', taxWrapper: 'ISA', date: '2026-12-01', units: -1 }];
  expect(readPlannedTrades({ plannedOn: '2026-11-23', trades: odd })).toEqual({ plannedOn: '2026-11-23', trades: [] });
});
