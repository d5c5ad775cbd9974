/** The rows of a recognised broker's file, told in our own words by its profile. */
import { COLUMN_LABELS, TRANSACTION_FIELDS, type TransactionField } from './columns.ts';
import { refuse } from './file-kind.ts';
import type { Refusal } from './preview.ts';
import { headerKey, type BrokerRow, type Profile, type ProfileCells } from './profiles/profile.ts';
import { isBlankRow, type Table } from './read-table.ts';
import { lastFilled, NO_ROWS, tooWide, type SourceRow, type SourceRows } from './source-row.ts';

/** Reads a broker's file; refuses a valuation, and a file without transactions. Cash rows and lines that say nothing are counted. */
export function profileRows(table: Table, profile: Profile): SourceRows | Refusal {
  if (profile.refusal !== undefined) return refuse('wrongType', profile.refusal);
  const header = table.rows[table.headerIndex] ?? [];
  const index = new Map<string, number>();
  header.forEach((cell, position) => {
    const key = headerKey(cell);
    if (key !== '' && !index.has(key)) index.set(key, position);
  });
  const width = lastFilled(header) + 1;
  const lines = table.rows
    .map((cells, position) => ({ cells, line: table.lines[position] ?? 0 }))
    .slice(table.headerIndex + 1)
    .filter(({ cells }) => !isBlankRow(cells));
  const brokerRow = ({ cells, line }: (typeof lines)[number]): BrokerRow => ({
    line,
    get: (...headings) => {
      for (const heading of headings) {
        const position = index.get(heading);
        if (position !== undefined) return (cells[position] ?? '').trim();
      }
      return '';
    },
  });
  const rows: SourceRow[] = [];
  const fields = new Set<TransactionField>(['broker']);
  let [cash, ignored] = [0, 0];
  lines.forEach((entry, position) => {
    const filled = lastFilled(entry.cells) + 1;
    if (filled > width) {
      rows.push(sourceRow(entry.line, {}, profile.broker, tooWide(filled, width)));
      return;
    }
    const next = lines[position + 1];
    const read = profile.read(brokerRow(entry), next === undefined ? null : brokerRow(next));
    if (read.kind === 'cash') cash += 1;
    else if (read.kind === 'ignored') ignored += 1;
    else if (read.kind === 'fault') rows.push(sourceRow(entry.line, {}, profile.broker, read.message));
    else {
      for (const field of TRANSACTION_FIELDS) if ((read.cells[field] ?? '') !== '') fields.add(field);
      rows.push(sourceRow(entry.line, read.cells, profile.broker, null));
    }
  });
  if (rows.length === 0) return refuse('noRows', cash === 0 ? NO_ROWS : `The file has only cash rows (${cash}): no transaction in a security.`);
  const notices: string[] = [];
  if (cash > 0) notices.push(`${cash === 1 ? '1 cash row was' : `${cash} cash rows were`} not imported: deposits, interest and fees name no security.`);
  if (ignored > 0) notices.push(`${ignored === 1 ? '1 line says' : `${ignored} lines say`} nothing to import and ${ignored === 1 ? 'was' : 'were'} skipped.`);
  return {
    profileName: profile.broker,
    guarded: false,
    rows,
    columns: header.map((cell) => ({ header: cell.trim(), field: null })),
    has: (field) => fields.has(field),
    heading: (field) => COLUMN_LABELS[field],
    pence: () => false,
    dateOrder: 'dmy',
    skippedRows: table.preamble + cash + ignored,
    notices,
  };
}

function sourceRow(line: number, cells: ProfileCells, broker: string, fault: string | null): SourceRow {
  return { line, fault, cut: null, get: (field) => (field === 'broker' ? broker : cells[field] ?? '') };
}
