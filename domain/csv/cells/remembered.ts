/** The most texts whose results are remembered; a column's words and days repeat. */
const MOST_REMEMBERED = 20_000;

/** The remembered result for a text, else that of `find`. */
export function remembered<V>(known: Map<string, V>, text: string, find: (text: string) => V): V {
  const before = known.get(text);
  if (before !== undefined) return before;
  const found = find(text);
  if (known.size < MOST_REMEMBERED) known.set(text, found);
  return found;
}
