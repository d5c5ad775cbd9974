/** A user's transactions: reading, recording, changing, deleting. */
import type { TransactionRecord } from '../../../contract/transactions.ts';
import type { Issue } from '../../../domain/fields/issue.ts';
import type { Transaction } from '../../../domain/records/records.ts';
import type { TransactionFields } from '../../../domain/records/transaction.ts';
import { done, invalid, notFound, type Outcome } from '../../outcome.ts';
import { inBatches } from '../database/in-batches.ts';
import { insertRows } from '../database/insert-rows.ts';
import type { Db } from '../database/store.ts';
import { unknownIsins } from '../shared-records/assets.ts';
import { takeUserVersions } from '../versions/counters.ts';
import { ownedTable } from '../versions/owned-table.ts';
import type { OwnedEntity } from '../versions/owned.ts';
import { clearTombstones } from '../versions/tombstones.ts';
import { eraseReceiptsOf } from './receipt-leftovers.ts';
import { toColumns, toTransaction, toTransactionRow } from './transaction-rows.ts';

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

/** The user's transactions with these ids, in the given order. */
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

/**
 * Checks the references of a transaction: an account of the user (else 404), a broker and securities of the catalogue
 * (else 400), and whether one of the user's transactions has `newId`.
 */
async function checkReferences(
  db: Db,
  userId: string,
  fields: TransactionFields,
  newId: string | null,
): Promise<{ readonly isTaken: boolean; readonly references: Outcome<undefined> }> {
  const named = [fields.isin, fields.relatedIsin ?? ''].filter((isin) => isin !== '');
  // One statement for all checks, because each reply is a round trip to the database.
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
        // SQL has no empty list, and no security has an empty code.
        .where('isin', 'in', named.length === 0 ? [''] : named)
        .as('isins'),
    ])
    .executeTakeFirstOrThrow();
  const isTaken = existing !== null;
  if (account === null) return { isTaken, references: notFound('Account') };
  const issues: Issue[] = [];
  if (broker === null)
    issues.push({
      field: 'brokerId',
      code: 'unknownReference',
      value: fields.brokerId,
      expected: 'a broker in the list',
    });
  for (const isin of isins === new Set(named).size ? [] : await unknownIsins(db, named)) {
    issues.push({
      field: isin === fields.isin ? 'isin' : 'relatedIsin',
      code: 'unknownReference',
      value: isin,
      expected: 'an asset in the catalogue',
    });
  }
  return { isTaken, references: issues.length > 0 ? invalid(issues) : done(undefined) };
}

/**
 * Writes new transactions whose ids are free and whose references exist, and returns them with their versions. The
 * caller holds the user's lock.
 */
export async function insertTransactions(
  db: Db,
  userId: string,
  records: readonly Transaction[],
): Promise<(Transaction & { readonly version: number })[]> {
  if (records.length === 0) return [];
  const first = await takeUserVersions(db, userId, records.length, records.length);
  const written = records.map((record, index) => ({ ...record, version: first + index }));
  await insertRows(
    db,
    'transactions',
    written.map((record) => toTransactionRow(userId, record, record.version)),
  );
  await clearTombstones(
    db,
    userId,
    'transaction',
    records.map((record) => record.id),
  );
  return written;
}

const ROWS = ownedTable('transactions', toColumns);

export const TRANSACTIONS: OwnedEntity<TransactionFields, TransactionRecord> = {
  entity: 'transaction',
  noun: 'Transaction',
  find: async (db, userId, id) => {
    const row = await db.kysely
      .selectFrom('transactions')
      .selectAll()
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .executeTakeFirst();
    return row === undefined ? null : { ...toTransaction(row), version: row.version };
  },
  check: async (db, userId, fields) => (await checkReferences(db, userId, fields, null)).references,
  checkNew: async (db, userId, id, fields) => {
    const { isTaken, references } = await checkReferences(db, userId, fields, id);
    return isTaken ? 'taken' : references;
  },
  ...ROWS,
  written: (id, fields, version) => ({ id, ...fields, version }),
  erase: async (db, userId, ids, now) => {
    await eraseReceiptsOf(db, userId, ids, now);
    await ROWS.erase(db, userId, ids, now);
  },
};
