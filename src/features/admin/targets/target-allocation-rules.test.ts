import { describe, expect, it } from 'vitest';
import { readTargetPercentage } from './target-allocation-rules.ts';

const messageOf = (text: string): string => {
  const reading = readTargetPercentage(text);
  return reading.ok ? String(reading.value) : reading.message;
};

describe('a typed target percentage', () => {
  it('is required', () => {
    expect(messageOf(' ')).toBe('Please enter a target percentage');
  });

  it('is from 0 to 1000, both included', () => {
    expect([messageOf('0'), messageOf('100.01'), messageOf('1000'), messageOf('40.50')]).toEqual([
      '0',
      '100.01',
      '1000',
      '40.5',
    ]);
    for (const text of ['-0.01', '1000.01', 'abc', '1e21'])
      expect(messageOf(text)).toBe('Percentage must be between 0 and 1000');
  });

  it('has at most 2 decimals', () => {
    expect(messageOf('33.333')).toBe('Percentage must have at most 2 decimal places');
    expect(messageOf('0.10')).toBe('0.1');
  });
});
