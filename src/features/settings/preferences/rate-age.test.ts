import { expect, it } from 'vitest';
import { rateAge } from './rate-age.ts';

it('tells the age of the rates in days, hours or minutes (001 §2.11)', () => {
  const now = Date.parse('2026-03-03T12:00:00Z');
  expect(rateAge('2026-03-01T11:00:00Z', now)).toBe('2 day(s) ago');
  expect(rateAge('2026-03-03T11:00:00Z', now)).toBe('1 hour(s) ago');
  expect(rateAge('2026-03-03T11:30:30Z', now)).toBe('29 minute(s) ago');
  expect(rateAge('2026-03-03T12:00:30Z', now)).toBe('0 minute(s) ago');
  expect(rateAge(null, now)).toBe('N/A');
});
