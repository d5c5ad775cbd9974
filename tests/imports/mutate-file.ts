/** A file as a broker or a spreadsheet may damage it: one change of each kind that imports must not take for right. */
import { decimalMarkOf, readNumber } from '../../domain/csv/cells/numbers.ts';
import { isBlankRow, type Table } from '../../domain/csv/tables/table.ts';
import { isNameInCatalogue, nearNames } from './near-names.ts';

export const MUTANT_KINDS = [
  'sign',
  'factor 100',
  'charges in or out',
  'currency dropped',
  'cancelled',
  'repeated',
  'split pair',
  'scientific notation',
  'cells swapped',
  'columns swapped',
  'column doubled',
  'renamed',
] as const;
export type MutantKind = (typeof MUTANT_KINDS)[number];

export interface Mutant {
  readonly kind: MutantKind;
  readonly table: Table;
  /** Lines that were changed or added. */
  readonly lines: readonly number[];
  /** What was done, to find it again. */
  readonly text: string;
  /** The heading of the column that was changed; empty for whole rows. */
  readonly heading: string;
}

/** What the rows of a file call their securities, by line. */
export type Names = ReadonlyMap<number, string>;

/** A whole number from 0 below `count`. */
export type Pick = (count: number) => number;

const FIGURE =
  /quantity|units|shares|unit cost|price|amount|value|cost|consideration|total|debit|credit|proceeds|fee|comm|charge|stamp|duty|brokerage|taxes|trademoney|netcash/iu;
const NO_FIGURE =
  /reference|currency|\bid\b|rate|p\/l|balance|equity|basis|percentage|bps|date|account|handling|ratio/iu;

interface Cell {
  readonly at: number;
  readonly position: number;
  readonly heading: string;
}

/** Rows below the header that hold more than a remark. */
function dataRows({ rows, headerIndex }: Table): readonly number[] {
  return rows.flatMap((row, at) =>
    at > headerIndex && !isBlankRow(row) && row.filter((cell) => cell.trim() !== '').length >= 4 ? [at] : [],
  );
}

function figureCells(table: Table, at: number): readonly Cell[] {
  const header = table.rows[table.headerIndex] ?? [];
  return (table.rows[at] ?? []).flatMap((cell, position) => {
    const heading = header[position] ?? '';
    return /[1-9]/u.test(cell) && FIGURE.test(heading) && !NO_FIGURE.test(heading) && isFigure(cell)
      ? [{ at, position, heading }]
      : [];
  });
}

function isFigure(cell: string): boolean {
  return readNumber(cell.trim(), decimalMarkOf([cell])).kind === 'number';
}

/** The cell with other digits in its own form: sign, currency and brackets stay. */
function withFigure(cell: string, change: (value: number) => string): string {
  const digits = /\d[\d,.]*/u.exec(cell)?.[0] ?? '';
  const isComma = /,\d{1,4}$/u.test(digits) && !/,\d{3}$/u.test(digits);
  const plain = isComma ? digits.replaceAll('.', '').replace(',', '.') : digits.replaceAll(',', '');
  const changed = change(Number(plain));
  return cell.replace(digits, isComma ? changed.replace('.', ',') : changed);
}

function plain(value: number): string {
  return String(Number(value.toPrecision(12)));
}

function withCells(table: Table, cells: readonly Cell[], change: (cell: string) => string): Table {
  const rows = table.rows.map((row) => row);
  for (const { at, position } of cells) {
    const row = [...(rows[at] ?? [])];
    row[position] = change(row[position] ?? '');
    rows[at] = row;
  }
  return { ...table, rows };
}

function withRow(
  table: Table,
  after: number,
  row: readonly string[],
): { readonly table: Table; readonly line: number } {
  const line = Math.max(...table.lines) + 1;
  return {
    line,
    table: {
      ...table,
      rows: [...table.rows.slice(0, after + 1), row, ...table.rows.slice(after + 1)],
      lines: [...table.lines.slice(0, after + 1), line, ...table.lines.slice(after + 1)],
    },
  };
}

