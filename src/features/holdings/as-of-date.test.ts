import { describe, expect, it } from 'vitest';
import type { IsoDate } from '../../../domain/values/dates.ts';
import { checkAsOfDate } from './as-of-date.ts';

const today = '2024-06-15' as IsoDate;

function messageOf(value: unknown): string | null {
  const check = checkAsOfDate(value, today);
  return check.ok ? null : check.message;
}

describe('as-of date, checked in the order of 001 §5', () => {
  it('says what is wrong, the first failing check first', () => {
    expect(messageOf(20240615)).toBe('Invalid date parameter format. Expected date string in YYYY-MM-DD format.');
    expect(messageOf(undefined)).toBe('Invalid date parameter format. Expected date string in YYYY-MM-DD format.');
    expect(messageOf('   ')).toBe('Date parameter cannot be empty.');
    expect(messageOf('15/06/2024')).toBe(
      'Invalid date format: "15/06/2024". Please use YYYY-MM-DD format (e.g., 2024-01-15).',
    );
    expect(messageOf('2024-6-1')).toBe(
      'Invalid date format: "2024-6-1". Please use YYYY-MM-DD format (e.g., 2024-01-15).',
    );
    expect(messageOf('2024-13-01')).toBe('Invalid date: "2024-13-01". Please enter a valid date.');
    expect(messageOf('2024-01-32')).toBe('Invalid date: "2024-01-32". Please enter a valid date.');
    expect(messageOf('2024-01-00')).toBe('Invalid date: "2024-01-00". Please enter a valid date.');
    expect(messageOf('2024-02-30')).toBe(
      'Invalid date: "2024-02-30". The date was automatically corrected to 2024-03-01.',
    );
    expect(messageOf('2023-02-29')).toBe(
      'Invalid date: "2023-02-29". The date was automatically corrected to 2023-03-01.',
    );
    expect(messageOf('2024-06-16')).toBe(
      'Future date not allowed: "2024-06-16". Please select a date up to today (2024-06-15).',
    );
    expect(messageOf('1999-12-31')).toBe(
      'Date too far in the past: "1999-12-31". Please select a date from 2000-01-01 onwards.',
    );
  });

  it('calls any day after today a future one and any before 2000 too far in the past, however far', () => {
    expect(messageOf('2201-01-01')).toBe(
      'Future date not allowed: "2201-01-01". Please select a date up to today (2024-06-15).',
    );
    expect(messageOf('9999-12-31')).toBe(
      'Future date not allowed: "9999-12-31". Please select a date up to today (2024-06-15).',
    );
    expect(messageOf('1799-12-31')).toBe(
      'Date too far in the past: "1799-12-31". Please select a date from 2000-01-01 onwards.',
    );
    expect(messageOf('0000-01-01')).toBe(
      'Date too far in the past: "0000-01-01". Please select a date from 2000-01-01 onwards.',
    );
    expect(messageOf('2300-13-01')).toBe('Invalid date: "2300-13-01". Please enter a valid date.');
    expect(messageOf('2300-02-29')).toBe(
      'Invalid date: "2300-02-29". The date was automatically corrected to 2300-03-01.',
    );
  });

  it('reports a rolled-over day before it reports that the day lies in the future or the far past', () => {
    expect(messageOf('2025-02-30')).toContain('automatically corrected to 2025-03-02');
    expect(messageOf('1999-11-31')).toContain('automatically corrected to 1999-12-01');
  });

  it('accepts today, the first day and surrounding blanks', () => {
    expect(checkAsOfDate('2024-06-15', today)).toEqual({ ok: true, date: '2024-06-15' });
    expect(checkAsOfDate('2000-01-01', today)).toEqual({ ok: true, date: '2000-01-01' });
    expect(checkAsOfDate(' 2024-02-29 ', today)).toEqual({ ok: true, date: '2024-02-29' });
  });
});
