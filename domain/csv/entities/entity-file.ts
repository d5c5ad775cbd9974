/**
 * Files of savings accounts, cash balances and other records: a header that names the columns, and a record in each
 * row. Cells are read as text, a day or a number; a cell that is none is returned as it is and refused by the check.
 */
import { isAmount, parseAmount } from '../../amount.ts';
import { cleanText, unguardFormula } from '../cells/cell-text.ts';
import { dateOrderOf, readDay, type DateOrder } from '../cells/day-text.ts';
import { decimalMarkOf, isBlankMarker, readNumber, type DecimalMark } from '../cells/numbers.ts';
import { dayNotices } from '../row-figures/file-habits.ts';
import { asInFile, type RowEdit } from '../source/edited-rows.ts';
import { readTable, type CsvTools, type HeaderScore } from '../source/read-table.ts';
import { normaliseHeader } from '../tables/columns.ts';
import { checkSize, MAX_IMPORT_BYTES, refuse, type Refusal } from '../tables/file-kind.ts';
import { isBlankRow, type Table } from '../tables/table.ts';

/** The columns of one kind of file. */
export interface EntityColumns<F extends string> {
  /** The headings that our own files write, in their order. */
  readonly labels: Readonly<Record<F, string>>;
  readonly synonyms: Readonly<Partial<Record<F, readonly string[]>>>;
  /** A file without these columns is not of this kind. */
  readonly required: readonly F[];
  readonly days: readonly F[];
  readonly figures: readonly F[];
  /** A file with more rows is refused; 5,000 where it is absent. */
  readonly mostRows?: number;
}

export interface EntityRow<F extends string> {
  /** The line of the file on which the row starts, counted from 1 with the header. */
  readonly rowNumber: number;
  /** The cell as text; empty when the cell is empty or the file has no such column. */
  readonly text: (field: F) => string;
  /** An ISO day, or the cell's text; null for an empty cell. */
  readonly day: (field: F) => string | null;
  /** A number, or the cell's text when it is not one; null for an empty cell. */
  readonly figure: (field: F) => number | string | null;
  /** The currency beside the number in its cell; null for none. `figure` returns pence as pounds. */
  readonly currency: (field: F) => string | null;
}

export interface EntityFile<F extends string> {
  readonly ok: true;
  readonly rows: readonly EntityRow<F>[];
  readonly has: (field: F) => boolean;
  /** How days were read, where the user should know. */
  readonly notices: readonly string[];
}

/** More records of one kind than a person has. */
const MAX_ROWS = 5000;

export interface EntityReading {
  /** The largest size in bytes. */
  readonly limit?: number;
  /** The values that the user typed over cells, by row number. */
  readonly edits?: ReadonlyMap<number, RowEdit>;
}

/** Reads bytes as a file of one kind, or refuses them with the sentence to show. */
export function readEntityFile<F extends string>(
  bytes: Uint8Array,
  tools: CsvTools,
  columns: EntityColumns<F>,
  { limit = MAX_IMPORT_BYTES, edits = NO_EDITS }: EntityReading = {},
): EntityFile<F> | Refusal {
  const tooLarge = checkSize(bytes.length, limit);
  if (tooLarge !== null) return tooLarge;
  const table = readTable(bytes, tools, entityScore(columns));
  return 'ok' in table ? table : entityFileOf(table, columns, edits);
}

/** Scores how well a row of a table fits as the header of one kind of file. */
export function entityScore<F extends string>(columns: EntityColumns<F>): HeaderScore {
  const read = fieldReader(columns);
  return (row) => {
    const known = new Set(read(row).filter((field) => field !== null)).size;
    return known >= Math.min(2, columns.required.length) ? known : 0;
  };
}

