/** What the imports of this device have read, for the next file. */
import type { EarlierRow, EarlierRows } from '../../../domain/csv/stored/earlier-rows.ts';
import { londonDate } from '../../../domain/values/dates.ts';
import { currentIds } from '../outbox/outbox.ts';
import type { HoldfastDatabase } from '../database/schema.ts';

/**
 * The rows of all imports by what their files stated. Imports of older versions did not keep it, and those of other
 * devices are not known here.
 */
export async function earlierRows(db: HoldfastDatabase): Promise<EarlierRows> {
  const rows = new Map<number, EarlierRow[]>();
  const imports = new Map((await db.imports.toArray()).map((record) => [record.id, record]));
  for (const { importId, ids, imported } of await db.importChunks.toArray()) {
    const record = imports.get(importId);
    if (record === undefined || record.state === 'writing' || imported?.statements === undefined) continue;
    const accountIds = new Set(await currentIds(db, Object.keys(record.accountNames ?? {})));
    const importedOn = londonDate(Date.parse(record.createdAt));
    const isUndone = record.state === 'undone';
    const { statements } = imported;
    (await currentIds(db, imported.ids ?? ids)).forEach((id, at) => {
      const [mark, row] = [statements[at], { id, importedOn, accountIds, isUndone }];
      if (mark === undefined) return;
      const alike = rows.get(mark);
      if (alike === undefined) rows.set(mark, [row]);
      else alike.push(row);
    });
  }
  return rows;
}
