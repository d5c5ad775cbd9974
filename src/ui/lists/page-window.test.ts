import { describe, expect, it } from 'vitest';
import { pageWindow } from './page-window.ts';

describe('page numbers around the present one', () => {
  it('offers at most five, all of which exist', () => {
    expect(pageWindow(1, 1)).toEqual([1]);
    expect(pageWindow(1, 9)).toEqual([1, 2, 3, 4, 5]);
    expect(pageWindow(5, 9)).toEqual([3, 4, 5, 6, 7]);
    expect(pageWindow(9, 9)).toEqual([5, 6, 7, 8, 9]);
    expect(pageWindow(2, 3)).toEqual([1, 2, 3]);
    expect(pageWindow(1, 0)).toEqual([]);
  });

  it("offers at most seven prices' pages, from the present one minus three (001 §2.7)", () => {
    expect(pageWindow(1, 3, 7)).toEqual([1, 2, 3]);
    expect(pageWindow(6, 20, 7)).toEqual([3, 4, 5, 6, 7, 8, 9]);
    expect(pageWindow(1, 20, 7)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(pageWindow(20, 20, 7)).toEqual([14, 15, 16, 17, 18, 19, 20]);
  });
});
