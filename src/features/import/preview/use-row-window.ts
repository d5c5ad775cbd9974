import { useEffect, useRef, useState } from 'react';

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
type Read<Row> = (offset: number, limit: number) => Promise<readonly Row[]>;

interface Kept<Row> {
  readonly list: string;
  readonly chunks: Chunks<Row>;
  readonly error: unknown;
}

/** The chunks to keep: those nearest to one. */
function nearest(indexes: readonly number[], index: number): readonly number[] {
  return indexes.toSorted((a, b) => Math.abs(a - index) - Math.abs(b - index)).slice(0, MOST_CHUNKS);
}

function withChunk<Row>(chunks: Chunks<Row>, index: number, rows: readonly Row[]): Chunks<Row> {
  const all = new Map([...chunks, [index, rows] as const]);
  return new Map(nearest([...all.keys()], index).map((key) => [key, all.get(key) ?? []]));
}

/**
 * Reads a long list in parts as it is scrolled. `list` names it, and `read` returns at most `limit` rows from `offset`;
 * another `read` means that the list's rows have changed, and until they are read the earlier ones stay. `first` and
 * `last` are the visible rows.
 */
export function useRowWindow<Row>(list: string, read: Read<Row>, first: number, last: number): RowWindow<Row> {
  const [kept, setKept] = useState<Kept<Row>>({ list, chunks: new Map(), error: undefined });
  const requested = useRef<{ read: Read<Row>; chunks: Set<number> }>({ read, chunks: new Set() });
  const chunks: Chunks<Row> = kept.list === list ? kept.chunks : new Map();
  const firstChunk = Math.floor(Math.max(first, 0) / CHUNK);
  const lastChunk = Math.floor(Math.max(last, 0) / CHUNK);

  useEffect(() => {
    if (requested.current.read !== read) requested.current = { read, chunks: new Set() };
    const mine = requested.current;
    const request = async (index: number): Promise<void> => {
      mine.chunks.add(index);
      try {
        const rows = await read(index * CHUNK, CHUNK);
        if (requested.current !== mine) return;
        setKept((before) => ({
          list,
          chunks: withChunk(before.list === list ? before.chunks : new Map(), index, rows),
          error: undefined,
        }));
        if (mine.chunks.size > MOST_CHUNKS) mine.chunks = new Set(nearest([...mine.chunks], index));
      } catch (error) {
        mine.chunks.delete(index);
        if (requested.current === mine)
          setKept((before) => ({ list, chunks: before.list === list ? before.chunks : new Map(), error }));
      }
    };
    for (let index = firstChunk; index <= lastChunk; index += 1) if (!mine.chunks.has(index)) void request(index);
  }, [list, read, firstChunk, lastChunk]);

  return { rowAt: (index) => chunks.get(Math.floor(index / CHUNK))?.[index % CHUNK], error: kept.error };
}
