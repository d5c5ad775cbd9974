/** Rows above the header that are no title: those of another table, such as the movements of cash above the trades. */
import { readDay } from '../cells/day-text.ts';
import { readNumber } from '../cells/numbers.ts';
import { skippedLine, type SkippedLine } from '../profiles/source-row.ts';
import type { Table } from '../tables/table.ts';

export const IN_TABLE_ABOVE = 'It is in a table above the transactions.';

/** What a title names with a day. */
const LABEL = /\b(?:date|dated|as (?:at|of|on)|period|from|to|until|printed|created|generated|valu\w*|year|time)\b/iu;

/** The lines above the header that state a day and a figure, as a row of another table does. */
export function rowsAbove({ rows, lines, headerIndex }: Table): readonly SkippedLine[] {
  return rows
    .slice(0, Math.max(headerIndex, 0))
    .flatMap((cells, at) => (isDatedRow(cells) ? [skippedLine(lines[at] ?? 0, cells, IN_TABLE_ABOVE)] : []));
}

function isDatedRow(cells: readonly string[]): boolean {
  const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
  if (filled.length < 3 || filled.length > 60) return false;
  const [first = '', second = ''] = filled;
  const at = isDay(first) ? 0 : isDay(second) && !LABEL.test(first.slice(0, 60)) ? 1 : -1;
  return at !== -1 && filled.slice(at + 1).some((cell) => readNumber(cell, 'unknown').kind === 'number');
}

function isDay(cell: string): boolean {
  return cell.length <= 40 && /\d\D+\d/u.test(cell) && readDay(cell, 'dmy') !== null;
}

/** The sentence that says how many rows above the header were not read; none for none. */
export function aboveNotice(above: readonly SkippedLine[]): readonly string[] {
  const [first] = above;
  if (first === undefined) return [];
  return [
    above.length === 1
      ? `Line ${first.line} is in a table above the transactions. It was not read.`
      : `A table above the transactions has ${above.length} rows from line ${first.line} on. They were not read.`,
  ];
}
