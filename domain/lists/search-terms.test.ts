import { expect, it } from 'vitest';
import { MIN_SEARCH_LENGTH, searchTerms, validSearch } from './search-terms.ts';

it('a search is valid from two characters after trimming, and its words are in lower case (000 §5)', () => {
  expect(MIN_SEARCH_LENGTH).toBe(2);
  expect(searchTerms('  Gold  ETF ')).toEqual(['gold', 'etf']);
  expect(searchTerms('AB')).toEqual(['ab']);
  expect([searchTerms(' a '), searchTerms(''), searchTerms(undefined)]).toEqual([[], [], []]);
  expect([validSearch(' Gold '), validSearch(' a '), validSearch(null)]).toEqual(['Gold', '', '']);
});
