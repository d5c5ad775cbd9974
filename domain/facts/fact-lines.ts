/** A file of facts, read strictly: one fault and nothing of it is taken. */

/** What is wrong on a line, counted from 1 with the header. */
export interface FactFault {
  readonly line: number;
  readonly field: string;
  readonly value: string;
  readonly expected: string;
}

export type FactLines<T> =
  | { readonly ok: true; readonly rows: readonly T[] }
  | { readonly ok: false; readonly faults: readonly FactFault[] };

/** What a line comes to: a row, or the fault of one of its cells. */
export type LineResult<T> = { readonly row: T } | Omit<FactFault, 'line'>;

const HEADER = 'header';

/** Reads lines under a header that must be exactly this; blank lines at the end do not count. */
export function readFactLines<T>(
  text: string,
  header: readonly string[],
  readLine: (cells: readonly string[]) => LineResult<T>,
): FactLines<T> {
  const lines = text.replace(/^\uFEFF/u, '').split(/\r\n|\r|\n/u);
  while (lines.at(-1)?.trim() === '') lines.pop();
  const first = lines[0] ?? '';
  if (cellsOf(first).join(',') !== header.join(','))
    return { ok: false, faults: [{ line: 1, field: HEADER, value: first, expected: header.join(',') }] };
  const rows: T[] = [];
  const faults: FactFault[] = [];
  for (let index = 1; index < lines.length; index += 1) {
    const cells = cellsOf(lines[index] ?? '');
    const result: LineResult<T> =
      cells.length === header.length
        ? readLine(cells)
        : { field: 'line', value: lines[index] ?? '', expected: `${header.length} cells` };
    if ('row' in result) rows.push(result.row);
    else faults.push({ line: index + 1, ...result });
  }
  return faults.length === 0 ? { ok: true, rows } : { ok: false, faults };
}

const CELL = /\s*(?:"((?:[^"]|"")*)"|([^,]*?))\s*,/gu;

/** The cells between commas; one in quotes may hold a comma itself, and a quote as two. */
function cellsOf(line: string): readonly string[] {
  return [...`${line},`.matchAll(CELL)].map(([, quoted, plain = '']) => quoted?.replaceAll('""', '"').trim() ?? plain);
}
