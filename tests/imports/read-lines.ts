/** A file that a test writes line by line, read as an import reads it. */
import Papa from 'papaparse';
import type { PreparedImport } from '../../domain/csv/import/prepare-import.ts';
import type { ImportAnswers } from '../../domain/csv/questions/import-question.ts';
import { readTable } from '../../domain/csv/source/read-table.ts';
import { prepare } from './samples.ts';

/** The rows of a file with these lines. */
export function readLines(...lines: readonly string[]): PreparedImport {
  return readAnswered(lines, {});
}

/** The rows of a file with these lines, after these answers to its questions. */
export function readAnswered(lines: readonly string[], answers: ImportAnswers): PreparedImport {
  const table = readTable(new TextEncoder().encode(lines.join('\n')), {
    parse: (text, delimiter) => Papa.parse<string[]>(text, { delimiter, newline: '\n' }),
  });
  const prepared = 'ok' in table ? null : prepare(table, { answers });
  if (prepared === null) throw new Error('The file was refused.');
  return prepared;
}

/** The lines that are selected beforehand. */
export function selectedLines({ rows }: PreparedImport): readonly number[] {
  return rows.filter(({ status, notes }) => status === 'valid' && notes.length === 0).map(({ rowNumber }) => rowNumber);
}
