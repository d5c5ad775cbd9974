import { expect, it } from 'vitest';
import type { IsoDate } from '../../domain/dates.ts';
import { dateTicks } from './chart-ticks.ts';

const labels = (from: string, to: string, most: number) =>
  dateTicks(from as IsoDate, to as IsoDate, most).map(({ label }) => label);

it('marks of a time axis are weeks, months or years, as many as fit', () => {
  expect(labels('2024-02-03', '2024-03-03', 8)).toEqual(['3 Feb', '10 Feb', '17 Feb', '24 Feb', '2 Mar']);
  expect(labels('2024-02-03', '2024-03-03', 2)).toEqual(['3 Feb', '24 Feb']);
  expect(labels('2023-03-03', '2024-03-03', 6)).toEqual(['Apr 2023', 'Jul 2023', 'Oct 2023', 'Jan 2024']);
  expect(labels('2014-03-03', '2024-03-03', 6)).toEqual(['2016', '2018', '2020', '2022', '2024']);
});
