/**
 * The income of a tax year as CSV: a line for each box that a row belongs to, so that the total of every box can be
 * checked.
 */
import type { Pounds } from '../../values/amount.ts';
import { exact, toFixed } from '../../values/decimal.ts';
import type { IncomeLine, IncomeYear } from '../../income/income-year.ts';
import { BOX_LABELS, KIND_LABELS, natureLabel } from '../../income/labels.ts';
import type { TaxYear } from '../../values/tax-year.ts';
import { csvFile, textCell } from '../cells/write-csv.ts';

const HEADER = [
  'Date',
  'ISIN',
  'Asset Name',
  'Account',
  'Tax Wrapper',
  'Nature',
  'Kind',
  'Country',
  'Gross',
  'Tax Withheld',
  'Net',
  'Form',
  'Box',
  'Box Label',
  'Amount in Box',
];

/** The income of one holder's year, for a file of several holders. */
export interface NamedIncomeYear {
  readonly accountName: string;
  readonly year: Pick<IncomeYear, 'lines' | 'boxes'>;
}

/** Rows that belong to no box, such as those of an ISA, leave the last four cells empty. */
export function incomeCsv(years: readonly NamedIncomeYear[]): string {
  return csvFile(HEADER, years.flatMap(rowsOf));
}

function rowsOf({ accountName, year: { lines, boxes } }: NamedIncomeYear): string[][] {
  const places = new Map<string, string[][]>();
  for (const { name, form, number, rows } of boxes)
    for (const { id, amount } of rows) {
      const place = [form ?? '', number === null ? '' : String(number), textCell(BOX_LABELS[name]), money(amount)];
      const known = places.get(id);
      if (known === undefined) places.set(id, [place]);
      else known.push(place);
    }
  return lines.flatMap((line) =>
    (places.get(line.id) ?? [['', '', '', '']]).map((place) => [...cellsOf(line, accountName), ...place]),
  );
}

export function incomeFileName(taxYear: TaxYear): string {
  return `income-${taxYear}.csv`;
}

function cellsOf(line: IncomeLine, accountName: string): string[] {
  return [
    line.date,
    textCell(line.isin),
    textCell(line.name),
    textCell(accountName),
    line.wrapper,
    textCell(natureLabel(line.nature)),
    KIND_LABELS[line.kind],
    line.country ?? '',
    money(line.gross),
    money(line.withheld),
    money(line.net),
  ];
}

function money(amount: Pounds): string {
  return toFixed(exact(amount), 2);
}
