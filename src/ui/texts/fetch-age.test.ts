import { describe, expect, it } from 'vitest';
import { fetchAge } from './fetch-age.ts';

const now = Date.parse('2024-06-15T12:00:00Z');
const ago = (minutes: number) => fetchAge(new Date(now - minutes * 60_000).toISOString(), now);

describe('the relative time of a fetch (001 §9)', () => {
  it('counts minutes under an hour, hours under a day, and then names the day', () => {
    expect([ago(0), ago(59), ago(60), ago(119), ago(120), ago(23 * 60 + 59)]).toEqual([
      '0 min ago',
      '59 min ago',
      '1 hr(s) ago',
      '1 hr(s) ago',
      '2 hr(s) ago',
      '23 hr(s) ago',
    ]);
    expect(ago(24 * 60)).toBe('14 Jun 2024');
    expect(fetchAge('2023-09-05T09:00:00Z', now)).toBe('05 Sep 2023');
  });
});
