/** A user's extras: JSON objects with a kind and a key, whose content the server does not read. */
import type { Selectable } from 'kysely';
import type { ExtraRecord } from '../../../contract/extras.ts';
import { EXTRA, extraId, type Extra, type ExtraKind } from '../../../domain/records/extra.ts';
import { done, fail, notFound, type Outcome } from '../../outcome.ts';
import type { Db } from '../database/store.ts';
import { recordRows } from '../tables/record-rows.ts';
import type { ExtraTable } from '../tables/schema.ts';
import { lockUser, takeUserVersions } from '../versions/counters.ts';
import { atVersion, stale } from '../versions/stale.ts';
import { addTombstones, clearTombstones } from '../versions/tombstones.ts';

/** The most bytes of all extras of a user. */
const MAX_USER_BYTES = 64 * 1024 * 1024;

const { toRecord, toColumns } = recordRows(EXTRA);

export function toExtra(row: Selectable<ExtraTable>): ExtraRecord {
  return toRecord({ ...row, id: extraId(row.kind as ExtraKind, row.key) });
}

type Name = Pick<Extra, 'kind' | 'key'>;

export async function findExtra(db: Db, userId: string, { kind, key }: Name): Promise<Outcome<ExtraRecord>> {
  const row = await db.kysely
    .selectFrom('extras')
    .selectAll()
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('key', '=', key)
    .executeTakeFirst();
  return row === undefined ? notFound('Extra') : done(toExtra(row));
}

/** All extras of a kind that a user has. */
export async function listExtras(db: Db, userId: string, kind: ExtraKind): Promise<ExtraRecord[]> {
  const rows = await db.kysely
    .selectFrom('extras')
    .selectAll()
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .orderBy('key')
    .execute();
  return rows.map(toExtra);
}

/** The condition of a write: a certain version, or that the extra does not exist yet. */
export interface ExtraCondition {
  readonly ifVersion: number | null;
  readonly ifAbsent: boolean;
}

/**
 * Records or replaces an extra. Returns 404 when the named version's extra no longer exists, and 412 when an extra that
 * must not exist does.
 */
export async function saveExtra(
  db: Db,
  userId: string,
  { kind, key, value }: Extra,
  { ifVersion, ifAbsent }: ExtraCondition,
): Promise<Outcome<ExtraRecord>> {
  await lockUser(db, userId);
  const current = await findExtra(db, userId, { kind, key });
  if (current.ok) {
    if (ifAbsent || (ifVersion !== null && current.value.version !== ifVersion)) return stale(current.value);
  } else if (ifVersion !== null) return current;
  const size = Buffer.byteLength(JSON.stringify(value));
  const { others } = await db.kysely
    .selectFrom('extras')
    .select(({ fn }) => fn.sum<number | string | null>('size').as('others'))
    .where('user_id', '=', userId)
    .where((eb) => eb.not(eb.and({ kind, key })))
    .executeTakeFirstOrThrow();
  if (Number(others) + size > MAX_USER_BYTES)
    return fail(
      'tooLarge',
      `This could not be saved: mappings, histories and settings may use at most ${MAX_USER_BYTES / 1024 / 1024} MB.`,
    );
  const version = await keepExtra(db, userId, { kind, key, value }, { isNew: !current.ok });
  return done({ id: extraId(kind, key), kind, key, value, version });
}

/**
 * Records or replaces an extra that the server itself creates; it is small, so the limit is not checked. The caller
 * holds the user's lock.
 */
export async function keepExtra(
  db: Db,
  userId: string,
  { kind, key, value }: Extra,
  { isNew }: { readonly isNew: boolean },
): Promise<number> {
  const version = await takeUserVersions(db, userId, 1, isNew ? 1 : 0);
  const columns = toColumns({ kind, key, value });
  const size = Buffer.byteLength(columns.value);
  await db.kysely
    .insertInto('extras')
    .values({ user_id: userId, version, size, ...columns })
    .onConflict((oc) => oc.columns(['user_id', 'kind', 'key']).doUpdateSet({ version, size, value: columns.value }))
    .execute();
  await clearTombstones(db, userId, 'extra', [extraId(kind, key)]);
  return version;
}

/** Deletes an extra; with `ifVersion` only when that is its version. `now` is an ISO instant. */
export async function removeExtra(
  db: Db,
  userId: string,
  name: Name,
  ifVersion: number | null,
  now: string,
): Promise<Outcome<undefined>> {
  await lockUser(db, userId);
  const current = atVersion(await findExtra(db, userId, name), ifVersion);
  if (!current.ok) return current;
  await db.kysely
    .deleteFrom('extras')
    .where('user_id', '=', userId)
    .where('kind', '=', name.kind)
    .where('key', '=', name.key)
    .execute();
  await addTombstones(db, [
    {
      scope: userId,
      entity: 'extra',
      id: current.value.id,
      version: await takeUserVersions(db, userId, 1, -1),
      deletedAt: now,
    },
  ]);
  return done(undefined);
}
