/** The list of properties (002 §2, §4): filter and order, and their total. */
import type { Money } from '../values/amount.ts';
import type { Currency } from '../fields/enums.ts';
import type { PropertyValue } from '../records/property.ts';
import type { Property } from '../records/records.ts';
import { sortRows, type SortDirection } from './sorted-rows.ts';

/** Rows on a page of the list (002 §9). */
export const PROPERTIES_PAGE_SIZE = 20;

export const PROPERTY_SORT_FIELDS = [
  'name',
  'accountName',
  'datePurchased',
  'purchasePrice',
  'currentPrice',
  'unrealizedGainLoss',
] as const;
export type PropertySortField = (typeof PROPERTY_SORT_FIELDS)[number];

/** A property with its figures in the list (002 §3). */
export interface PropertyListItem extends Property, PropertyValue {
  readonly accountName: string;
}

export interface PropertyQuery {
  /** Empty does not restrict. */
  readonly accountId?: string;
  readonly sortField?: PropertySortField;
  readonly sortDirection?: SortDirection;
}

/** All properties that match the query; the latest bought first unless stated otherwise. */
export function propertiesShown(
  rows: readonly PropertyListItem[],
  { accountId = '', sortField = 'datePurchased', sortDirection = 'desc' }: PropertyQuery,
): readonly PropertyListItem[] {
  return sortRows(
    rows.filter((row) => accountId === '' || row.accountId === accountId),
    (row) => row[sortField],
    sortDirection,
  );
}

/**
 * Each property's amount in the portfolio total: its current price, or the purchase price where there is none (002 §2).
 */
export function countedPrices(
  rows: readonly PropertyListItem[],
): readonly { readonly amount: Money; readonly currency: Currency }[] {
  return rows.map(({ currentPrice, purchasePrice, currency }) => ({ amount: currentPrice ?? purchasePrice, currency }));
}
