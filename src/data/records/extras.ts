/** The user's extras: values under a kind and a key, each a record of its own. */
import { extraId, type ExtraKind, type ExtraValue } from '../../../domain/records/extra.ts';
import type { ExtraRecord } from '../entities/entities.ts';
import { newCreation, putAndQueue, QUEUE_TABLES } from '../outbox/outbox.ts';
import { removeAndQueue } from '../outbox/queued-removals.ts';
import { recordOf } from '../entities/entity-fields.ts';
import type { HoldfastDatabase } from '../database/schema.ts';
import { write, type Written } from '../database/write.ts';

/** All extras of a kind in no particular order. */
export async function listExtras(db: HoldfastDatabase, kind: ExtraKind): Promise<ExtraRecord[]> {
  return await db.extras.where('kind').equals(kind).toArray();
}

/** The value under a kind and key, or null. */
export async function getExtra(db: HoldfastDatabase, kind: ExtraKind, key: string): Promise<ExtraValue | null> {
  return (await db.extras.get(extraId(kind, key)))?.value ?? null;
}

/** Inside a write over `extras` and `QUEUE_TABLES`: puts a value under a kind and key. */
export async function putExtra(
  db: HoldfastDatabase,
  kind: ExtraKind,
  key: string,
  value: ExtraValue,
  now: number,
): Promise<ExtraRecord> {
  const extra: ExtraRecord = { id: extraId(kind, key), kind, key, value };
  await putAndQueue(db, 'extra', extra, now);
  return extra;
}

/** Puts a value under a kind and key; the key is at most 64 letters, digits, `-` and `_`. */
export async function saveExtra(
  db: HoldfastDatabase,
  kind: ExtraKind,
  key: string,
  value: ExtraValue,
  now = Date.now(),
): Promise<Written<ExtraRecord>> {
  return await write(db, ['extras', ...QUEUE_TABLES], async () => await putExtra(db, kind, key, value, now));
}

/** Removes the value under a kind and key; there need not be one. */
export async function removeExtra(
  db: HoldfastDatabase,
  kind: ExtraKind,
  key: string,
  now = Date.now(),
): Promise<Written<null>> {
  return await write(db, ['extras', ...QUEUE_TABLES], async () => {
    await removeAndQueue(db, 'extra', [extraId(kind, key)], { now, holdMs: 0 });
    return null;
  });
}

/** Queues the extras that were written before the server could store any. */
export async function queueUnsentExtras(db: HoldfastDatabase, now: number): Promise<void> {
  await write(db, ['extras', 'outbox'], async () => {
    const queued = new Set((await db.outbox.toArray()).map((entry) => entry.localId));
    const unsent = (await db.extras.toArray()).filter((row) => row.version === null && !queued.has(row.id));
    await db.outbox.bulkAdd(unsent.map((row) => newCreation('extra', recordOf('extra', row), [], now)));
  });
}
