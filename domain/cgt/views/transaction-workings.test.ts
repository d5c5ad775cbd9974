/** What one transaction came to: the gain of a sale, the disposals and the pool that a purchase fed. */
import { describe, expect, it } from 'vitest';
import { buy, day, gainsOf, row, sell } from '../../../tests/cgt/rows.ts';
import type { Account, Transaction } from '../../records/records.ts';
import type { AssetFacts } from '../terms/capacity.ts';
import { transactionWorkings, type FedDisposal } from './transaction-workings.ts';

const assets = new Map<string, AssetFacts>([
  ['TEST', { isin: 'TEST', name: 'Test plc', type: 'EQUITY', category: 'UK_TSM', cgtExempt: null }],
]);
const accounts = new Map<string, Account>([['ann', { id: 'ann', name: 'Ann' }]]);
const context = { assets, accounts, asOf: day('2024-12-31') };

const HISTORY: readonly Transaction[] = [
  buy('2023-01-03', 300, 9000, { id: 'b1' }),
  sell('2024-06-03', 100, 5000, { id: 's1' }),
  buy('2024-06-10', 30, 1500, { id: 'b2' }),
  buy('2024-06-10', 10, 480, { id: 'b3' }),
  sell('2024-09-02', 50, 2600, { id: 's2' }),
  row('DIVIDEND', '2024-10-01', null, 12, { id: 'd1' }),
];
const of = (id: string, rows = HISTORY) => transactionWorkings(gainsOf(rows), context, id);
const shown = (fed: readonly FedDisposal[] | undefined) =>
  fed?.map(({ disposal, match }) => [disposal.disposalTransactionId, match.rule, match.quantity, match.cost]);

describe('the workings of a transaction', () => {
  it('of a sale are its disposal with the matched lots and their rules', () => {
    const workings = of('s1');
    expect(workings?.disposal).toMatchObject({ disposalTransactionId: 's1', capitalGain: 1220 });
    expect(workings?.disposal?.matches.map(({ rule, quantity, cost }) => [rule, quantity, cost])).toEqual([
      ['THIRTY_DAY', 40, 1980],
      ['SECTION_104', 60, 1800],
    ]);
    expect([workings?.matched, workings?.drawnCount, workings?.pool]).toEqual([[], 0, null]);
  });

  it('of a purchase are the disposals matched with it, together with the other purchases of its day (RULES 2.1)', () => {
    const workings = of('b2');
    expect(workings?.disposal).toBeNull();
    expect(shown(workings?.matched)).toEqual([['s1', 'THIRTY_DAY', 40, 1980]]);
    expect(workings?.otherPurchases).toBe(1);
    expect(shown(of('b3')?.matched)).toEqual(shown(workings?.matched));
  });

  it('of a purchase in the pool are its change to the pool and the disposals from the pool, the newest first', () => {
    const workings = of('b1');
    expect(workings?.pool).toMatchObject({ quantityChange: 300, costChange: 9000, quantity: 300, cost: 9000 });
    expect(shown(workings?.drawn)).toEqual([
      ['s2', 'SECTION_104', 50, 1500],
      ['s1', 'SECTION_104', 60, 1800],
    ]);
    expect([workings?.drawnCount, workings?.otherPurchases]).toEqual([2, 0]);
  });

  it('of a purchase leave out the disposals of a pool that was sold out before the purchase', () => {
    const rows = [
      buy('2020-01-06', 10, 100, { id: 'b1' }),
      sell('2020-06-01', 10, 150, { id: 's1' }),
      buy('2021-01-04', 10, 200, { id: 'b2' }),
      sell('2021-06-01', 10, 250, { id: 's2' }),
    ];
    expect([shown(of('b1', rows)?.drawn), shown(of('b2', rows)?.drawn)]).toEqual([
      [['s1', 'SECTION_104', 10, 100]],
      [['s2', 'SECTION_104', 10, 200]],
    ]);
  });

  it('of income are empty, and an unknown transaction has none', () => {
    expect(of('d1')).toMatchObject({ disposal: null, matched: [], pool: null, drawnCount: 0 });
    expect(of('none')).toBeNull();
  });

  it('list the latest of many disposals, and how many there are in all', () => {
    const sales = Array.from({ length: 60 }, (_, index) =>
      sell(`20${String(10 + Math.floor(index / 5))}-0${1 + (index % 5)}-15`, 1, 10, { id: `s${index}` }),
    );
    const workings = of('b0', [buy('2009-01-05', 100, 100, { id: 'b0' }), ...sales]);
    expect([workings?.drawn.length, workings?.drawnCount, workings?.drawn[0]?.disposal.disposalTransactionId]).toEqual([
      50,
      60,
      's59',
    ]);
  });
});
