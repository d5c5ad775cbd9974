/** Imports of transaction files: preview, everything at once, or selected rows; also the chunks that devices send. */
import type { z } from 'zod';
import type { transactionPreview } from '../../contract/transactions.ts';
import { previewRowOf } from '../../domain/csv/import/import-content.ts';
import { openImport, type PreparedImport } from '../../domain/csv/import/prepare-import.ts';
import { readTable } from '../../domain/csv/source/read-table.ts';
import { ANSWERS_EXTRA, rememberedAnswers } from '../../domain/csv/questions/remembered-answers.ts';
import { londonDate } from '../../domain/values/dates.ts';
import type { Transaction } from '../../domain/records/records.ts';
import { CARRIED_OUT, done, type Outcome } from '../outcome.ts';
import { listAccounts } from '../store/user-records/accounts.ts';
import { isinsBeyondLimit, listAssets, lockedIsinsBeyondLimit } from '../store/shared-records/assets.ts';
import { listBrokers } from '../store/shared-records/brokers.ts';
import { lockUser } from '../store/versions/counters.ts';
import { listExtras } from '../store/user-records/extras.ts';
import { deletedAmong } from '../store/versions/tombstones.ts';
import { allTransactions, insertTransactions } from '../store/user-records/transactions.ts';
import { errorsOf, faultsOf, faultyIn, isCancelled, removalsIn, SPECIFIED_STATUS } from './import-rows.ts';
import { lockedReading, type ReadAhead } from './read-ahead.ts';
import { createParents, resultOf, selectRows, type ImportResult } from './selected-rows.ts';
import { rowsBeyondLimit } from './unlisted-limit.ts';
import { csvTools, EVERY_ROW, refused, type ImportContext, type ImportSelection } from './import-context.ts';

export type ImportPreview = z.infer<typeof transactionPreview>;

/** A file of transactions, checked against what is stored. */
export interface Prepared {
  readonly prepared: PreparedImport;
  readonly accounts: ReadonlyMap<string, string>;
  readonly brokers: ReadonlyMap<string, string>;
}

async function prepare(
  context: ImportContext,
  bytes: Uint8Array,
  stored: () => Promise<readonly Transaction[]>,
): Promise<Outcome<Prepared>> {
  const table = readTable(bytes, csvTools);
  if ('ok' in table) return refused(table);
  const { db, userId } = context;
  const [accounts, brokers, assets] = [await listAccounts(db, userId), await listBrokers(db), await listAssets(db)];
  const open = openImport(
    table,
    { accounts, brokers, assets, transactions: await stored() },
    { today: londonDate(context.clock()) },
  );
  if ('ok' in open) return refused(open);
  open.answer(rememberedAnswers(await listExtras(db, userId, ANSWERS_EXTRA), open.origin));
  open.checkNext(open.total);
  const prepared = open.result();
  const names = (records: readonly { readonly id: string; readonly name: string }[]) =>
    new Map(records.map((record) => [record.id, record.name]));
  return done({ prepared, accounts: names(accounts), brokers: names(brokers) });
}

async function storedRows({ db, userId }: ImportContext, selection?: ImportSelection): Promise<readonly Transaction[]> {
  // Without the check for duplicates only Ids matter, and those are looked up separately.
  return selection?.skipDuplicateCheck === true ? [] : await allTransactions(db, userId);
}

/**
 * Reads a file of transactions. `isOwn` names rows that an interrupted import of the same file has written: they are no
 * duplicates of it.
 */
export async function readTransactions(
  context: ImportContext,
  bytes: Uint8Array,
  selection?: ImportSelection,
  isOwn: (id: string) => boolean = () => false,
): Promise<Outcome<Prepared>> {
  return await prepare(context, bytes, async () =>
    (await storedRows(context, selection)).filter(({ id }) => !isOwn(id)),
  );
}

