/**
 * How the worker reads a file of rows: Papa Parse splits its text part by part, so that the page gets the progress and
 * can stop it.
 */
import Papa, { type Parser, type ParseResult } from 'papaparse';
import { refuse, type Refusal } from '../../domain/csv/tables/file-kind.ts';
import {
  openText,
  tableOf,
  type CsvTools,
  type HeaderScore,
  type ParsedCsv,
} from '../../domain/csv/source/read-table.ts';
import type { Table } from '../../domain/csv/tables/table.ts';
import type { ImportProgress } from '../api/import-types.ts';

/** Called with the progress of a file; false stops it. */
export type GoOn = (progress: ImportProgress) => boolean | Promise<boolean>;

/** With fewer rows no progress is reported. */
export const ROWS_PER_STEP = 5000;
/** The characters that are split into rows at a time: about 5,000 rows. */
const PART_LENGTH = 512 * 1024;
/** A row of this many characters most likely has an unclosed quotation mark; each further part would read it again. */
const LONGEST_ROW = 1024 * 1024;

export const csvTools: CsvTools = {
  parse: (text, delimiter) => Papa.parse<string[]>(text, { delimiter, newline: '\n' }),
};

interface PartsOptions {
  readonly goOn?: GoOn | undefined;
  /** For transactions where it is absent. */
  readonly scoreOf?: HeaderScore;
  readonly partLength?: number;
}

/** As `readTable`, part by part. */
export async function readTableInParts(
  bytes: Uint8Array,
  { goOn, scoreOf, partLength = PART_LENGTH }: PartsOptions = {},
): Promise<Table | Refusal> {
  const opened = openText(bytes, csvTools, scoreOf);
  if (!('text' in opened)) return opened;
  const { text, delimiter } = opened;
  const parsed = await parseInParts(
    text,
    delimiter,
    async (rows, read) => {
      if (goOn === undefined || rows <= ROWS_PER_STEP || read >= text.length) return true;
      return await goOn({ done: Math.round((read / text.length) * bytes.length), total: bytes.length, unit: 'bytes' });
    },
    partLength,
  );
  return parsed === null ? refuse('cancelled', 'The preview was cancelled.') : tableOf(opened, parsed, scoreOf);
}

/**
 * The same rows as `csvTools.parse`. `goOn` gets the rows and characters read so far; null when it stops the reading.
 */
export async function parseInParts(
  text: string,
  delimiter: string,
  goOn: (rows: number, read: number) => Promise<boolean>,
  partLength: number,
): Promise<ParsedCsv | null> {
  const data: (readonly string[])[] = [];
  const errors: { readonly code: string; readonly row: number }[] = [];
  const take = (part: ParsedCsv): void => {
    for (const { code, row = 0 } of part.errors)
      if (code === 'MissingQuotes') errors.push({ code, row: data.length + row });
    for (const row of part.data) data.push(row);
  };
  let parts = 0;
  return await new Promise((resolve, reject) => {
    Papa.parse<string[]>(text, {
      delimiter,
      newline: '\n',
      chunkSize: partLength,
      chunk: (part: ParseResult<string[]>, parser: Parser) => {
        parts += 1;
        take(part);
        parser.pause();
        const { cursor } = part.meta;
        if (Math.min(parts * partLength, text.length) - cursor > LONGEST_ROW) {
          take(csvTools.parse(text.slice(cursor), delimiter));
          resolve({ data, errors });
          return;
        }
        goOn(data.length, cursor)
          .then((wanted) => {
            if (wanted) parser.resume();
            else resolve(null);
          })
          .catch(reject);
      },
      complete: () => {
        resolve({ data, errors });
      },
    });
  });
}
