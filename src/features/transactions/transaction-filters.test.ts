import { describe, expect, it } from 'vitest';
import { countFilters, filtersOfQuery, filtersOfStored, NO_FILTERS, storedOf } from './transaction-filters.ts';

describe('transaction filters (000 §3.9, §4.6)', () => {
  it('reads the four query parameters, and says when there are none', () => {
    expect(filtersOfQuery(new URLSearchParams('page=2'))).toBeNull();
    expect(
      filtersOfQuery(new URLSearchParams('accountId=a1&taxWrapper=ISA&assetCategory=UK_TSM&search=shell')),
    ).toEqual({
      accountId: 'a1',
      taxWrapper: 'ISA',
      assetCategory: 'UK_TSM',
      search: 'shell',
    });
    expect(filtersOfQuery(new URLSearchParams('taxWrapper=MOON&assetCategory=9'))).toEqual(NO_FILTERS);
    // Too short to be a search (000 §5).
    expect(filtersOfQuery(new URLSearchParams('search=+s+'))).toEqual(NO_FILTERS);
  });

  it('keeps filters under the specified names and restores them', () => {
    const filters = { ...NO_FILTERS, taxWrapper: 'SIPP', search: 'gold' } as const;
    expect(storedOf(filters)).toEqual({
      accountFilter: '',
      taxWrapperFilter: 'SIPP',
      assetCategoryFilter: '',
      searchQuery: 'gold',
      isSearchActive: true,
    });
    expect(filtersOfStored(JSON.parse(JSON.stringify(storedOf(filters))))).toEqual(filters);
    expect(countFilters(filters)).toBe(2);
  });

  it('takes anything unreadable for no filter', () => {
    for (const stored of [null, 'text', 3, { accountFilter: 7, searchQuery: 'gold', isSearchActive: false }])
      expect(filtersOfStored(stored)).toEqual(NO_FILTERS);
  });
});
