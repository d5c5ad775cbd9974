import { expect, it } from 'vitest';
import { ageText } from './rate-age.ts';

it.each([
  [59_999, 'Just now'],
  [-5_000, 'Just now'],
  [60_000, '1m ago'],
  [59 * 60_000, '59m ago'],
  [3_600_000, '1h 0m ago'],
  [26 * 3_600_000 - 1, '1d ago'],
  [23 * 3_600_000 + 59 * 60_000, '23h 59m ago'],
  [3 * 86_400_000, '3d ago'],
])('reads an age of %d ms as %s (001 §2.8)', (age, text) => {
  expect(ageText(age)).toBe(text);
});
