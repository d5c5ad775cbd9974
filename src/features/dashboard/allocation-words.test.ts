import { describe, expect, it } from 'vitest';
import type { Percent } from '../../../domain/values/amount.ts';
import { allocationWords, shareOf } from './allocation-words.ts';

const percent = (value: number): Percent => value as Percent;

describe('the allocation chart', () => {
  it('says what is missing in words, never "- of 0.0%"', () => {
    expect(allocationWords({ share: percent(50.25), target: percent(40) })).toBe('50.3% of 40.0%');
    expect(allocationWords({ share: percent(50.2), target: percent(0) })).toBe('50.2%, no target');
    expect(allocationWords({ share: null, target: percent(10) })).toBe('no price, target 10.0%');
    expect(allocationWords({ share: null, target: percent(0) })).toBe('no price');
    expect(allocationWords({ share: null, target: null })).toBe('no price');
    expect(allocationWords({ share: percent(12.34), target: null })).toBe('12.3%');
  });

  it('takes the share of the cost where nothing has a price', () => {
    const row = { currentPercent: null, costPercent: percent(30) };
    expect([shareOf(row, true), shareOf(row, false)]).toEqual([30, null]);
  });
});