/** A table as a file of one kind, with the values that the user typed over its cells. */
export function entityFileOf<F extends string>(
  table: Table,
  columns: EntityColumns<F>,
  edits: ReadonlyMap<number, RowEdit>,
): EntityFile<F> | Refusal {
  const read = fieldReader(columns);
  const header = table.rows[table.headerIndex];
  if (header === undefined)
    return refuse(
      'noHeader',
      `No header row was found: expected the columns ${columns.required.map((field) => columns.labels[field]).join(', ')}.`,
    );
  const positions = new Map<F, number>();
  read(header).forEach((field, position) => {
    if (field !== null && !positions.has(field)) positions.set(field, position);
  });
  const missing = columns.required.filter((field) => !positions.has(field));
  if (missing.length > 0)
    return refuse(
      'noHeader',
      `The file has no column ${missing.map((field) => `"${columns.labels[field]}"`).join(', ')}.`,
    );
  const body = table.rows
    .map((cells, index) => ({ cells, line: table.lines[index] ?? 0 }))
    .slice(table.headerIndex + 1)
    .filter(({ cells }) => !isBlankRow(cells));
  if (body.length === 0) return refuse('noRows', 'The file has a header row but no records.');
  const { mostRows = MAX_ROWS } = columns;
  if (body.length > mostRows)
    return refuse(
      'tooLarge',
      `The file has ${body.length.toLocaleString('en-GB')} records. The largest import is ${mostRows.toLocaleString('en-GB')}.`,
    );
  const cellsOf = (fields: readonly F[]) =>
    body.flatMap(({ cells }) => fields.map((field) => cells[positions.get(field) ?? -1] ?? ''));
  // Only our own export has an Id column; its texts are protected from formulas.
  const own = header.some((cell) => normaliseHeader(cell) === 'id');
  const habits = { own, order: dateOrderOf(cellsOf(columns.days)), mark: decimalMarkOf(cellsOf(columns.figures)) };
  const isFigure = new Set<F>(columns.figures);
  return {
    ok: true,
    rows: body.map(({ cells, line }) => {
      const typed = edits.get(line) ?? {};
      const cell = (field: F): string => {
        const text = typed[field];
        if (text === undefined) return cells[positions.get(field) ?? -1] ?? '';
        return isFigure.has(field) ? asInFile(text, habits.mark) : text;
      };
      return rowOf(line, cell, habits);
    }),
    has: (field) => positions.has(field) || [...edits.values()].some((typed) => (typed[field] ?? '') !== ''),
    notices: dayNotices(
      () =>
        body.flatMap(({ cells, line }) =>
          columns.days.map((field) => ({ text: (cells[positions.get(field) ?? -1] ?? '').trim(), line })),
        ),
      habits.order,
    ),
  };
}

const NO_EDITS: ReadonlyMap<number, RowEdit> = new Map();

/** Maps a header's cells to the columns that they name. */
function fieldReader<F extends string>(columns: EntityColumns<F>): (row: readonly string[]) => readonly (F | null)[] {
  const fields = Object.keys(columns.labels) as F[];
  const fieldOf = new Map(
    fields.flatMap((field) =>
      [columns.labels[field], ...(columns.synonyms[field] ?? [])].map(
        (heading) => [normaliseHeader(heading), field] as const,
      ),
    ),
  );
  return (row) => row.map((cell) => fieldOf.get(normaliseHeader(cell)) ?? null);
}

/** A trimmed cell without a percent sign at its end. */
function withoutPercent(cell: string): string {
  return cell.endsWith('%') ? cell.slice(0, -1).trimEnd() : cell;
}

interface Habits {
  readonly own: boolean;
  readonly order: DateOrder;
  readonly mark: DecimalMark;
}

function rowOf<F extends string>(line: number, cell: (field: F) => string, { own, order, mark }: Habits): EntityRow<F> {
  const text = (field: F): string => {
    // In our own file every cell is a value, a dash too.
    if (own) return unguardFormula(cell(field).trim());
    const clean = cleanText(cell(field));
    return isBlankMarker(clean) ? '' : clean;
  };
  return {
    rowNumber: line,
    text,
    day: (field) => {
      const clean = text(field);
      return clean === '' ? null : (readDay(clean, order) ?? clean);
    },
    figure: (field) => {
      const raw = withoutPercent(cell(field).trim());
      const reading = readNumber(raw, mark);
      if (reading.kind === 'blank') return null;
      if (reading.kind === 'fault') return text(field);
      const amount = parseAmount(reading.text);
      // A number with too many digits stays a number, so that the check names that as the error.
      return isAmount(amount) ? amount : Number(reading.text);
    },
    currency: (field) => {
      const reading = readNumber(cell(field).trim(), mark);
      return reading.kind === 'number' ? reading.currency : null;
    },
  };
}
