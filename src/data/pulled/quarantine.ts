/** Records that the server unexpectedly lacks: what the user is asked about, and the answer. */
import { requireLatest } from '../outbox/claims.ts';
import type { EntityName, EntityRecords, Stored } from '../entities/entities.ts';
import { recordOf } from '../entities/entity-fields.ts';
import { NO_COPY } from '../database/outbox-entry.ts';
import { newCreation, parentsOf } from '../outbox/outbox.ts';
import { usesOf } from '../outbox/parents.ts';
import { forgetSettledChildren } from '../outbox/removals.ts';
import { forgetVersions } from '../outbox/row-versions.ts';
import { entityTable, RECORD_TABLES, type HoldfastDatabase, type Quarantine } from '../database/schema.ts';
import { write, type Written } from '../database/write.ts';

/** The share of an entity's records, and the number of them, beyond which their absence is confirmed by the user. */
const QUARANTINE_SHARE = 0.2;
const QUARANTINE_COUNT = 10;

/** How the records of a pull relate to those of the device. */
export interface PullBasis {
  /** The latest claim of the lock when the server was read: nothing is written once it was claimed since. */
  readonly claimNumber: number;
  /** The server was restored from a backup: its versions say nothing, and where records differ the user decides. */
  readonly isRestoredFromBackup?: boolean;
  /** Entities of which the device had nothing when the pull began, so that what is there now came from the pull itself. */
  readonly empty?: ReadonlySet<EntityName>;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * Removes records that are gone from the server, or sets them aside and asks when they are suspiciously many. With
 * `isPart` only some of the entity's records were looked for.
 */
export async function removeAbsent(
  db: HoldfastDatabase,
  entity: EntityName,
  ids: readonly string[],
  { claimNumber, isRestoredFromBackup = false, now, isPart = false }: PullBasis & { readonly isPart?: boolean },
): Promise<Written<null>> {
  return await write(db, [...RECORD_TABLES, 'receiptFiles', 'outbox', 'quarantine', 'importChunks'], async () => {
    await requireLatest(db, claimNumber);
    const table = entityTable(db, entity);
    const asked = await db.quarantine.get(entity);
    const isMany = ids.length > QUARANTINE_COUNT && ids.length > QUARANTINE_SHARE * (await table.count());
    const isSuspicious =
      isRestoredFromBackup || isMany || (entity === 'account' && (await usesOf(db, entity, ids)).length > 0);
    // What the user was asked about and has not answered yet is not removed by a later walk, however few it finds gone.
    const waiting = new Set(asked?.ids);
    const gone = isSuspicious ? [] : ids.filter((id) => !waiting.has(id));
    const kept = [...new Set([...ids.filter((id) => isSuspicious || waiting.has(id)), ...(isPart ? waiting : [])])];
    await table.bulkDelete(gone);
    await forgetSettledChildren(db, entity, gone);
    if (kept.length === 0) await db.quarantine.delete(entity);
    else
      await db.quarantine.put({
        entity,
        ids: kept,
        reason: isRestoredFromBackup ? 'restoredFromBackup' : (asked?.reason ?? 'vanished'),
        at: asked?.at ?? new Date(now).toISOString(),
      });
    if (isRestoredFromBackup) await clearVersions(db, entity, kept);
    return null;
  });
}

/** The ids of an entity's records about which the user is asked. */
export async function askedAbout(db: HoldfastDatabase, entity: EntityName): Promise<ReadonlySet<string>> {
  return new Set((await db.quarantine.get(entity))?.ids);
}

/** Inside a write: the server has shown these again, so the user need not be asked about them. */
export async function stopAsking(
  db: HoldfastDatabase,
  asked: Quarantine,
  shown: readonly { readonly id: string }[],
): Promise<void> {
  const known = new Set(shown.map(({ id }) => id));
  const ids = asked.ids.filter((id) => !known.has(id));
  if (ids.length === asked.ids.length) return;
  if (ids.length === 0) await db.quarantine.delete(asked.entity);
  else await db.quarantine.put({ ...asked, ids });
}

/** Versions from before a server was restored say nothing of what another device may send there again. */
async function clearVersions(db: HoldfastDatabase, entity: EntityName, ids: readonly string[]): Promise<void> {
  const table = entityTable(db, entity);
  const rows = (await table.bulkGet([...ids])).filter((row) => row !== undefined);
  await table.bulkPut(rows.map((row) => ({ ...row, version: null })));
  await forgetVersions(db, rows);
}

/** What waits for the user's answer: keep these records or remove them? */
export async function listQuarantine(db: HoldfastDatabase): Promise<Quarantine[]> {
  return await db.quarantine.toArray();
}

/** The user's answer: `remove` removes the records here too; `keep` sends the records to the server again. */
export async function answerQuarantine(
  db: HoldfastDatabase,
  entity: EntityName,
  answer: 'remove' | 'keep',
  now = Date.now(),
): Promise<Written<null>> {
  return await write(db, [...RECORD_TABLES, 'receiptFiles', 'quarantine', 'outbox', 'importChunks'], async () => {
    const table = entityTable(db, entity);
    const ids = (await db.quarantine.get(entity))?.ids ?? [];
    await db.quarantine.delete(entity);
    if (answer === 'remove') {
      await table.bulkDelete([...ids]);
      await forgetSettledChildren(db, entity, ids);
      return null;
    }
    for (const row of await table.bulkGet([...ids])) {
      if (row === undefined || (await db.outbox.where('localId').equals(row.id).count()) > 0) continue;
      await table.put({ ...recordOf(entity, row), version: null } as Stored<EntityRecords[EntityName]>);
      const record = recordOf(entity, row);
      await db.outbox.add({
        ...newCreation<EntityName>(entity, record, await parentsOf(db, entity, record), now),
        theirs: NO_COPY,
      });
    }
    return null;
  });
}
