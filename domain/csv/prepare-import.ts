/**
 * A transactions file checked against what is stored, before anything is written. The worker, the server's import routes and the
 * tests call `prepareImport`, show its content and rows, and turn the chosen rows into records with `acceptRows`.
 */
import { labelOf, TRANSACTION_TYPES } from '../enums.ts';
import { isValidIsin } from '../isin.ts';
import type { Account, Asset, Broker, Transaction } from '../records.ts';
import { cleanText, nameKey, shorten } from './cell-text.ts';
import { TRANSACTION_FIELDS, type TransactionField } from './columns.ts';
import { Directory } from './directory.ts';
import { equalRows, findDuplicates, matchDetails, type Candidate, type Duplicate } from './duplicates.ts';
import { importNotices } from './notices.ts';
import type { ImportPreviewContent, PreviewRow, PreviewStatus, Refusal } from './preview.ts';
import type { Table } from './read-table.ts';
import { RowChecker, type CheckedRow, type ImportOptions } from './row-checker.ts';
import type { SourceRows } from './source-row.ts';
import { sourceRows } from './source-rows.ts';

/** What is stored for this user. `transactions` is walked once. */
export interface ImportStore {
  readonly accounts: readonly Account[];
  readonly brokers: readonly Broker[];
  readonly assets: readonly Asset[];
  readonly transactions: Iterable<Transaction>;
}

/** A checked row with what became of it. */
export interface PreparedRow extends CheckedRow {
  readonly rowNumber: number;
  readonly status: PreviewStatus;
  readonly duplicate: Duplicate | null;
}

export interface PreparedImport {
  readonly ok: true;
  readonly content: ImportPreviewContent;
  /** In file order. */
  readonly rows: readonly PreparedRow[];
}

/** Checks every row of a table. Refuses a table without header or rows; a bad row is never more than an error row. */
export function prepareImport(table: Table, store: ImportStore, options: ImportOptions): PreparedImport | Refusal {
  const source = sourceRows(table, options.columns);
  if ('ok' in source) return source;
  const directory = new Directory(store);
  const checker = new RowChecker(source, directory, options);
  const checked = source.rows.map((row) => checker.check(row));
  const candidates = checked.map((row): Candidate | null => (row.fields === null ? null : { line: row.reading.source.line, fileId: row.fileId, fields: row.fields }));
  const candidateList = candidates.filter((candidate) => candidate !== null);
  const duplicates = findDuplicates(candidateList, store.transactions);
  const rows = checked.map((row, index): PreparedRow => {
    const candidate = candidates[index] ?? null;
    const duplicate = candidate === null ? null : duplicates.get(candidate) ?? null;
    return {
      rowNumber: row.reading.source.line,
      status: candidate === null ? 'error' : duplicate === null ? 'valid' : 'duplicate',
      errors: row.errors, fields: row.fields, fileId: row.fileId, duplicate, newAccount: row.newAccount, unknownBroker: row.unknownBroker, reading: row.reading, asset: row.asset,
    };
  });
  const notices = importNotices(source, checker.habits, checker.corrections, equalRows(candidateList, duplicates));
  return { ok: true, content: { ...contentOf(source, rows, directory, options, notices), datesAmbiguous: checker.habits.dateOrder === 'ambiguous' }, rows };
}

function contentOf(source: SourceRows, rows: readonly PreparedRow[], directory: Directory, options: ImportOptions, notices: readonly string[]): Omit<ImportPreviewContent, 'datesAmbiguous'> {
  const counts: Record<PreviewStatus, number> = { valid: 0, duplicate: 0, error: 0 };
  const accounts = new Map<string, { name: string; rows: number; rowNumbers: number[] }>();
  const brokers = new Map<string, { name: string; rows: number; brokerId: string | null }>();
  const unlisted = new Map<string, { isin: string; name: string; rows: number }>();
  const tally = <T extends { rows: number }>(map: Map<string, T>, key: string, fresh: T): T => {
    const known = map.get(key) ?? fresh;
    known.rows += 1;
    map.set(key, known);
    return known;
  };
  for (const row of rows) {
    counts[row.status] += 1;
    if (row.fields === null) continue;
    if (row.newAccount !== null) tally(accounts, nameKey(row.newAccount), { name: row.newAccount, rows: 0, rowNumbers: [] }).rowNumbers.push(row.rowNumber);
    if (row.unknownBroker !== null) tally(brokers, nameKey(row.unknownBroker), { name: row.unknownBroker, rows: 0, brokerId: options.defaults?.brokerId ?? directory.otherBroker?.id ?? null });
    if (row.asset === null) tally(unlisted, row.fields.isin, { isin: row.fields.isin, name: row.reading.assetName === '' ? row.fields.isin : row.reading.assetName, rows: 0 });
    const related = row.fields.relatedIsin;
    if (related !== undefined && isValidIsin(related) && directory.asset(related) === null) tally(unlisted, related, { isin: related, name: related, rows: 0 });
  }
  return {
    profileName: source.profileName,
    columns: source.columns,
    summary: { totalRows: rows.length, validCount: counts.valid, duplicateCount: counts.duplicate, errorCount: counts.error, skippedRows: source.skippedRows },
    newAccounts: [...accounts.values()],
    unknownBrokers: [...brokers.values()],
    unlistedAssets: [...unlisted.values()],
    notices,
  };
}

/** What the preview shows of a row (000 §3.7, §2.11). `names` answers the stored names of accounts and brokers by id. */
export function previewRowOf(row: PreparedRow, names: { readonly account: (id: string) => string | null; readonly broker: (id: string) => string | null }): PreviewRow {
  const { reading, fields } = row;
  const cell = (field: TransactionField): string => shorten(cleanText(reading.source.get(field)), 200);
  const source: Partial<Record<TransactionField, string>> = {};
  for (const field of TRANSACTION_FIELDS) {
    const text = cell(field);
    if (text !== '') source[field] = text;
  }
  return {
    rowNumber: row.rowNumber,
    status: row.status,
    selected: row.status === 'valid',
    duplicateInfo: row.duplicate === null ? null : { matchDetails: matchDetails(row.duplicate) },
    errors: row.errors,
    transaction: {
      transactionDate: reading.date ?? cell('transactionDate'),
      transactionTypeLabel: reading.type === null ? cell('transactionType') : labelOf(TRANSACTION_TYPES, reading.type),
      isin: fields?.isin ?? cell('isin'),
      assetName: reading.assetName === '' ? row.asset?.name ?? '' : shorten(reading.assetName, 200),
      quantity: fields?.quantity ?? null,
      consideration: fields?.consideration ?? null,
      localPrice: fields?.localPrice ?? null,
      accountName: row.newAccount ?? (fields === null ? null : names.account(fields.accountId)) ?? reading.accountName,
      brokerName: (fields === null ? null : names.broker(fields.brokerId)) ?? reading.brokerName,
      taxWrapper: reading.wrapper ?? cell('taxWrapper'),
      brokerDealReference: reading.reference,
    },
    source,
  };
}
