/**
 * The versions of rows that were sent with a chunk of an import. They stand in the chunk's record, which is one write
 * for thousands of rows, until a row itself is written with a version. Every function runs inside a transaction over
 * `importChunks`.
 */
import type { ImportChunk } from '../database/import-record.ts';
import type { HoldfastDatabase } from '../database/schema.ts';
import type { Stored } from '../entities/entities.ts';

type Row = Stored<{ readonly id: string }>;

/**
 * The rows, each with the version that the server is known to have of it: where the version of a stored transaction
 * matters, it is read here.
 */
export async function withVersions<R extends Row | undefined>(
  db: HoldfastDatabase,
  rows: readonly R[],
): Promise<readonly R[]> {
  const unversioned = rows.filter((row) => row?.version === null).filter((row) => row !== undefined);
  const chunks = await chunksOfRows(db, unversioned);
  if (chunks.length === 0) return rows;
  const known = new Map(chunks.map((chunk) => [placeOf(chunk.importId, chunk.index), versionsIn(chunk)]));
  return rows.map((row) => {
    if (row?.version !== null) return row;
    const version = known.get(placeOf(row.importId, row.importIndex))?.get(row.id) ?? null;
    return version === null ? row : { ...row, version };
  });
}

/** `withVersions` of one row. */
export async function withVersion<R extends Row>(db: HoldfastDatabase, row: R): Promise<R> {
  return (await withVersions(db, [row]))[0] ?? row;
}

/** Rows that the server no longer has in these versions: none is known of them. */
export async function forgetVersions(db: HoldfastDatabase, rows: readonly Row[]): Promise<void> {
  const forgotten = new Set(rows.map(({ id }) => id));
  for (const chunk of await chunksOfRows(db, rows))
    if (chunk.versions !== undefined)
      await db.importChunks.put({
        ...chunk,
        versions: chunk.versions.map((version, at) => (forgotten.has(chunk.ids[at] ?? '') ? null : version)),
      });
}

function versionsIn({ ids, versions }: ImportChunk): ReadonlyMap<string, number | null> {
  return new Map(versions?.map((version, at) => [ids[at] ?? '', version]));
}

function placeOf(importId = '', index = -1): string {
  return `${importId}/${index}`;
}

/** The chunks that wrote rows; none for rows that were not imported. */
async function chunksOfRows(db: HoldfastDatabase, rows: readonly Row[]): Promise<readonly ImportChunk[]> {
  const places = new Map<string, [string, number]>();
  for (const { importId, importIndex } of rows)
    if (importId !== undefined && importIndex !== undefined)
      places.set(placeOf(importId, importIndex), [importId, importIndex]);
  if (places.size === 0) return [];
  return (await db.importChunks.bulkGet([...places.values()])).filter((chunk) => chunk !== undefined);
}
