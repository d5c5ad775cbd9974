/** Finds the rows of a table that are transactions; all other lines are counted and shown. */
import { cleanText, shorten } from '../cells/cell-text.ts';
import { recognise } from '../profiles/recognise.ts';
import {
  lastFilled,
  NO_ROWS,
  tooWide,
  type SourceRow,
  type SourceRows,
  MOST_SKIPPED,
  skippedLine,
  type SkippedLine,
} from '../profiles/source-row.ts';
import { columnReadings } from '../tables/column-readings.ts';
import { COLUMN_LABELS, isNetHeader, normaliseHeader, priceColumn, type TransactionField } from '../tables/columns.ts';
import { readHeader } from '../tables/read-header.ts';
import { isPenceHeader, isPoundsHeader } from '../tables/heading-units.ts';
import { doubledNote } from '../tables/doubled-columns.ts';
import { refuse, WRONG_TYPE, type Refusal } from '../tables/file-kind.ts';
import { bodyRows, proveTotals, totalsNotice } from '../tables/file-totals.ts';
import { likelyFields, withLikelyHeader } from '../tables/likely-columns.ts';
import { isBlankRow, type Table } from '../tables/table.ts';
import { titleCurrency } from '../tables/title-currency.ts';
import { withCashDirection } from './cash-direction.ts';
import { withEmptyCells } from './empty-cells.ts';
import {
  netAmountColumn,
  tickerColumn,
  totalChargesColumn,
  typeColumn,
  withoutMisnamed,
  wrapperColumn,
} from './other-columns.ts';
import { ordersNotice } from './order-status.ts';
import { productColumn } from './product-column.ts';
import { profileRows } from './profile-rows.ts';
import { namesNoSecurity } from './unnamed-security.ts';
import { UnreadColumns } from './unread-columns.ts';

/** Columns that only our own export has; a file with them is read as such. */
const OWN_COLUMNS: readonly TransactionField[] = ['id', 'accountId', 'brokerId', 'transferId'];

/** The user's choice how to read a file. */
export interface RequestedReading {
  /** The field of each column, by position. */
  readonly columns?: readonly (TransactionField | null)[];
  /** Read by its columns, although a broker's profile fits. */
  readonly byColumns?: boolean;
  readonly fileName?: string;
}

/**
 * Finds the transactions of a table, by a broker's profile or by its columns, as the user chose. Totals, repeated
 * headers, notes and a second table are not transactions; their lines are counted.
 */
export function sourceRows(
  given: Table,
  { columns, byColumns = false, fileName = '' }: RequestedReading = {},
): SourceRows | Refusal {
  const headed = withLikelyHeader(given);
  if (headed !== given && columns === undefined) return unknownColumns(headed);
  const header = headed.rows[headed.headerIndex];
  const recognised = header === undefined || columns !== undefined || byColumns ? null : recognise(header);
  if (recognised !== null)
    return profileRows(withEmptyCells(headed, recognised.profile.ragged === true), recognised.profile, fileName);
  const unchanged = columns ?? readHeader(header ?? []);
  const own = OWN_COLUMNS.every((field) => unchanged.includes(field));
  const { table: directed, isDirected } = own ? { table: headed, isDirected: false } : withCashDirection(headed);
  // In our own file every cell is a value, a dash too.
  const table = own ? headed : withEmptyCells(directed, false);
  const headings = table.rows[table.headerIndex] ?? [];
  const named = columns ?? readHeader(headings);
  if (header === undefined && columns === undefined) {
    const wide = table.rows.some((row) => row.filter((cell) => cell.trim() !== '').length > 1);
    return wide
      ? {
          ...refuse('noHeader', 'No header row was found. Choose what each column holds.'),
          columns: columnReadings(table, []),
        }
      : refuse('wrongType', WRONG_TYPE);
  }
  const body = own ? [] : bodyRows(table);
  const fields = columns ?? withOthers(named, { ...table, rows: [headings, ...body], headerIndex: 0 });
  const index = new Map<TransactionField, number>();
  fields.forEach((field, position) => {
    if (field !== null) index.set(field, position);
  });
  const doubled = columns === undefined ? doubledNote(table) : null;
  const unread = own ? null : new UnreadColumns(headings, index, body);
  const kept = new TransactionRows(table, headings, index, doubled, unread).read();
  if (kept.rows.length === 0) return refuse('noRows', NO_ROWS);
  const unused = headings.filter((cell, position) => cell.trim() !== '' && (fields[position] ?? null) === null).length;
  const totals = proveTotals(headed);
  const notices = [...(totals === null ? [] : [totalsNotice(totals)]), ...kept.notices];
  if (unused > 0) notices.push(unused === 1 ? '1 column was not used.' : `${unused} columns were not used.`);
  const net = headings.filter((cell, position) => (fields[position] ?? null) === null && isNetHeader(cell)).slice(0, 3);
  for (const heading of net) notices.push(`The column '${shorten(cleanText(heading))}' was not used.`);
  return {
    profileName: own ? 'Holdfast export' : 'Generic CSV',
    guarded: own,
    rows: kept.rows,
    columns: columnReadings(table, fields),
    isBrokerFile: false,
    namesNoSecurity: !own && namesNoSecurity(fields, headings, body),
    isCurrencyKnown: false,
    titleCurrency: titleCurrency([...table.rows.slice(0, Math.max(table.headerIndex, 0)), ...kept.beside]),
    has: (field) => index.has(field) || unread?.has(field) === true,
    heading: (field) => headings[index.get(field) ?? -1]?.trim() || COLUMN_LABELS[field],
    pence: (field) => isPenceHeader(headings[index.get(field) ?? -1] ?? ''),
    pounds: (field) => isPoundsHeader(headings[index.get(field) ?? -1] ?? ''),
    dateOrder: null,
    nameForms: () => [],
    wrapper: null,
    mark: null,
    balance: null,
    paysNegative: isDirected,
    totals,
    hasRowReference: !/order/iu.test(headings[index.get('brokerDealReference') ?? -1] ?? ''),
    skipped: kept.lines,
    skippedRows: table.preamble + kept.skipped,
    notices,
  };
}

