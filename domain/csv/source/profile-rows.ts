/** The rows of a recognised broker's file, as cells of our own types by its profile. */
import { cleanText } from '../cells/cell-text.ts';
import { cutFigureIn } from '../cells/scientific-notation.ts';
import type { BrokerFile, BrokerRow, Profile, ProfileCells, ProfileRow } from '../profiles/profile.ts';
import {
  IN_SECOND_TABLE,
  lastFilled,
  NO_ROWS,
  secondTableNotice,
  tooWide,
  type SourceRow,
  type SourceRows,
  MOST_SKIPPED,
  skippedLine,
  type SkippedLine,
} from '../profiles/source-row.ts';
import { columnReadings } from '../tables/column-readings.ts';
import { COLUMN_LABELS, TRANSACTION_FIELDS, type TransactionField } from '../tables/columns.ts';
import { doubledNote } from '../tables/doubled-columns.ts';
import { refuse, type Refusal } from '../tables/file-kind.ts';
import { isTotalsLine, proveTotals, totalsNotice } from '../tables/file-totals.ts';
import type { BalanceProof, ProvedLines } from '../tables/balance-lines.ts';
import { balanceNote, balanceNotice, proveBalance } from '../tables/running-balance.ts';
import { rowOfJoinedFile, separateRow } from './repeated-row.ts';
import { aboveNotice, rowsAbove } from './rows-above.ts';
import type { Table } from '../tables/table.ts';
import { titleCurrency } from '../tables/title-currency.ts';
import { FigureNotes, withDecimalPoints } from './broker-figures.ts';
import { brokerFile, isSameHeader, partsBy, withOneHeader, withoutOtherTable } from './broker-file.ts';
import { AmountDigits, cashAnswer, linkedTransfers, sameDayReversals, type CashAnswer } from './cash-events.ts';
import { CutRows } from './cut-rows.ts';
import { joinedWrappers, wrapperOfFile } from './joined-wrappers.ts';
import { movedCells } from './moved-cash.ts';
import { OrderStatus, ordersNotice } from './order-status.ts';
import { ownersBy, ownersIn } from './owner-columns.ts';
import { cashNotice, countNotices } from './profile-notices.ts';
import { commentColumns, corporateNoteOf, reversalNote, withoutReversals } from './reversal-words.ts';
import { UnreadBrokerColumns } from './unread-broker-columns.ts';

