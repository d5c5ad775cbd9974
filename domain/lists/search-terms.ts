/** What a search box's text asks for (000 §5 'Search'): at least two characters after trimming, without case. */

/** A search is valid from this many characters. */
export const MIN_SEARCH_LENGTH = 2;

/** The text of a search as it is asked for, trimmed; empty when it is too short to be one. */
export function validSearch(query: string | null): string {
  const text = (query ?? '').trim();
  return text.length < MIN_SEARCH_LENGTH ? '' : text;
}

/** The words of a query in lower case; none when the query is too short to search for. */
export function searchTerms(query: string | undefined): readonly string[] {
  const text = (query ?? '').trim().toLowerCase();
  return text.length < MIN_SEARCH_LENGTH ? [] : text.split(/\s+/u);
}
