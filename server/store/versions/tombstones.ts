/** Deleted records, stored so that devices learn of them. */
import { sql } from 'kysely';
import { inBatches } from '../database/in-batches.ts';
import type { Db } from '../database/store.ts';
import { SHARED, takeSharedVersions } from './counters.ts';

export interface Deletion {
  readonly scope: string;
  readonly entity: string;
  readonly id: string;
  readonly version: number;
  /** ISO instant. */
  readonly deletedAt: string;
}

/** Records deletions. */
export async function addTombstones(db: Db, deletions: readonly Deletion[]): Promise<void> {
  await inBatches(deletions, async (batch) => {
    const rows = batch.map(({ scope, entity, id, version, deletedAt }) => ({
      scope,
      entity,
      id,
      version,
      deleted_at: deletedAt,
    }));
    return await db.kysely
      .insertInto('tombstones')
      .values(rows)
      .onConflict((oc) =>
        oc
          .columns(['scope', 'entity', 'id'])
          .doUpdateSet((eb) => ({ version: eb.ref('excluded.version'), deleted_at: eb.ref('excluded.deleted_at') })),
      )
      .execute();
  });
}

/** Records deletions of records that all users share. */
export async function addSharedTombstones(
  db: Db,
  entity: string,
  ids: readonly string[],
  deletedAt: string,
): Promise<void> {
  const first = await takeSharedVersions(db, ids.length);
  await addTombstones(
    db,
    ids.map((id, index) => ({ scope: SHARED, entity, id, version: first + index, deletedAt })),
  );
}

/** The ids of records that were deleted. */
export async function deletedAmong(
  db: Db,
  scope: string,
  entity: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await inBatches(
    ids,
    async (batch) =>
      await db.kysely
        .selectFrom('tombstones')
        .select('id')
        .where('scope', '=', scope)
        .where('entity', '=', entity)
        .where('id', 'in', batch)
        .execute(),
  );
  return new Set(rows.map(({ id }) => id));
}

/**
 * Forgets the oldest deletions of a user, up to `most` rows of those beyond the newest `kept`; a device that has not
 * seen them reads all records again. Returns how many were forgotten.
 */
export async function forgetDeletions(db: Db, userId: string, kept: number, most: number): Promise<number> {
  const beyond = await db.kysely
    .selectFrom('tombstones')
    .select('version')
    .where('scope', '=', userId)
    .orderBy('version', 'desc')
    .offset(kept)
    .limit(1)
    .executeTakeFirst();
  if (beyond === undefined) return 0;
  await db.kysely.updateTable('users').set({ purged_to: beyond.version }).where('id', '=', userId).execute();
  const { numAffectedRows = 0n } = await sql`
    delete from tombstones where scope = ${userId} and version in (
      select version from tombstones where scope = ${userId} and version <= ${beyond.version}
      order by version limit ${sql.lit(most)}
    )`.execute(db.kysely);
  return Number(numAffectedRows);
}

/** Removes the deletion of records that were created again with their old ids. */
export async function clearTombstones(db: Db, scope: string, entity: string, ids: readonly string[]): Promise<void> {
  await inBatches(
    ids,
    async (batch) =>
      await db.kysely
        .deleteFrom('tombstones')
        .where('scope', '=', scope)
        .where('entity', '=', entity)
        .where('id', 'in', batch)
        .execute(),
  );
}
