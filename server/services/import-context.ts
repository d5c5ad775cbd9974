/** What every import needs: its user, the user's choices, and the parser of its file. */
import Papa from 'papaparse';
import type { Refusal } from '../../domain/csv/tables/file-kind.ts';
import type { CsvTools } from '../../domain/csv/source/read-table.ts';
import { fail, type Failure } from '../outcome.ts';
import type { Db } from '../store/database/store.ts';

/** The context of an import: its user, and the environment. */
export interface ImportContext {
  readonly db: Db;
  readonly userId: string;
  readonly clock: () => number;
  readonly newId: () => string;
}

export interface ImportSelection {
  /** Row numbers of the preview, or all rows. */
  readonly rows: ReadonlySet<number> | 'all';
  /** Rows that look like stored ones are also imported, because the user has chosen. */
  readonly skipDuplicateCheck: boolean;
}

/** What an import of a whole file selects. */
export const EVERY_ROW: ImportSelection = { rows: 'all', skipDuplicateCheck: false };

/** A refused file: 413 with the limit for one that is too large, else 400. */
export function refused({ code, message, errors }: Refusal): Failure {
  return fail(code === 'tooLarge' ? 'tooLarge' : 'invalid', [message, ...errors].join('\n'));
}

export const csvTools: CsvTools = {
  parse: (text, delimiter) => Papa.parse<string[]>(text, { delimiter, newline: '\n' }),
};
