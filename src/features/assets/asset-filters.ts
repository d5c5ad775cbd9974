/** The asset list's filters: from the address on entry, else as they were last set (001 §2.3, §9). */
import {
  ASSET_CATEGORIES,
  ASSET_TYPES,
  isOptionOf,
  type AssetCategory,
  type AssetType,
} from '../../../domain/fields/enums.ts';
import { validSearch } from '../../../domain/lists/search-terms.ts';
import { readSessionValue, storeSessionValue } from '../../data/device/session-storage.ts';
import type { ListFilters } from '../../ui/lists/use-list.ts';

/** Empty text does not restrict. */
export interface AssetFilters {
  readonly category: AssetCategory | '';
  readonly type: AssetType | '';
  readonly search: string;
}

const NO_FILTERS: AssetFilters = { category: '', type: '', search: '' };

/** The session storage key. */
export const FILTERS_KEY = 'assets-filters';

/** What is kept under the key. */
interface StoredFilters {
  readonly categoryFilter: string;
  readonly typeFilter: string;
  readonly searchQuery: string;
  readonly isSearchActive: boolean;
}

function categoryOf(value: unknown): AssetCategory | '' {
  return typeof value === 'string' && isOptionOf(ASSET_CATEGORIES, value) ? value : '';
}

function typeOf(value: unknown): AssetType | '' {
  return typeof value === 'string' && isOptionOf(ASSET_TYPES, value) ? value : '';
}

function ofQuery(query: URLSearchParams): AssetFilters | null {
  if (!['category', 'type', 'search'].some((name) => query.has(name))) return null;
  return {
    category: categoryOf(query.get('category')),
    type: typeOf(query.get('type')),
    search: validSearch(query.get('search')),
  };
}

function ofStored(stored: unknown): AssetFilters {
  if (typeof stored !== 'object' || stored === null) return NO_FILTERS;
  const { categoryFilter, typeFilter, searchQuery, isSearchActive } = stored as Partial<
    Record<keyof StoredFilters, unknown>
  >;
  return {
    category: categoryOf(categoryFilter),
    type: typeOf(typeFilter),
    search: isSearchActive === true && typeof searchQuery === 'string' ? searchQuery : '',
  };
}

function storedOf({ category, type, search }: AssetFilters): StoredFilters {
  return { categoryFilter: category, typeFilter: type, searchQuery: search, isSearchActive: search !== '' };
}

export const ASSET_FILTERS: ListFilters<AssetFilters> = {
  none: NO_FILTERS,
  ofQuery,
  restore: () => ofStored(readSessionValue(FILTERS_KEY)),
  keep: (filters) => {
    storeSessionValue(FILTERS_KEY, storedOf(filters));
  },
  searchOf: ({ search }) => search,
};
