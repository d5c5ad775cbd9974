/** The words of a search box's text (000 §5 'Search'): at least two characters after trimming, without case. */

/** A search needs at least this many characters. */
export const MIN_SEARCH_LENGTH = 2;

/** The trimmed text of a search; empty when it is too short. */
export function validSearch(query: string | null): string {
  const text = (query ?? '').trim();
  return text.length < MIN_SEARCH_LENGTH ? '' : text;
}

/** The words of a query in lower case; none when the query is too short. */
export function searchTerms(query: string | undefined): readonly string[] {
  const text = (query ?? '').trim().toLowerCase();
  return text.length < MIN_SEARCH_LENGTH ? [] : text.split(/\s+/u);
}
