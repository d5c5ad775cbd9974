/** Rows that the user has corrected in the preview: the typed values replace the file's cells. */
import { isBlankMarker, type DecimalMark } from '../cells/numbers.ts';
import type { SourceRow, SourceRows } from '../profiles/source-row.ts';

/** The typed values, by the field of each column. */
export type RowEdit = Readonly<Partial<Record<string, string>>>;

/** A row with an edit, which also removes the reason why it was unreadable. */
export function editedRow(row: SourceRow, edit: RowEdit, mark: DecimalMark): SourceRow {
  return {
    line: row.line,
    fault: null,
    note: null,
    isReversal: false,
    mayReverse: false,
    remark: null,
    proof: null,
    unknownCash: row.unknownCash,
    pair: row.pair,
    cutFigure: null,
    cut: null,
    get: (field) => {
      const typed = edit[field];
      if (typed === undefined) return row.get(field);
      return isBlankMarker(typed) ? '' : asInFile(typed, mark);
    },
  };
}

/** A file with the edited columns added to its own. */
export function editedSource(source: SourceRows, edit: RowEdit): SourceRows {
  return { ...source, has: (field) => source.has(field) || (edit[field] ?? '') !== '' };
}

/** A figure typed with a point in a file with decimal commas; `1.234` may be either and stays as it is. */
export function asInFile(typed: string, mark: DecimalMark): string {
  return mark === 'comma' && /^-?\d*\.\d+$/u.test(typed) && !/^-?[1-9]\d{0,2}\.\d{3}$/u.test(typed)
    ? typed.replace('.', ',')
    : typed;
}
