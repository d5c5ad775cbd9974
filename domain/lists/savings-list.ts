/** The list of savings accounts (002 §2, §4): filters, search and order. */
import type { SavingsAccount } from '../records/records.ts';
import { isClosed } from '../records/savings-account.ts';
import { searchTerms } from './search-terms.ts';
import { sortRows, type SortDirection, type SortKey } from './sorted-rows.ts';

/** Rows on a page of the list (002 §9). */
export const SAVINGS_PAGE_SIZE = 20;

export const SAVINGS_SORT_FIELDS = [
  'bankName',
  'accountType',
  'accountName',
  'accountOpenDate',
  'accountCloseDate',
  'latestBalance',
  'interestRate',
  'latestBalanceDate',
  'isClosed',
] as const;
export type SavingsSortField = (typeof SAVINGS_SORT_FIELDS)[number];

/** A savings account with the names that a screen shows (002 §3). */
export interface SavingsListItem extends SavingsAccount {
  readonly bankName: string;
  readonly accountName: string;
  readonly isClosed: boolean;
}

/** The filters of a list or an export; an absent or empty one does not restrict. */
export interface SavingsQuery {
  readonly includeClosedAccounts: boolean;
  readonly accountId?: string;
  /** Words that must all occur in bank, type, account, reference, sort code, number or notes. */
  readonly search?: string;
  readonly sortField?: SavingsSortField;
  readonly sortDirection?: SortDirection;
}

/** The account as the list shows it; an unknown name is empty. */
export function savingsListItem(
  account: SavingsAccount,
  names: { readonly bank: (id: string) => string; readonly account: (id: string) => string },
): SavingsListItem {
  return {
    ...account,
    bankName: names.bank(account.bankNameId),
    accountName: names.account(account.accountId),
    isClosed: isClosed(account),
  };
}

function matches(row: SavingsListItem, terms: readonly string[]): boolean {
  if (terms.length === 0) return true;
  const texts = [
    row.bankName,
    row.accountType,
    row.accountName,
    row.accountReference,
    row.sortCode,
    row.accountNumber,
    row.notes,
  ].map((part) => part.toLowerCase());
  return terms.every((term) => texts.some((part) => part.includes(term)));
}

/** All savings accounts that match the query; sorted by bank unless stated otherwise. */
export function savingsShown(
  rows: readonly SavingsListItem[],
  { includeClosedAccounts, accountId = '', search, sortField = 'bankName', sortDirection = 'asc' }: SavingsQuery,
): readonly SavingsListItem[] {
  const terms = searchTerms(search);
  const shown = rows.filter(
    (row) =>
      (includeClosedAccounts || !row.isClosed) &&
      (accountId === '' || row.accountId === accountId) &&
      matches(row, terms),
  );
  return sortRows(
    shown,
    (row): SortKey => (sortField === 'isClosed' ? row.accountCloseDate : row[sortField]),
    sortDirection,
  );
}
