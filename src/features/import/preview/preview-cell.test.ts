import { expect, it } from 'vitest';
import { cellText } from './preview-cell.ts';

it('writes a value by its kind, and - for an empty one (000 §2.11)', () => {
  expect(cellText('currency', null)).toBe('-');
  expect(cellText('text', '')).toBe('-');
  expect(cellText('currency', 6967.09)).toBe('£6,967.09');
  expect(cellText('currency', 2000, 'USD')).toBe('$2,000.00');
  expect(cellText('number', 0.000001)).toBe('0.000001');
  expect(['102', 101.5, 240_000.505, 0.0000001, 7].map((price) => cellText('amount', price))).toEqual([
    '102',
    '101.50',
    '240,000.505',
    '0.0000001',
    '7.00',
  ]);
  expect(cellText('date', '2015-04-10')).toBe('10 Apr 2015');
  expect(cellText('date', '31/31/2015')).toBe('31/31/2015');
  expect(cellText('code', 'IE00B4L5Y983')).toBe('IE00B4L5Y983');
});

it('reads a percent above 1 as whole percents, otherwise as a fraction', () => {
  expect(cellText('percent', 4.25)).toBe('4.25%');
  expect(cellText('percent', 0.0425)).toBe('4.25%');
  expect(cellText('percent', 1)).toBe('100.00%');
});