/** Reads a broker's file; refuses a valuation, and a file without transactions. Lines to ignore are counted. */
export function profileRows(found: Table, profile: Profile, fileName: string): SourceRows | Refusal {
  if (profile.refusal !== undefined) return refuse('wrongType', profile.refusal);
  const { table: own, rest } = withoutOtherTable(found, profile);
  // The profiles of files with several tables know their headers.
  const { table, again } = profile.ragged === true ? { table: own, again: [] } : withOneHeader(own, profile);
  const { file: whole, isRead } = brokerFile(table, profile);
  const status = profile.readsStatus === true ? null : new OrderStatus(whole.header);
  const notExecuted = whole.rows.flatMap((row) => {
    const reason = status?.notExecuted(row.cells) ?? null;
    return reason === null ? [] : [{ row, reason }];
  });
  const left = new Set(notExecuted.map(({ row }) => row));
  const given = left.size === 0 ? whole : { ...whole, rows: whole.rows.filter((row) => !left.has(row)) };
  const isRagged = profile.ragged === true;
  const file = isRagged && profile.readsCommas === true ? given : withDecimalPoints(given, isRagged);
  const figures = isRagged ? null : new FigureNotes(file, profile.readsCommas === true ? 'unknown' : 'point');
  const width = lastFilled(file.header) + 1;
  const rows: SourceRow[] = [];
  const others: SourceRow[] = [];
  const fields = new Set<TransactionField>(['broker']);
  const counts = { ignored: 0, joined: 0 };
  const above = isRagged ? [] : rowsAbove(table);
  const skipped: SkippedLine[] = [
    ...above,
    ...again.map((at) => skippedLine(found.lines[at] ?? 0, found.rows[at] ?? [], 'The header again.')),
    ...rest.map((at) => skippedLine(found.lines[at] ?? 0, found.rows[at] ?? [], IN_SECOND_TABLE)),
    ...notExecuted.map(({ row, reason }) => skippedLine(row.line, row.cells, reason)),
  ].slice(0, MOST_SKIPPED);
  const stripped = withoutReversals(file);
  const answers = profile.read(stripped.file);
  const currency = profile.hidesCurrency === true ? titleCurrency(file.before) : null;
  const owners = ownersOf(
    file,
    file.rows.filter((_row, index) => answers[index]?.kind === 'transaction' || answers[index]?.kind === 'cash'),
    profile,
  );
  const doubled = doubledNote(table);
  const stated = profile.statesCurrency ?? false;
  const statesCurrency = typeof stated === 'boolean' ? stated : stated(file);
  const corporate = corporateNoteOf(file);
  const comments = isRagged ? [] : commentColumns(file.header);
  const proved = profile.balance === undefined ? null : proveBalance(profile.balance(file));
  const unread = isRagged ? null : new UnreadBrokerColumns(file.header, isRead);
  // Files that were joined have headers of their own.
  const isOneHeader = !isRagged && again.length === 0;
  const cut = isOneHeader ? new CutRows(file.header, width, () => file.rows.map(({ cells }) => cells)) : null;
  // Of other files the later headers were taken out.
  const headers = new Set(isRagged ? file.rows.filter(({ cells }) => isSameHeader(cells, file.header)) : []);
  const partAt = partsBy([...again.map((at) => found.lines[at] ?? 0), ...[...headers].map(({ line }) => line)]);
  const texts = lineNotes(file, proved, answers, partAt);
  const cash = cashAnswers(file, answers, { proved, reversalLines: stripped.lines });
  // The second side of a conversion has no line of its own, so it is numbered after the last line.
  let extraLine = table.lines.reduce((last, line) => Math.max(last, line), 0);
  const wrapperAt = joinedWrappers(found, again, profile);
  const take = (row: BrokerRow, read: ReadAsRow, line: number, about: RowFindings): void => {
    const isUnnamed = currency !== null && (read.cells?.currency ?? '') === '';
    const named = isUnnamed ? { ...read, cells: { ...read.cells, currency } } : read;
    const own = { ...named.cells, ...owners(row), ...(named.kind === 'transaction' && movedCells(named)) };
    const titled = (own.taxWrapper ?? '') === '' ? wrapperAt(row.line) : null;
    const cells = titled === null ? own : { ...own, taxWrapper: titled };
    for (const field of TRANSACTION_FIELDS) if ((cells[field] ?? '') !== '') fields.add(field);
    (line === row.line ? rows : others).push(sourceRow(line, cells, profile.broker, about));
  };
  file.rows.forEach((row, index) => {
    const filled = lastFilled(row.cells) + 1;
    const isTotal = answers[index]?.kind !== 'transaction' && isTotalsLine(row.cells);
    const read: ProfileRow = isTotal
      ? { kind: 'ignored', reason: 'A total, not a transaction.' }
      : headers.has(row)
        ? { kind: 'ignored', reason: 'The header again.' }
        : !isRagged && filled > width
          ? { kind: 'fault', message: tooWide(filled, width) }
          : (answers[index] ?? { kind: 'ignored' });
    const results: readonly (CashAnswer | ProfileRow)[] = read.kind === 'cash' ? (cash.get(row) ?? []) : [read];
    const taken = results.filter(({ kind }) => kind === 'transaction' || kind === 'fault');
    for (const [at, result] of (taken.length > 0 ? taken : results.slice(0, 1)).entries()) {
      if (result.kind === 'cash') continue;
      const one = unread === null ? result : unread.withCharges(result, row.cells);
      if (one.kind === 'transaction' || one.kind === 'fault') {
        const line = at === 0 ? row.line : (extraLine += 1);
        const cells = one.cells ?? {};
        const isCurrencyMissing =
          statesCurrency && (cells.currency ?? '') === '' && /[1-9]/u.test(cells.consideration ?? '');
        const isProved = read.kind === 'cash' && proved?.provedLines.has(row.line) === true;
        const commented = comments.map((position) =>
          reversalNote(cleanText(file.header[position] ?? ''), row.cells[position] ?? ''),
        );
        take(row, one, line, {
          read: stripped.lines.has(row.line) && one.kind === 'transaction' ? { ...one, isReversal: true } : one,
          notes: [
            doubled,
            ...(texts.notes.get(row.line) ?? []),
            isCurrencyMissing ? NO_CURRENCY : null,
            one.kind === 'transaction' ? one.note : null,
            read.kind === 'transaction' && one.kind === 'transaction' && one.note === undefined
              ? corporate(row, cells)
              : null,
            read.kind === 'transaction' ? figures?.of(row, cells) : null,
            ...(one.kind === 'transaction' ? (unread?.notes(row.cells, cells) ?? []) : []),
            ...(status?.notes(row.cells) ?? []),
            cut?.note(row.cells),
            ...commented,
          ],
          mayReverse: commented.some((note) => note !== null),
          remarks: [
            line === row.line ? null : `Read from line ${row.line}.`,
            texts.remarks.get(row.line),
            one.kind === 'transaction' ? one.remark : null,
          ],
          cutFigure: isProved ? null : cutFigureIn(file.header, row.cells),
        });
      } else {
        counts[one.kind] += 1;
        if (skipped.length < MOST_SKIPPED) skipped.push(skippedLine(row.line, row.cells, reasonOf(one)));
      }
    }
  });
  const all = [...rows, ...others];
  if (all.length === 0) return refuse('noRows', NO_ROWS);
  const balance = proved === null ? null : { agreeing: proved.agreeing, breaks: proved.breaks };
  const totals = proveTotals(table);
  const { ignored, joined } = counts;
  return {
    profileName: profile.broker,
    guarded: false,
    rows: all,
    columns: columnReadings(table, []),
    isBrokerFile: true,
    namesNoSecurity: false,
    isCurrencyKnown: profile.hidesCurrency !== true,
    titleCurrency: currency,
    has: (field) => fields.has(field),
    heading: (field) => COLUMN_LABELS[field],
    pence: () => false,
    pounds: () => false,
    dateOrder: profile.dateOrder === undefined ? 'dmy' : profile.dateOrder,
    nameForms: profile.nameForms ?? (() => []),
    wrapper: wrapperOfFile(profile, file.before, fileName),
    mark: 'point',
    balance,
    amountReading: null,
    totals,
    paysNegative: profile.paysNegative === true,
    hasRowReference: profile.orderReference !== true,
    skipped: skipped.toSorted((a, b) => a.line - b.line),
    skippedRows: table.preamble + again.length + rest.length + left.size + ignored + joined,
    notices: [
      ...(balance === null ? [] : [balanceNotice(balance)]),
      ...(totals === null ? [] : [totalsNotice(totals)]),
      ...aboveNotice(above),
      ...cashNotice(all),
      ...countNotices(counts),
      ...ordersNotice(notExecuted.map(({ row }) => row.line)),
      ...(rest.length === 0 ? [] : [secondTableNotice(found.lines[rest[0] ?? 0] ?? 0, rest.length - 1)]),
    ],
  };
}

