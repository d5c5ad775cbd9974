import { expect, it } from 'vitest';
import { addDays, type IsoDate } from '../../../domain/values/dates.ts';
import type { Pounds } from '../../../domain/values/amount.ts';
import { historyRows } from './history-rows.ts';

const points = Array.from({ length: 40 }, (_, index) => ({
  date: addDays('2024-01-20' as IsoDate, index),
  value: index as Pounds,
  netInvested: 0 as Pounds,
}));
const daysOf = (range: Parameters<typeof historyRows>[1]) => historyRows(points, range).map(({ date }) => date);

it("the chart's table has every day of a month, Sundays of a quarter, month ends beyond, and the last day", () => {
  expect(daysOf('1M')).toHaveLength(40);
  expect(daysOf('3M')).toEqual([
    '2024-02-28',
    '2024-02-25',
    '2024-02-18',
    '2024-02-11',
    '2024-02-04',
    '2024-01-28',
    '2024-01-21',
  ]);
  expect(daysOf('All')).toEqual(['2024-02-28', '2024-01-31']);
});
