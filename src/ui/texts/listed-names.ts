/** The first names of a list, and how many more there are: `A, B, C and 2 more`. */
export function listedNames(names: readonly string[], most = 3): string {
  const more = names.length - most;
  return new Intl.ListFormat('en-GB').format(more > 0 ? [...names.slice(0, most), `${more} more`] : names);
}
