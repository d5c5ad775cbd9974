/**
 * Merges an unlisted security into a listed one, in small transactions. A mark says which merger has begun, so that
 * whatever interrupts it, the rest is done later.
 */
import { sql, type SqlBool } from 'kysely';
import type { AssetUses } from '../../../contract/assets.ts';
import { isUnlisted } from '../../../domain/records/asset.ts';
import { done, fail, invalid, type Failure, type Outcome } from '../../outcome.ts';
import { PART } from '../database/in-parts.ts';
import { ENDED_MERGER_KEY, forgetMeta, HELD_USER_KEY, MERGER_KEY, putMeta, readMeta } from '../database/meta.ts';
import type { Db } from '../database/store.ts';
import { usesOf } from '../shared-records/asset-uses.ts';
import { findAsset, findAssetByIsin, removeAsset } from '../shared-records/assets.ts';
import { findExtra, keepExtra } from '../user-records/extras.ts';
import { deletedUsers } from '../users/erasure.ts';
import { lockShared, lockUser, takeUserVersions } from '../versions/counters.ts';
import { noteWrite } from '../versions/writes.ts';

/** A merger that has begun; there is one at a time. */
export interface Merger {
  /** The unlisted security. */
  readonly id: string;
  readonly isin: string;
  /** The ISIN of the listed one. */
  readonly into: string;
  /** ISO instant. */
  readonly at: string;
  /** The transactions that named it when the merger began, and their users. */
  readonly uses: AssetUses;
  /** How many transactions it has changed so far; absent in the mark of an earlier version. */
  readonly changedCount?: number;
}

async function storedMerger(db: Db, key: string): Promise<Merger | null> {
  const stored = await readMeta(db, key);
  return stored === null ? null : (JSON.parse(stored) as Merger);
}

/** The merger that is not completed; null where there is none. */
export async function currentMerger(db: Db): Promise<Merger | null> {
  return await storedMerger(db, MERGER_KEY);
}

/** How many transactions a merger that has ended has changed; 0 where that is unknown because another has ended since. */
export async function changedBy(db: Db, { id, at }: Merger): Promise<number> {
  const ended = await storedMerger(db, ENDED_MERGER_KEY);
  return ended?.id === id && ended.at === at ? (ended.changedCount ?? 0) : 0;
}

/** The number of transactions that name an asset, and of their users. */
export async function countAssetUses(db: Db, id: string): Promise<Outcome<AssetUses>> {
  const asset = await findAsset(db, id);
  if (!asset.ok) return asset;
  return done(await usesOf(db, asset.value.isin));
}

/**
 * Marks the unlisted asset as being merged into the listed one, and returns the mark; null while another merger is not
 * completed. `now` is an ISO instant.
 */
export async function beginMerger(
  db: Db,
  id: string,
  into: { readonly isin: string },
  now: string,
): Promise<Outcome<Merger | null>> {
  await lockShared(db);
  const current = await currentMerger(db);
  const isRepeated = current?.id === id && current.into === into.isin;
  if (current !== null) return done(isRepeated ? current : null);
  const from = await findAsset(db, id);
  if (!from.ok) return from;
  const target = await findAssetByIsin(db, into.isin);
  if (!target.ok || isUnlisted(target.value)) {
    const expected = 'a listed asset in the catalogue';
    return invalid([{ field: 'isin', code: 'unknownReference', value: into.isin, expected }]);
  }
  const { isin, name } = from.value;
  if (!isUnlisted(from.value))
    return fail('inUse', `${name} is listed in the catalogue: only an unlisted security can be merged.`);
  if ((await usersOfBoth(db, isin, target.value.isin)).size > 0) return namesBoth(name, target.value.name);
  const uses = await usesOf(db, isin);
  const merger: Merger = { id, isin, into: target.value.isin, at: now, uses, changedCount: 0 };
  await putMeta(db, MERGER_KEY, JSON.stringify(merger));
  return done(merger);
}

/** The refusal where a transaction names both securities; `changedCount` others are changed already. */
export function namesBoth(name: string, intoName: string, changedCount = 0): Failure {
  const reason = `${name} cannot be merged into ${intoName}: a transaction, such as a demerger, names both.`;
  const others = `${changedCount} other transaction${changedCount === 1 ? '' : 's'}`;
  const rest =
    changedCount === 0
      ? ''
      : ` It was recorded during the merger, which changed ${others} to ${intoName}; this is not undone.`;
  return fail('inUse', `${reason}${rest}`);
}

/** The users with a transaction that names both securities. */
async function usersOfBoth(db: Db, from: string, into: string): Promise<ReadonlySet<string>> {
  const rows = await db.kysely
    .selectFrom('transactions')
    .select('user_id')
    .distinct()
    .where((eb) => eb.or([eb.and({ isin: from, related_isin: into }), eb.and({ isin: into, related_isin: from })]))
    .execute();
  return new Set(rows.map(({ user_id }) => user_id));
}

/** The condition of the transactions that a merger changes: they name the unlisted security, and not both. */
function isToChange({ isin, into }: Merger) {
  return sql<SqlBool>`((isin = ${isin} and coalesce(related_isin, '') <> ${into})
    or (related_isin = ${isin} and isin <> ${into}))`;
}

interface UserUses {
  readonly userId: string;
  readonly count: number;
}

