/** Tells which tables of a database have changed, whichever tab or worker wrote: Dexie carries that between them (`storagemutated`). */
import type { IntervalTree, ObservabilitySet } from 'dexie';
import type { HoldfastDatabase, TableName } from './schema.ts';

/** How many rows of each table changed. Dexie names the keys of small writes alone: of a larger one it is a guess. */
export type TableChanges = ReadonlyMap<TableName, number>;

/** What a write of fifty rows or more is counted as. */
const LARGE_WRITE = 250;

/**
 * Calls `listener` after each commit that changed one of `tables`, made in any tab or worker, until the database is
 * closed for good. Returns how to stop.
 */
export function watchTables(
  db: HoldfastDatabase,
  tables: readonly TableName[],
  listener: (changes: TableChanges) => void,
): () => void {
  // Made once: the listener is called for each write to any database.
  const parts = tables.map((table) => ({ table, key: `idb://${db.name}/${table}/` }));
  return db.onMutation((changed) => {
    if (db.hasBeenClosed()) return;
    const changes = new Map<TableName, number>();
    for (const { table, key } of parts) {
      const rows = rowsIn(changed, key);
      if (rows > 0) changes.set(table, rows);
    }
    if (changes.size > 0) listener(changes);
  });
}

function rowsIn(changed: ObservabilitySet, part: string): number {
  // A page that returns from the browser's cache has received no notifications meanwhile.
  if (changed['all'] !== undefined) return LARGE_WRITE;
  const keys = changed[part];
  return keys === undefined ? 0 : rangesIn(keys);
}

/** The number of keys; a range of them counts as a large write. */
function rangesIn(tree: IntervalTree | null | undefined): number {
  if (tree === null || tree === undefined || !('from' in tree)) return 0;
  const isKey = JSON.stringify(tree.from) === JSON.stringify(tree.to);
  return (isKey ? 1 : LARGE_WRITE) + rangesIn(tree.l) + rangesIn(tree.r);
}
