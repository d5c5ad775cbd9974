/** The figures of a broker's file: its decimal mark, cells that are not numbers, and currencies beside figures. */
import { decimalMarkOf, readNumber, type DecimalMark } from '../cells/numbers.ts';
import type { BrokerFile, BrokerRow, ProfileCells } from '../profiles/profile.ts';

const FIGURES =
  /\b(?:price|cost|amount|value|quantity|units|shares|fees?|commission|charges?|consideration|total|proceeds|debit|credit|balance|payment|receipt|duty|tax|lev(?:y|ies))\b/iu;
const NO_FIGURES =
  /\b(?:(?<!\bin (?:account|instrument) )currency|type|date|time|code|method|description|details|election|name|order|id|status|reference|isin|basis|as of|handling)\b/iu;

/** The columns whose headings name figures. */
function figureColumns({ header }: BrokerFile): readonly number[] {
  return header.flatMap((cell, position) =>
    cell.length <= 80 && FIGURES.test(cell) && !NO_FIGURES.test(cell) ? [position] : [],
  );
}

/**
 * A file that was saved with decimal commas, with its figures as the broker writes them; else the file itself. In a
 * `ragged` file, whose tables have columns of their own, any cell may be a figure.
 */
export function withDecimalPoints(file: BrokerFile, ragged: boolean): BrokerFile {
  const named = ragged ? allColumns(file) : figureColumns(file);
  if (decimalMarkOf(cellsOf(file, named)) !== 'comma') return file;
  const columns = [...named, ...commaColumns(file, new Set(named))];
  const rows = file.rows.map((row) => {
    const cells = [...row.cells];
    for (const position of columns) {
      const read = readNumber(cells[position] ?? '', 'comma');
      if (read.kind === 'number') cells[position] = `${read.text} ${read.currency ?? ''}`.trim();
    }
    return row.withCells(cells);
  });
  return { ...file, rows };
}

function allColumns({ rows }: BrokerFile): readonly number[] {
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0);
  return Array.from({ length: width }, (_column, position) => position);
}

/** Other columns that contain only figures, with decimal commas among them: rates, and charges by any name. */
function commaColumns({ header, rows }: BrokerFile, named: ReadonlySet<number>): readonly number[] {
  return header.flatMap((_heading, position) => {
    if (named.has(position)) return [];
    const cells = rows.map((row) => row.cells[position] ?? '');
    const areFigures = cells.every((cell) => readNumber(cell, 'comma').kind !== 'fault');
    return areFigures && decimalMarkOf(cells) === 'comma' ? [position] : [];
  });
}

function* cellsOf({ rows }: BrokerFile, columns: readonly number[]): Iterable<string> {
  for (const { cells } of rows) for (const position of columns) yield cells[position] ?? '';
}

/** What a trade's figures in the file say against those that were read. */
export class FigureNotes {
  private readonly mark: DecimalMark;
  private readonly columns: readonly number[];
  private readonly header: readonly string[];
  private readonly isMixed: boolean;

  /** `mark` is the decimal mark with which the profile reads its figures. */
  constructor(file: BrokerFile, mark: DecimalMark) {
    this.mark = mark;
    this.columns = figureColumns(file);
    this.header = file.header;
    this.isMixed = decimalMarkOf(cellsOf(file, this.columns)) === 'mixed';
  }

  /** A figure that is not a number, or is in a currency in which nothing was read; null for neither. */
  of(row: BrokerRow, cells: ProfileCells): string | null {
    let known: ReadonlySet<string> | null = null;
    for (const position of this.columns) {
      const cell = row.cells[position] ?? '';
      if (this.isMixed && this.mark === 'point' && hasTwoReadings(cell))
        return `${this.heading(position)} '${cell.trim()}' may have a decimal mark or thousands: the file has decimal points and commas. Check it.`;
      if (!/[^\d.\s-]/u.test(cell)) continue;
      const read = readNumber(cell, this.mark);
      if (read.kind === 'fault')
        return `${this.heading(position)} '${cell.trim().slice(0, 40)}' is not a number. Check it.`;
      if (read.kind === 'blank' || read.currency === null || read.currency === '') continue;
      known ??= currenciesOf(cells);
      if (!known.has(read.currency))
        return `${this.heading(position)} is in ${read.currency}, but the amounts were read as ${[...known].join(' and ')}. Check their currency.`;
    }
    return null;
  }

  private heading(position: number): string {
    return (this.header[position] ?? '').trim();
  }
}

function hasTwoReadings(cell: string): boolean {
  const read = readNumber(cell, 'unknown');
  return read.kind === 'number' && read.alternative !== null;
}

const MONEY = ['price', 'localPrice', 'consideration', 'brokerCharge', 'stampDuty', 'fxCharge', 'taxWithheld'] as const;

/** The currencies in which a row was read. */
export function currenciesOf(cells: ProfileCells): ReadonlySet<string> {
  const known = new Set<string>([(cells.currency ?? '') === '' ? 'GBP' : (cells.currency ?? '')]);
  for (const field of MONEY) {
    const read = readNumber(cells[field] ?? '', 'point');
    if (read.kind === 'number' && read.currency !== null && read.currency !== '') known.add(read.currency);
  }
  return known;
}
