/** A fund's figure as typed in a form, checked like a line of a file of figures (RULES 4.9). */
import { parseIsoDate } from '../values/dates.ts';
import { EXCESS_INCOME_HEADER, readExcessLine, type ExcessIncome } from '../facts/excess-income.ts';
import type { FactRow } from '../facts/fact-rows.ts';
import { distributionDateOf } from './reporting-periods.ts';

/** An empty `distributionDate` means six months after the period's end. */
export type TypedFigure = Readonly<Record<(typeof EXCESS_INCOME_HEADER)[number] | 'distributionDate', string>>;

/** RULES 4.2: the distribution date is after the period's end, by at most six months. */
export function checkTypedFigure(typed: TypedFigure): FactRow<ExcessIncome> {
  const read = readExcessLine(EXCESS_INCOME_HEADER.map((field) => typed[field].trim()));
  if (!('row' in read) || typed.distributionDate === '') return read;
  const distributionDate = parseIsoDate(typed.distributionDate);
  const { periodEnd } = read.row;
  const latest = distributionDateOf(periodEnd);
  if (distributionDate === null || distributionDate <= periodEnd || distributionDate > latest)
    return {
      field: 'distributionDate',
      value: typed.distributionDate,
      expected: `a date after ${periodEnd}, up to ${latest}`,
    };
  return { row: { ...read.row, distributionDate } };
}
