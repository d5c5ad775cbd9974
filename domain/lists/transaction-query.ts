/** The queries and rows of a transactions list (000 §3.3, §3.8, §4.6); the worker and the server use the same types. */
import type { Money, Pounds, Quantity } from '../values/amount.ts';
import type { IsoDate } from '../values/dates.ts';
import type { AssetCategory, Currency, TaxWrapper, TransactionType } from '../fields/enums.ts';

export const TRANSACTION_SORT_FIELDS = [
  'assetName',
  'accountName',
  'transactionTypeLabel',
  'taxWrapperLabel',
  'quantity',
  'consideration',
  'transactionDate',
] as const;
export type TransactionSortField = (typeof TRANSACTION_SORT_FIELDS)[number];

export type SortDirection = 'asc' | 'desc';

/** The transactions screen's page size (000 §9). */
export const TRANSACTIONS_PAGE_SIZE = 20;

/** Filters of the list; an absent or empty one does not restrict. */
export interface TransactionFilter {
  /** Words that must all occur in asset name, ISIN, account, broker, reference, type or wrapper; case does not matter. */
  readonly search?: string;
  readonly accountId?: string;
  readonly taxWrapper?: TaxWrapper | '';
  readonly assetCategory?: AssetCategory | '';
}

/** A filter with its order and page. Without a sort field the newest date comes first. */
export interface TransactionQuery extends TransactionFilter {
  readonly sortField?: TransactionSortField;
  readonly sortDirection?: SortDirection;
  /** From 1; beyond the last page the last page is returned. */
  readonly page?: number;
  readonly pageSize?: number;
}

/** A row of the list (000 §3.3), with its security's name. */
export interface TransactionListItem {
  readonly id: string;
  readonly accountId: string;
  readonly isin: string;
  /** The catalogue's name, a metal's name, or the ISIN when the catalogue has none. */
  readonly assetName: string;
  readonly accountName: string;
  readonly transactionType: TransactionType;
  readonly transactionTypeLabel: string;
  readonly taxWrapper: TaxWrapper;
  readonly taxWrapperLabel: string;
  readonly quantity: Quantity | null;
  readonly consideration: Pounds;
  /** The amount that a cash event moved, in its currency. */
  readonly cashAmount?: Money;
  readonly cashCurrency?: Currency;
  readonly transactionDate: IsoDate;
}

/** A page of rows of any list, counted as in the API. */
export interface PageInfo {
  readonly totalCount: number;
  readonly totalPages: number;
  readonly currentPage: number;
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
}

export interface TransactionPageOf<Item> extends PageInfo {
  readonly transactions: readonly Item[];
}
