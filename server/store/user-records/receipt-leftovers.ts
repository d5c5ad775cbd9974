/**
 * Stored bytes that no receipt names: an upload writes its bytes before its transaction, and a deletion leaves them
 * behind. Their names are rows, so that after any interruption nothing is left forever and nothing in use is removed.
 */
import { inBatches } from '../database/in-batches.ts';
import type { Db } from '../database/store.ts';
import { addOwnedTombstones } from '../versions/owned.ts';

/**
 * Records stored bytes that no receipt names; `since` is an ISO instant. They are removed later, when nobody can still
 * need them.
 */
export async function addLeftovers(db: Db, names: readonly string[], since: string): Promise<void> {
  await inBatches(
    names,
    async (batch) =>
      await db.kysely
        .insertInto('receipt_leftovers')
        .values(batch.map((name) => ({ name, since })))
        .onConflict((oc) => oc.column('name').doUpdateSet({ since }))
        .execute(),
  );
}

/** The bytes with this name now belong to a receipt. */
export async function claimLeftover(db: Db, name: string): Promise<void> {
  await db.kysely.deleteFrom('receipt_leftovers').where('name', '=', name).execute();
}

/** Bytes that a receipt names are not removed. */
export async function claimLeftovers(db: Db): Promise<void> {
  await db.kysely
    .deleteFrom('receipt_leftovers')
    .where('name', 'in', (eb) => eb.selectFrom('receipts').select('storage_name'))
    .execute();
}

/** Names that have not been needed since before an ISO instant. */
export async function leftoversBefore(db: Db, before: string): Promise<string[]> {
  return (await db.kysely.selectFrom('receipt_leftovers').select('name').where('since', '<', before).execute()).map(
    ({ name }) => name,
  );
}

/** Removes a leftover from the list, where it still is one and no receipt names it. */
export async function takeLeftover(db: Db, name: string): Promise<boolean> {
  const { numDeletedRows } = await db.kysely
    .deleteFrom('receipt_leftovers')
    .where('name', '=', name)
    .where((eb) => eb.not(eb.exists(eb.selectFrom('receipts').select('id').where('storage_name', '=', name))))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Deletes the receipts of these transactions of a user; devices learn of it. `now` is an ISO instant. */
export async function eraseReceiptsOf(
  db: Db,
  userId: string,
  transactionIds: readonly string[],
  now: string,
): Promise<void> {
  const rows = await inBatches(
    transactionIds,
    async (batch) =>
      await db.kysely
        .deleteFrom('receipts')
        .where('user_id', '=', userId)
        .where('transaction_id', 'in', batch)
        .returning(['id', 'storage_name'])
        .execute(),
  );
  await addLeftovers(
    db,
    rows.map((row) => row.storage_name),
    now,
  );
  await addOwnedTombstones(
    db,
    userId,
    'receipt',
    rows.map(({ id }) => id),
    now,
  );
}

/** Deletes up to `most` receipts of a deleted user, and returns the names of their files. `now` is an ISO instant. */
export async function eraseReceiptsOfUser(
  db: Db,
  userId: string,
  most: number,
  now: string,
): Promise<readonly string[]> {
  const rows = await db.kysely
    .deleteFrom('receipts')
    .where('user_id', '=', userId)
    .where('id', 'in', (eb) => eb.selectFrom('receipts').select('id').where('user_id', '=', userId).limit(most))
    .returning('storage_name')
    .execute();
  const names = rows.map((row) => row.storage_name);
  await addLeftovers(db, names, now);
  return names;
}
