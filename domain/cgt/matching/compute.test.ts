/** Sub-results are kept by class: an edit recomputes its class alone, and never serves an old figure. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { DEFAULT_ACCOUNT_SETTINGS } from '../../records/account-settings.ts';
import { buy, day, gainsOf, poolInWords, row, sell } from '../../../tests/cgt/rows.ts';
import type { Pounds } from '../../values/amount.ts';
import type { Transaction } from '../../records/records.ts';
import { addDays } from '../../values/dates.ts';
import { CHECKPOINT_ROWS } from './checkpoints.ts';
import { createGainsCache } from './compute.ts';
import type { GainsResult } from '../terms/gains.ts';

/** Collects what nothing holds any more. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}

/** The classes that both results share by identity: those that were not identified again. */
function keptIsins(before: GainsResult, after: GainsResult): string[] {
  return after.classes.filter((gains) => before.classes.includes(gains)).map(({ isin }) => isin);
}

const portfolio = (): Transaction[] =>
  ['TESTA', 'TESTB', 'TESTC'].flatMap((isin) => [
    buy('2024-01-02', 10, 100, { isin }),
    sell('2024-06-03', 4, 60, { isin }),
  ]);

describe('the cache', () => {
  it('keeps every class when nothing changed, and all but one after an edit', () => {
    const cache = createGainsCache();
    const rows = portfolio();
    const first = gainsOf(rows, { cache });
    expect(keptIsins(first, gainsOf(rows, { cache }))).toEqual(['TESTA', 'TESTB', 'TESTC']);
    const edited = rows.map((one, index) => (index === 2 ? { ...one, consideration: 200 as Pounds } : one));
    const second = gainsOf(edited, { cache });
    expect(keptIsins(first, second)).toEqual(['TESTA', 'TESTC']);
    expect(poolInWords(second, 'TESTB')).toBe('6 @ 120');
  });

  it('holds no earlier book by the results that it keeps', async () => {
    const cache = createGainsCache();
    const rows = portfolio();
    gainsOf(rows, { cache, asOf: '2030-01-01' });
    if (cache.book === null) throw new Error('no book was kept');
    const earlier = new WeakRef(cache.book);
    // A later day makes a new book; the rows of each class are the same.
    gainsOf(rows, { cache, asOf: '2030-01-02' });
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    collectGarbage();
    expect(earlier.deref()).toBeUndefined();
  });

  it('places added and removed rows, and drops a class that is empty', () => {
    const cache = createGainsCache();
    const rows = portfolio();
    const first = gainsOf(rows, { cache });
    const second = gainsOf([...rows, buy('2023-01-03', 10, 50, { isin: 'TESTA' })], { cache });
    expect([keptIsins(first, second), poolInWords(second, 'TESTA')]).toEqual([['TESTB', 'TESTC'], '16 @ 120']);
    expect(gainsOf(rows.slice(2), { cache }).classes.map(({ isin }) => isin)).toEqual(['TESTB', 'TESTC']);
  });

  it('notices an array edited in place, another day, other facts and other settings', () => {
    const cache = createGainsCache();
    const rows = portfolio();
    gainsOf(rows, { cache });
    rows[0] = buy('2024-01-02', 10, 300, { isin: 'TESTA' });
    expect(poolInWords(gainsOf(rows, { cache }), 'TESTA')).toBe('6 @ 180');
    const earlier = gainsOf(rows, { cache, asOf: '2024-01-02' });
    expect(poolInWords(earlier, 'TESTA')).toBe('10 @ 300');
    const later = gainsOf(rows, { cache });
    expect(later.classes[0]?.disposals).toHaveLength(1);
    const marked = gainsOf(rows, {
      cache,
      assets: new Map([['TESTB', { isin: 'TESTB', name: '', type: 'BOND', category: 'LT_BONDS', cgtExempt: true }]]),
    });
    expect(marked.classes.map(({ disposals }) => disposals[0]?.exempt)).toEqual([null, 'markedExempt', null]);
    expect(
      keptIsins(
        later,
        gainsOf(rows, {
          cache,
          settings: new Map([['ann', { ...DEFAULT_ACCOUNT_SETTINGS, fxChargeAllowable: true }]]),
        }),
      ),
    ).toEqual([]);
  });

  it('keeps a class when the day changes and no row of the class lies between the two days', () => {
    const cache = createGainsCache();
    const rows = portfolio();
    const first = gainsOf(rows, { cache, asOf: '2024-12-30' });
    expect(keptIsins(first, gainsOf(rows, { cache, asOf: '2024-12-31' }))).toEqual(['TESTA', 'TESTB', 'TESTC']);
  });

  it('continues from a day that no earlier row affects, and reads no older row again', () => {
    const cache = createGainsCache();
    const reads = new Map<string, number>();
    const watched = (one: Transaction, index: number): Transaction =>
      Object.defineProperty({ ...one }, 'consideration', {
        get: () => {
          reads.set(one.id, (reads.get(one.id) ?? 0) + 1);
          return (100 + index) as Pounds;
        },
      });
    const rows = Array.from({ length: 60 }, (_, index) => [
      buy(addDays(day('2020-01-01'), index * 32), 10, 0),
      sell(addDays(day('2020-01-02'), index * 32), 4, 0),
    ])
      .flat()
      .map(watched);
    gainsOf(rows, { cache });
    reads.clear();
    const earlier = gainsOf(rows, { cache, asOf: rows[90]?.transactionDate ?? '' });
    expect([...reads.keys()]).toEqual(rows.slice(90 - (90 % CHECKPOINT_ROWS), 91).map(({ id }) => id));
    expect(earlier.classes[0]?.positions).toEqual(
      gainsOf(rows, { asOf: rows[90]?.transactionDate ?? '' }).classes[0]?.positions,
    );
  });

  it('recomputes the classes that took over costs, and no others', () => {
    const cache = createGainsCache();
    const rows = [...portfolio(), row('MERGER', '2024-07-01', 12, 0, { isin: 'TESTA', relatedIsin: 'TESTNEW' })];
    const first = gainsOf(rows, { cache });
    const edited = rows.map((one, index) => (index === 0 ? { ...one, consideration: 200 as Pounds } : one));
    const second = gainsOf(edited, { cache });
    expect(keptIsins(first, second)).toEqual(['TESTB', 'TESTC']);
    expect(poolInWords(second, 'TESTNEW')).toBe('12 @ 120');
    expect(
      keptIsins(
        second,
        gainsOf(
          edited.map((one, index) => (index === 2 ? { ...one, consideration: 1 as Pounds } : one)),
          { cache },
        ),
      ),
    ).toEqual(['TESTA', 'TESTC', 'TESTNEW']);
  });
});

it('computes the disposals of a class once, when they are first asked for', () => {
  const [gains] = gainsOf([buy('2024-01-02', 10, 100), sell('2024-06-03', 4, 60), sell('2024-07-01', 1, 20)]).classes;
  const disposals = gains?.disposals;
  expect(disposals?.map(({ date }) => date)).toEqual(['2024-06-03', '2024-07-01']);
  expect(gains?.disposals).toBe(disposals);
});
