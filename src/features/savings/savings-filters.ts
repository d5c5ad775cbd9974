/** The filters of the savings accounts list: from the address on entry, else as they were last set (002 §4). */
import { validSearch } from '../../../domain/lists/search-terms.ts';
import { readSessionValue, storeSessionValue } from '../../data/device/session-storage.ts';
import type { ListFilters } from '../../ui/lists/use-list.ts';

export interface SavingsFilters {
  /** Empty does not restrict. */
  readonly accountId: string;
  readonly excludeClosed: boolean;
  readonly search: string;
}

const NO_FILTERS: SavingsFilters = { accountId: '', excludeClosed: false, search: '' };

/** The session storage key. */
export const FILTERS_KEY = 'bank-accounts-filters';

/** What is kept under the key. */
interface StoredFilters {
  readonly accountFilter: string;
  readonly excludeClosedAccounts: boolean;
  readonly searchQuery: string;
  readonly isSearchActive: boolean;
}

function ofQuery(query: URLSearchParams): SavingsFilters | null {
  if (!['accountId', 'search', 'excludeClosed'].some((name) => query.has(name))) return null;
  return {
    accountId: query.get('accountId') ?? '',
    excludeClosed: query.get('excludeClosed') === 'true',
    search: validSearch(query.get('search')),
  };
}

function ofStored(stored: unknown): SavingsFilters {
  if (typeof stored !== 'object' || stored === null) return NO_FILTERS;
  const { accountFilter, excludeClosedAccounts, searchQuery, isSearchActive } = stored as Partial<
    Record<keyof StoredFilters, unknown>
  >;
  return {
    accountId: typeof accountFilter === 'string' ? accountFilter : '',
    excludeClosed: excludeClosedAccounts === true,
    search: isSearchActive === true && typeof searchQuery === 'string' ? searchQuery : '',
  };
}

function storedOf({ accountId, excludeClosed, search }: SavingsFilters): StoredFilters {
  return {
    accountFilter: accountId,
    excludeClosedAccounts: excludeClosed,
    searchQuery: search,
    isSearchActive: search !== '',
  };
}

export const SAVINGS_FILTERS: ListFilters<SavingsFilters> = {
  none: NO_FILTERS,
  ofQuery,
  restore: () => ofStored(readSessionValue(FILTERS_KEY)),
  keep: (filters) => {
    storeSessionValue(FILTERS_KEY, storedOf(filters));
  },
  searchOf: ({ search }) => search,
};
