import type { ExportFile } from '../api/export-types.ts';

/** A CSV file to save, with its number of rows. */
export function csvExport(fileName: string, text: string, rows: number): ExportFile {
  return { fileName, blob: new Blob([text], { type: 'text/csv;charset=utf-8' }), rows };
}
