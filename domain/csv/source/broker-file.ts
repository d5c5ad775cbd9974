/** A broker's file as its profile reads it: rows by the headings above them, and which columns the profile read. */
import { partitionPoint } from '../../values/partition-point.ts';
import { recognise } from '../profiles/recognise.ts';
import {
  headerKey,
  headingRow,
  headingsIn,
  type BrokerFile,
  type BrokerRow,
  type Profile,
} from '../profiles/profile.ts';
import { isBlankRow, type Table } from '../tables/table.ts';

/** A broker's file, and which of its columns were read by their headings so far. */
export interface ReadableFile {
  readonly file: BrokerFile;
  readonly isRead: (position: number) => boolean;
}

/** The file of a table: each row by the nearest header of the profile above it. */
export function brokerFile(table: Table, profile: Profile): ReadableFile {
  const header = table.rows[table.headerIndex] ?? [];
  const first = new Columns(header);
  const titles = titlesOf(header);
  const rows: BrokerRow[] = [];
  let columns = first;
  for (let at = table.headerIndex + 1; at < table.rows.length; at += 1) {
    const found = table.rows[at] ?? [];
    if (isBlankRow(found)) continue;
    if (titles.has((found[0] ?? '').trim()) && isHeaderOf(profile, found))
      columns = isSameHeader(found, header) ? first : new Columns(found);
    rows.push(new HeadedRow(table.lines[at] ?? 0, profile.mend?.(found) ?? found, columns));
  }
  return {
    file: { header, before: table.rows.slice(0, Math.max(table.headerIndex, 0)), rows },
    isRead: (position) => first.read[position] === 1,
  };
}

/** The positions of headings, and which of them were asked for. */
class Columns {
  readonly index = new Map<string, number>();
  readonly read: Uint8Array;

  constructor(header: readonly string[]) {
    this.read = new Uint8Array(header.length);
    header.forEach((cell, position) => {
      const key = headerKey(cell);
      if (key !== '' && !this.index.has(key)) this.index.set(key, position);
    });
  }
}

class HeadedRow implements BrokerRow {
  readonly line: number;
  readonly cells: readonly string[];
  private readonly columns: Columns;

  readonly isReversed: boolean;

  constructor(line: number, cells: readonly string[], columns: Columns, isReversed = false) {
    this.line = line;
    this.cells = cells;
    this.columns = columns;
    this.isReversed = isReversed;
  }

  withCells(cells: readonly string[], isReversed = this.isReversed): BrokerRow {
    return new HeadedRow(this.line, cells, this.columns, isReversed);
  }

  has(heading: string): boolean {
    return this.columns.index.has(heading);
  }

  get(...headings: readonly string[]): string {
    for (const heading of headings) {
      const position = this.columns.index.get(heading);
      if (position === undefined) continue;
      this.columns.read[position] = 1;
      return (this.cells[position] ?? '').trim();
    }
    return '';
  }
}

/**
 * A table of a broker's files that were joined, each with its header: the rows below a later header are moved to the
 * columns of the first, which gets the headings that it lacks. `again` are the positions of the later headers.
 */
export function withOneHeader(
  table: Table,
  profile: Profile,
): { readonly table: Table; readonly again: readonly number[] } {
  const { rows, lines, headerIndex } = table;
  const first = rows[headerIndex] ?? [];
  const titles = titlesOf(first);
  const again: number[] = [];
  for (let at = headerIndex + 1; at < rows.length; at += 1) {
    const cells = rows[at] ?? [];
    if (titles.has((cells[0] ?? '').trim()) && isHeaderOf(profile, cells)) again.push(at);
  }
  if (again.length === 0) return { table, again };
  const header = [...first];
  const isAgain = new Set(again);
  let places: readonly number[] | null = null;
  const moved = rows.map((cells, at) => {
    if (isAgain.has(at)) {
      places = isSameHeader(cells, first) ? null : placesIn(header, cells);
      return cells;
    }
    return places === null || at <= headerIndex ? cells : movedCells(cells, places);
  });
  moved[headerIndex] = header;
  const kept = moved.flatMap((_cells, at) => (isAgain.has(at) ? [] : [at]));
  return {
    table: { ...table, rows: kept.map((at) => moved[at] ?? []), lines: kept.map((at) => lines[at] ?? 0) },
    again,
  };
}

/** The headings of a header. A row of figures begins with none of them, so most rows are looked at only once. */
function titlesOf(header: readonly string[]): ReadonlySet<string> {
  return new Set(header.map((cell) => cell.trim()).filter((cell) => cell !== ''));
}

/** The position of the header of another broker's file, or of another kind of file, that was joined; else -1. */
function otherTableAt({ rows, headerIndex }: Table, profile: Profile): number {
  return rows.findIndex((cells, at) => {
    if (at <= headerIndex || cells.some((cell) => /\d/u.test(cell))) return false;
    const recognised = recognise(cells);
    return recognised !== null && recognised.profile !== profile && !isHeaderOf(profile, cells);
  });
}

/** The table above the first header of another kind of file; `rest` are the positions from there that are not blank. */
export function withoutOtherTable(
  table: Table,
  profile: Profile,
): { readonly table: Table; readonly rest: readonly number[] } {
  const end = otherTableAt(table, profile);
  if (end === -1) return { table, rest: [] };
  const rest = table.rows.flatMap((cells, at) => (at < end || isBlankRow(cells) ? [] : [at]));
  return { table: { ...table, rows: table.rows.slice(0, end), lines: table.lines.slice(0, end) }, rest };
}

function isHeaderOf(profile: Profile, cells: readonly string[]): boolean {
  return headingsIn(profile, headingRow(cells)) > 0;
}

/** Of which of the files that were joined a line is, by the lines of their later headers. */
export function partsBy(headers: readonly number[]): (line: number) => number {
  const ordered = headers.toSorted((a, b) => a - b);
  return (line) => partitionPoint(ordered, (header) => header < line);
}

/** Whether a row states the headings of a header again. */
export function isSameHeader(cells: readonly string[], header: readonly string[]): boolean {
  return cells.length === header.length && cells.every((cell, at) => headerKey(cell) === headerKey(header[at] ?? ''));
}

/** For each cell of a later header its position in `header`, to which new headings are added. */
function placesIn(header: string[], cells: readonly string[]): readonly number[] {
  const taken = new Set<number>();
  return cells.map((cell) => {
    const key = headerKey(cell);
    const found = header.findIndex((title, at) => !taken.has(at) && headerKey(title) === key);
    const place = found === -1 ? header.push(cell) - 1 : found;
    taken.add(place);
    return place;
  });
}

/** The cells at their places; those beyond the header stay beyond the places, so that a row that is too wide stays so. */
function movedCells(cells: readonly string[], places: readonly number[]): readonly string[] {
  const moved: string[] = [];
  const width = places.reduce((most, place) => Math.max(most, place + 1), 0);
  cells.forEach((cell, at) => {
    moved[places[at] ?? width + at - places.length] = cell;
  });
  return Array.from(moved, (cell) => cell ?? '');
}
