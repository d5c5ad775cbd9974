/** The rows of a recognised broker's file, told in our own words by its profile. */
import { COLUMN_LABELS, TRANSACTION_FIELDS, type TransactionField } from './columns.ts';
import { refuse } from './file-kind.ts';
import type { Refusal, SkippedLine } from './preview.ts';
import {
  headerKey,
  type BrokerFile,
  type BrokerRow,
  type Profile,
  type ProfileCells,
  type ProfileRow,
} from './profiles/profile.ts';
import { withoutTakenBack } from './words.ts';
import { balanceNote, balanceNotice, proveBalance, type BalanceProof } from './running-balance.ts';
import { doubledNote } from './doubled-columns.ts';
import { isBlankRow, type Table } from './read-table.ts';
import { isTotalsLine, proveTotals, totalsNotice } from './file-totals.ts';
import { columnReadings } from './column-readings.ts';
import { cutFigureIn } from './scientific-notation.ts';
import {
  lastFilled,
  NO_ROWS,
  tooWide,
  type SourceRow,
  type SourceRows,
  MOST_SKIPPED,
  skippedLine,
} from './source-row.ts';

/** Reads a broker's file; refuses a valuation, and a file without transactions. Cash rows and lines that say nothing are counted. */
export function profileRows(table: Table, profile: Profile, fileName: string): SourceRows | Refusal {
  if (profile.refusal !== undefined) return refuse('wrongType', profile.refusal);
  const file = brokerFile(table, profile);
  const width = lastFilled(file.header) + 1;
  const rows: SourceRow[] = [];
  const fields = new Set<TransactionField>(['broker']);
  const counts = { cash: 0, ignored: 0, joined: 0 };
  const skipped: SkippedLine[] = [];
  const stripped = withoutReversals(file);
  const answers = profile.read(stripped.file);
  const doubled = doubledNote(table);
  const balance = profile.balance === undefined ? null : proveBalance(profile.balance(file));
  const said = lineNotes(file, balance, answers);
  file.rows.forEach((row, index) => {
    const filled = lastFilled(row.cells) + 1;
    const isTotal = answers[index]?.kind !== 'transaction' && isTotalsLine(row.cells);
    const read: ProfileRow = isTotal
      ? { kind: 'ignored', reason: 'A total, not a transaction.' }
      : profile.ragged !== true && filled > width
        ? { kind: 'fault', message: tooWide(filled, width) }
        : (answers[index] ?? { kind: 'ignored' });
    if (read.kind === 'transaction' || read.kind === 'fault') {
      const cells = read.cells ?? {};
      for (const field of TRANSACTION_FIELDS) if ((cells[field] ?? '') !== '') fields.add(field);
      const isCurrencyMissing =
        profile.statesCurrency === true && (cells.currency ?? '') === '' && /[1-9]/u.test(cells.consideration ?? '');
      rows.push(
        sourceRow(row, cells, profile.broker, {
          read: stripped.lines.has(row.line) && read.kind === 'transaction' ? { ...read, takesBack: true } : read,
          notes: [
            doubled,
            ...(said.notes.get(row.line) ?? []),
            isCurrencyMissing ? NO_CURRENCY : null,
            read.kind === 'transaction' ? read.note : null,
          ],
          remark: said.remarks.get(row.line) ?? (read.kind === 'transaction' ? (read.remark ?? null) : null),
          cutFigure: cutFigureIn(file.header, row.cells),
        }),
      );
    } else {
      counts[read.kind] += 1;
      if (skipped.length < MOST_SKIPPED) skipped.push(skippedLine(row.line, row.cells, reasonOf(read)));
    }
  });
  const { cash, ignored, joined } = counts;
  if (rows.length === 0)
    return refuse(
      'noRows',
      cash === 0 ? NO_ROWS : `The file has only cash rows (${cash}): no transaction in a security.`,
    );
  const notices: string[] = balance === null ? [] : [balanceNotice(balance)];
  const totals = proveTotals(table);
  if (totals !== null) notices.push(totalsNotice(totals));
  if (cash > 0)
    notices.push(
      `${cash === 1 ? '1 cash row was' : `${cash} cash rows were`} not imported: deposits, interest and fees name no security.`,
    );
  if (joined > 0)
    notices.push(
      `${joined === 1 ? '1 line was' : `${joined} lines were`} read together with the row they belong to: charges, taxes, cash sides of trades.`,
    );
  if (ignored > 0)
    notices.push(
      `${ignored === 1 ? '1 line says' : `${ignored} lines say`} nothing to import and ${ignored === 1 ? 'was' : 'were'} skipped.`,
    );
  return {
    profileName: profile.broker,
    guarded: false,
    rows,
    columns: columnReadings(table, []),
    isBrokerFile: true,
    has: (field) => fields.has(field),
    heading: (field) => COLUMN_LABELS[field],
    pence: () => false,
    pounds: () => false,
    dateOrder: profile.dateOrder ?? 'dmy',
    nameForms: profile.nameForms ?? (() => []),
    wrapper: profile.wrapperOf?.(file, fileName) ?? null,
    mark: 'point',
    balance,
    totals,
    paysNegative: profile.paysNegative === true,
    hasRowReference: profile.orderReference !== true,
    skipped,
    skippedRows: table.preamble + cash + ignored + joined,
    notices,
  };
}