/** The account and tax wrapper of each row, where the profile reads none. */
function ownersOf(file: BrokerFile, rows: readonly BrokerRow[], profile: Profile): (row: BrokerRow) => ProfileCells {
  return profile.accountOf === undefined ? ownersIn(file, rows) : ownersBy([profile.accountOf(file)], rows);
}

/** The events of each row that moves cash. */
function cashAnswers(
  { rows }: BrokerFile,
  answers: readonly ProfileRow[],
  { proved, reversalLines }: { readonly proved: ProvedLines | null; readonly reversalLines: ReadonlySet<number> },
): ReadonlyMap<BrokerRow, readonly CashAnswer[]> {
  const moves = answers.flatMap((answer) => (answer.kind === 'cash' ? answer.moves : []));
  const [reversals, links, digits] = [sameDayReversals(moves), linkedTransfers(moves), new AmountDigits(rows)];
  const found = new Map<BrokerRow, readonly CashAnswer[]>();
  rows.forEach((row, index) => {
    const answer = answers[index];
    if (answer?.kind !== 'cash') return;
    found.set(
      row,
      answer.moves.map((move) =>
        cashAnswer(move, {
          isProved: proved?.provedLines.has(row.line) === true,
          digits: digits.oddityOf(row, move),
          isReversal: reversals.has(move) || reversalLines.has(row.line),
          pair: move.pair ?? links.get(move) ?? '',
        }),
      ),
    );
  });
  return found;
}