function negated(cell: string): string {
  if (/^\(.*\)$/u.test(cell)) return cell.slice(1, -1);
  return cell.includes('-') ? cell.replace('-', '') : cell.replace(/(?=\d|[£$€])/u, '-');
}

/** One change of a kind; null where the file has nothing of the sort. */
export function mutate(table: Table, kind: MutantKind, pick: Pick, names: Names): Mutant | null {
  const rows = dataRows(table);
  const at = rows[pick(rows.length)];
  if (at === undefined) return null;
  const row = table.rows[at] ?? [];
  const line = table.lines[at] ?? 0;
  const cells = figureCells(table, at);
  const cell = cells[pick(Math.max(1, cells.length))];
  const header = table.rows[table.headerIndex] ?? [];
  const made = (changed: Table, text: string, heading: string, lines: readonly number[] = [line]): Mutant => ({
    kind,
    table: changed,
    lines,
    heading,
    text: `${kind}, line ${line}: ${text}`,
  });
  const atCell = (change: (text: string) => string): Mutant | null => {
    if (cell === undefined) return null;
    const [before, after] = [row[cell.position] ?? '', change(row[cell.position] ?? '')];
    return before === after
      ? null
      : made(withCells(table, [cell], change), `${cell.heading} '${before}' became '${after}'`, cell.heading);
  };
  switch (kind) {
    case 'sign':
      return atCell(negated);
    case 'factor 100': {
      const factor = pick(2) === 0 ? 100 : 0.01;
      return atCell((text) => withFigure(text, (value) => plain(value * factor)));
    }
    case 'scientific notation':
      return atCell((text) =>
        withFigure(text, (value) =>
          value
            .toExponential(1)
            .toUpperCase()
            .replace(/E\+(\d)$/u, 'E+0$1'),
        ),
      );
    case 'charges in or out': {
      const [charges, amounts] = [
        cells.filter(({ heading }) => /fee|comm|charge|stamp|duty|brokerage/iu.test(heading)),
        cells.filter(({ heading }) => /amount|value|consideration|total|proceeds|debit|credit|cost/iu.test(heading)),
      ];
      const amount = amounts[pick(Math.max(1, amounts.length))];
      const charge = charges.reduce((sum, { position }) => {
        const read = readNumber((row[position] ?? '').trim(), 'point');
        return sum + (read.kind === 'number' ? Math.abs(Number(read.text)) : 0);
      }, 0);
      if (amount === undefined || charge < 0.5) return null;
      const sign = pick(2) === 0 ? 1 : -1;
      const change = (text: string): string => withFigure(text, (value) => (value + sign * charge).toFixed(2));
      return made(withCells(table, [amount], change), `${amount.heading} changed by ${sign * charge}`, amount.heading);
    }
    case 'currency dropped': {
      const isCurrency = (text: string): boolean => /^(?:GBP|USD|EUR|GBX)$/u.test(text.trim());
      const position = row.findIndex((text, index) => isCurrency(text) && pick(2) === 0 && index >= 0);
      const wholeColumn = pick(2) === 0;
      const found = (wholeColumn ? rows : [at]).flatMap((index) =>
        position !== -1 && isCurrency(table.rows[index]?.[position] ?? '')
          ? [{ at: index, position, heading: header[position] ?? '' }]
          : [],
      );
      if (found.length > 0)
        return made(
          withCells(table, found, () => ''),
          `column ${position} blank in ${found.length} rows`,
          header[position] ?? '',
          found.map((one) => table.lines[one.at] ?? 0),
        );
      return atCell((text) =>
        text
          .replace(/[$€]/u, '')
          .replace(/\b(?:USD|EUR)\b/u, '')
          .trim(),
      );
    }
    case 'cancelled': {
      const word = row.findIndex((text) => /^(?:buy|sell|dividend|purchase|sale)$/iu.test(text.trim()));
      const signed = figureCells(table, at).filter(({ heading }) =>
        /quantity|units|shares|amount|value|total|proceeds|debit|credit|consideration/iu.test(heading),
      );
      const named = word !== -1 && pick(2) === 0;
      const copy = row.map((text, index) =>
        named && index === word
          ? `${text} (Cancelled)`
          : !named && signed.some(({ position }) => position === index)
            ? negated(text)
            : text,
      );
      if (copy.join() === row.join()) return null;
      const added = withRow(table, at, copy);
      return made(added.table, named ? 'cancelled by word' : 'cancelled by sign', '', [line, added.line]);
    }
    case 'repeated': {
      const added = withRow(table, at, [...row]);
      return made(added.table, 'repeated', '', [added.line]);
    }
    case 'split pair': {
      const quantity = cells.find(({ heading }) => /quantity/iu.test(heading));
      if (quantity === undefined || !/\bISIN\b/iu.test(header.join(' ')) || header.length < 17) return null;
      const side = (sold: boolean): readonly string[] =>
        row.map((text, index) => {
          if (index === quantity.position) return sold ? '-10' : '40';
          if (/fee/iu.test(header[index] ?? '')) return '';
          return /^[0-9a-f-]{20,}$/iu.test(text) ? '' : text;
        });
      const first = withRow(table, at, side(true));
      const second = withRow(first.table, at, side(false));
      return made(second.table, 'split pair', '', [first.line, second.line]);
    }
    case 'cells swapped': {
      const other = cells[pick(Math.max(1, cells.length))];
      if (cell === undefined || other === undefined || cell.position === other.position) return null;
      const swapped = row.map((text, index) =>
        index === cell.position
          ? (row[other.position] ?? '')
          : index === other.position
            ? (row[cell.position] ?? '')
            : text,
      );
      return made(
        { ...table, rows: table.rows.map((cellsOf, index) => (index === at ? swapped : cellsOf)) },
        `${cell.heading} and ${other.heading} swapped`,
        `${cell.heading}/${other.heading}`,
      );
    }
    case 'columns swapped': {
      const other = cells[pick(Math.max(1, cells.length))];
      if (cell === undefined || other === undefined || cell.position === other.position) return null;
      const swap = (cellsOf: readonly string[]): readonly string[] =>
        cellsOf.map((text, index) =>
          index === cell.position
            ? (cellsOf[other.position] ?? '')
            : index === other.position
              ? (cellsOf[cell.position] ?? '')
              : text,
        );
      return made(
        { ...table, rows: table.rows.map((cellsOf, index) => (rows.includes(index) ? swap(cellsOf) : cellsOf)) },
        `${cell.heading} and ${other.heading} swapped in all rows`,
        `${cell.heading}/${other.heading}`,
        rows.map((index) => table.lines[index] ?? 0),
      );
    }
    case 'renamed': {
      const name = names.get(line) ?? '';
      const position = row.findIndex((text) => name !== '' && text.includes(name));
      const others = nearNames(name);
      const other = others[pick(others.length)];
      if (position === -1 || other === undefined) return null;
      const found = { at, position, heading: header[position] ?? '' };
      return made(
        withCells(table, [found], (text) => text.replace(name, () => other)),
        `'${name}' became '${other}'`,
        isNameInCatalogue(other) ? 'a name in the catalogue' : 'a near name',
      );
    }
    case 'column doubled': {
      if (cell === undefined) return null;
      const before = pick(2) === 0;
      const doubled = (cellsOf: readonly string[], index: number): readonly string[] => {
        const text = cellsOf[cell.position] ?? '';
        const other =
          rows.includes(index) && /\d/u.test(text) ? withFigure(text, (value) => plain(value * 1.07)) : text;
        return cellsOf.toSpliced(cell.position, 1, ...(before ? [other, text] : [text, other]));
      };
      return made(
        {
          ...table,
          rows: table.rows.map((cellsOf, index) => (index >= table.headerIndex ? doubled(cellsOf, index) : cellsOf)),
        },
        `${cell.heading} doubled ${before ? 'before' : 'behind'}`,
        cell.heading,
        rows.map((index) => table.lines[index] ?? 0),
      );
    }
  }
}