/** The users, other than deleted ones, whose transactions are still to be changed. */
async function usesByUser(db: Db, merger: Merger): Promise<UserUses[]> {
  const rows = await db.kysely
    .selectFrom('transactions as t')
    .innerJoin('users as u', 'u.id', 't.user_id')
    .select(({ fn }) => ['t.user_id as userId', fn.countAll<number>().as('count')])
    .where('u.deleted_at', 'is', null)
    .where(isToChange(merger))
    .groupBy('t.user_id')
    .orderBy('t.user_id')
    .execute();
  // Of a user with a transaction that names both, which is newer than the mark, nothing is changed.
  const refused = await usersOfBoth(db, merger.isin, merger.into);
  return rows.filter(({ userId }) => !refused.has(userId));
}

/**
 * Changes up to `PART` transactions, or all of one user on PostgreSQL, which locks only the user's rows. All of a user's
 * are changed together; where they are more, the user is held until all are, so that nobody sees figures of half of
 * them. The last piece removes the unlisted asset. Returns whether nothing is left to do.
 */
export async function mergePiece(db: Db): Promise<boolean> {
  const merger = await currentMerger(db);
  if (merger === null) return true;
  const from = await findAsset(db, merger.id);
  const target = await findAssetByIsin(db, merger.into);
  // Each can be removed, or its ISIN changed, only while nothing uses it.
  if (!from.ok || from.value.isin !== merger.isin || !target.ok) return await endMerger(db, merger);
  const held = await readMeta(db, HELD_USER_KEY);
  if (held !== null) {
    const isGone = (await deletedUsers(db)).includes(held);
    const changed = isGone ? 0 : await renameIn(db, held, merger, PART);
    if (changed > 0) await noteWrite(db, held, { at: merger.at, device: null });
    if (changed < PART) await forgetMeta(db, HELD_USER_KEY);
    await noteChanged(db, merger, changed);
    return false;
  }
  const uses = await usesByUser(db, merger);
  if (uses.length === 0) return await completeMerger(db, merger);
  let room = PART;
  let changedCount = 0;
  for (const { userId, count } of uses) {
    if (room < PART && count > room) break;
    await lockUser(db, userId);
    const isPart = db.dialect === 'sqlite' && count > PART;
    const changed = await renameIn(db, userId, merger, isPart ? PART : null);
    const names = { name: from.value.name, intoName: target.value.name };
    changedCount += changed;
    await tell(db, userId, merger, names, isPart ? count : changed);
    await noteWrite(db, userId, { at: merger.at, device: null });
    if (isPart) await putMeta(db, HELD_USER_KEY, userId);
    room -= count;
    if (room <= 0) break;
  }
  await noteChanged(db, merger, changedCount);
  return false;
}

async function noteChanged(db: Db, merger: Merger, count: number): Promise<void> {
  await putMeta(db, MERGER_KEY, JSON.stringify({ ...merger, changedCount: (merger.changedCount ?? 0) + count }));
}

/** Removes the asset once nothing uses it; false while transactions of others than refused users do. */
async function completeMerger(db: Db, merger: Merger): Promise<boolean> {
  const { id, isin, into, at } = merger;
  const removed = await removeAsset(db, id, null, at);
  if (!removed.ok && (await usersOfBoth(db, isin, into)).size === 0) return false;
  return await endMerger(db, merger);
}

async function endMerger(db: Db, merger: Merger): Promise<true> {
  await putMeta(db, ENDED_MERGER_KEY, JSON.stringify(merger));
  await forgetMeta(db, MERGER_KEY);
  await forgetMeta(db, HELD_USER_KEY);
  return true;
}

/** Tells a user how many transactions a merger has changed. */
async function tell(
  db: Db,
  userId: string,
  { isin, into, at }: Merger,
  names: { readonly name: string; readonly intoName: string },
  count: number,
): Promise<void> {
  if (count === 0) return;
  const name = { kind: 'merged-security', key: isin } as const;
  const known = await findExtra(db, userId, name);
  const before = known.ok ? (known.value.value as { readonly at?: unknown; readonly transactions?: unknown }) : {};
  // Some were recorded while the merger was under way.
  const transactions = count + (before.at === at ? Number(before.transactions) : 0);
  const value = { name: names.name, isin, intoName: names.intoName, intoIsin: into, transactions, at };
  await keepExtra(db, userId, { ...name, value }, { isNew: !known.ok });
}

/**
 * Changes one security to another in up to `most` of a user's transactions, each with a version of its own; null for
 * all. Returns how many these were.
 */
async function renameIn(db: Db, userId: string, merger: Merger, most: number | null): Promise<number> {
  const { isin, into } = merger;
  // Not by the index of the user, who may have many other transactions.
  const chosen = sql`from transactions where user_id || '' = ${userId} and ${isToChange(merger)}
    ${most === null ? sql`` : sql`limit ${sql.lit(most)}`}`;
  const { rows } = await sql<{ count: number }>`select count(*) as count from (select id ${chosen}) as chosen`.execute(
    db.kysely,
  );
  const count = Number(rows[0]?.count);
  if (count === 0) return 0;
  const first = await takeUserVersions(db, userId, count);
  await sql`
    update transactions
    set version = ${first} + ranked.place - 1,
        isin = case when isin = ${isin} then ${into} else isin end,
        related_isin = case when related_isin = ${isin} then ${into} else related_isin end
    from (
      select id as ranked_id, row_number() over (order by version) as place
      from (select id, version ${chosen}) as chosen
    ) as ranked
    where transactions.user_id = ${userId} and transactions.id = ranked.ranked_id`.execute(db.kysely);
  return count;
}