/** The result that an import of the file would have; writes nothing. */
export async function previewImport(context: ImportContext, bytes: Uint8Array): Promise<Outcome<ImportPreview>> {
  const reading = await prepare(context, bytes, async () => await allTransactions(context.db, context.userId));
  if (!reading.ok) return reading;
  const { prepared, accounts, brokers } = reading.value;
  const names = { account: (id: string) => accounts.get(id) ?? null, broker: (id: string) => brokers.get(id) ?? null };
  const { summary } = prepared.content;
  const removals = removalsIn(prepared);
  const beyondLimit = await rowsBeyondLimit(
    prepared,
    prepared.rows.filter(({ status, reverses }) => status === 'valid' && reverses === null),
    async (isins) => await isinsBeyondLimit(context.db, context.userId, isins),
  );
  return done({
    summary: {
      ...summary,
      validCount: summary.validCount - removals - beyondLimit.size,
      duplicateCount: summary.duplicateCount + prepared.rows.filter(isCancelled).length,
      errorCount: faultyIn(prepared) + beyondLimit.size,
    },
    previewTransactions: prepared.rows.map((row) => {
      const {
        source: _cells,
        note: _note,
        remarks: _remarks,
        questions: _questions,
        ...shown
      } = previewRowOf(row, names);
      const { considerationCurrency: _currency, ...transaction } = shown.transaction;
      const beyond = beyondLimit.get(row.rowNumber);
      const faults = beyond === undefined ? faultsOf(row) : [beyond];
      return {
        ...shown,
        transaction,
        ...(isCancelled(row) && { duplicateInfo: { matchDetails: row.notes.join(' ') } }),
        status: row.reverses !== null || beyond !== undefined ? 'error' : SPECIFIED_STATUS[row.status],
        selected: shown.selected && beyond === undefined,
        errors: faults.map((message) => ({ message })),
      };
    }),
  });
}

/** Imports every valid row, or nothing when the file has a faulty one (000 §4.7). */
export async function importAll(context: ImportContext, ahead: ReadAhead<Prepared>): Promise<Outcome<ImportResult>> {
  const reading = await lockedReading(context, ahead);
  if (!reading.ok) return reading;
  const errors = reading.value.prepared.rows.flatMap(errorsOf);
  if (errors.length > 0) {
    return done({
      importedCount: 0,
      duplicateCount: 0,
      errorCount: faultyIn(reading.value.prepared),
      message: 'Import failed with validation errors',
      errors,
      duplicates: [],
      records: [],
    });
  }
  return await writeSelection(context, reading.value.prepared, EVERY_ROW);
}

/**
 * Imports the selected rows. A row whose Id is already stored adds nothing, and the stored record is returned, so that
 * a chunk sent twice, with any key, takes effect once.
 */
export async function importSelected(
  context: ImportContext,
  selection: ImportSelection,
  ahead: ReadAhead<Prepared>,
): Promise<Outcome<ImportResult>> {
  const reading = await lockedReading(context, ahead);
  return reading.ok ? await writeSelection(context, reading.value.prepared, selection) : reading;
}

/**
 * The same file sent again after it has taken effect: the written records are returned in their present state; those
 * deleted since stay deleted, with 0 as their version.
 */
export async function importSelectedAgain(
  context: ImportContext,
  bytes: Uint8Array,
  selection: ImportSelection,
): Promise<Outcome<ImportResult>> {
  const { db, userId } = context;
  await lockUser(db, userId);
  const reading = await readTransactions(context, bytes, selection);
  if (!reading.ok) return reading;
  const { prepared } = reading.value;
  const { rows: chosen } = selection;
  const isWithoutId = prepared.rows.some(
    ({ fields, fileId, rowNumber }) =>
      fields !== null && fileId === null && (chosen === 'all' || chosen.has(rowNumber)),
  );
  // Such a row cannot be told from a new one.
  if (isWithoutId) return CARRIED_OUT;
  const ids = prepared.rows.flatMap(({ fileId }) => fileId ?? []);
  const deleted = await deletedAmong(db, userId, 'transaction', ids);
  const left = { ...prepared, rows: prepared.rows.filter(({ fileId }) => fileId === null || !deleted.has(fileId)) };
  const outcome = await writeSelection(context, left, selection);
  if (!outcome.ok) return outcome;
  const { records = [], ...result } = outcome.value;
  return done({ ...result, records: [...records, ...[...deleted].map((id) => ({ id, version: 0 }))] });
}

async function writeSelection(
  context: ImportContext,
  prepared: PreparedImport,
  selection: ImportSelection,
): Promise<Outcome<ImportResult>> {
  const { db, userId } = context;
  const selected = await selectRows(context, prepared, selection, lockedIsinsBeyondLimit);
  const parents = await createParents(context, selected);
  if (!parents.ok) return parents;
  return done(resultOf(selected, await insertTransactions(db, userId, selected.records)));
}
