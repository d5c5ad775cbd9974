/** A user's transactions: reading, recording, changing, deleting. */
import type { TransactionRecord } from '../../contract/transactions.ts';
import type { Issue } from '../../domain/issue.ts';
import type { Transaction } from '../../domain/records.ts';
import type { TransactionFields } from '../../domain/transaction.ts';
import { done, fail, invalid, notFound, type Outcome } from '../outcome.ts';
import { unknownIsins } from './assets.ts';
import { lockUser, takeUserVersions } from './counters.ts';
import { inBatches } from './in-batches.ts';
import { insertRows } from './insert-rows.ts';
import { eraseReceiptsOf } from './receipt-leftovers.ts';
import { stale } from './stale.ts';
import type { Db } from './store.ts';
import { bury, unbury } from './tombstones.ts';
import { toTransaction, toTransactionRow } from './transaction-rows.ts';

export async function findTransaction(db: Db, userId: string, id: string): Promise<Outcome<TransactionRecord>> {
  const row = await db.kysely
    .selectFrom('transactions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row === undefined ? notFound('Transaction') : done(toTransaction(row));
}

/** All of a user's transactions by date, for holdings and gains. */
export async function allTransactions(db: Db, userId: string): Promise<TransactionRecord[]> {
  const rows = await db.kysely
    .selectFrom('transactions')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('transaction_date')
    .orderBy('id')
    .execute();
  return rows.map(toTransaction);
}

/** Of the ids those that are the user's transactions, each with its version. */
async function versionsOf(db: Db, userId: string, ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await inBatches(
    ids,
    async (batch) =>
      await db.kysely
        .selectFrom('transactions')
        .select(['id', 'version'])
        .where('user_id', '=', userId)
        .where('id', 'in', batch)
        .execute(),
  );
  return new Map(rows.map(({ id, version }) => [id, version]));
}

/** Of the ids those that are the user's transactions, in the given order. */
export async function transactionsNamed(db: Db, userId: string, ids: readonly string[]): Promise<TransactionRecord[]> {
  const rows = await inBatches(
    ids,
    async (batch) =>
      await db.kysely
        .selectFrom('transactions')
        .selectAll()
        .where('user_id', '=', userId)
        .where('id', 'in', batch)
        .execute(),
  );
  const found = new Map(rows.map((row) => [row.id, toTransaction(row)]));
  return [...new Set(ids)].flatMap((id) => found.get(id) ?? []);
}

/** Checks what a transaction refers to: an account of the user's own (else 404), a broker and securities of the catalogue (else 400). `newId`: refused if a transaction has it. */
async function checkReferences(
  db: Db,
  userId: string,
  fields: TransactionFields,
  newId: string | null = null,
): Promise<Outcome<undefined>> {
  const named = fields.relatedIsin === undefined ? [fields.isin] : [fields.isin, fields.relatedIsin];
  // One statement for all: each answer costs a way to the database and back.
  const { existing, account, broker, isins } = await db.kysely
    .selectNoFrom((eb) => [
      eb.selectFrom('transactions').select('id').where('user_id', '=', userId).where('id', '=', newId).as('existing'),
      eb
        .selectFrom('accounts')
        .select('id')
        .where('user_id', '=', userId)
        .where('id', '=', fields.accountId)
        .as('account'),
      eb.selectFrom('brokers').select('id').where('id', '=', fields.brokerId).as('broker'),
      eb
        .selectFrom('assets')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('isin', 'in', named)
        .as('isins'),
    ])
    .executeTakeFirstOrThrow();
  if (existing !== null) return await alreadyExists(db, userId, existing);
  if (account === null) return notFound('Account');
  const issues: Issue[] = [];
  if (broker === null)
    issues.push({
      field: 'brokerId',
      code: 'unknownReference',
      value: fields.brokerId,
      expected: 'a broker of the list',
    });
  for (const isin of isins === new Set(named).size ? [] : await unknownIsins(db, named)) {
    issues.push({
      field: isin === fields.isin ? 'isin' : 'relatedIsin',
      code: 'unknownReference',
      value: isin,
      expected: 'an asset of the catalogue',
    });
  }
  return issues.length > 0 ? invalid(issues) : done(undefined);
}

/** Records a transaction under the given id; 'already-exists' carries the record that has it. */
export async function createTransaction(
  db: Db,
  userId: string,
  id: string,
  fields: TransactionFields,
): Promise<Outcome<TransactionRecord>> {
  // Taking a number locks the user's scope; what is refused gives it back.
  const version = await takeUserVersions(db, userId);
  const references = await checkReferences(db, userId, fields, id);
  if (!references.ok) return references;
  await insertNumbered(db, userId, [{ id, ...fields }], version);
  return done({ id, ...fields, version });
}

async function alreadyExists(db: Db, userId: string, id: string): Promise<Outcome<never>> {
  const existing = await findTransaction(db, userId, id);
  return existing.ok
    ? fail('already-exists', 'A transaction with this id exists already.', { current: existing.value })
    : existing;
}

/**
 * Writes new transactions whose ids are free and whose references exist, and answers the version of each.
 * The caller holds the user's lock.
 */
export async function insertTransactions(db: Db, userId: string, records: readonly Transaction[]): Promise<number[]> {
  if (records.length === 0) return [];
  const first = await takeUserVersions(db, userId, records.length);
  await insertNumbered(db, userId, records, first);
  return records.map((_record, index) => first + index);
}

/** Writes them with versions from `first` on. */
async function insertNumbered(db: Db, userId: string, records: readonly Transaction[], first: number): Promise<void> {
  await insertRows(
    db,
    'transactions',
    records.map((record, index) => toTransactionRow(userId, record, first + index)),
  );
  await unbury(
    db,
    userId,
    'transaction',
    records.map((record) => record.id),
  );
}

export async function updateTransaction(
  db: Db,
  userId: string,
  id: string,
  fields: TransactionFields,
  ifVersion: number | null,
): Promise<Outcome<TransactionRecord>> {
  await lockUser(db, userId);
  const current = await findTransaction(db, userId, id);
  if (!current.ok) return current;
  if (ifVersion !== null && current.value.version !== ifVersion) return stale(current.value);
  const references = await checkReferences(db, userId, fields);
  if (!references.ok) return references;
  const version = await takeUserVersions(db, userId);
  await db.kysely
    .updateTable('transactions')
    .set(toTransactionRow(userId, { id, ...fields }, version))
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .execute();
  return done({ id, ...fields, version });
}

/** Deletes a transaction with its receipts. `now` is an ISO instant. */
export async function removeTransaction(
  db: Db,
  userId: string,
  id: string,
  ifVersion: number | null,
  now: string,
): Promise<Outcome<undefined>> {
  await lockUser(db, userId);
  const current = await findTransaction(db, userId, id);
  if (!current.ok) return current;
  if (ifVersion !== null && current.value.version !== ifVersion) return stale(current.value);
  await erase(db, userId, [id], now);
  return done(undefined);
}

/** Deletes the named transactions in one go; ids that are gone already, or never were the user's, are skipped. */
export async function removeTransactions(
  db: Db,
  userId: string,
  ids: readonly string[],
  now: string,
): Promise<Outcome<{ deletedCount: number }>> {
  await lockUser(db, userId);
  const own = [...(await versionsOf(db, userId, [...new Set(ids)])).keys()];
  await erase(db, userId, own, now);
  return done({ deletedCount: own.length });
}

async function erase(db: Db, userId: string, ids: readonly string[], now: string): Promise<void> {
  if (ids.length === 0) return;
  await eraseReceiptsOf(db, userId, ids, now);
  const first = await takeUserVersions(db, userId, ids.length);
  await inBatches(
    ids,
    async (batch) =>
      await db.kysely.deleteFrom('transactions').where('user_id', '=', userId).where('id', 'in', batch).execute(),
  );
  await bury(
    db,
    ids.map((id, index) => ({ scope: userId, entity: 'transaction', id, version: first + index, deletedAt: now })),
  );
}
