/** Target allocations, shared by all users. */
import type { TargetAllocationRecord } from '../../../contract/target-allocations.ts';
import { ASSET_CATEGORIES } from '../../../domain/fields/enums.ts';
import { TARGET_ALLOCATION } from '../../../domain/records/records.ts';
import type { TargetAllocationFields } from '../../../domain/records/target-allocation.ts';
import { done, fail, notFound, type Outcome } from '../../outcome.ts';
import type { Db } from '../database/store.ts';
import { figureText } from '../tables/figures.ts';
import { recordRows } from '../tables/record-rows.ts';
import { lockShared, SHARED, takeSharedVersions } from '../versions/counters.ts';
import { atVersion } from '../versions/stale.ts';
import { addSharedTombstones, clearTombstones } from '../versions/tombstones.ts';

type TargetRecord = TargetAllocationRecord & { readonly version: number };

export const { toRecord: toTargetAllocation, toColumns } = recordRows(TARGET_ALLOCATION);

/** In the order of the categories' codes. */
export async function listTargetAllocations(db: Db): Promise<TargetRecord[]> {
  const targets = (await db.kysely.selectFrom('target_allocations').selectAll().execute()).map(toTargetAllocation);
  return ASSET_CATEGORIES.flatMap(({ value }) => targets.filter((target) => target.assetCategory === value));
}

export async function findTargetAllocation(db: Db, id: string): Promise<Outcome<TargetRecord>> {
  const row = await db.kysely.selectFrom('target_allocations').selectAll().where('id', '=', id).executeTakeFirst();
  return row === undefined ? notFound('Target allocation') : done(toTargetAllocation(row));
}

/** Sets the target of a category that has none. */
export async function createTargetAllocation(
  db: Db,
  id: string,
  fields: TargetAllocationFields,
): Promise<Outcome<TargetAllocationRecord>> {
  await lockShared(db);
  const existing = await findTargetAllocation(db, id);
  if (existing.ok)
    return fail('already-exists', 'A target allocation with this id already exists.', { current: existing.value });
  const ofCategory = (await listTargetAllocations(db)).find((target) => target.assetCategory === fields.assetCategory);
  if (ofCategory !== undefined)
    return fail('already-exists', 'An allocation for this category already exists', { current: ofCategory });
  const version = await takeSharedVersions(db);
  await db.kysely
    .insertInto('target_allocations')
    .values({
      id,
      ...toColumns(fields),
      version,
    })
    .execute();
  await clearTombstones(db, SHARED, 'targetAllocation', [id]);
  return done({ id, ...fields, version });
}

export async function updateTargetAllocation(
  db: Db,
  id: string,
  fields: Pick<TargetAllocationFields, 'targetPercentage'>,
  ifVersion: number | null,
): Promise<Outcome<TargetAllocationRecord>> {
  await lockShared(db);
  const current = atVersion(await findTargetAllocation(db, id), ifVersion);
  if (!current.ok) return current;
  const version = await takeSharedVersions(db);
  await db.kysely
    .updateTable('target_allocations')
    .set({ target_percentage: figureText(fields.targetPercentage), version })
    .where('id', '=', id)
    .execute();
  return done({ ...current.value, ...fields, version });
}

/** Deletes a target. `now` is an ISO instant. */
export async function removeTargetAllocation(
  db: Db,
  id: string,
  ifVersion: number | null,
  now: string,
): Promise<Outcome<undefined>> {
  await lockShared(db);
  const current = atVersion(await findTargetAllocation(db, id), ifVersion);
  if (!current.ok) return current;
  await db.kysely.deleteFrom('target_allocations').where('id', '=', id).execute();
  await addSharedTombstones(db, 'targetAllocation', [id], now);
  return done(undefined);
}
