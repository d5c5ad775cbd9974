import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { dateOrderOf, readDay } from './day-text.ts';

const table = JSON.parse(
  readFileSync(new URL('../../../tests/fixtures/brokers/nasty/dates.json', import.meta.url), 'utf8'),
) as {
  columns: { column: string[]; order: string; dates: (string | null)[] }[];
};

it.each(table.columns)('judges the column $column', ({ column, order, dates }) => {
  const read = dateOrderOf(column);
  expect(read).toBe(order);
  expect(column.map((cell) => readDay(cell, read))).toEqual(dates);
});
