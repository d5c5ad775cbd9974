/** RULES 8: transfers between brokers, wrappers and spouses. */
import { describe, expect, it } from 'vitest';
import {
  buy,
  classOf,
  disposalsInWords,
  gainsOf,
  issueCodes,
  poolInWords,
  row,
  sell,
  type RowOptions,
} from '../../../tests/cgt/rows.ts';
import { sum, toText, zero } from '../../values/decimal.ts';
import type { Transaction } from '../../records/records.ts';
import { isFinal } from '../tax/year-totals.ts';
import type { TaxYear } from '../../values/tax-year.ts';

const out = (date: string, quantity: number, options: RowOptions = {}): Transaction =>
  row('TRANSFER_OUT', date, quantity, 0, options);
const into = (date: string, quantity: number, consideration: number, options: RowOptions = {}): Transaction =>
  row('TRANSFER_IN', date, quantity, consideration, options);
const held = (): Transaction => buy('2023-01-03', 100, 1000);
const bob = { account: 'bob', transferId: 'link' };

describe('transfers', () => {
  it('8.1: in without a link is an acquisition at what the row states', () => {
    expect(
      disposalsInWords([held(), sell('2024-02-01', 10, 200), into('2024-02-20', 10, 150, { brokerCharge: 2 })]),
    ).toEqual(['10: 200 - 152 = 48; THIRTY_DAY 10 @ 152']);
  });

  it('8.2: out is identified with the day, each match shared, and leaves at exact cost with its own charges', () => {
    const rows = [
      held(),
      buy('2024-02-01', 60, 900),
      sell('2024-02-01', 60, 1200, { stampDuty: 7 }),
      out('2024-02-01', 30, { brokerCharge: 3 }),
      out('2024-02-01', 30),
    ];
    const { transfers } = classOf(gainsOf(rows));
    expect(disposalsInWords(rows)).toEqual(['60: 1200 - 757 = 443; SAME_DAY 30 @ 450; SECTION_104 30 @ 300']);
    expect(transfers.map(({ quantity, cost }) => [toText(quantity), toText(cost)])).toEqual([
      ['30', '378'],
      ['30', '375'],
    ]);
  });

  it('8.2, 4.5: a share of units too small for the 24th decimal keeps its share of the cost', () => {
    const rows = [
      buy('2023-01-03', 1e14, 0),
      buy('2024-02-01', 0.000001, 1e14),
      sell('2024-02-01', 0.000001, 1),
      out('2024-02-01', 1e14),
    ];
    const { disposals, transfers, pools } = classOf(gainsOf(rows));
    const parts = [
      ...disposals.map(({ allowableCost }) => allowableCost),
      ...[...transfers, ...pools].map(({ cost }) => cost),
    ];
    expect(toText(sum(parts))).toBe('100000000000000');
    expect(disposals.map(({ allowableCost }) => toText(allowableCost))).toEqual(['0.000001']);
  });

  it('8.3: a spouse takes over the exact cost of each run, which a purchase within 30 days changes', () => {
    const gift = [
      held(),
      out('2024-02-01', 30, { transferId: 'link' }),
      into('2024-02-01', 30, 999, bob),
      sell('2024-09-02', 30, 600, { account: 'bob' }),
    ];
    expect(disposalsInWords(gift, { account: 'bob' })).toEqual(['30: 600 - 300 = 300; SECTION_104 30 @ 300']);
    const withPurchase = [...gift, buy('2024-02-20', 30, 450)];
    expect(disposalsInWords(withPurchase, { account: 'bob' })).toEqual(['30: 600 - 450 = 150; SECTION_104 30 @ 450']);
    expect(classOf(gainsOf(withPurchase)).disposals).toEqual([]);
  });

  it("8.3: the recipient's own charges count nowhere, and a notice says so; those of a move need none", () => {
    const given = (options: RowOptions): Transaction[] => [
      held(),
      out('2024-02-01', 30, { transferId: 'link' }),
      into('2024-02-01', 30, 999, { transferId: 'link', brokerCharge: 4, stampDuty: 5, ...options }),
    ];
    const gift = gainsOf(given({ account: 'bob' }));
    expect(poolInWords(gift, 'TEST', 'bob')).toBe('30 @ 300');
    expect(issueCodes(gift)).toEqual(['chargesNotCounted']);
    const move = gainsOf(given({ broker: 'other' }));
    expect(poolInWords(move)).toBe('100 @ 1000');
    expect(issueCodes(move)).toEqual([]);
  });

  it('8.2, 8.3: transfers of one day to different people share its identification, and nothing is lost', () => {
    const to = (person: string, quantity: number, brokerCharge: number): Transaction[] => [
      out('2024-02-01', quantity, { transferId: person, brokerCharge }),
      into('2024-02-01', quantity, 999, { account: person, transferId: person }),
    ];
    const rows = [
      held(),
      buy('2024-02-01', 30, 450),
      sell('2024-02-01', 20, 500, { brokerCharge: 7 }),
      ...to('bob', 30, 3),
      ...to('cid', 50, 0),
    ];
    // 30 of the day at 450 and 70 of the pool at 700: 11.50 for each of the 100 that left.
    const result = gainsOf(rows);
    expect(disposalsInWords(rows)).toEqual(['20: 500 - 237 = 263; SAME_DAY 6 @ 90; SECTION_104 14 @ 140']);
    expect(['ann', 'bob', 'cid'].map((person) => poolInWords(result, 'TEST', person))).toEqual([
      '30 @ 300',
      '30 @ 348',
      '50 @ 575',
    ]);
    const thirds = [buy('2023-01-03', 7, 100), ...to('bob', 1, 0), ...to('cid', 1, 0), ...to('dan', 1, 0)];
    const costs = gainsOf(thirds).classes.flatMap(({ pools }) => pools.map(({ cost }) => cost));
    expect([costs.length, toText(sum(costs))]).toEqual([4, '100']);
  });

  it('8.3: thirds are handed over to the last digit', () => {
    const rows = [
      buy('2023-01-03', 3, 100),
      out('2024-02-01', 1, { transferId: 'link' }),
      into('2024-02-01', 1, 0, bob),
    ];
    const result = gainsOf(rows);
    const [ann, his] = [classOf(result).pools[0]?.cost ?? 0n, classOf(result, 'TEST', 'bob').pools[0]?.cost ?? 0n];
    expect(ann + his).toBe(100n * 10n ** 24n);
  });

  it('8.3: a cost that arrives in parts is divided by units of their days, also with a split in between', () => {
    const rows = [
      held(),
      buy('2023-01-03', 10, 100, { account: 'bob' }),
      out('2024-02-01', 100, { transferId: 'link' }),
      into('2024-02-01', 40, 0, { ...bob, id: 'in-1' }),
      row('SPLIT', '2024-02-05', 50, 0, { account: 'bob', ratio: [2, 1] }),
      into('2024-02-09', 120, 0, { ...bob, id: 'in-2' }),
      sell('2024-02-01', 40, 900, { account: 'bob' }),
    ];
    // 40 of 100 units: 400 of 1,000. By the quantities as they stand, 40 of 160, it would be 250.
    expect(disposalsInWords(rows, { account: 'bob' })).toEqual(['40: 900 - 400 = 500; SAME_DAY 40 @ 400']);
  });

  it('8.3: a chain there and back settles', () => {
    const rows = [
      held(),
      out('2024-02-01', 100, { transferId: 'one' }),
      into('2024-02-01', 100, 0, { account: 'bob', transferId: 'one' }),
      out('2024-06-03', 50, { account: 'bob', transferId: 'two' }),
      into('2024-06-03', 50, 0, { transferId: 'two' }),
      sell('2024-10-01', 50, 900),
    ];
    expect(disposalsInWords(rows)).toEqual(['50: 900 - 500 = 400; SECTION_104 50 @ 500']);
    expect(issueCodes(gainsOf(rows))).toEqual([]);
  });

  it('8.3: an ISA handed over to a LISA keeps its cost', () => {
    const rows = [
      buy('2023-01-03', 10, 100, { wrapper: 'ISA' }),
      out('2024-02-01', 10, { wrapper: 'ISA', transferId: 'link' }),
      into('2024-02-01', 10, 5, { wrapper: 'LISA', transferId: 'link' }),
    ];
    expect(poolInWords(gainsOf(rows), 'TEST', 'ann', 'LISA')).toBe('10 @ 100');
  });

  it('8.4: broker to broker is no event; only the wrapper that holds changes', () => {
    const rows = [
      held(),
      out('2024-02-01', 40, { transferId: 'link' }),
      into('2024-02-05', 40, 0, { transferId: 'link', wrapper: 'SPECULATIVE', broker: 'other' }),
      sell('2024-02-03', 10, 200),
    ];
    expect(disposalsInWords(rows)).toEqual(['10: 200 - 100 = 100; SECTION_104 10 @ 100']);
    expect(classOf(gainsOf(rows)).transfers).toEqual([]);
    expect(
      classOf(gainsOf(rows)).positions.map(({ wrapper, quantity, cost }) => [wrapper, toText(quantity), toText(cost)]),
    ).toEqual([
      ['DEALING', '50', '500'],
      ['SPECULATIVE', '40', '400'],
    ]);
  });

  it('8.5: across taxable and exempt each half counts for itself, and is reported', () => {
    const result = gainsOf([
      held(),
      out('2024-02-01', 40, { transferId: 'link' }),
      into('2024-02-01', 40, 800, { transferId: 'link', wrapper: 'ISA' }),
    ]);
    expect(issueCodes(result)).toEqual(['transferAcrossTaxStatus', 'transferAcrossTaxStatus']);
    expect(poolInWords(result, 'TEST', 'ann', 'ISA')).toBe('40 @ 800');
  });

  it('8.7: an unlinked In of as many units as left another broker is named, once for each Out', () => {
    const at = (broker: string, more: RowOptions = {}): RowOptions => ({ broker, ...more });
    const codes = (...rows: readonly Transaction[]) => issueCodes(gainsOf([held(), ...rows]));
    const left = out('2024-02-01', 40, at('a'));
    expect(codes(left, into('2024-05-01', 40, 500, at('b')))).toEqual(['transferMayBeMove']);
    expect(codes(left, into('2023-11-03', 40, 500, at('b')))).toEqual(['transferMayBeMove']);
    expect(codes(left, into('2024-02-05', 40, 500, at('a', { wrapper: 'SPECULATIVE' })))).toEqual([
      'transferMayBeMove',
    ]);
    expect(codes(left, into('2024-02-05', 40, 500, at('b')), into('2024-02-06', 40, 500, at('c')))).toHaveLength(1);
    expect(codes(left, into('2024-05-02', 40, 500, at('b')))).toEqual([]);
    expect(codes(left, into('2024-02-05', 41, 500, at('b')))).toEqual([]);
    expect(codes(left, into('2024-02-05', 40, 500, at('a')))).toEqual([]);
    expect(codes(left, into('2024-02-05', 40, 500, at('b', { account: 'bob' })))).toEqual([]);
    expect(codes(left, into('2024-02-05', 40, 500, at('b', { wrapper: 'ISA' })))).toEqual([]);
    const linked = { transferId: 'link' };
    expect(codes(out('2024-02-01', 40, at('a', linked)), into('2024-02-05', 40, 0, at('b', linked)))).toEqual([]);
    const result = gainsOf([held(), left, into('2024-02-05', 40, 500, at('b')), sell('2024-09-02', 10, 200)]);
    expect(isFinal(result, '2024-25' as TaxYear)).toBe(true);
  });

  it('8.8: an unlinked In that states no cost is named, unless it may be a move', () => {
    const codes = (...rows: readonly Transaction[]) => issueCodes(gainsOf([held(), ...rows]));
    expect(codes(into('2024-02-05', 40, 0))).toEqual(['transferWithoutCost']);
    // The other half is a spouse's, which an unlinked row does not say.
    expect(codes(out('2024-02-05', 40), into('2024-02-05', 40, 0, { account: 'bob' }))).toEqual([
      'transferWithoutCost',
    ]);
    expect(codes(out('2024-02-01', 40, { broker: 'a' }), into('2024-02-05', 40, 0, { broker: 'b' }))).toEqual([
      'transferMayBeMove',
    ]);
    expect(codes(into('2024-02-05', 40, 1))).toEqual([]);
    expect(codes(into('2024-02-05', 40, 0, { wrapper: 'ISA' }))).toEqual([]);
  });

  it('8.6: missing halves, other quantities and incomplete givers are reported, and the year is not final', () => {
    expect(issueCodes(gainsOf([held(), out('2024-02-01', 40, { transferId: 'link' })]))).toEqual([
      'transferHalfMissing',
    ]);
    expect(issueCodes(gainsOf([into('2024-02-01', 40, 50, { transferId: 'link' })]))).toEqual(['transferHalfMissing']);
    expect(
      issueCodes(gainsOf([held(), out('2024-02-01', 40, { transferId: 'link' }), into('2024-02-01', 39, 0, bob)])),
    ).toEqual(['transferQuantitiesDiffer']);
    const incomplete = gainsOf([
      out('2024-02-01', 40, { transferId: 'link' }),
      into('2024-02-01', 40, 0, bob),
      sell('2024-09-02', 40, 80, { account: 'bob' }),
    ]);
    expect(issueCodes(incomplete)).toEqual(['unmatched', 'passedCostIncomplete']);
    expect(isFinal(incomplete, '2024-25' as TaxYear, 'bob')).toBe(false);
  });

  it('8.6, 6.1: the halves of a move across a split are compared in the units of their days', () => {
    const moved = (arrived: number): string[] => {
      const result = gainsOf([
        held(),
        out('2024-02-01', 40, { transferId: 'link' }),
        row('SPLIT', '2024-02-03', null, 0, { ratio: [2, 1] }),
        into('2024-02-05', arrived, 0, { transferId: 'link', broker: 'other' }),
      ]);
      return [...classOf(result).positions.map(({ quantity }) => toText(quantity)), ...issueCodes(result)];
    };
    expect(moved(80)).toEqual(['200']);
    expect(moved(40)).toEqual(['160', 'transferQuantitiesDiffer']);
  });

  const bothWays = (first: number, back: number, own: number, options: RowOptions = {}): Transaction[] => [
    held(),
    buy('2023-01-03', own, own * 10, { account: 'bob' }),
    out('2024-02-01', first, { transferId: 'one', ...options }),
    into('2024-02-01', first, 0, { account: 'bob', transferId: 'one' }),
    out('2024-02-01', back, { account: 'bob', transferId: 'two' }),
    into('2024-02-01', back, 0, { transferId: 'two' }),
  ];

  it('8.6: the costs of a circle are its solution, and are not reported', () => {
    // What goes is half of what comes back, which is that and 100 from the pool: 100 and 200.
    const result = gainsOf([...bothWays(10, 20, 100), sell('2024-09-02', 10, 200)]);
    expect(issueCodes(result)).toEqual([]);
    expect(isFinal(result, '2024-25' as TaxYear)).toBe(true);
    expect(pounds(poolInWords(result))).toEqual([100, 1000]);
    expect(pounds(poolInWords(result, 'TEST', 'bob'))).toEqual([90, 900]);
  });

  it('8.6: also where nearly all of a cost goes round', () => {
    const rows = [
      held(),
      buy('2023-01-03', 1, 7, { account: 'bob' }),
      out('2024-02-01', 100, { transferId: 'one' }),
      into('2024-02-01', 100, 0, { account: 'bob', transferId: 'one' }),
      out('2024-02-10', 100, { account: 'bob', transferId: 'two' }),
      into('2024-02-10', 100, 0, { transferId: 'two' }),
    ];
    // c = (c + 7) x 100 / 101, so c = 700; 64 rounds from nothing would reach 329.
    const result = gainsOf(rows);
    expect(issueCodes(result)).toEqual([]);
    expect(pounds(toText(classOf(result).transfers[0]?.cost ?? zero()))).toEqual([700]);
    expect(pounds(poolInWords(result, 'TEST', 'bob'))).toEqual([1, 7]);
  });

  it('8.6: a circle in which the whole goes round and charges are added has no solution, and is reported', () => {
    const result = gainsOf([...bothWays(10, 10, 100, { brokerCharge: 5 }), sell('2024-09-02', 10, 200)]);
    expect(issueCodes(result)).toEqual(['circularTransfer', 'circularTransfer']);
    expect(isFinal(result, '2024-25' as TaxYear)).toBe(false);
  });
});

/** Figures in a text, without the last decimals of an approximation. */
function pounds(text: string): number[] {
  return text.split(' @ ').map((figure) => Number(Number(figure).toFixed(12)));
}
