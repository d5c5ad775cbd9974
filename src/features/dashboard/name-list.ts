/** Names beyond this many are counted, not listed. */
const MOST_NAMES = 3;

/** The first names of a list, and how many more there are. */
export function listed(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMES);
  return new Intl.ListFormat('en-GB').format(
    names.length > MOST_NAMES ? [...shown, `${names.length - MOST_NAMES} more`] : shown,
  );
}
