/** What was deleted, kept so that devices learn of it. */
import { inBatches } from './in-batches.ts';
import type { Db } from './store.ts';

export interface Deletion {
  readonly scope: string;
  readonly entity: string;
  readonly id: string;
  readonly version: number;
  /** ISO instant. */
  readonly deletedAt: string;
}

/** Remembers deletions. */
export async function bury(db: Db, deletions: readonly Deletion[]): Promise<void> {
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

/** Of the ids those of records that were deleted, as far back as deletions are remembered. */
export async function buriedAmong(
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

/** Forgets the deletion of records that were made again under their old ids. */
export async function unbury(db: Db, scope: string, entity: string, ids: readonly string[]): Promise<void> {
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

/** Forgets deletions older than an ISO instant; cursors from before them then answer 410. */
export async function forgetDeletions(db: Db, before: string): Promise<void> {
  const scopes = await db.kysely
    .selectFrom('tombstones')
    .select(({ fn }) => ['scope', fn.max('version').as('last')])
    .where('deleted_at', '<', before)
    .groupBy('scope')
    .execute();
  for (const { scope, last } of scopes) {
    if (scope === 'shared')
      await db.kysely
        .updateTable('counters')
        .set({ purged_to: last })
        .where('scope', '=', scope)
        .where('purged_to', '<', last)
        .execute();
    else
      await db.kysely
        .updateTable('users')
        .set({ purged_to: last })
        .where('id', '=', scope)
        .where('purged_to', '<', last)
        .execute();
    await db.kysely.deleteFrom('tombstones').where('scope', '=', scope).where('deleted_at', '<', before).execute();
  }
}
