/** The rows of a recognised broker's file, told in our own words by its profile. */
import { COLUMN_LABELS, TRANSACTION_FIELDS, type TransactionField } from './columns.ts';
import { refuse } from './file-kind.ts';
import type { Refusal } from './preview.ts';
import {
  headerKey,
  type BrokerFile,
  type BrokerRow,
  type Profile,
  type ProfileCells,
  type ProfileRow,
} from './profiles/profile.ts';
import { balanceNote, balanceNotice, proveBalance } from './running-balance.ts';
import { doubledNote } from './doubled-columns.ts';
import { isBlankRow, type Table } from './read-table.ts';
import { columnReadings } from './column-readings.ts';
import { cutFigureIn } from './scientific-notation.ts';
import { lastFilled, NO_ROWS, tooWide, type SourceRow, type SourceRows } from './source-row.ts';

/** Reads a broker's file; refuses a valuation, and a file without transactions. Cash rows and lines that say nothing are counted. */
export function profileRows(table: Table, profile: Profile, fileName: string): SourceRows | Refusal {
  if (profile.refusal !== undefined) return refuse('wrongType', profile.refusal);
  const file = brokerFile(table, profile);
  const width = lastFilled(file.header) + 1;
  const rows: SourceRow[] = [];
  const fields = new Set<TransactionField>(['broker']);
  const counts = { cash: 0, ignored: 0, joined: 0 };
  const answers = profile.read(file);
  const doubled = doubledNote(table);
  const balance = profile.balance === undefined ? null : proveBalance(profile.balance(file));
  const breaks = new Map((balance?.breaks ?? []).map((found) => [found.line, balanceNote(found)]));
  file.rows.forEach((row, index) => {
    const filled = lastFilled(row.cells) + 1;
    const read: ProfileRow =
      profile.ragged !== true && filled > width
        ? { kind: 'fault', message: tooWide(filled, width) }
        : (answers[index] ?? { kind: 'ignored' });
    if (read.kind === 'transaction' || read.kind === 'fault') {
      const cells = read.cells ?? {};
      for (const field of TRANSACTION_FIELDS) if ((cells[field] ?? '') !== '') fields.add(field);
      rows.push(
        sourceRow(
          row,
          cells,
          profile.broker,
          [doubled, breaks.get(row.line)],
          read,
          cutFigureIn(file.header, row.cells),
        ),
      );
    } else counts[read.kind] += 1;
  });
  const { cash, ignored, joined } = counts;
  if (rows.length === 0)
    return refuse(
      'noRows',
      cash === 0 ? NO_ROWS : `The file has only cash rows (${cash}): no transaction in a security.`,
    );
  const notices: string[] = balance === null ? [] : [balanceNotice(balance)];
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
    hasRowReference: profile.orderReference !== true,
    skippedRows: table.preamble + cash + ignored + joined,
    notices,
  };
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

  get(...headings: readonly string[]): string {
    for (const heading of headings) {
      const position = this.index.get(heading);
      if (position !== undefined) return (this.cells[position] ?? '').trim();
    }
    return '';
  }
}

function sourceRow(
  { line }: BrokerRow,
  cells: ProfileCells,
  broker: string,
  notes: readonly (string | null | undefined)[],
  read: Extract<ProfileRow, { readonly cells?: ProfileCells }>,
  cutFigure: string | null,
): SourceRow {
  const isFault = read.kind === 'fault';
  return {
    line,
    fault: isFault ? read.message : null,
    note: isFault ? null : [...notes, read.note].filter((text) => (text ?? '') !== '').join(' ') || null,
    takesBack: !isFault && read.takesBack === true,
    proof: isFault ? null : (read.proof ?? null),
    cutFigure,
    cut: null,
    get: (field) => (field === 'broker' ? broker : (cells[field] ?? '')),
  };
}
