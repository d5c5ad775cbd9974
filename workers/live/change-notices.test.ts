import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ChangeNotices } from './change-notices.ts';

const PAGE = 2000;

/** When changes are told, in milliseconds since the first, for changes of so many rows at these times. */
function toldAt(changes: readonly (readonly [at: number, rows: number])[], until: number): number[] {
  const begun = performance.now();
  const told: number[] = [];
  const notices = new ChangeNotices(() => told.push(performance.now() - begun));
  for (const [at, rows] of changes)
    setTimeout(() => {
      notices.changed(rows);
    }, at);
  vi.advanceTimersByTime(until);
  notices.stop();
  return told;
}

describe('changes are told', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('soon, and those that follow closely together', () => {
    const changes = [0, 10, 20, 40, 50].map((at) => [at, 1] as const);
    expect(toldAt(changes, 2000)).toEqual([30, 330]);
  });

  it('of thousands of rows that keep coming at once, then when as many more are there, or after eight seconds', () => {
    const pages = Array.from({ length: 60 }, (_, index) => [1000 + 600 * index, PAGE] as const);
    const told = toldAt([[0, 1], ...pages], 60_000);
    // 1, 1, 2, 4 and 8 pages, and then what comes in 8 s.
    expect(told.slice(0, 6)).toEqual([30, 1030, 1630, 3000, 5400, 10_200]);
    expect(told.slice(6, 9)).toEqual([18_200, 26_200, 34_200]);
  });

  it('of thousands of rows in a pause', () => {
    expect(
      toldAt(
        [
          [0, PAGE],
          [100, PAGE],
          [200, PAGE],
          [400, PAGE],
          [500, 1],
        ],
        3000,
      ),
    ).toEqual([30, 330, 1300]);
  });

  it('soon again after a quiet time', () => {
    const flood = Array.from({ length: 30 }, (_, index) => [600 * index, PAGE] as const);
    const told = toldAt([...flood, [60_000, 1], [62_000, PAGE], [62_600, PAGE - 1]], 70_000);
    expect(told.slice(-3)).toEqual([60_030, 62_030, 63_400]);
  });
});