/** Headings of the currency in which a security is quoted. */
const PRICE_CURRENCY = /\b(?:price|instrument|security|stock|asset|listing)\b/iu;

/** The fields of a header, with the columns that only the other columns or their cells explain. */
function withOthers(named: readonly (TransactionField | null)[], table: Table): readonly (TransactionField | null)[] {
  const fields = withoutMisnamed(named, table);
  const wrapper = wrapperColumn(fields, table);
  const type = typeColumn(fields, table);
  const header = table.rows[table.headerIndex] ?? [];
  const ticker = tickerColumn(fields, table);
  const charges = totalChargesColumn(fields, header);
  const amount = netAmountColumn(fields, header);
  const explained = fields.map((field, index) => {
    if (index === wrapper) return 'taxWrapper';
    if (index === type) return 'transactionType';
    if (index === ticker) return 'ticker';
    if (index === amount) return 'consideration';
    return index === charges ? 'brokerCharge' : field;
  });
  const proved = productColumn(explained, table);
  const complete = explained.map((field, index) => (index === proved?.position ? proved.field : field));
  const hasPrice = priceColumn(complete) !== -1;
  // The currency of a price that is not read says nothing of the amounts.
  return complete.map((field, index) =>
    field === 'currency' && !hasPrice && PRICE_CURRENCY.test(header[index] ?? '') ? null : field,
  );
}

/** Names the columns of a header without known headings, with the likely field of each. */
function unknownColumns(table: Table): Refusal {
  const header = (table.rows[table.headerIndex] ?? []).map((cell) => cleanText(cell)).filter((cell) => cell !== '');
  const named = header
    .slice(0, MOST_NAMED)
    .map((cell) => `'${shorten(cell, 30)}'`)
    .join(', ');
  const more = header.length > MOST_NAMED ? ` and ${header.length - MOST_NAMED} more` : '';
  return {
    ...refuse('noHeader', `The columns ${named}${more} are not known. Check what each column holds.`),
    columns: columnReadings(table, likelyFields(table)),
  };
}

/** The most columns that a sentence names. */
const MOST_NAMED = 8;

/** The columns that are read as fields, and what the others say; null for our own export. */
interface ReadColumns {
  readonly index: ReadonlyMap<TransactionField, number>;
  readonly unread: UnreadColumns | null;
}

class CellRow implements SourceRow {
  readonly line: number;
  readonly fault: string | null;
  readonly cut: SourceRow['cut'];
  readonly note: string | null;
  readonly isReversal = false;
  readonly remark = null;
  readonly proof = null;
  readonly cutFigure = null;
  private readonly cells: readonly string[];
  private readonly columns: ReadColumns;

  constructor(
    line: number,
    cells: readonly string[],
    columns: ReadColumns,
    fault: string | null,
    cut: SourceRow['cut'],
    note: string | null,
  ) {
    this.note = note;
    this.line = line;
    this.cells = cells;
    this.columns = columns;
    this.fault = fault;
    this.cut = cut;
  }

  get(field: TransactionField): string {
    const { index, unread } = this.columns;
    if (unread !== null) return unread.cell(field, this.cells);
    const position = index.get(field);
    return position === undefined ? '' : (this.cells[position] ?? '');
  }
}

/** Reads the rows below the header in one pass. */
class TransactionRows {
  private readonly table: Table;
  private readonly header: readonly string[];
  private readonly columns: ReadColumns;
  private readonly note: string | null;

