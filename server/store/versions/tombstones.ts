/** Deleted records, stored so that devices learn of them. */
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