/** Why a line of a broker's file is ignored. */
function reasonOf(read: Extract<ProfileRow, { readonly kind: 'ignored' | 'joined' }>): string {
  return read.kind === 'joined'
    ? `Read together with line ${read.to}.`
    : (read.reason ?? 'It contains nothing to import.');
}

/** A result that becomes a row. */
type ReadAsRow = Extract<CashAnswer | ProfileRow, { readonly kind: 'transaction' | 'fault' }>;

interface RowFindings {
  readonly read: ReadAsRow;
  readonly notes: readonly (string | null | undefined)[];
  readonly remarks: readonly (string | null | undefined)[];
  readonly mayReverse?: boolean;
  readonly cutFigure: string | null;
}

function sourceRow(
  line: number,
  cells: ProfileCells,
  broker: string,
  { read, notes, remarks, cutFigure, mayReverse = false }: RowFindings,
): SourceRow {
  const joinedText = (texts: readonly (string | null | undefined)[]): string | null =>
    texts.filter((text) => (text ?? '') !== '').join(' ') || null;
  const isFault = read.kind === 'fault';
  return {
    line,
    fault: isFault ? read.message : null,
    note: isFault ? null : joinedText(notes),
    remark: joinedText(remarks),
    isReversal: !isFault && read.isReversal === true,
    mayReverse: !isFault && mayReverse,
    proof: isFault ? null : (read.proof ?? null),
    unknownCash: !isFault && 'unknownCash' in read ? read.unknownCash : undefined,
    pair: !isFault && 'pair' in read ? read.pair : undefined,
    cutFigure,
    cut: null,
    get: (field) => (field === 'broker' ? broker : (cells[field] ?? '')),
  };
}

const NO_CURRENCY = 'The row names no currency, so its amounts would be read as pounds. Check them.';

/**
 * The notes on lines where the balance breaks, and the remarks on repeated lines. A note on a joined line is shown on
 * its trade.
 */
function lineNotes(
  file: BrokerFile,
  balance: BalanceProof | null,
  answers: readonly ProfileRow[],
  partAt: (line: number) => number,
): { readonly notes: ReadonlyMap<number, readonly string[]>; readonly remarks: ReadonlyMap<number, string> } {
  const notes = new Map<number, string[]>();
  const remarks = new Map<number, string>();
  const breaks = new Map((balance?.breaks ?? []).map((found) => [found.line, balanceNote(found)]));
  const seen = new Map<string, number>();
  const note = (line: number, text: string): void => void notes.set(line, [...(notes.get(line) ?? []), text]);
  file.rows.forEach((row, index) => {
    const answer = answers[index];
    if (answer === undefined || answer.kind === 'ignored') return;
    const line = answer.kind === 'joined' ? answer.to : row.line;
    const broken = breaks.get(row.line);
    if (broken !== undefined) note(line, broken);
    const key = row.cells.join('\u0001');
    const earlier = seen.get(key);
    if (earlier === undefined) seen.set(key, row.line);
    else if (answer.kind === 'joined')
      note(line, `Line ${row.line}, which is read with this one, is the same as line ${earlier}.`);
    else if (partAt(row.line) !== partAt(earlier)) note(line, rowOfJoinedFile(earlier));
    else remarks.set(line, separateRow(earlier));
    if (answer.kind === 'joined' && cutFigureIn(file.header, row.cells) !== null)
      note(line, `A figure on line ${row.line}, which is read with this one, may have lost digits.`);
  });
  return { notes, remarks };
}
