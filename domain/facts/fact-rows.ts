/** Strict reading of a file of facts: one fault refuses the whole file. */

/** A fault on a line, counted from 1 with the header. */
export interface FactFault {
  readonly line: number;
  readonly field: string;
  readonly value: string;
  readonly expected: string;
}

export type FactRows<T> =
  | { readonly ok: true; readonly rows: readonly T[] }
  | { readonly ok: false; readonly faults: readonly FactFault[] };

/** The fact in a row of cells, or the fault of one of its cells. */
export type FactRow<T> = { readonly row: T } | Omit<FactFault, 'line'>;

/** The cells of a shipped file, which has no quoted cells; a CSV reader reads those of a user's file. */
export function shippedCells(text: string): readonly (readonly string[])[] {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => line.split(','));
}

/** Reads rows of cells, the first of which must be exactly this header; blank rows at the end are ignored. */
export function readFactRows<T>(
  rows: readonly (readonly string[])[],
  header: readonly string[],
  readRow: (cells: readonly string[]) => FactRow<T>,
): FactRows<T> {
  const [first = [], ...lines] = rows.map((cells) => cells.map((cell) => cell.trim()));
  while (lines.at(-1)?.join('') === '') lines.pop();
  if (first.join(',') !== header.join(','))
    return {
      ok: false,
      faults: [{ line: 1, field: 'header', value: first.join(','), expected: header.join(',') }],
    };
  const read: T[] = [];
  const faults: FactFault[] = [];
  lines.forEach((cells, index) => {
    const result: FactRow<T> =
      cells.length === header.length
        ? readRow(cells)
        : { field: 'line', value: cells.join(','), expected: `${header.length} cells` };
    if ('row' in result) read.push(result.row);
    else faults.push({ line: index + 2, ...result });
  });
  return faults.length === 0 ? { ok: true, rows: read } : { ok: false, faults };
}
