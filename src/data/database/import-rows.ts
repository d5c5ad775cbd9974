/** Which imports are under way, and what each import wrote. */
import type { ImportChunk } from './import-record.ts';
import type { HoldfastDatabase } from './schema.ts';

/** The chunks of an import in file order. */
export async function chunksOf(db: HoldfastDatabase, importId: string): Promise<ImportChunk[]> {
  return await db.importChunks.where('[importId+index]').between([importId, 0], [importId, Infinity]).toArray();
}

/** The ids of imports that are being written; their rows are not to be seen yet. */
export async function writingImports(db: HoldfastDatabase): Promise<ReadonlySet<string>> {
  const imports = await db.imports.toArray();
  return new Set(imports.filter(({ state }) => state === 'writing').map(({ id }) => id));
}
