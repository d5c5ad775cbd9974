/** The rows below a header that are transactions, as cells by field; the other lines with the reason why they are none. */
import { cleanText, shorten } from '../cells/cell-text.ts';
import { wrapperNamed } from '../cells/wrapper-words.ts';
import {
  IN_SECOND_TABLE,
  lastFilled,
  MOST_SKIPPED,
  namedLines,
  secondTableNotice,
  skippedLine,
  tooWide,
  type SkippedLine,
  type SourceRow,
} from '../profiles/source-row.ts';
import { hasSeveralCells, isHeaderRow, isLikeHeader } from '../tables/body-rows.ts';
import type { TransactionField } from '../tables/columns.ts';
import { sectionBelow, TitleSections, withoutWrapper, type Section } from '../tables/sections.ts';
import { stateOfTitle } from '../tables/title-state.ts';
import { balanceNote, unitsNote } from '../tables/running-balance.ts';
import type { SummaryKind } from '../tables/summary-rows.ts';
import { isBlankRow, type Table } from '../tables/table.ts';
import type { FileBalances } from './balance-column.ts';
import { CutRows } from './cut-rows.ts';
import { ordersNotice } from './order-status.ts';
import type { UnreadColumns } from './unread-columns.ts';

/** The columns that are read as fields, and what the others say and prove; null for our own export. */
export interface ReadColumns {
  readonly index: ReadonlyMap<TransactionField, number>;
  readonly unread: UnreadColumns | null;
  readonly balances: FileBalances | null;
  /** The lines that sum up others, by position. */
  readonly summaries: ReadonlyMap<number, SummaryKind>;
}

/** What the balances prove of a row, most often the same as of the one before. */
const PROOFS: readonly NonNullable<SourceRow['proof']>[] = [
  { areUnitsProved: true },
  { isDirectionProved: true },
  { isDirectionProved: true, areUnitsProved: true },
];

class CellRow implements SourceRow {
  readonly line: number;
  readonly fault: string | null;
  readonly cut: SourceRow['cut'];
  readonly note: string | null;
  readonly isReversal = false;
  readonly mayReverse: boolean;
  readonly remark = null;
  readonly proof: SourceRow['proof'];
  readonly cutFigure = null;
  private readonly cells: readonly string[];
  private readonly columns: ReadColumns;
  private readonly section: Section | null;

  constructor(
    line: number,
    cells: readonly string[],
    columns: ReadColumns,
    section: Section | null,
    fault: string | null,
    cut: SourceRow['cut'],
    note: string | null,
    mayReverse: boolean,
  ) {
    this.note = note;
    this.mayReverse = mayReverse;
    this.section = section;
    const { cash = null, units = null } = columns.balances ?? {};
    const proved = (cash?.directedLines.has(line) === true ? 2 : 0) + (units?.provedLines.has(line) === true ? 1 : 0);
    this.proof = PROOFS[proved - 1] ?? null;
    this.line = line;
    this.cells = cells;
    this.columns = columns;
    this.fault = fault;
    this.cut = cut;
  }

  get(field: TransactionField): string {
    const said = this.section === null ? undefined : this.section[field];
    if (said !== undefined) return said;
    const { index, unread } = this.columns;
    if (unread !== null) return unread.cell(field, this.cells);
    const position = index.get(field);
    return position === undefined ? '' : (this.cells[position] ?? '');
  }
}

const SEVERAL_WRAPPERS =
  'The lines above the table name several tax wrappers, and none for this row. Check the tax wrapper.';

/** Reads the rows below the header in one pass. */
export class TransactionRows {
  private readonly table: Table;
  private readonly header: readonly string[];
  private readonly columns: ReadColumns;
  private readonly note: string | null;
  /** By line, what its balances say against it. */
  private readonly breaks: ReadonlyMap<number, string>;