  constructor(
    table: Table,
    header: readonly string[],
    index: ReadonlyMap<TransactionField, number>,
    note: string | null,
    unread: UnreadColumns | null,
  ) {
    this.note = note;
    this.columns = { index, unread };
    this.table = table;
    this.header = header;
  }

  read(): {
    rows: readonly SourceRow[];
    skipped: number;
    lines: readonly SkippedLine[];
    notices: readonly string[];
    /** The first lines below the header that are no transactions. */
    beside: readonly (readonly string[])[];
  } {
    const { rows, lines, headerIndex } = this.table;
    const width = lastFilled(this.header) + 1;
    const kept: SourceRow[] = [];
    const noteLines: number[] = [];
    const orderLines: number[] = [];
    const passed: SkippedLine[] = [];
    const beside: (readonly string[])[] = [];
    let skipped = 0;
    const pass = (line: number, cells: readonly string[], reason: string): void => {
      skipped += 1;
      if (passed.length < MOST_SKIPPED) passed.push(skippedLine(line, cells, reason));
    };
    for (let i = headerIndex + 1; i < rows.length; i += 1) {
      const cells = rows[i] ?? [];
      if (isBlankRow(cells)) continue;
      const line = lines[i] ?? 0;
      const kind = this.kindOf(cells);
      if (kind === 'otherTable') {
        let rest = -1;
        for (let at = i; at < rows.length; at += 1) {
          const other = rows[at] ?? [];
          if (isBlankRow(other)) continue;
          pass(lines[at] ?? 0, other, 'It is in a second table.');
          rest += 1;
        }
        const notice = `A second table starts on line ${line}. Its ${rest === 1 ? '1 row was' : `${rest} rows were`} not read.`;
        return {
          rows: kept,
          skipped,
          lines: passed,
          notices: [...skippedNotice(noteLines), ...ordersNotice(orderLines), notice],
          beside,
        };
      }
      if (kind !== 'row') {
        pass(line, cells, kind === 'note' ? 'A total or a note, not a transaction.' : 'The header row again.');
        if (kind === 'note') noteLines.push(line);
        if (beside.length < MOST_SKIPPED) beside.push(cells);
        continue;
      }
      const notExecuted = this.columns.unread?.notExecuted(cells) ?? null;
      if (notExecuted === null) kept.push(this.rowOf(line, cells, width));
      else {
        pass(line, cells, notExecuted);
        orderLines.push(line);
      }
    }
    const notices = [...skippedNotice(noteLines), ...ordersNotice(orderLines)];
    return { rows: kept, skipped, lines: passed, notices, beside };
  }

  private rowOf(line: number, cells: readonly string[], width: number): SourceRow {
    const count = lastFilled(cells) + 1;
    const fault = width > 0 && count > width ? tooWide(count, width) : null;
    const notes = [this.note, this.columns.unread?.note(cells) ?? null].filter((note) => note !== null);
    return new CellRow(
      line,
      cells,
      this.columns,
      fault,
      cells.length < width ? { cells: cells.length, columns: width } : null,
      notes.length === 0 ? null : notes.join(' '),
    );
  }

  /** The kind of a line below the header. */
  private kindOf(cells: readonly string[]): 'row' | 'repeat' | 'otherTable' | 'note' {
    const dateCell = cells[this.columns.index.get('transactionDate') ?? 0] ?? '';
    if (/^\s*[a-z]/iu.test(dateCell) && this.header.length > 0 && isHeaderWord(dateCell)) {
      const same = this.header.every(
        (cell, position) => normaliseHeader(cell) === normaliseHeader(cells[position] ?? ''),
      );
      return same ? 'repeat' : 'otherTable';
    }
    const first = cells.find((cell) => cell.trim() !== '') ?? '';
    // A company may be called Total: its row has a day in the date column.
    const isDated = first !== dateCell && /\d/u.test(dateCell);
    if (!isDated && /^\s*(?:(?:grand |sub ?)?totals?\b|\*)/iu.test(first)) return 'note';
    const filled = cells.filter((cell) => cell.trim() !== '').length;
    return filled === 1 && !/\d/u.test(first.slice(0, 12)) && first.trim().includes(' ') ? 'note' : 'row';
  }
}

function isHeaderWord(cell: string): boolean {
  return readHeader([cell])[0] === 'transactionDate';
}

function skippedNotice(lines: readonly number[]): readonly string[] {
  if (lines.length === 0) return [];
  const named = lines.slice(0, 5).join(', ') + (lines.length > 5 ? ', …' : '');
  return [
    `${lines.length === 1 ? '1 line is' : `${lines.length} lines are`} no transaction and ${lines.length === 1 ? 'was' : 'were'} skipped (line ${named}).`,
  ];
}
