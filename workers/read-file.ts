/** The CSV parser and the text decoder that domain/csv is given in the worker. */
import Papa from 'papaparse';
import type { CsvTools } from '../domain/csv/read-table.ts';

export const csvTools: CsvTools = {
  parse: (text, delimiter) => Papa.parse<string[]>(text, { delimiter, newline: '\n' }),
  decode: (bytes, encoding) => new TextDecoder(encoding).decode(bytes),
};
