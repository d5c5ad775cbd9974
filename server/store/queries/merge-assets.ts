/** Merges an unlisted security into a listed one, and tells the users whose records name it. */
import { sql } from 'kysely';
import type { AssetUses } from '../../../contract/assets.ts';
import { isUnlisted } from '../../../domain/asset.ts';
import { done, fail, invalid, type Outcome } from '../../outcome.ts';
import type { Db } from '../database/store.ts';
import { usesOf } from '../shared-records/asset-uses.ts';
import { findAsset, findAssetByIsin, removeAsset } from '../shared-records/assets.ts';
import { findExtra, keepExtra } from '../user-records/extras.ts';
import { lockShared, lockUser, takeUserVersions } from '../versions/counters.ts';
import { noteWrite } from '../versions/writes.ts';

interface UserUses {
  readonly userId: string;
  readonly count: number;
}

async function usesByUser(db: Db, isin: string): Promise<UserUses[]> {
  return await db.kysely
    .selectFrom('transactions')
    .select(({ fn }) => ['user_id as userId', fn.countAll<number>().as('count')])
    .where((eb) => eb.or([eb('isin', '=', isin), eb('related_isin', '=', isin)]))
    .groupBy('user_id')
    .orderBy('user_id')
    .execute();
}

/** The number of transactions that name an asset, and of their users. */
export async function countAssetUses(db: Db, id: string): Promise<Outcome<AssetUses>> {
  const asset = await findAsset(db, id);
  if (!asset.ok) return asset;
  return done(await usesOf(db, asset.value.isin));
}

/**
 * Changes every transaction that names the unlisted asset to the listed one, and removes the unlisted asset. Each user
 * whose transactions change gets a `merged-security` extra with the merger. `now` is an ISO instant.
 */
export async function mergeAsset(
  db: Db,
  id: string,
  into: { readonly isin: string },
  now: string,
): Promise<Outcome<AssetUses>> {
  const from = await findAsset(db, id);
  if (!from.ok) return from;
  const target = await findAssetByIsin(db, into.isin);
  const wrongTarget = (expected: string) =>
    invalid([{ field: 'isin', code: 'unknownReference', value: into.isin, expected }]);
  if (!target.ok || isUnlisted(target.value)) return wrongTarget('a listed asset in the catalogue');
  if (!isUnlisted(from.value))
    return fail('inUse', `${from.value.name} is listed in the catalogue: only an unlisted security can be merged.`);
  const uses = await usesByUser(db, from.value.isin);
  // In a fixed order, and before the shared scope, as imports lock them. The foreign key refuses new uses from now on.
  for (const { userId } of uses) await lockUser(db, userId);
  await lockShared(db);
  const both = await db.kysely
    .selectFrom('transactions')
    .select('id')
    .where((eb) =>
      eb.or([
        eb.and({ isin: from.value.isin, related_isin: target.value.isin }),
        eb.and({ isin: target.value.isin, related_isin: from.value.isin }),
      ]),
    )
    .executeTakeFirst();
  if (both !== undefined)
    return fail(
      'inUse',
      `${from.value.name} cannot be merged into ${target.value.name}: a transaction, such as a demerger, names both.`,
    );
  for (const { userId, count } of uses) {
    await renameIn(db, userId, count, from.value.isin, target.value.isin);
    const name = { kind: 'merged-security', key: from.value.isin } as const;
    const isNew = !(await findExtra(db, userId, name)).ok;
    const value = {
      name: from.value.name,
      isin: from.value.isin,
      intoName: target.value.name,
      intoIsin: target.value.isin,
      transactions: count,
      at: now,
    };
    await keepExtra(db, userId, { ...name, value }, { isNew });
    await noteWrite(db, userId, { at: now, device: null });
  }
  const removed = await removeAsset(db, id, null, now);
  if (!removed.ok) return removed;
  return done({ transactionCount: uses.reduce((sum, { count }) => sum + count, 0), userCount: uses.length });
}

/** Changes one security to another in a user's transactions, each with a version of its own. */
async function renameIn(db: Db, userId: string, count: number, from: string, to: string): Promise<void> {
  const first = await takeUserVersions(db, userId, count);
  await sql`
    update transactions
    set version = ${first} + ranked.place - 1,
        isin = case when isin = ${from} then ${to} else isin end,
        related_isin = case when related_isin = ${from} then ${to} else related_isin end
    from (
      select id as ranked_id, row_number() over (order by version) as place
      from transactions
      where user_id = ${userId} and (isin = ${from} or related_isin = ${from})
    ) as ranked
    where transactions.user_id = ${userId} and transactions.id = ranked.ranked_id`.execute(db.kysely);
}
