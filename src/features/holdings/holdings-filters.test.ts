import { describe, expect, it } from 'vitest';
import type { IsoDate } from '../../../domain/values/dates.ts';
import { makeHolding, makeUnpriced } from './holding.fixture.ts';
import { filterHoldings, NO_FILTERS, restoreFilters } from './holdings-filters.ts';

const today = '2024-06-15' as IsoDate;

describe('filters of the holdings screen (001 §2.8)', () => {
  it('finds text in name and ISIN, whatever its case', () => {
    const all = [makeHolding(), makeUnpriced()];
    const found = (text: string) =>
      filterHoldings(all, { ...NO_FILTERS, assetNameFilter: text }).map((holding) => holding.isin);
    expect(found('vanguard')).toEqual(['IE00B3RBWM25']);
    expect(found('gb00087')).toEqual(['GB0008706128']);
    expect(found('')).toHaveLength(2);
  });

  it('keeps only what every filter allows', () => {
    const all = [
      makeHolding(),
      makeHolding({ taxWrapper: 'ISA' }),
      makeHolding({ accountId: 'account-2', taxWrapper: 'ISA' }),
    ];
    expect(filterHoldings(all, { ...NO_FILTERS, taxWrapperFilter: 'ISA' })).toHaveLength(2);
    expect(filterHoldings(all, { ...NO_FILTERS, taxWrapperFilter: 'ISA', accountFilter: 'account-1' })).toHaveLength(1);
    expect(filterHoldings(all, { ...NO_FILTERS, assetCategoryFilter: 'CASH' })).toHaveLength(0);
  });

  it("restores the session's filters, without a future date or invalid values", () => {
    const kept = {
      accountFilter: 'account-1',
      assetNameFilter: 'van',
      taxWrapperFilter: 'ISA',
      assetCategoryFilter: 'UK_TSM',
      historicalDateString: '2023-01-31',
    };
    expect(restoreFilters(kept, today)).toEqual(kept);
    expect(restoreFilters({ ...kept, historicalDateString: '2024-06-16' }, today).historicalDateString).toBe('');
    expect(restoreFilters({ taxWrapperFilter: 'CHILD', assetNameFilter: 7 }, today)).toEqual(NO_FILTERS);
    expect(restoreFilters(null, today)).toEqual(NO_FILTERS);
    expect(restoreFilters('text', today)).toEqual(NO_FILTERS);
  });
});
