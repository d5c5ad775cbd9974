/** What an import dialog refuses before reading a file (000 §5). */
import { checkImportFile } from '../../../../domain/csv/tables/file-kind.ts';

/** The names the picker offers. */
export const IMPORT_ACCEPT = '.csv,.tsv,.txt';

/** Why the file is refused, as the sentence to show; null when it may be read. `limit` in bytes, where it is not the dialogs' own. */
export function refuseFile(file: Pick<File, 'name' | 'type' | 'size'> | null, limit?: number): string | null {
  return checkImportFile(file, limit)?.message ?? null;
}
