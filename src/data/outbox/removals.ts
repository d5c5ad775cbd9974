/** Deleting records with 'Undo': the deletion is written at once and sent only after 10 seconds. */
import { countUnsaved } from './backup-state.ts';
import type { EntityName } from '../entities/entities.ts';
import { isOwned, referrersOf } from '../entities/entity-references.ts';
import { currentIds, entriesOf, pendingAmong, QUEUE_TABLES } from './outbox.ts';
import { detachments, requireUnused } from './parents.ts';
import { removeAndQueue, restoreRemovals } from './queued-removals.ts';
import type { Removal, Removed, Taken } from '../database/removed.ts';
import { entityTable, RECORD_TABLES, type HoldfastDatabase, type TableName } from '../database/schema.ts';
import { write, WriteRefused, type Written } from '../database/write.ts';

/** Hold a delete this long, in milliseconds, while 'Undo' is offered. */
const UNDO_MS = 10_000;

/** Tables that a write must name when it removes records, or puts them back. */
export const REMOVAL_TABLES: readonly TableName[] = [...RECORD_TABLES, 'receiptFiles', ...QUEUE_TABLES];

/** Those of them that a removal of records of an entity needs. */
function tablesFor(entity: EntityName): readonly TableName[] {
  return entity === 'transaction' ? ['transactions', 'receipts', 'receiptFiles', ...QUEUE_TABLES] : REMOVAL_TABLES;
}

/**
 * Removes records in one step; unknown ids are ignored. `inUse`, with nothing removed, when records of the device name
 * one of them. Records that belong to one are removed when the server has confirmed its deletion.
 */
export async function removeRecords<E extends EntityName>(
  db: HoldfastDatabase,
  entity: E,
  ids: readonly string[],
  now = Date.now(),
): Promise<Written<Removed<E>>> {
  return await write(db, tablesFor(entity), async () => await removeInWrite(db, entity, ids, now));
}

/** `removeRecords` inside a write over `REMOVAL_TABLES`. */
export async function removeInWrite<E extends EntityName>(
  db: HoldfastDatabase,
  entity: E,
  ids: readonly string[],
  now: number,
): Promise<Removed<E>> {
  const known = await currentIds(db, ids);
  const isNamed = referrersOf(entity).some(([referrer]) => !isOwned(referrer));
  const removals = await (isNamed
    ? takeUnused(db, entity, known, now)
    : removeAndQueue(db, entity, known, { now, holdMs: UNDO_MS }));
  // The server never had them, so no records that belong to them may be sent.
  const children = await takeChildren(
    db,
    entity,
    removals.filter(({ seq }) => seq === null).map(({ row }) => row.id),
  );
  await keepFiles(
    db,
    [
      ...removals.filter((removal) => removal.entity === 'receipt' && removal.seq === null),
      ...children.filter((child) => child.entity === 'receipt'),
    ],
    now,
  );
  await countUnsaved(db, removals.length);
  return { count: removals.length, removals, children, undoUntil: now + UNDO_MS };
}

/**
 * Files of receipts that no receipt names any more may be the only copies: they stay until no undo can want them back.
 */
async function keepFiles(
  db: HoldfastDatabase,
  receipts: readonly { readonly row: { readonly id: string } }[],
  now: number,
): Promise<void> {
  if (receipts.length === 0) return;
  const files = await db.receiptFiles.bulkGet(receipts.map(({ row }) => row.id));
  await db.receiptFiles.bulkPut(files.flatMap((file) => (file === undefined ? [] : [{ ...file, removedAt: now }])));
}

/** Removes records that others may name, each once none does. */
async function takeUnused<E extends EntityName>(
  db: HoldfastDatabase,
  entity: E,
  ids: readonly string[],
  now: number,
): Promise<Removal<E>[]> {
  const removals: Removal<E>[] = [];
  for (const id of ids) {
    await requireUnused(db, entity, id);
    removals.push(
      ...(await removeAndQueue(db, entity, [id], {
        now,
        holdMs: UNDO_MS,
        dependsOn: await detachments(db, entity, id),
      })),
    );
  }
  return removals;
}

async function takeChildren(db: HoldfastDatabase, entity: EntityName, ids: readonly string[]): Promise<Taken[]> {
  const children: Taken[] = [];
  for (const [owned, field] of referrersOf(entity)) {
    if (!isOwned(owned)) continue;
    const table = entityTable(db, owned);
    for (const row of await table
      .where(field)
      .anyOf([...ids])
      .toArray()) {
      const entries = await entriesOf(db, row.id);
      await table.delete(row.id);
      await db.outbox.bulkDelete(entries.map((entry) => entry.seq));
      children.push({ entity: owned, row, replaced: entries });
    }
  }
  return children;
}

/** Restores removed records, all or none: `tooLate` when the deletion of one is already being sent. */
export async function undoRemovals(db: HoldfastDatabase, removed: Removed, now = Date.now()): Promise<Written<null>> {
  return await write(db, REMOVAL_TABLES, async () => {
    if (!(await restoreRemovals(db, removed.removals, removed.children, now)))
      throw new WriteRefused({ code: 'tooLate' });
    return null;
  });
}

/**
 * Inside a write, after records vanished from the server: removes the records that belong to them, except what is
 * still to be sent.
 */
export async function forgetSettledChildren(
  db: HoldfastDatabase,
  entity: EntityName,
  ids: readonly string[],
): Promise<void> {
  for (const [owned, field] of referrersOf(entity).filter(([referrer]) => isOwned(referrer))) {
    const rows = await entityTable(db, owned)
      .where(field)
      .anyOf([...ids])
      .primaryKeys();
    const queued = await pendingAmong(db, rows);
    const settled = rows.filter((id) => !queued.has(id));
    await entityTable(db, owned).bulkDelete(settled);
    if (owned === 'receipt') await db.receiptFiles.bulkDelete(settled);
  }
}

/** Inside a write, after the server has deleted a record: the records that belong to it are deleted there too. */
export async function forgetChildren(db: HoldfastDatabase, entity: EntityName, id: string): Promise<void> {
  const children = await takeChildren(db, entity, [id]);
  await db.receiptFiles.bulkDelete(children.filter((child) => child.entity === 'receipt').map((child) => child.row.id));
}
