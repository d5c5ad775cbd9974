/**
 * Files of savings accounts, cash balances and other records: a header that names the columns, and a record in each
 * row. Cells are read as text, a day or a number; a cell that is none is returned as it is and refused by the check.
 */
import { isAmount, parseAmount } from '../../values/amount.ts';
import type { Issue } from '../../fields/issue.ts';
import { cleanText, unguardFormula } from '../cells/cell-text.ts';
import { dateOrderOf, readDay, type DateOrder } from '../cells/day-text.ts';
import { decimalMarkOf, isBlankMarker, readNumber, type DecimalMark, type NumberReading } from '../cells/numbers.ts';
import { dayNotices } from '../row-figures/file-habits.ts';
import { asInFile, type RowEdit } from '../source/edited-rows.ts';
import { readTable, type CsvTools, type HeaderScore } from '../source/read-table.ts';
import { normaliseHeader } from '../tables/columns.ts';
import { checkSize, MAX_IMPORT_BYTES, refuse, type Refusal } from '../tables/file-kind.ts';
import { CURRENCY_CODES, headingCurrency, isPenceHeader } from '../tables/heading-units.ts';
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
  /** Those of the figures that are percentages: only they may have a percent sign. */
  readonly percentages?: readonly F[];
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
  /** Cells for which the header has no column, or figures that can be read in two ways. */
  readonly issues: readonly Issue[];
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
  // Of two columns for one field, the one with our own heading is read, or the first.
  const isNamed = (field: F, position: number) =>
    normaliseHeader(header[position] ?? '') === normaliseHeader(columns.labels[field]);
  read(header).forEach((field, position) => {
    if (field === null) return;
    const first = positions.get(field);
    if (first === undefined || (isNamed(field, position) && !isNamed(field, first))) positions.set(field, position);
  });
  const missing = columns.required.filter((field) => !positions.has(field));
  if (missing.length > 0)
    return refuse(
      'noHeader',
      `The file has no column ${missing.map((field) => `"${columns.labels[field]}"`).join(', ')}.`,
    );
  const repeated = header.map(normaliseHeader).join('|');
  const body = table.rows
    .map((cells, index) => ({ cells, line: table.lines[index] ?? 0 }))
    .slice(table.headerIndex + 1)
    .filter(
      ({ cells }) => !isBlankRow(cells) && (header.length === 1 || cells.map(normaliseHeader).join('|') !== repeated),
    );
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
  // No percentage is a thousand or more, so the digits after its mark are decimals: a fourth one proves that.
  const percentages = cellsOf(columns.percentages ?? []).map((cell) => `${withoutPercent(cell.trim())}0`);
  const mark = decimalMarkOf([...cellsOf(columns.figures), ...percentages]);
  const order = dateOrderOf(cellsOf(columns.days));
  const habits: Habits<F> = {
    own,
    order,
    mark,
    // Where commas are decimal marks, spreadsheets separate cells by semicolons. Our own file, unchanged, has points.
    isUnproved: (mark === 'mixed' || (mark === 'unknown' && table.delimiter === ';')) && !(own && order === 'iso'),
    columns,
    width: header.length,
    unit: (field) => {
      const heading = header[positions.get(field) ?? -1] ?? '';
      const named = headingCurrency(heading);
      return isPenceHeader(heading) ? 'GBX' : named === '$' ? 'USD' : named;
    },
  };
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
      return rowOf(line, cells, cell, habits);
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
  const figures = new Set(columns.figures);
  return (row) =>
    row.map((cell) => {
      const whole = fieldOf.get(normaliseHeader(cell));
      if (whole !== undefined) return whole;
      const field = fieldOf.get(normaliseHeader(cell.replace(UNIT, '')));
      return field !== undefined && figures.has(field) ? field : null;
    });
}

/** The unit at the end of a heading such as `Price (p)` or `Balance USD`. */
const UNIT = new RegExp(`\\s*(?:\\((?:p|${CURRENCY_CODES})\\)|\\b(?:${CURRENCY_CODES}))\\s*$`, 'iu');

