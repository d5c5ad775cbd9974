import { useState } from 'react';

interface Placed<Row> {
  readonly rows: readonly Row[];
  readonly loading: boolean;
  readonly places: ReadonlyMap<string, number>;
}

/**
 * The React keys of a table's rows, by row key. Rows of a new query (another page, order or filter) take over the
 * places of those that go, so that the page changes texts instead of creating rows. While the query stays the same a
 * new row gets a place of its own: the row with the focus must not become another. `loading` is true while the rows
 * still belong to the query before; `blockSize` is the number of rows that share a parent element: no element moves
 * from one to another.
 */
export function useRecycledRowKeys<Row>(
  rows: readonly Row[],
  rowKey: (row: Row) => string,
  loading: boolean,
  blockSize: number,
): ReadonlyMap<string, number> {
  const [placed, setPlaced] = useState<Placed<Row>>(() => ({
    rows,
    loading,
    places: newPlaces(rows.map(rowKey), NO_PLACES),
  }));
  if (placed.rows === rows && placed.loading === loading) return placed.places;
  const { places: before } = placed;
  const placesNow = () =>
    placed.loading ? placesTakenOver(rows.map(rowKey), before, blockSize) : newPlaces(rows.map(rowKey), before);
  const places = placed.rows === rows ? before : placesNow();
  setPlaced({ rows, loading, places });
  return places;
}

const NO_PLACES: ReadonlyMap<string, number> = new Map();

function firstUnused(places: ReadonlyMap<string, number>): number {
  return 1 + [...places.values()].reduce((most, place) => Math.max(most, place), -1);
}

/** Rows that stay keep their place; the others get a new one. */
export function newPlaces(keys: readonly string[], before: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  let next = firstUnused(before);
  return new Map(keys.map((key) => [key, before.get(key) ?? next++]));
}

/** Rows that stay in their block keep their place; the others take one that became free there, in order, or a new one. */
export function placesTakenOver(
  keys: readonly string[],
  before: ReadonlyMap<string, number>,
  blockSize: number,
): ReadonlyMap<string, number> {
  const was = [...before];
  let next = firstUnused(before);
  const places = new Map<string, number>();
  for (let from = 0; from < keys.length; from += blockSize) {
    const block = keys.slice(from, from + blockSize);
    const [now, here] = [new Set(block), new Map(was.slice(from, from + blockSize))];
    const free = [...here].flatMap(([key, place]) => (now.has(key) ? [] : [place]));
    for (const key of block) places.set(key, here.get(key) ?? free.shift() ?? next++);
  }
  return places;
}
