/** Applying the records of a pull, without undoing what was changed here in the meantime. */
import { isEmpty } from '../database/batches.ts';
import { noteCashDuplicates } from '../questions/cash-duplicates.ts';
import { requireLatest } from '../outbox/claims.ts';
import type { EntityName, EntityRecords, Stored } from '../entities/entities.ts';
import { sameContent } from '../entities/entity-fields.ts';
import { type EntryError, type RecordEntry, type ServerRecord } from '../database/outbox-entry.ts';
import { writingImports } from '../database/import-rows.ts';
import { metaOf } from '../outbox/outbox.ts';
import { withVersions } from '../outbox/row-versions.ts';
import { keepMine } from '../outbox/server-copies.ts';
import { askedAbout, stopAsking, type PullBasis } from './quarantine.ts';
import { freeFiles } from '../receipts/receipts.ts';
import { ENTITY_TABLES, entityTable, type HoldfastDatabase, type TableName } from '../database/schema.ts';
import { noteDuplicates } from '../questions/resent-duplicates.ts';
import { noteTheirs, queuedByRecord } from './reconcile-queued.ts';
import { write, type Written } from '../database/write.ts';

const CHANGED_ELSEWHERE: EntryError = { status: 0, code: 'changedElsewhere', message: '' };
const RESTORED: EntryError = { status: 0, code: 'restoredFromBackup', message: '' };

const TABLES: readonly TableName[] = ['outbox', 'importChunks', 'acknowledgedCreations', 'aliases', 'quarantine'];
/** Tables that a write must name when it applies records of a pull. */
export const APPLY_TABLES = TABLES;

/**
 * Writes what the server has of one entity. Records with queued changes keep them; the server's copy is noted beside
 * these.
 */
export async function applyServerRecords<E extends EntityName>(
  db: HoldfastDatabase,
  entity: E,
  records: readonly ServerRecord<E>[],
  basis: PullBasis,
): Promise<Written<null>> {
  return await write(db, [...TABLES, ENTITY_TABLES[entity], 'receiptFiles'], async () => {
    await requireLatest(db, basis.claimNumber);
    const table = entityTable(db, entity);
    const queued = await queuedByRecord(db, entity);
    const rows = (await hasOnlyPulled(db, entity, basis))
      ? []
      : await withVersions(db, await table.bulkGet(records.map((record) => record.id)));
    const unclear = unclearCreates([...queued.values()].flat());
    const asked = await db.quarantine.get(entity);
    const lost = new Set(asked?.reason === 'restoredFromBackup' ? asked.ids : []);
    const puts: Stored<EntityRecords[E]>[] = [];
    const unknown: Stored<EntityRecords[E]>[] = [];
    const deletes: string[] = [];
    for (const [index, item] of records.entries()) {
      const row = rows[index];
      const entries = queued.get(item.id);
      const isRestoredFromBackup = basis.isRestoredFromBackup === true || lost.has(item.id);
      // A record that the server shows again was created there again by another device.
      const error = basis.isRestoredFromBackup === true ? RESTORED : CHANGED_ELSEWHERE;
      if (entries !== undefined)
        await noteTheirs(db, entity, entries, item, { isRestoredFromBackup, isAsked: lost.has(item.id), error });
      else if (isRestoredFromBackup && row !== undefined && item.record !== null) {
        const theirs = { record: item.record, version: item.version };
        puts.push(await keepMine(db, entity, row, theirs, { now: basis.now, error }));
      }
      // Whether a record that the backup had lost is wanted is for the user to say, also where another device has
      // deleted it since.
      else if (lost.has(item.id) && item.record === null) continue;
      else if (!isNewer(item, row)) continue;
      else if (row === undefined && isAmong(entity, unclear, item.record)) continue;
      else if (item.record !== null) {
        const put = { ...item.record, ...metaOf(row), version: item.version };
        puts.push(put);
        if (row === undefined) unknown.push(put);
      }
      // Looked up or not: an earlier page may have brought it.
      else deletes.push(item.id);
    }
    if (entity === 'asset')
      deletes.push(...(await replacedUnlisted(db, puts as unknown as Stored<EntityRecords['asset']>[])));
    if (entity === 'receipt')
      await freeFiles(
        db,
        records
          .filter((item) => !queued.has(item.id))
          .flatMap((item) => (item.record === null ? [] : [item.record as EntityRecords['receipt']])),
      );
    await noteDuplicates(
      db,
      entity,
      unknown.filter(({ version }) => version === null),
      basis.now,
    );
    if (entity === 'brokerCashBalance')
      await noteCashDuplicates(db, unknown as unknown as Stored<EntityRecords['brokerCashBalance']>[]);
    await table.bulkPut(puts);
    await table.bulkDelete(deletes);
    if (asked !== undefined)
      await stopAsking(
        db,
        asked,
        records.filter(({ id, record }) => record !== null || !lost.has(id)),
      );
    return null;
  });
}

