import fc from 'fast-check';
import { afterEach, expect, it, vi } from 'vitest';
import { fromDayNumber, type IsoDate, toDayNumber } from '../../../domain/values/dates.ts';
import { runs } from '../../../tests/runs.ts';
import { dateTicks } from './chart-ticks.ts';

const labels = (from: string, to: string, most: number) =>
  dateTicks(from as IsoDate, to as IsoDate, most).map(({ label }) => label);

it('marks of a time axis are weeks, months or years, as many as fit', () => {
  expect(labels('2024-02-03', '2024-03-03', 8)).toEqual(['3 Feb', '10 Feb', '17 Feb', '24 Feb', '2 Mar']);
  expect(labels('2024-02-03', '2024-03-03', 2)).toEqual(['3 Feb', '24 Feb']);
  expect(labels('2023-03-03', '2024-03-03', 6)).toEqual([
    'May 2023',
    'Jul 2023',
    'Sep 2023',
    'Nov 2023',
    'Jan 2024',
    'Mar 2024',
  ]);
  expect(labels('2014-03-03', '2024-03-03', 6)).toEqual(['2016', '2018', '2020', '2022', '2024']);
  expect(labels('2010-09-03', '2026-11-27', 3)).toEqual(['2015', '2020', '2025']);
});

afterEach(() => {
  vi.unstubAllEnvs();
});

const ZONES = ['UTC', 'America/New_York', 'Europe/London', 'Pacific/Auckland', 'Asia/Kathmandu', 'Pacific/Apia'];

it.each(ZONES)(
  'marks of some months are every first of a month, and those of weeks every seventh day, in %s',
  (zone) => {
    vi.stubEnv('TZ', zone);
    const firstDay = toDayNumber('1800-01-01' as IsoDate);
    const check = (first: number, length: number) => {
      const days = Array.from({ length: length + 1 }, (_, index) => first + index);
      const marked = days.filter((day, index) => (length > 62 ? fromDayNumber(day).endsWith('-01') : index % 7 === 0));
      const ticks = dateTicks(fromDayNumber(first), fromDayNumber(first + length), 12);
      expect(ticks.map(({ day }) => day)).toEqual(marked);
    };
    // Samoa's clock was moved by half an hour within this.
    check(toDayNumber('1950-10-10' as IsoDate), 234);
    fc.assert(
      fc.property(fc.integer({ min: firstDay, max: firstDay + 146_000 }), fc.integer({ min: 1, max: 364 }), check),
      runs(300, 3000),
    );
  },
);
