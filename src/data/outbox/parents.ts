/** Whether a record may be deleted: which records name it, and which changes have to reach the server first. */
import type { Asset, Transaction } from '../../../domain/records/records.ts';
import { eachBatch, rowsOf } from '../database/batches.ts';
import type { EntityName, Stored } from '../entities/entities.ts';
import { isinsIn, parentIds, referrersOf } from '../entities/entity-references.ts';
import type { Use } from '../entities/entity-words.ts';
import type { OutboxEntry } from '../database/outbox-entry.ts';
import { listOutbox } from './outbox.ts';
import { entriesOfAny } from './outbox-index.ts';
import { entityTable, type HoldfastDatabase } from '../database/schema.ts';
import { WriteRefused } from '../database/write.ts';

/** How many records of the device name one of these; the caller's transaction covers `RECORD_TABLES`. */
export async function usesOf(db: HoldfastDatabase, target: EntityName, ids: readonly string[]): Promise<Use[]> {
  const wanted = new Set(ids);
  const uses: Use[] = [];
  for (const [entity, field] of referrersOf(target)) {
    const names = (record: object): boolean => wanted.has(Reflect.get(record, field) as string);
    let count = 0;
    await eachBatch<{ readonly id: string }>(entityTable(db, entity), (rows) => {
      count += rows.filter(names).length;
    });
    if (count > 0) uses.push({ entity, count });
  }
  return uses;
}

/** Those of the records that some record of the device names. */
export async function usedAmong(
  db: HoldfastDatabase,
  target: EntityName,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const wanted = new Set(ids);
  const used = new Set<string>();
  for (const [entity, field] of referrersOf(target))
    await eachBatch<{ readonly id: string }>(entityTable(db, entity), (rows) => {
      for (const row of rows) {
        const named = Reflect.get(row, field) as string;
        if (wanted.has(named)) used.add(named);
      }
    });
  return used;
}

/** Inside a write: refuses with `inUse` and their number when records of the device name this one. */
export async function requireUnused(db: HoldfastDatabase, target: EntityName, id: string): Promise<void> {
  const uses = await usesOf(db, target, [id]);
  if (uses.length > 0)
    throw new WriteRefused({ code: 'inUse', count: uses.reduce((sum, use) => sum + use.count, 0), uses });
}

/** The records that a queued change names and that the server must have before it. */
export async function parentsNamedBy(db: HoldfastDatabase, entry: OutboxEntry): Promise<string[]> {
  if (entry.entity !== 'import') {
    if (entry.payload === null) return [];
    const isins = isinsIn(entry.payload.record);
    const securities = isins.length === 0 ? [] : await db.assets.where('isin').anyOf(isins).primaryKeys();
    return [...parentIds<EntityName>(entry.entity, entry.payload.record), ...securities];
  }
  const ids = (await db.importChunks.get([entry.localId, entry.index]))?.ids ?? [];
  const rows = await rowsOf(db.transactions, ids);
  return parentsOfRows(rows, await assetsOfRows(db, rows));
}

/** The records that rows of an import name; `assets` are those of their securities. */
export function parentsOfRows(rows: readonly Transaction[], assets: readonly Asset[]): string[] {
  return [...new Set(rows.flatMap((row) => parentIds('transaction', row))), ...assets.map(({ id }) => id)];
}

/** The assets of the securities that rows of an import name. */
export async function assetsOfRows(db: HoldfastDatabase, rows: readonly Transaction[]): Promise<Stored<Asset>[]> {
  return await assetsOf(db, new Set(rows.flatMap(isinsIn)));
}

/** The assets of many securities; the catalogue is read in one go. */
export async function assetsOf(db: HoldfastDatabase, isins: ReadonlySet<string>): Promise<Stored<Asset>[]> {
  return (await db.assets.toArray()).filter(({ isin }) => isins.has(isin));
}

/**
 * Whether one of these is still to be created on the server, or the user is asked whether it is to be: a backup may
 * have lost it.
 */
export async function isAnyUnsettled(db: HoldfastDatabase, ids: readonly string[]): Promise<boolean> {
  const named = new Set(ids);
  const isAsked = (await db.quarantine.toArray()).some((asked) => asked.ids.some((id) => named.has(id)));
  return isAsked || (await entriesOfAny(db, ids).toArray()).some((entry) => entry.kind === 'create');
}

/**
 * The entries after which the server allows the deletion: it refuses while it still has records that name it and that
 * are deleted or moved here.
 */
export async function detachments(db: HoldfastDatabase, target: EntityName, id: string): Promise<number[]> {
  const referrers = referrersOf(target);
  const entries = (await listOutbox(db)).filter((entry) => {
    const base = entry.entity === 'import' ? null : (entry.base?.record ?? null);
    return (
      base !== null && referrers.some(([entity, field]) => entity === entry.entity && Reflect.get(base, field) === id)
    );
  });
  return entries.map((entry) => entry.seq);
}