/** A trimmed cell without a percent sign at its end. */
function withoutPercent(cell: string): string {
  return cell.endsWith('%') ? cell.slice(0, -1).trimEnd() : cell;
}

interface Habits<F extends string> {
  readonly own: boolean;
  readonly order: DateOrder;
  readonly mark: DecimalMark;
  /** Nothing tells whether `1.234` is a thousand or little more than 1. */
  readonly isUnproved: boolean;
  readonly columns: EntityColumns<F>;
  /** The currency that a column's heading names, GBX for pence; null for none. */
  readonly unit: (field: F) => string | null;
  /** The number of the header's cells. */
  readonly width: number;
}

function rowOf<F extends string>(
  line: number,
  cells: readonly string[],
  cell: (field: F) => string,
  { own, order, mark, isUnproved, columns, unit, width }: Habits<F>,
): EntityRow<F> {
  const text = (field: F): string => {
    // In our own file every cell is a value, a dash too.
    if (own) return unguardFormula(cell(field).trim());
    const clean = cleanText(cell(field));
    return isBlankMarker(clean) ? '' : clean;
  };
  const numberIn = (field: F): NumberReading => {
    const raw = cell(field).trim();
    if (columns.percentages?.includes(field) === true) return readNumber(withoutPercent(raw), mark);
    const reading = readNumber(raw, mark);
    const named = reading.kind === 'number' && reading.currency === null ? unit(field) : null;
    return named === null ? reading : readNumber(`${raw} ${named}`, mark);
  };
  return {
    rowNumber: line,
    text,
    day: (field) => {
      const clean = text(field);
      return clean === '' ? null : (readDay(clean, order) ?? clean);
    },
    figure: (field) => {
      const reading = numberIn(field);
      if (reading.kind === 'blank') return null;
      if (reading.kind === 'fault') return text(field);
      const amount = parseAmount(reading.text);
      // A number with too many digits stays a number, so that the check names that as the error.
      return isAmount(amount) ? amount : Number(reading.text);
    },
    currency: (field) => {
      const reading = numberIn(field);
      return reading.kind === 'number' ? reading.currency : null;
    },
    issues: [
      ...surplus(cells.slice(width)),
      ...(own ? [] : (columns.percentages ?? []).flatMap((field) => fraction(field, text(field)))),
      ...(isUnproved ? columns.figures.flatMap((field) => unproved(field, text(field))) : []),
    ],
  };
}

/** A comma that separates thousands, and is not in quotation marks, moves all later cells by one column. */
function surplus(cells: readonly string[]): readonly Issue[] {
  const value = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
  const expected = 'no cell to the right of the last column; a figure such as 1,085.50 needs quotation marks';
  return value.length === 0 ? [] : [{ field: 'row', code: 'notAllowed', value: value.join(', '), expected }];
}

/** A rate of less than 0.2 with more digits than small percentages have: 0.041 may be 4.1 %. */
function fraction(field: string, value: string): readonly Issue[] {
  if (!/^0?[.,](?:0\d|1\d)\d{1,6}$/u.test(value) || !/[1-9]/u.test(value)) return [];
  const expected = `${value}% with its sign, or ${Number((Number(value.replace(',', '.')) * 100).toFixed(8))}`;
  return [{ field, code: 'notAllowed', value, expected }];
}

/** A figure that is one number with a decimal point and another with a decimal comma. */
function unproved(field: string, value: string): readonly Issue[] {
  const [point, comma] = [readNumber(value, 'point'), readNumber(value, 'comma')];
  if (point.kind !== 'number' || comma.kind !== 'number' || point.text === comma.text) return [];
  const [low = '', high = ''] = [point.text, comma.text].toSorted((a, b) => Math.abs(+a) - Math.abs(+b));
  const expected = `${low}0 or ${high}, written so, because nothing in the file tells thousands from decimals`;
  return [{ field, code: 'notAllowed', value, expected }];
}
