/** A file that is imported after another one. */
import Papa from 'papaparse';
import { acceptRows } from '../../domain/csv/import/accept-rows.ts';
import { prepareImport, type PreparedImport } from '../../domain/csv/import/prepare-import.ts';
import { readTable } from '../../domain/csv/source/read-table.ts';
import type { IsoDate } from '../../domain/values/dates.ts';
import { readLines, selectedLines } from './read-lines.ts';
import { store } from './samples.ts';

/** The rows of a file where the rows of `first` that are selected beforehand are stored. */
export function readAfter(first: readonly string[], lines: readonly string[]): PreparedImport {
  const prepared = readLines(...first);
  let ids = 0;
  const { transactions } = acceptRows(prepared, {
    selected: new Set(selectedLines(prepared)),
    createAccounts: [],
    newId: () => `00000000-0000-4000-8000-${String((ids += 1)).padStart(12, '0')}`,
  });
  const table = readTable(new TextEncoder().encode(lines.join('\n')), {
    parse: (text, delimiter) => Papa.parse<string[]>(text, { delimiter, newline: '\n' }),
  });
  if ('ok' in table) throw new Error('The file was refused.');
  const again = prepareImport(
    table,
    { ...store, transactions },
    { today: '2026-11-21' as IsoDate, rate: () => '0.75', defaults: { taxWrapper: 'DEALING' } },
  );
  if (!again.ok) throw new Error('The file was refused.');
  return again;
}
