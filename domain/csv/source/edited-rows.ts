/** Rows that the user has corrected in the preview: what was typed stands in place of the file's cells. */
import type { DecimalMark } from '../cells/numbers.ts';
import type { SourceRow, SourceRows } from '../profiles/source-row.ts';

/** What was typed over a row's cells, by the field of each column. */
export type RowEdit = Readonly<Partial<Record<string, string>>>;

/** A row as it reads with an edit; what made it unreadable is taken as settled. */
export function editedRow(row: SourceRow, edit: RowEdit, mark: DecimalMark): SourceRow {
  return {
    line: row.line,
    fault: null,
    note: null,
    takesBack: false,
    remark: null,
    proof: null,
    unknownCash: row.unknownCash,
    pair: row.pair,
    cutFigure: null,
    cut: null,
    get: (field) => {
      const typed = edit[field];
      return typed === undefined ? row.get(field) : asInFile(typed, mark);
    },
  };
}

/** A file whose rows have the edited columns as well. */
export function editedSource(source: SourceRows, edit: RowEdit): SourceRows {
  return { ...source, has: (field) => source.has(field) || (edit[field] ?? '') !== '' };
}

/** A figure typed with a point where the file writes commas; `1.234` could be either and stays as it is. */
export function asInFile(typed: string, mark: DecimalMark): string {
  return mark === 'comma' && /^-?\d*\.\d+$/u.test(typed) && !/^-?[1-9]\d{0,2}\.\d{3}$/u.test(typed)
    ? typed.replace('.', ',')
    : typed;
}
