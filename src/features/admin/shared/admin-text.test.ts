import { describe, expect, it } from 'vitest';
import { adminInstant, durationText } from './admin-text.ts';

describe('admin texts', () => {
  it('tells a duration as days, hours and minutes', () => {
    expect(durationText('2.03:04:05')).toBe('2d 3h 4m');
    expect(durationText('00:59:59')).toBe('0d 0h 59m');
    expect(durationText('26:00:00.1234567')).toBe('0d 26h 0m');
    expect(durationText(null)).toBe('N/A');
    expect(durationText('soon')).toBe('N/A');
  });

  it('says Never for a missing date', () => {
    expect(adminInstant(null)).toBe('Never');
    expect(adminInstant('2026-03-03T14:02:11')).toBe('3 Mar 2026, 14:02:11');
  });
});
