import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { asUtc, dateOrderOf, readDay } from './day-text.ts';

const table = JSON.parse(
  readFileSync(new URL('../../../tests/fixtures/brokers/nasty/dates.json', import.meta.url), 'utf8'),
) as {
  columns: { column: string[]; order: string; dates: (string | null)[] }[];
};

it.each([
  // In order of time only if the year comes first.
  [['25-05-06', '25-05-20', '25-06-11'], 'shortYear'],
  [['24/11/30', '24/12/02', '25/01/15', '25/02/03'], 'shortYear'],
  // In order of time if the year comes last, or in neither order, or too few.
  [['25-06-22', '25-07-23', '25-08-24'], 'dmy'],
  [['25/05/24', '24/06/24', '26/07/24', '27/08/24'], 'dmy'],
  [['25/05/06', '25/07/20'], 'dmy'],
  [['25/05/06', '25/05/20'], 'shortYear'],
  [['19/03/01', '19/03/04', '19/03/06'], 'shortYear'],
])('judges %j as %s', (column, order) => {
  expect(dateOrderOf(column)).toBe(order);
  for (const cell of column) expect(readDay(cell, dateOrderOf(column)) === null).toBe(order === 'shortYear');
});

it.each(table.columns)('judges the column $column', ({ column, order, dates }) => {
  const read = dateOrderOf(column);
  expect(read).toBe(order);
  expect(column.map((cell) => readDay(cell, read))).toEqual(dates);
});

it.each([
  [['2025/20/05', '2025/06/05'], 'ydm', ['2025-05-20', '2025-05-06']],
  [['2025-20-05', '2025-06-05', '2025-05-31 '], 'iso', [null, '2025-06-05', '2025-05-31']],
  [['2025-20-05', '2025-06-05 10:00:00'], 'ydm', ['2025-05-20', '2025-05-06']],
  [['20252005', '20250605'], 'ydm', ['2025-05-20', '2025-05-06']],
  [['20250520', '20250605'], 'iso', ['2025-05-20', '2025-06-05']],
])(
  'reads the last of two numbers after the year as the month only where the column proves it: %j',
  (column, order, days) => {
    expect(dateOrderOf(column)).toBe(order);
    expect(column.map((cell) => readDay(cell, dateOrderOf(column)))).toEqual(days);
  },
);

it.each([
  ['25/05/2025 23:30Z', '2025-05-26'],
  ['25/05/2025 22:59:59 UTC', '2025-05-25'],
  ['25/11/2025 23:30Z', '2025-11-25'],
  ['25/05/2025 11:30 PMZ', '2025-05-26'],
  ['25/05/2025 12:30 AM+01:00', '2025-05-25'],
  ['25 May 2025 23:30Z', '2025-05-26'],
  ['May 25, 2025 23:30 -0500', '2025-05-26'],
  ['2025/05/25 23:30Z', '2025-05-26'],
  ['2025-05-25T23:30:00.123456Z', '2025-05-26'],
  ['25/05/2025 23:30 BST', '2025-05-25'],
  ['25/11/2025 23:30 GMT', '2025-11-25'],
  ['2025-05-25 18:45:12 EDT', '2025-05-25'],
  ['2025-05-25 19:45:12 EDT', '2025-05-26'],
  ['25/05/2025 23:30 CEST', '2025-05-25'],
  ['2025.05.25 23:30', '2025-05-25'],
  ['25/05/2025 23:30', '2025-05-25'],
  ['25/05/2025 23:30 XYZ', null],
  ['25/05/2025 24:30', null],
  ['25/05/2025 23:60Z', null],
])('reads %s as the day in London', (cell, day) => {
  expect(readDay(cell, dateOrderOf([cell]))).toBe(day);
});

it.each([
  ['25/05/2025 23:30', '25/05/2025 23:30Z'],
  ['2025-05-25 23:30:01.5 ', '2025-05-25 23:30:01.5Z'],
  ['2025-05-25 23:30+01:00', '2025-05-25 23:30+01:00'],
  ['25/05/2025', '25/05/2025'],
  ['', ''],
])('marks the time in %j as UTC', (cell, marked) => {
  expect(asUtc(cell)).toBe(marked);
});
