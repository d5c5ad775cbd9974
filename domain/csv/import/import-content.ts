/** The content of a preview: about the file as a whole, and about each row. */
import { checkAmount, isAmount, type Amount, type Unit } from '../../values/amount.ts';
import { labelOf, TRANSACTION_TYPES } from '../../fields/enums.ts';
import { isValidIsin } from '../../values/isin.ts';
import type { Transaction } from '../../records/records.ts';
import { cleanText, nameKey, shorten } from '../cells/cell-text.ts';
import type { SourceRows } from '../profiles/source-row.ts';
import { joinQuestions } from '../questions/import-question.ts';
import type { PreviewTransaction } from '../row-figures/preview.ts';
import type { ImportPreviewContent, PreviewRow, RowStatus } from '../row-figures/preview.ts';
import type { Directory } from '../stored/directory.ts';
import { matchDetails, type Duplicate } from '../stored/duplicates.ts';
import { TRANSACTION_FIELDS, type TransactionField } from '../tables/columns.ts';
import type { ImportOptions, CheckedRow } from './row-checker.ts';

/** A checked row with its status. */
export interface PreparedRow extends CheckedRow {
  readonly rowNumber: number;
  readonly status: RowStatus;
  readonly duplicate: Duplicate | null;
  /** Warnings to read before selecting the row; a row with one is not selected beforehand. */
  readonly notes: readonly string[];
  /** What was resolved while reading; such a row may be selected beforehand. */
  readonly remarks: readonly string[];
  /**
   * The stored transaction that the row removes when it is selected; such a row adds none and has no fields. Null for
   * all others.
   */
  readonly reverses: Transaction | null;
}

/** Counts of one kind by key, in the order in which the keys were first seen. */
class Tally<T extends { rows: number }> {
  private readonly found = new Map<string, T>();

  add(key: string, fresh: () => T): T {
    const known = this.found.get(key) ?? fresh();
    known.rows += 1;
    this.found.set(key, known);
    return known;
  }

  get all(): readonly T[] {
    return [...this.found.values()];
  }
}

/** Everything about the file except the order of its days. */
export function importContent(
  source: SourceRows,
  rows: readonly PreparedRow[],
  directory: Directory,
  options: ImportOptions,
  notices: readonly string[],
): Omit<ImportPreviewContent, 'datesAmbiguous'> {
  const counts: Record<RowStatus, number> = { valid: 0, duplicate: 0, question: 0, cancelled: 0, error: 0 };
  const accounts = new Tally<{ name: string; rows: number; rowNumbers: number[] }>();
  const brokers = new Tally<{ name: string; rows: number; brokerId: string | null; rowNumbers?: number[] }>();
  // A name that several stored brokers may have is never resolved without the user's choice.
  const proposedFor = (name: string): string | null =>
    directory.brokersNamed(name).length > 1 ? null : (options.defaults?.brokerId ?? directory.otherBroker?.id ?? null);
  const unlisted = new Tally<{ isin: string; name: string; rows: number }>();
  let splits = 0;
  for (const row of rows) {
    counts[row.status] += 1;
    if (row.split !== null) splits += 1;
    if (row.fields === null || row.status === 'cancelled') continue;
    const { newAccount, unknownBroker } = row;
    if (newAccount !== null)
      accounts
        .add(nameKey(newAccount), () => ({ name: newAccount, rows: 0, rowNumbers: [] }))
        .rowNumbers.push(row.rowNumber);
    if (unknownBroker !== null)
      brokers
        .add(nameKey(unknownBroker), () => {
          const brokerId = proposedFor(unknownBroker);
          return { name: unknownBroker, rows: 0, brokerId, ...(brokerId === null && { rowNumbers: [] }) };
        })
        .rowNumbers?.push(row.rowNumber);
    const { isin, relatedIsin } = row.fields;
    if (row.asset === null && isin !== '')
      unlisted.add(isin, () => ({ isin, name: row.reading.assetName === '' ? isin : row.reading.assetName, rows: 0 }));
    if (relatedIsin !== undefined && isValidIsin(relatedIsin) && directory.asset(relatedIsin) === null)
      unlisted.add(relatedIsin, () => ({ isin: relatedIsin, name: relatedIsin, rows: 0 }));
  }
  return {
    profileName: source.profileName,
    columns: source.columns,
    isBrokerFile: source.isBrokerFile,
    summary: {
      totalRows: rows.length,
      validCount: counts.valid,
      duplicateCount: counts.duplicate,
      errorCount: counts.error,
      skippedRows: source.skippedRows,
    },
    newAccounts: accounts.all,
    unknownBrokers: brokers.all,
    unlistedAssets: unlisted.all,
    questions: joinQuestions(rows),
    questionCount: counts.question,
    chargeSplits: splits,
    balance: source.balance,
    totals: source.totals,
    skipped: source.skipped,
    notices,
  };
}

