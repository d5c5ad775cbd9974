import { describe, expect, it } from 'vitest';
import { pageWindow } from './page-window.ts';

describe('page numbers around the present one', () => {
  it('offers two on either side of it, all of which exist (002 §9)', () => {
    expect(pageWindow(1, 1, 2)).toEqual([1]);
    expect(pageWindow(1, 9, 2)).toEqual([1, 2, 3]);
    expect(pageWindow(5, 9, 2)).toEqual([3, 4, 5, 6, 7]);
    expect(pageWindow(8, 9, 2)).toEqual([6, 7, 8, 9]);
    expect(pageWindow(9, 9, 2)).toEqual([7, 8, 9]);
    expect(pageWindow(1, 0, 2)).toEqual([]);
  });

  it("offers at most seven prices' pages, from the present one minus three (001 §2.7)", () => {
    expect(pageWindow(1, 3, 3)).toEqual([1, 2, 3]);
    expect(pageWindow(6, 20, 3)).toEqual([3, 4, 5, 6, 7, 8, 9]);
    expect(pageWindow(1, 20, 3)).toEqual([1, 2, 3, 4]);
    expect(pageWindow(20, 20, 3)).toEqual([17, 18, 19, 20]);
  });
});
