/** Imports of a few rows in several chunks, as only thousands of rows have. */
import type { HoldfastDatabase } from '../../src/data/database/schema.ts';

/** Divides an import that has just been written, and of which nothing was sent, into chunks of so many rows. */
export async function splitChunks(db: HoldfastDatabase, importId: string, rows: number): Promise<void> {
  await db.transaction('rw', [db.transactions, db.importChunks, db.outbox], async () => {
    const chunk = await db.importChunks.get([importId, 0]);
    const entry = await db.outbox.where('localId').equals(importId).first();
    if (chunk === undefined || entry?.entity !== 'import') throw new Error('no chunk to divide');
    const { seq, ...rest } = entry;
    const parts = Math.ceil(chunk.ids.length / rows);
    for (let index = 0; index < parts; index += 1) {
      const [from, to] = [index * rows, (index + 1) * rows];
      const ids = chunk.ids.slice(from, to);
      await db.importChunks.put({
        importId,
        index,
        ids,
        imported: { marks: chunk.imported?.marks.slice(from, to) ?? [] },
      });
      for (const row of await db.transactions.bulkGet(ids))
        if (row !== undefined) await db.transactions.put({ ...row, importIndex: index });
      const part = { ...rest, key: `${entry.key}-${index}`, index, rows: ids.length };
      await (index === 0 ? db.outbox.put({ ...part, seq }) : db.outbox.add(part));
    }
  });
}
