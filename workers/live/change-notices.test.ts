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

  it('of thousands of rows that keep coming after a second, then twice as far apart each time, up to eight seconds', () => {
    const pages = Array.from({ length: 60 }, (_, index) => [1500 + 600 * index, PAGE] as const);
    const told = toldAt([[0, 1], ...pages], 60_000);
    const apart = told.slice(1).map((at, index) => Math.round((at - (told[index] ?? 0)) / 1000));
    expect(told.slice(0, 2)).toEqual([30, 1530]);
    expect(apart.slice(1, 6)).toEqual([2, 4, 8, 8, 8]);
  });

  it('of thousands of rows in a pause, at the latest at its end', () => {
    expect(
      toldAt(
        [
          [0, 1],
          [100, PAGE],
          [300, PAGE],
        ],
        3000,
      ),
    ).toEqual([30, 1030]);
    expect(
      toldAt(
        [
          [0, 1],
          [100, PAGE],
        ],
        3000,
      ),
    ).toEqual([30, 900]);
  });

  it('soon again after a quiet time', () => {
    const flood = Array.from({ length: 30 }, (_, index) => [600 * index, PAGE] as const);
    const told = toldAt([...flood, [60_000, 1], [62_000, PAGE], [62_500, PAGE]], 70_000);
    expect(told.slice(-3)).toEqual([60_030, 62_030, 63_300]);
  });
});
