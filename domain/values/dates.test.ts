import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../tests/runs.ts';
import {
  addDays,
  dateFromParts,
  daysBetween,
  fromDayNumber,
  londonDate,
  parseIsoDate,
  toDayNumber,
  type IsoDate,
} from './dates.ts';
import { parseTaxYear, taxYearBounds, taxYearOf } from './tax-year.ts';

describe('calendar days', () => {
  it('counts days as the proleptic Gregorian calendar does', () => {
    fc.assert(
      fc.property(fc.integer({ min: -60_000, max: 80_000 }), (day) => {
        const date = fromDayNumber(day);
        expect(date).toBe(new Date(day * 86_400_000).toISOString().slice(0, 10));
        expect(toDayNumber(date)).toBe(day);
      }),
    );
  });

  it('refuses days that the calendar does not have', () => {
    expect(parseIsoDate('2023-02-29')).toBeNull();
    expect(parseIsoDate('2024-02-29')).toBe('2024-02-29');
    expect(parseIsoDate('2024-2-29')).toBeNull();
    expect(dateFromParts(2024, 13, 1)).toBeNull();
    expect(dateFromParts(24, 1, 1)).toBeNull();
  });

  it('crosses a change of the clocks without losing a day', () => {
    expect(daysBetween('2024-03-15' as IsoDate, '2024-04-14' as IsoDate)).toBe(30);
    expect(addDays('2024-10-20' as IsoDate, 30)).toBe('2024-11-19');
  });

  it('takes the day in London at an instant', () => {
    expect(londonDate(Date.parse('2024-07-01T23:30:00Z'))).toBe('2024-07-02');
    expect(londonDate(Date.parse('2024-01-01T23:30:00Z'))).toBe('2024-01-01');
    // The clocks of Britain in the winter of 1968 and in the summer of 1947 were one and two hours ahead.
    expect(londonDate(Date.parse('1968-12-31T23:30:00Z'))).toBe('1969-01-01');
    expect(londonDate(Date.parse('1947-06-30T22:30:00Z'))).toBe('1947-07-01');
  });

  it('agrees with the time zone database about the day in London', () => {
    const london = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/London' });
    const [first, last] = [Date.parse('1900-01-01T00:00:00Z'), Date.parse('2100-01-01T00:00:00Z')];
    fc.assert(
      fc.property(
        fc.integer({ min: first, max: last }),
        fc.integer({ min: -7_200_000, max: 7_200_000 }),
        (at, near) => {
          for (const instant of [at, Math.round(at / 86_400_000) * 86_400_000 + near])
            expect(londonDate(instant)).toBe(london.format(instant));
        },
      ),
      runs(200, 20_000),
    );
  });
});

describe('tax years', () => {
  it('change on 6 April', () => {
    expect(taxYearOf('2024-04-05' as IsoDate)).toBe('2023-24');
    expect(taxYearOf('2024-04-06' as IsoDate)).toBe('2024-25');
    expect(taxYearOf('1999-12-31' as IsoDate)).toBe('1999-00');
    expect(taxYearBounds(taxYearOf('2024-12-25' as IsoDate))).toEqual({ first: '2024-04-06', last: '2025-04-05' });
  });

  it('are read in their usual spellings', () => {
    expect(parseTaxYear('2024/2025')).toBe('2024-25');
    expect(parseTaxYear('2024-25')).toBe('2024-25');
    expect(parseTaxYear('2024-26')).toBeNull();
    expect(parseTaxYear('last year')).toBeNull();
    expect(parseTaxYear('9998-99')).toBe('9998-99');
    expect(parseTaxYear('9999-00')).toBeNull();
  });
});
