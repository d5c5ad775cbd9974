/** The list of broker cash balances (002 §2, §4): filters and order. */
import type { TaxWrapper } from '../fields/enums.ts';
import type { BrokerCashBalance } from '../records/records.ts';
import { sortRows, type SortDirection } from './sorted-rows.ts';

/** Rows on a page of the list (002 §9). */
export const BROKER_CASH_PAGE_SIZE = 20;

export const BROKER_CASH_SORT_FIELDS = [
  'accountName',
  'brokerName',
  'taxWrapper',
  'cashBalance',
  'currency',
  'lastUpdated',
  'notes',
] as const;
export type BrokerCashSortField = (typeof BROKER_CASH_SORT_FIELDS)[number];

/** A cash balance with the names that a screen shows (002 §3). */
export interface BrokerCashListItem extends BrokerCashBalance {
  readonly accountName: string;
  readonly brokerName: string;
}

/** The filters of a list or an export; an absent or empty one does not restrict. */
export interface BrokerCashQuery {
  readonly accountId?: string;
  readonly taxWrapper?: TaxWrapper | '';
  readonly sortField?: BrokerCashSortField;
  readonly sortDirection?: SortDirection;
}

/** All cash balances that match the query; sorted by account unless stated otherwise. */
export function brokerCashShown(
  rows: readonly BrokerCashListItem[],
  { accountId = '', taxWrapper = '', sortField = 'accountName', sortDirection = 'asc' }: BrokerCashQuery,
): readonly BrokerCashListItem[] {
  const shown = rows.filter(
    (row) => (accountId === '' || row.accountId === accountId) && (taxWrapper === '' || row.taxWrapper === taxWrapper),
  );
  return sortRows(shown, (row) => row[sortField], sortDirection);
}