  constructor(table: Table, header: readonly string[], columns: ReadColumns, note: string | null) {
    this.note = note;
    this.columns = columns;
    const { cash = null, units = null } = columns.balances ?? {};
    const breaks = new Map((cash?.breaks ?? []).map((found) => [found.line, balanceNote(found)]));
    for (const found of units?.breaks ?? [])
      breaks.set(found.line, [breaks.get(found.line) ?? '', unitsNote(found)].join(' ').trim());
    this.breaks = breaks;
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
    /** The fields that lines between the rows, or above the header, state. */
    stated: ReadonlySet<string>;
  } {
    const { rows, lines, headerIndex } = this.table;
    const { index, unread } = this.columns;
    // In our own export every row states its own.
    const above = unread === null ? [] : rows.slice(0, Math.max(headerIndex, 0));
    const titles = new TitleSections(above, this.table, index);
    const stated = new Set<string>(titles.stated);
    // Undefined above the first line of its own.
    let section: Section | null | undefined;
    let title = titleOfOpen(above);
    const width = lastFilled(this.header) + 1;
    const cut = unread === null ? null : new CutRows(this.header, width, () => rows.slice(headerIndex + 1));
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
      const summary = this.columns.summaries.get(i);
      if (summary !== undefined && summary !== 'total') {
        pass(line, cells, 'A balance, not a transaction.');
        noteLines.push(line);
        if (beside.length < MOST_SKIPPED) beside.push(cells);
        continue;
      }
      const kind = summary === 'total' ? 'note' : this.kindOf(cells);
      if (kind === 'otherTable') {
        let rest = -1;
        for (let at = i; at < rows.length; at += 1) {
          const other = rows[at] ?? [];
          if (isBlankRow(other)) continue;
          pass(lines[at] ?? 0, other, IN_SECOND_TABLE);
          rest += 1;
        }
        const notice = secondTableNotice(line, rest);
        return {
          rows: kept,
          skipped,
          lines: passed,
          notices: [...skippedNotice(noteLines), ...ordersNotice(orderLines), notice],
          beside,
          stated,
        };
      }
      if (kind === 'note' && unread !== null && !hasSeveralCells(cells)) {
        const before = section === undefined ? titles.of([]) : section;
        const below = sectionBelow(cells, before, index);
        if (below !== null) section = below;
        else if (section !== undefined || before !== null) section = withoutWrapper(before);
        for (const field of Object.keys(below ?? {})) stated.add(field);
      }
      if (kind === 'note' && unread !== null) title = titleOfOpen([cells], title);
      if (kind !== 'row') {
        pass(line, cells, kind === 'note' ? 'A total or a note, not a transaction.' : 'The header row again.');
        if (kind === 'note') noteLines.push(line);
        if (beside.length < MOST_SKIPPED) beside.push(cells);
        continue;
      }
      const notExecuted = this.columns.unread?.notExecuted(cells) ?? null;
      if (notExecuted === null) {
        const own = section === undefined ? titles.of(cells) : section;
        const doubts = titles.isOpen && own?.taxWrapper === undefined ? [SEVERAL_WRAPPERS] : [];
        if (title !== null) doubts.push(`The line '${title}' is above the row. Check that the transaction took place.`);
        const missing = cut?.note(cells) ?? null;
        if (missing !== null) doubts.push(missing);
        kept.push(this.rowOf(line, cells, width, own, doubts));
      } else {
        pass(line, cells, notExecuted);
        orderLines.push(line);
      }
    }
    const notices = [...skippedNotice(noteLines), ...ordersNotice(orderLines)];
    return { rows: kept, skipped, lines: passed, notices, beside, stated };
  }

  private rowOf(
    line: number,
    cells: readonly string[],
    width: number,
    section: Section | null,
    doubts: readonly string[],
  ): SourceRow {
    const count = lastFilled(cells) + 1;
    const fault = width > 0 && count > width ? tooWide(count, width) : null;
    const notes = [...doubts];
    const { note: said = null, mayReverse = false } = this.columns.unread?.doubts(cells) ?? {};
    for (const note of [this.note, this.breaks.get(line), said])
      if (note !== null && note !== undefined) notes.push(note);
    return new CellRow(
      line,
      cells,
      this.columns,
      section,
      fault,
      cells.length < width ? { cells: cells.length, columns: width } : null,
      notes.length === 0 ? null : notes.join(' '),
      mayReverse,
    );
  }

  /** The kind of a line below the header. */
  private kindOf(cells: readonly string[]): 'row' | 'repeat' | 'otherTable' | 'note' {
    const date = this.columns.index.get('transactionDate') ?? 0;
    const dateCell = cells[date] ?? '';
    if (this.header.length > 0 && isHeaderRow(cells, date))
      return isLikeHeader(cells, this.header) ? 'repeat' : 'otherTable';
    const first = cells.find((cell) => cell.trim() !== '') ?? '';
    // A company may be called Total: its row has a day in the date column.
    const isDated = first !== dateCell && /\d/u.test(dateCell);
    if (!isDated && /^\s*(?:(?:grand |sub ?)?totals?\b|\*)/iu.test(first)) return 'note';
    if (!/^\s*\d/u.test(dateCell) && isTitleOfState(cells)) return 'note';
    if (hasSeveralCells(cells)) return 'row';
    // A name, a title or a currency between the rows, not the rest of a row.
    const isWords = /\p{L}/u.test(first) && !/\d/u.test(first.slice(0, 12));
    return isWords || wrapperNamed(first.trim()) !== null ? 'note' : 'row';
  }
}

/** True for a line of nothing but words that say whether the rows below it took place. */
function isTitleOfState(cells: readonly string[]): boolean {
  const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
  return (
    filled.every((cell) => /^[^.,/:-]*\p{L}/u.test(cell) && !/\d[.,/:-]\d/u.test(cell)) &&
    stateOfTitle(filled.join(' ')) !== null
  );
}

/** The title among these lines, or the one before them, that says that the rows below it did not take place. */
function titleOfOpen(lines: readonly (readonly string[])[], before: string | null = null): string | null {
  let title = before;
  for (const cells of lines) {
    const text = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
    const state = stateOfTitle(text.join(' '));
    if (state !== null) title = state === 'done' ? null : shorten(cleanText(text.join(' ')), 40);
  }
  return title;
}

function skippedNotice(lines: readonly number[]): readonly string[] {
  if (lines.length === 0) return [];
  return [
    lines.length === 1
      ? `1 line is not a transaction and was skipped (${namedLines(lines)}).`
      : `${lines.length} lines are not transactions and were skipped (${namedLines(lines)}).`,
  ];
}
