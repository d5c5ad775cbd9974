/** A file's rows with its reversals resolved: a reversal and the row that it reverses add nothing. */
import type { Transaction } from '../../records/records.ts';
import type { ImportAnswers } from '../questions/import-question.ts';
import type { PreparedRow } from './import-content.ts';
import { reversalKey, reversalQuestion, pairReversals, reversalText } from './reversals.ts';

/**
 * A reversal is never a transaction of its own: a row of the file that it reverses is cancelled, a stored transaction
 * is proposed for removal, and among several candidates the user chooses.
 */
export function withReversals(
  rows: readonly PreparedRow[],
  stored: Iterable<Transaction>,
  answers: ImportAnswers,
): readonly PreparedRow[] {
  const { pairs, reversedBy } = pairReversals(
    rows.map((row) => ({
      line: row.rowNumber,
      isReversal: row.reading.isReversal,
      fields: row.fields,
      stored: row.duplicate !== null && 'stored' in row.duplicate ? row.duplicate.stored : null,
    })),
    stored,
    answers,
  );
  const byLine = new Map(rows.map((row) => [row.rowNumber, row]));
  return rows.map((row): PreparedRow => {
    const reversal = reversedBy.get(row.rowNumber);
    if (reversal !== undefined) return reversedRow(row, reversal, pairs.get(reversal)?.pair.kind === 'several');
    if (!row.reading.isReversal) return row;
    const found = pairs.get(row.rowNumber);
    if (found === undefined || row.fields === null)
      return refused(
        row,
        'Reverses an earlier transaction, which cannot be found until the errors of this row are corrected.',
      );
    const { fields } = row;
    const { pair, choices } = found;
    const answer = pair.kind === 'several' ? null : (answers[reversalKey(row.rowNumber)] ?? null);
    const questions =
      choices === null
        ? row.questions
        : [
            ...row.questions,
            reversalQuestion(row.rowNumber, fields, choices, answer, (line) => byLine.get(line)?.fields ?? null),
          ];
    if (pair.kind === 'several') return { ...row, status: 'question', fields: null, questions };
    const text = reversalText(pair, fields);
    if (pair.kind === 'none' || pair.kind === 'nothing') return refused({ ...row, questions }, text);
    const settled = { ...row, fields: null, questions, notes: [text] };
    return pair.stored === null
      ? { ...settled, status: 'cancelled' }
      : { ...settled, status: 'valid', reverses: pair.stored };
  });
}

/** A row that the reversal on another line reverses, or may reverse; a row that is already stored stays a duplicate. */
function reversedRow(row: PreparedRow, reversal: number, isOpen: boolean): PreparedRow {
  if (isOpen)
    return {
      ...row,
      notes: [...row.notes, `Row ${reversal} may reverse this row. It is left out unless you choose it.`],
    };
  return row.status === 'valid'
    ? { ...row, notes: [`Reversed by row ${reversal}. Both rows are left out.`], status: 'cancelled' }
    : { ...row, notes: [...row.notes, `Reversed by row ${reversal}.`] };
}

function refused(row: PreparedRow, message: string): PreparedRow {
  return { ...row, status: 'error', fields: null, errors: [{ message, field: null }, ...row.errors] };
}
