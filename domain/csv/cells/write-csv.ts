/** CSV as we write it: RFC 4180, CRLF, UTF-8 with a byte order mark (for Excel), text protected from formulas. */
import type { Amount, Unit } from '../../values/amount.ts';
import { numberText } from '../../values/decimal.ts';
import { guardFormula } from './cell-text.ts';

/** The byte order mark by which Excel recognises UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** A cell of text, protected from formulas. */
export function textCell(text: string | null | undefined): string {
  return text === null || text === undefined || text === '' ? '' : quotedCell(guardFormula(text));
}

/** A cell of plain decimal text; empty for null. Numbers need no protection from formulas. */
export function numberCell(value: Amount<Unit> | null | undefined): string {
  return value === null || value === undefined ? '' : numberText(value);
}

/** A cell of text as it is, in quotation marks where CSV requires them. */
export function quotedCell(text: string): string {
  return /[",\r\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * A whole file from its header and rows of finished cells (from `textCell`, `numberCell`, or plain text without
 * commas).
 */
export function csvFile(header: readonly string[], rows: Iterable<readonly string[]>): string {
  return csvHead(header) + csvLines(rows);
}

/** The beginning of a file, to be followed by `csvLines`. */
export function csvHead(header: readonly string[]): string {
  return BYTE_ORDER_MARK + csvLines([header.map(textCell)]);
}

export function csvLines(rows: Iterable<readonly string[]>): string {
  const lines: string[] = [];
  for (const row of rows) lines.push(`${row.join(',')}\r\n`);
  return lines.join('');
}