/** A figure as it was read, even if another cell of its row has an error. */
function checkedOrNull<U extends Unit>(figure: number | null): Amount<U> | null {
  if (figure === null) return null;
  const amount = checkAmount<U>(figure);
  return isAmount<U>(amount) ? amount : null;
}

/** True where the amounts are shown as the file states them, because they could not be converted to pounds. */
function lacksRate({ reading: { figures, errors } }: PreparedRow): boolean {
  return figures.amountCurrency !== null && errors.some(({ field }) => field === 'consideration');
}

/** The amount with its currency; of a cash event the cash that it moves. */
function shownAmount(row: PreparedRow): Pick<PreviewTransaction, 'consideration' | 'considerationCurrency'> {
  const { reading, fields } = row;
  if (reading.isCash) {
    const { cashAmount, cashCurrency = 'GBP' } = fields ?? reading.extras ?? {};
    return {
      consideration: checkedOrNull<'pounds'>(typeof cashAmount === 'number' ? cashAmount : null),
      considerationCurrency: String(cashCurrency),
    };
  }
  const { figures } = reading;
  return {
    consideration: fields?.consideration ?? checkedOrNull<'pounds'>(figures.consideration),
    considerationCurrency: fields === null && lacksRate(row) ? (figures.amountCurrency ?? 'GBP') : 'GBP',
  };
}

/** What the preview shows of a row (000 §3.7, §2.11). `names` returns the stored names of accounts and brokers by id. */
export function previewRowOf(
  row: PreparedRow,
  names: { readonly account: (id: string) => string | null; readonly broker: (id: string) => string | null },
): PreviewRow {
  const { reading, fields } = row;
  const { figures } = reading;
  const cell = (field: TransactionField): string => shorten(cleanText(reading.source.get(field)), 200);
  const source: Partial<Record<TransactionField, string>> = {};
  for (const field of TRANSACTION_FIELDS) {
    const text = cell(field);
    if (text !== '') source[field] = text;
  }
  return {
    rowNumber: row.rowNumber,
    status: row.status,
    selected: row.status === 'valid' && row.notes.length === 0,
    duplicateInfo: row.duplicate === null ? null : { matchDetails: matchDetails(row.duplicate) },
    errors: row.errors,
    note: row.notes.length === 0 ? null : row.notes.join(' '),
    remarks: row.remarks,
    questions: row.questions.filter(({ answer }) => answer === null).map(({ key, text }) => ({ key, text })),
    transaction: {
      transactionDate: reading.date ?? cell('transactionDate'),
      transactionTypeLabel: reading.type === null ? cell('transactionType') : labelOf(TRANSACTION_TYPES, reading.type),
      isin: fields?.isin ?? row.asset?.isin ?? cell('isin'),
      assetName: reading.assetName === '' ? (row.asset?.name ?? '') : shorten(reading.assetName, 200),
      quantity: fields?.quantity ?? checkedOrNull<'quantity'>(figures.quantity),
      ...shownAmount(row),
      localPrice: fields?.localPrice ?? checkedOrNull<'price'>(figures.localPrice),
      accountName: row.newAccount ?? (fields === null ? null : names.account(fields.accountId)) ?? reading.accountName,
      brokerName: (fields === null ? null : names.broker(fields.brokerId)) ?? reading.brokerName,
      taxWrapper: fields?.taxWrapper ?? reading.wrapper ?? cell('taxWrapper'),
      brokerDealReference: reading.reference,
    },
    source,
  };
}
