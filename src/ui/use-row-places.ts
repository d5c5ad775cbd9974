import { useState } from 'react';

interface Placed<Row> {
  readonly rows: readonly Row[];
  readonly loading: boolean;
  readonly places: ReadonlyMap<string, number>;
}

/**
 * The React keys of a table's rows, by row key. Rows that answer a new question (another page, order or filter) take over
 * the places of those that go, so that the page changes texts instead of building rows anew. While the question stays
 * the same a row that comes gets a place of its own: what has the focus there must not become another row.
 *
 * @param loading true while the rows still answer the question before
 */
export function useRowPlaces<Row>(rows: readonly Row[], rowKey: (row: Row) => string, loading: boolean): ReadonlyMap<string, number> {
  const [placed, setPlaced] = useState<Placed<Row>>(() => ({ rows, loading, places: placesOf(rows.map(rowKey), new Map(), false) }));
  if (placed.rows === rows && placed.loading === loading) return placed.places;
  const places = placed.rows === rows ? placed.places : placesOf(rows.map(rowKey), placed.places, placed.loading);
  setPlaced({ rows, loading, places });
  return places;
}

/** Rows that stay keep their place; the others take a free one, in order, or a new one. */
export function placesOf(keys: readonly string[], before: ReadonlyMap<string, number>, reuse: boolean): ReadonlyMap<string, number> {
  const staying = new Set(keys.filter((key) => before.has(key)));
  const free = reuse ? [...before].flatMap(([key, place]) => (staying.has(key) ? [] : [place])) : [];
  let next = 1 + [...before.values()].reduce((most, place) => Math.max(most, place), -1);
  let taken = 0;
  return new Map(keys.map((key) => [key, before.get(key) ?? free[taken++] ?? next++]));
}
