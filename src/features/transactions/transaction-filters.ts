/** The transactions list's filters: from the address on entry, else as they were last set (000 §2.9, §3.9, §4.6). */
import {
  ASSET_CATEGORY_FILTER_ORDER,
  isOptionOf,
  type AssetCategory,
  TAX_WRAPPER_OPTIONS,
  type TaxWrapper,
} from '../../../domain/fields/enums.ts';
import { validSearch } from '../../../domain/lists/search-terms.ts';

/** Empty text does not restrict. */
export interface TransactionFilters {
  readonly accountId: string;
  readonly taxWrapper: TaxWrapper | '';
  readonly assetCategory: AssetCategory | '';
  readonly search: string;
}

export const NO_FILTERS: TransactionFilters = { accountId: '', taxWrapper: '', assetCategory: '', search: '' };

/** The session storage key. */
export const FILTERS_KEY = 'transactions-filters';

/** What is kept under the key. */
export interface StoredFilters {
  readonly accountFilter: string;
  readonly taxWrapperFilter: string;
  readonly assetCategoryFilter: string;
  readonly searchQuery: string;
  readonly isSearchActive: boolean;
}

function wrapperOf(text: string): TaxWrapper | '' {
  return isOptionOf(TAX_WRAPPER_OPTIONS, text) ? text : '';
}

function categoryOf(text: string): AssetCategory | '' {
  return ASSET_CATEGORY_FILTER_ORDER.find((category) => category === text) ?? '';
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Filters named by the query string, or null when it names none. Values that no list has are ignored. */
export function filtersOfQuery(query: URLSearchParams): TransactionFilters | null {
  const names = ['accountId', 'taxWrapper', 'assetCategory', 'search'];
  if (!names.some((name) => query.has(name))) return null;
  return {
    accountId: query.get('accountId') ?? '',
    taxWrapper: wrapperOf(query.get('taxWrapper') ?? ''),
    assetCategory: categoryOf(query.get('assetCategory') ?? ''),
    search: validSearch(query.get('search')),
  };
}

/** Reads what session storage holds; anything unreadable is no filter. */
export function filtersOfStored(stored: unknown): TransactionFilters {
  if (typeof stored !== 'object' || stored === null) return NO_FILTERS;
  const { accountFilter, taxWrapperFilter, assetCategoryFilter, searchQuery, isSearchActive } = stored as Partial<
    Record<keyof StoredFilters, unknown>
  >;
  return {
    accountId: textOf(accountFilter),
    taxWrapper: wrapperOf(textOf(taxWrapperFilter)),
    assetCategory: categoryOf(textOf(assetCategoryFilter)),
    search: isSearchActive === true ? textOf(searchQuery) : '',
  };
}

export function storedOf(filters: TransactionFilters): StoredFilters {
  return {
    accountFilter: filters.accountId,
    taxWrapperFilter: filters.taxWrapper,
    assetCategoryFilter: filters.assetCategory,
    searchQuery: filters.search,
    isSearchActive: filters.search !== '',
  };
}

/** How many filters are set, the search included. */
export function countFilters(filters: TransactionFilters): number {
  return Object.values(filters).filter((value) => value !== '').length;
}
