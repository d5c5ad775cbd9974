import { useEffect, useState } from 'react';

/** Rows asked for at once. */
const CHUNK = 100;
/** Chunks kept; those farthest from view go first. */
const MOST_CHUNKS = 40;

export interface RowWindow<Row> {
  /** The row at an index, or undefined while it is being read. */
  readonly rowAt: (index: number) => Row | undefined;
  readonly error: unknown;
}

type Chunks<Row> = ReadonlyMap<number, readonly Row[]>;

function withChunk<Row>(chunks: Chunks<Row>, index: number, rows: readonly Row[]): Chunks<Row> {
  const entries = [...chunks, [index, rows] as const];
  if (entries.length <= MOST_CHUNKS) return new Map(entries);
  return new Map(entries.toSorted(([a], [b]) => Math.abs(a - index) - Math.abs(b - index)).slice(0, MOST_CHUNKS));
}

/**
 * Reads a long list piece by piece as it is scrolled.
 *
 * @param read answers at most `limit` rows from `offset`; must stay the same function while the list is the same
 * @param first the first row in view
 * @param last the last row in view
 */
export function useRowWindow<Row>(read: (offset: number, limit: number) => Promise<readonly Row[]>, first: number, last: number): RowWindow<Row> {
  const [kept, setKept] = useState<{ readonly read: typeof read; readonly chunks: Chunks<Row>; readonly error: unknown }>({ read, chunks: new Map(), error: undefined });
  const chunks: Chunks<Row> = kept.read === read ? kept.chunks : new Map();
  const firstChunk = Math.floor(Math.max(first, 0) / CHUNK);
  const lastChunk = Math.floor(Math.max(last, 0) / CHUNK);

  useEffect(() => {
    let stopped = false;
    const missing: number[] = [];
    for (let index = firstChunk; index <= lastChunk; index += 1) if (!chunks.has(index)) missing.push(index);
    for (const index of missing) {
      read(index * CHUNK, CHUNK).then(
        (rows) => {
          if (stopped) return;
          setKept((before) => ({ read, chunks: withChunk(before.read === read ? before.chunks : new Map(), index, rows), error: undefined }));
        },
        (error: unknown) => {
          if (!stopped) setKept((before) => ({ ...before, read, error }));
        },
      );
    }
    return () => { stopped = true; };
    // A chunk that arrives must not ask again for those still on their way.
  }, [read, firstChunk, lastChunk]);

  return { rowAt: (index) => chunks.get(Math.floor(index / CHUNK))?.[index % CHUNK], error: kept.error };
}
