/**
 * Checks a file of transactions against the stored records before anything is written. The worker, the server's import
 * routes and the tests call `prepareImport`, show its content and rows, and make records of the selected rows with
 * `acceptRows`.
 */
import type { Account, Asset, Broker, Transaction } from '../../records/records.ts';
import { dayMonthYear } from '../../values/dates.ts';
import { originOf, type SourceRows } from '../profiles/source-row.ts';
import type { ImportAnswers } from '../questions/import-question.ts';
import type { FileOrigin } from '../questions/remembered-answers.ts';
import type { ImportPreviewContent, RowStatus } from '../row-figures/preview.ts';
import type { RowEdit } from '../source/edited-rows.ts';
import { sourceRows } from '../source/source-rows.ts';
import { Directory, type ListedSecurity } from '../stored/directory.ts';
import { inCurrency } from '../stored/unstated-units.ts';
import { findEarlierRows, type EarlierMatch, type EarlierRows } from '../stored/earlier-rows.ts';
import {
  candidateGroups,
  equalRows,
  findDuplicates,
  isLikelyDuplicate,
  type Candidate,
  type Duplicate,
} from '../stored/duplicates.ts';
import type { Refusal } from '../tables/file-kind.ts';
import type { Table } from '../tables/table.ts';
import { poundsNotice, withCashCurrency } from './cash-currency.ts';
import { suggestedSplit } from './charge-split.ts';
import { withEqual } from './equal-rows.ts';
import { withGrossAndNet } from './gross-and-net.ts';
import { importContent, type PreparedRow } from './import-content.ts';
import { importNotices, wrapperNotice } from './notices.ts';
import { likelyDuplicateNote } from './near-duplicates.ts';
import { withOppositeTrades } from './opposite-trades.ts';
import { withOutliers } from './outlier-notes.ts';
import { withoutIncomeTwice } from './reinvested-income.ts';
import { RowChecker, type CheckedRow, type ImportOptions } from './row-checker.ts';
import { withReversals } from './reversal-rows.ts';
import { withToldReversals } from './told-reversals.ts';
import { withTwoCurrencies } from './two-currencies.ts';

/** The records stored for this user. `transactions` is iterated once. */
export interface ImportStore {
  readonly accounts: readonly Account[];
  readonly brokers: readonly Broker[];
  readonly assets: readonly Asset[];
  readonly transactions: Iterable<Transaction>;
  /** What earlier imports have read, where that is known. */
  readonly earlierRows?: EarlierRows;
}

export interface PreparedImport {
  readonly ok: true;
  readonly content: ImportPreviewContent;
  /** In file order. */
  readonly rows: readonly PreparedRow[];
}

/** Checks every row of a table. Refuses a table without header or rows; a faulty row only ever becomes an error row. */
export function prepareImport(table: Table, store: ImportStore, options: ImportOptions): PreparedImport | Refusal {
  const open = openImport(table, store, options);
  if ('ok' in open) return open;
  open.checkNext(open.total);
  return open.result();
}

/** As `prepareImport`, but open for corrections; `checkNext` then checks its rows. */
export function openImport(table: Table, store: ImportStore, options: ImportOptions): OpenImport | Refusal {
  const source = sourceRows(table, options);
  return 'ok' in source ? source : new OpenImport(source, store, options);
}

/** A file's rows as far as they are checked; a correction checks only the affected rows again. */
export class OpenImport {
  private readonly source: SourceRows;
  private readonly store: ImportStore;
  private readonly options: ImportOptions;
  private readonly directory: Directory;
  private readonly checker: RowChecker;
  private readonly checked: CheckedRow[] = [];
  private readonly edits: Map<number, RowEdit>;

  constructor(source: SourceRows, store: ImportStore, options: ImportOptions) {
    this.source = source;
    this.store = store;
    this.options = options;
    this.directory = new Directory(store);
    this.checker = new RowChecker(source, this.directory, options);
    this.edits = new Map(options.edits);
  }

  /** The source of the file, for remembered answers; null when it is unknown. */
  get origin(): FileOrigin | null {
    return originOf(this.source);
  }

  /** Whether any question is about a security, so that proposals are needed. */
  get asksSecurities(): boolean {
    return this.checked.some(({ questions }) =>
      questions.some(({ kind, answer }) => kind === 'security' && answer === null),
    );
  }

  /** Adds these securities to those that are proposed. */
  proposeFrom(listed: readonly ListedSecurity[]): void {
    this.directory.listed = listed;
  }

  /** The number of rows in the file. */
  get total(): number {
    return this.source.rows.length;
  }

  /** Checks the next rows; returns how many are checked. */
  checkNext(count: number): number {
    const end = Math.min(this.total, this.checked.length + count);
    for (let index = this.checked.length; index < end; index += 1) this.checked.push(this.check(index));
    return end;
  }

  /** Replaces a row's cells by what the user typed; null restores the file's own cells. */
  edit(rowNumber: number, edit: RowEdit | null): void {
    if (edit === null) this.edits.delete(rowNumber);
    else this.edits.set(rowNumber, edit);
    const index = this.source.rows.findIndex((row) => row.line === rowNumber);
    if (index !== -1) this.checked[index] = this.check(index);
  }

  /** Sets the answers; rows with a question are checked again. */
  answer(answers: ImportAnswers): void {
    this.checker.answers = answers;
    this.checked.forEach((row, index) => {
      if (row.questions.length > 0 || row.errors.length > 0) this.checked[index] = this.check(index);
    });
  }

