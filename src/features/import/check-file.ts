/** What an import dialog refuses before reading a file (000 §5, DECISIONS 'Formats'). */

const MEGABYTE = 1024 * 1024;
/** Import dialogs take files up to this size. */
export const IMPORT_LIMIT_BYTES = 25 * MEGABYTE;
/** The names the picker offers. */
export const IMPORT_ACCEPT = '.csv,.tsv,.txt';

const TYPES = ['text/csv', 'text/tab-separated-values', 'text/plain'];
const NAME = /\.(?:csv|tsv|txt)$/iu;

/** Why the file is refused, as the sentence to show; null when it may be read. */
export function refuseFile(file: Pick<File, 'name' | 'type' | 'size'> | null, limit = IMPORT_LIMIT_BYTES): string | null {
  if (file === null) return 'No file selected.';
  if (!TYPES.includes(file.type) && !NAME.test(file.name)) {
    return 'Please select a valid CSV/TSV file (.csv, .tsv, or .txt with tabular data).';
  }
  if (file.size > limit) {
    return `This file has ${(file.size / MEGABYTE).toFixed(1)} MB; a file of at most ${limit / MEGABYTE} MB can be imported. Nothing was read.`;
  }
  return null;
}