/** Whether no row can be there except those that the pull itself brought: then none needs to be looked up. */
async function hasOnlyPulled(db: HoldfastDatabase, entity: EntityName, { empty }: PullBasis): Promise<boolean> {
  if (empty?.has(entity) === true && (await db.outbox.count()) === 0) return true;
  return await isEmpty(entityTable(db, entity));
}

/**
 * Creates that may have reached a server which gives ids of its own: it may show them as records that we do not know.
 */
function unclearCreates<E extends EntityName>(entries: readonly RecordEntry<E>[]): EntityRecords[E][] {
  const creates = entries.filter(
    (entry) => entry.kind === 'create' && (entry.attempts > 0 || entry.error?.code === 'unknownOutcome'),
  );
  return creates.map((entry) => entry.payload?.record).filter((record) => record !== undefined);
}

function isAmong<E extends EntityName>(
  entity: E,
  records: readonly EntityRecords[E][],
  record: EntityRecords[E] | null,
): boolean {
  return record !== null && records.some((other) => sameContent(entity, other, record));
}

/** Creations from more claims ago than this are no longer checked for duplicates. */
const ACKNOWLEDGEMENTS_KEPT = 1000;

/** Removes acknowledgements from long before the claim of this number. */
export async function forgetOldAcknowledgements(db: HoldfastDatabase, latest: number): Promise<void> {
  await write(
    db,
    ['acknowledgedCreations'],
    async () =>
      await db.acknowledgedCreations.filter(({ claimNumber }) => claimNumber < latest - ACKNOWLEDGEMENTS_KEPT).delete(),
  );
}

/** With versions a row shows itself which copy is newer. */
function isNewer<R>(item: { readonly version: number | null }, row: Stored<R> | undefined): boolean {
  return item.version === null || row === undefined || row.version === null || item.version > row.version;
}

/** Assets that an import created here for unknown securities and that the server's own entries now replace. */
async function replacedUnlisted(
  db: HoldfastDatabase,
  assets: readonly Stored<EntityRecords['asset']>[],
): Promise<string[]> {
  const replaced: string[] = [];
  for (const asset of assets) {
    const others = await db.assets
      .where('isin')
      .equals(asset.isin)
      .and((other) => other.id !== asset.id && other.unlisted === true)
      .toArray();
    replaced.push(...others.map((other) => other.id));
    await db.aliases.bulkPut(others.map((other) => ({ oldId: other.id, newId: asset.id })));
  }
  return replaced;
}

/**
 * The ids of records that the device has from the server and that a complete walk did not show. Records with queued
 * changes are not among them.
 */
export async function absentIds(
  db: HoldfastDatabase,
  entity: EntityName,
  shown: ReadonlySet<string>,
): Promise<string[]> {
  return await db.transaction(
    'r',
    [ENTITY_TABLES[entity], 'outbox', 'importChunks', 'imports', 'quarantine'],
    async () => {
      const asked = await askedAbout(db, entity);
      const kept = new Set(
        (await db.outbox.toArray()).map((entry) =>
          entry.entity === 'import' ? `${entry.localId}/${entry.index}` : entry.localId,
        ),
      );
      const writing = await writingImports(db);
      const absent: string[] = [];
      await entityTable(db, entity).each((row) => {
        const chunk = row.importId === undefined ? null : `${row.importId}/${row.importIndex ?? 0}`;
        if (shown.has(row.id) || kept.has(row.id)) return;
        if (chunk !== null && (kept.has(chunk) || writing.has(row.importId ?? ''))) return;
        // An asset that only this device has listed, an extra that was written while the server kept none.
        if (row.unlisted === true || (entity === 'extra' && row.version === null && !asked.has(row.id))) return;
        absent.push(row.id);
      });
      return absent;
    },
  );
}