  /** The present result: duplicates and counts over all rows. */
  result(): PreparedImport {
    const { hasRowReference } = this.source;
    const inCurrencies = withCashCurrency(this.checked, this.source, ({ reading: { source } }, currency) => {
      const again = this.checker.check(inCurrency(source, currency));
      return { ...again, reading: { ...again.reading, source } };
    });
    const isOwnForm = !this.source.isBrokerFile && !this.source.guarded;
    const onceEach = isOwnForm
      ? withTwoCurrencies(withGrossAndNet(withOppositeTrades(withoutIncomeTwice(inCurrencies))))
      : inCurrencies;
    const checked = this.source.guarded ? onceEach : withToldReversals(onceEach);
    const candidates = checked.map((row): Candidate | null =>
      row.fields === null || row.reading.isReversal
        ? null
        : { line: row.reading.source.line, fileId: row.fileId, fields: row.fields, hasRowReference },
    );
    const candidateList = candidates.filter((candidate) => candidate !== null);
    const hasReversals = checked.some((row) => row.reading.isReversal);
    const stored = [...this.store.transactions];
    const groups = candidateGroups(candidateList);
    const duplicates = findDuplicates(candidateList, stored, groups);
    const earlier = this.earlierRows(candidateList, duplicates, stored);
    const found = checked.map((row, index): PreparedRow => {
      const candidate = candidates[index] ?? null;
      const alike = candidate === null ? null : (duplicates.get(candidate) ?? null);
      const before = candidate === null ? undefined : earlier.get(candidate);
      const likely = isLikelyDuplicate(alike) ? alike : null;
      const duplicate = changedSince(before) ?? (likely === null ? alike : null);
      return {
        rowNumber: row.reading.source.line,
        status: statusOf(row, duplicate),
        errors: row.errors,
        fields: row.fields,
        fileId: row.fileId,
        duplicate,
        newAccount: row.newAccount,
        unknownBroker: row.unknownBroker,
        reading: row.reading,
        asset: row.asset,
        questions: row.questions,
        split: row.split,
        ...(row.uncorrected !== undefined && { uncorrected: row.uncorrected }),
        notes: [
          ...row.reading.notes,
          ...(likely === null || duplicate !== null ? [] : [likelyDuplicateNote(likely)]),
          ...(before?.stored === null ? [deletedNote(before)] : []),
        ],
        remarks: row.reading.remarks,
        reverses: null,
      };
    });
    const equal = equalRows(groups, duplicates);
    const proved = withOutliers(withEqual(found, equal), stored, isOwnForm);
    const rows = hasReversals ? withReversals(proved, stored, this.checker.answers) : proved;
    const { habits, corrections } = this.checker;
    const notices = [
      ...wrapperNotice(this.source, this.options.defaults?.taxWrapper),
      ...importNotices(this.source, habits, corrections, equal),
      ...poundsNotice(checked, this.source),
    ];
    return {
      ok: true,
      content: {
        ...importContent(this.source, rows, this.directory, this.options, notices),
        datesAmbiguous: habits.dateOrder === 'ambiguous',
      },
      rows,
    };
  }

  /** What became of rows that earlier imports have read, of those that equal nothing stored. */
  private earlierRows(
    candidates: readonly Candidate[],
    duplicates: ReadonlyMap<Candidate, Duplicate>,
    stored: readonly Transaction[],
  ): ReadonlyMap<Candidate, EarlierMatch> {
    const { earlierRows } = this.store;
    if (earlierRows === undefined || earlierRows.size === 0) return new Map();
    const taken = new Set<Transaction>();
    const open = candidates.filter((candidate) => {
      const duplicate = duplicates.get(candidate) ?? null;
      const isOpen = duplicate === null || isLikelyDuplicate(duplicate);
      if (!isOpen && 'stored' in duplicate) taken.add(duplicate.stored);
      // Our own export restores what was deleted.
      return isOpen && candidate.fileId === null;
    });
    return findEarlierRows(open, earlierRows, stored, taken);
  }

  private checkEdited(row: SourceRows['rows'][number], edit: RowEdit): CheckedRow {
    const { fields } = this.checker.check(row);
    return { ...this.checker.checkEdited(row, edit), ...(fields !== null && { uncorrected: fields }) };
  }

  private check(index: number): CheckedRow {
    const row = this.source.rows[index] as SourceRows['rows'][number];
    const edit = this.edits.get(row.line);
    const checked = edit === undefined ? this.checker.check(row) : this.checkEdited(row, edit);
    if (checked.fields === null || this.source.has('stampDuty')) return checked;
    const split = suggestedSplit(checked.fields, checked.asset);
    if (split === null) return checked;
    return this.options.splitCharges === true
      ? { ...checked, fields: { ...checked.fields, ...split }, split }
      : { ...checked, split };
  }
}

/** The duplicate that a row is whose transaction was changed since an earlier import. */
function changedSince(before: EarlierMatch | undefined): Duplicate | null {
  return before === undefined || before.stored === null
    ? null
    : { kind: 'changedSince', stored: before.stored, importedOn: before.importedOn };
}

function deletedNote({ importedOn }: EarlierMatch): string {
  return `This row was imported on ${dayMonthYear(importedOn)} and has been deleted since. Select it only to add it again.`;
}

function statusOf({ fields, errors }: CheckedRow, duplicate: Duplicate | null): RowStatus {
  if (errors.length > 0) return 'error';
  if (fields === null) return 'question';
  return duplicate === null ? 'valid' : 'duplicate';
}