/** Why a line of a broker's file is passed over. */
function reasonOf(read: Extract<ProfileRow, { readonly kind: 'cash' | 'ignored' | 'joined' }>): string {
  if (read.kind === 'joined') return `Read together with line ${read.to}.`;
  if (read.reason !== undefined) return read.reason;
  return read.kind === 'cash' ? 'Cash: a deposit, interest or a fee names no security.' : 'It says nothing to import.';
}

function brokerFile(table: Table, profile: Profile): BrokerFile {
  const header = table.rows[table.headerIndex] ?? [];
  const index = new Map<string, number>();
  header.forEach((cell, position) => {
    const key = headerKey(cell);
    if (key !== '' && !index.has(key)) index.set(key, position);
  });
  const rows: BrokerRow[] = [];
  for (let at = table.headerIndex + 1; at < table.rows.length; at += 1) {
    const found = table.rows[at] ?? [];
    if (!isBlankRow(found)) rows.push(new HeadedRow(table.lines[at] ?? 0, profile.mend?.(found) ?? found, index));
  }
  return { header, before: table.rows.slice(0, Math.max(table.headerIndex, 0)), rows };
}

class HeadedRow implements BrokerRow {
  readonly line: number;
  readonly cells: readonly string[];
  private readonly index: ReadonlyMap<string, number>;

  constructor(line: number, cells: readonly string[], index: ReadonlyMap<string, number>) {
    this.line = line;
    this.cells = cells;
    this.index = index;
  }

  withCells(cells: readonly string[]): BrokerRow {
    return new HeadedRow(this.line, cells, this.index);
  }

  get(...headings: readonly string[]): string {
    for (const heading of headings) {
      const position = this.index.get(heading);
      if (position !== undefined) return (this.cells[position] ?? '').trim();
    }
    return '';
  }
}

interface RowFindings {
  readonly read: Extract<ProfileRow, { readonly cells?: ProfileCells }>;
  readonly notes: readonly (string | null | undefined)[];
  readonly remark: string | null;
  readonly cutFigure: string | null;
}

function sourceRow(
  { line }: BrokerRow,
  cells: ProfileCells,
  broker: string,
  { read, notes, remark, cutFigure }: RowFindings,
): SourceRow {
  const isFault = read.kind === 'fault';
  return {
    line,
    fault: isFault ? read.message : null,
    note: isFault ? null : notes.filter((text) => (text ?? '') !== '').join(' ') || null,
    remark,
    takesBack: !isFault && read.takesBack === true,
    proof: isFault ? null : (read.proof ?? null),
    cutFigure,
    cut: null,
    get: (field) => (field === 'broker' ? broker : (cells[field] ?? '')),
  };
}

const NO_CURRENCY = 'The row names no currency: its amounts would be taken for pounds. Check them.';

/** What is said on lines: where the balance breaks, and which lines the file has twice. What a joined line has wrong is said on its trade. */
function lineNotes(
  file: BrokerFile,
  balance: BalanceProof | null,
  answers: readonly ProfileRow[],
): { readonly notes: ReadonlyMap<number, readonly string[]>; readonly remarks: ReadonlyMap<number, string> } {
  const notes = new Map<number, string[]>();
  const remarks = new Map<number, string>();
  const breaks = new Map((balance?.breaks ?? []).map((found) => [found.line, balanceNote(found)]));
  const seen = new Map<string, number>();
  const note = (line: number, text: string): void => void notes.set(line, [...(notes.get(line) ?? []), text]);
  file.rows.forEach((row, index) => {
    const answer = answers[index];
    if (answer === undefined || answer.kind === 'cash' || answer.kind === 'ignored') return;
    const line = answer.kind === 'joined' ? answer.to : row.line;
    const broken = breaks.get(row.line);
    if (broken !== undefined) note(line, broken);
    const key = row.cells.join('\u0001');
    const earlier = seen.get(key);
    if (earlier === undefined) seen.set(key, row.line);
    else if (answer.kind === 'joined')
      note(line, `Line ${row.line}, which is read with this one, is the same as line ${earlier}.`);
    else remarks.set(line, `The same as line ${earlier}: read as a transaction of its own.`);
    if (answer.kind === 'joined' && cutFigureIn(file.header, row.cells) !== null)
      note(line, `A figure on line ${row.line}, which is read with this one, may have lost digits.`);
  });
  return { notes, remarks };
}

/** Columns that say what a row is. */
const KIND_HEADING = /type|action|activity|transaction|direction|side|buy|descri|details|title|event|status/iu;

/** A file as it reads without the words that say of a row that it takes another back, and the lines that have such a word. */
function withoutReversals(file: BrokerFile): { readonly file: BrokerFile; readonly lines: ReadonlySet<number> } {
  const lines = new Set<number>();
  const positions = file.header.flatMap((cell, position) => (KIND_HEADING.test(cell.slice(0, 60)) ? [position] : []));
  const rows = file.rows.map((row) => {
    const cells = positions.flatMap((position) => {
      const rest = withoutTakenBack(row.cells[position] ?? '');
      return rest === null ? [] : [[position, rest] as const];
    });
    if (cells.length === 0) return row;
    lines.add(row.line);
    const changed = [...row.cells];
    for (const [position, rest] of cells) changed[position] = rest;
    return row.withCells(changed);
  });
  return { file: lines.size === 0 ? file : { ...file, rows }, lines };
}
