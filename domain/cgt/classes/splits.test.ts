/** RULES 6.1 to 6.4: splits, consolidations and bonus issues. */
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
} from '../../../tests/cgt/rows.ts';
import { toText } from '../../values/decimal.ts';
import type { TaxYear } from '../../values/tax-year.ts';
import { isFinal } from '../tax/year-totals.ts';

describe('splits', () => {
  it('6.1: rescale a 30-day match and leave no crumb, even at 7 for 3', () => {
    const rows = [
      buy('2024-01-02', 300, 2100),
      sell('2024-05-03', 30, 270),
      row('SPLIT', '2024-05-10', null, 0, { ratio: [7, 3] }),
      buy('2024-05-24', 10, 40),
      sell('2024-09-02', 640, 2000),
    ];
    const { disposals } = classOf(gainsOf(rows));
    expect(disposals[0]?.matches.map(({ rule, acquisitionQuantity }) => [rule, toText(acquisitionQuantity)])).toEqual([
      ['THIRTY_DAY', '10'],
      ['SECTION_104', '25.714285714285714285714286'],
    ]);
    expect(poolInWords(gainsOf(rows))).toBe('0 @ 0');
    expect(issueCodes(gainsOf(rows))).toEqual([]);
  });

  it('6.2: without a ratio take it from the rows of all wrappers and brokers against the units held', () => {
    const rows = [
      buy('2024-01-02', 100, 1000),
      buy('2024-01-02', 50, 500, { broker: 'other' }),
      buy('2024-01-02', 50, 400, { wrapper: 'ISA' }),
      row('SPLIT', '2024-03-01', 200, 0),
      row('SPLIT', '2024-03-01', 100, 0, { broker: 'other' }),
      row('SPLIT', '2024-03-01', 100, 0, { wrapper: 'ISA' }),
    ];
    expect(poolInWords(gainsOf(rows))).toBe('450 @ 1500');
    expect(poolInWords(gainsOf(rows), 'TEST', 'ann', 'ISA')).toBe('150 @ 400');
  });

  it('6.2: one row for the whole holding does for every wrapper', () => {
    const rows = [
      buy('2024-01-02', 100, 1000),
      buy('2024-01-02', 100, 900, { wrapper: 'ISA' }),
      row('BONUS_ISSUE', '2024-03-01', 20, 0),
    ];
    expect(poolInWords(gainsOf(rows))).toBe('110 @ 1000');
    expect(poolInWords(gainsOf(rows), 'TEST', 'ann', 'ISA')).toBe('110 @ 900');
  });

  it('6.2: a stated ratio wins over the units, and counts once for two brokers', () => {
    const rows = [
      buy('2024-01-02', 95, 950),
      row('SPLIT', '2024-03-01', -86, 0, { ratio: [1, 10] }),
      row('SPLIT', '2024-03-01', -1, 0, { ratio: [2, 20], broker: 'other' }),
    ];
    expect(poolInWords(gainsOf(rows))).toBe('9.5 @ 950');
    expect(issueCodes(gainsOf(rows))).toEqual([]);
  });

  it('6.2: the ratio is that of the units physically held, not of the pool by identification', () => {
    const rows = [
      buy('2024-01-02', 100, 1000),
      sell('2024-03-01', 50, 600),
      row('SPLIT', '2024-03-10', 50, 0),
      buy('2024-03-20', 100, 550),
    ];
    expect(disposalsInWords(rows)).toEqual(['50: 600 - 550 = 50; THIRTY_DAY 50 @ 550']);
    expect(poolInWords(gainsOf(rows))).toBe('200 @ 1000');
  });

  it('6.2: a split and a bonus issue of one day are two events', () => {
    const rows = [
      buy('2024-01-02', 100, 1000),
      row('BONUS_ISSUE', '2024-03-01', null, 0, { ratio: [3, 2] }),
      row('SPLIT', '2024-03-01', null, 0, { ratio: [2, 1] }),
    ];
    expect(poolInWords(gainsOf(rows))).toBe('300 @ 1000');
  });

  it('6.2: no ratio and nothing held is left out and reported; so is a ratio that leaves nothing', () => {
    expect(issueCodes(gainsOf([row('SPLIT', '2024-03-01', 100, 0)]))).toEqual(['ratioUnknown']);
    const wiped = gainsOf([buy('2024-01-02', 100, 1000), row('SPLIT', '2024-03-01', -100, 0)]);
    expect(issueCodes(wiped)).toEqual(['ratioUnknown']);
    expect(poolInWords(wiped)).toBe('100 @ 1000');
  });

  it('6.2: different ratios of one day are reported, and the first is used', () => {
    const result = gainsOf([
      buy('2024-01-02', 100, 1000),
      row('SPLIT', '2024-03-01', null, 0, { id: 'a', ratio: [2, 1] }),
      row('SPLIT', '2024-03-01', null, 0, { id: 'b', ratio: [3, 1] }),
    ]);
    expect(issueCodes(result)).toEqual(['ratiosDiffer']);
    expect(poolInWords(result)).toBe('200 @ 1000');
  });

  it('6.3: are effective at the start of their day', () => {
    const rows = [
      buy('2024-01-02', 100, 1000),
      sell('2024-03-01', 100, 600, { id: 'a' }),
      row('SPLIT', '2024-03-01', null, 0, { id: 'b', ratio: [2, 1] }),
    ];
    expect(disposalsInWords(rows)).toEqual(['100: 600 - 500 = 100; SECTION_104 100 @ 500']);
  });

  it('6.4: a fraction that a broker dropped stays dropped in its wrapper', () => {
    const rows = [
      buy('2024-01-02', 105, 1050),
      buy('2024-01-02', 95, 950, { wrapper: 'ISA' }),
      row('SPLIT', '2024-03-01', -95, 0),
      row('SPLIT', '2024-03-01', -86, 0, { wrapper: 'ISA' }),
    ];
    expect(poolInWords(gainsOf(rows))).toBe('10 @ 1050');
    expect(poolInWords(gainsOf(rows), 'TEST', 'ann', 'ISA')).toBe('9 @ 950');
  });

  it('6.4: each broker may drop a fraction, so three of them may differ from the whole by more than one unit', () => {
    const rows = [
      ...['a', 'b', 'c'].map((broker) => buy('2024-01-02', 109, 1090, { broker })),
      buy('2024-01-02', 10_000, 1000, { wrapper: 'ISA' }),
      ...['a', 'b', 'c'].map((broker) => row('SPLIT', '2024-03-01', -99, 0, { broker })),
      row('SPLIT', '2024-03-01', -9000, 0, { wrapper: 'ISA' }),
      sell('2024-06-03', 30, 6000, { broker: 'a' }),
    ];
    expect(disposalsInWords(rows)).toEqual(['30: 6000 - 3270 = 2730; SECTION_104 30 @ 3270']);
    expect(poolInWords(gainsOf(rows), 'TEST', 'ann', 'ISA')).toBe('1000 @ 1000');
    expect(issueCodes(gainsOf(rows))).toEqual([]);
  });

  it('6.4: a row that may be that of the whole holding is no dropped fraction of its wrapper', () => {
    const rows = [
      buy('2024-01-02', 5, 50),
      buy('2024-01-02', 5, 40, { wrapper: 'ISA' }),
      row('BONUS_ISSUE', '2024-03-01', 1, 0),
    ];
    expect(poolInWords(gainsOf(rows))).toBe('5.5 @ 50');
    expect(poolInWords(gainsOf(rows), 'TEST', 'ann', 'ISA')).toBe('5.5 @ 40');
  });

  it('6.2: a row at one of two brokers may be that of the whole or of its own; the whole counts, and this is reported', () => {
    const bought = ['a', 'b'].map((broker) => buy('2024-01-02', 100, 1000, { broker }));
    const at = (broker: string, change: number) => row('SPLIT', '2024-03-01', change, 0, { broker });
    const one = gainsOf([...bought, at('a', 100), sell('2024-06-03', 10, 100)]);
    expect([poolInWords(one), issueCodes(one)]).toEqual(['290 @ 1933.333333333333333333333333', ['ratioAssumed']]);
    expect([isFinal(one, '2023-24' as TaxYear), isFinal(one, '2024-25' as TaxYear)]).toEqual([true, false]);
    // Rows at both, at a place without units, at the only place left, and a stated ratio leave no question.
    const sold = sell('2024-02-01', 100, 1000, { broker: 'b' });
    const stated = row('SPLIT', '2024-03-01', 100, 0, { broker: 'a', ratio: [2, 1] });
    for (const rows of [[at('a', 100), at('b', 100)], [at('c', 200)], [sold, at('a', 100)], [stated]])
      expect(issueCodes(gainsOf([...bought, ...rows]))).toEqual([]);
  });

  it('6.1: a split that would make the share basis too fine to compute with is left out and reported; earlier splits still count', () => {
    const splits = Array.from({ length: 1200 }, (_, index) =>
      row('SPLIT', new Date(Date.UTC(2015, 0, 1 + index)).toISOString().slice(0, 10), null, 0, {
        ratio: index % 2 === 0 ? [999_983, 1] : [1, 999_979],
      }),
    );
    const result = gainsOf([buy('2014-01-02', 100, 1000), ...splits, sell('2024-05-03', 1, 10)]);
    expect(new Set(issueCodes(result))).toEqual(new Set(['ratioTooFine']));
    expect(issueCodes(result).length).toBeGreaterThan(100);
    const few = gainsOf([buy('2014-01-02', 100, 1000), ...splits.slice(0, 10)]);
    expect(issueCodes(few)).toEqual([]);
  });
});
