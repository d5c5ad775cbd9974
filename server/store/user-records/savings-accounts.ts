/** A user's savings accounts: reading, recording, changing, deleting. */
import type { Selectable } from 'kysely';
import type { SavingsAccountView } from '../../../contract/savings-accounts.ts';
import type { SavingsSortField } from '../../../domain/lists/savings-list.ts';
import { searchTerms } from '../../../domain/lists/search-terms.ts';
import { SAVINGS_ACCOUNT } from '../../../domain/records/records.ts';
import { isClosed, type SavingsAccountFields } from '../../../domain/records/savings-account.ts';
import { done, invalid } from '../../outcome.ts';
import { pageOf, type PageReply } from '../database/paging.ts';
import type { Db } from '../database/store.ts';
import { byFigure, byText, containsWord, ordered, type SortDirection } from '../database/text.ts';
import { findBankName } from '../shared-records/bank-names.ts';
import { recordRows } from '../tables/record-rows.ts';
import type { SavingsAccountTable } from '../tables/schema.ts';
import { ownedTable } from '../versions/owned-table.ts';
import type { OwnedEntity } from '../versions/owned.ts';
import { findAccount } from './accounts.ts';

const savingsRows = recordRows(SAVINGS_ACCOUNT);
export const { toRecord: toSavingsAccount } = savingsRows;

/** The mark is stored as 1, or null where there is none. */
function toColumns(fields: SavingsAccountFields) {
  return { ...savingsRows.toColumns(fields), is_cash_isa: fields.isCashIsa === true ? 1 : null };
}

/** A client that does not know the mark, such as an older app, leaves it unchanged. */
function toChangedColumns(fields: SavingsAccountFields) {
  const { is_cash_isa, ...columns } = toColumns(fields);
  return fields.isCashIsa === undefined ? columns : { ...columns, is_cash_isa };
}

type View = SavingsAccountView & { readonly version: number };

function toView(
  row: Selectable<SavingsAccountTable> & { readonly bank_name: string; readonly account_name: string },
): View {
  const record = toSavingsAccount(row);
  return { ...record, bankName: row.bank_name, accountName: row.account_name, isClosed: isClosed(record) };
}

function joined(db: Db, userId: string) {
  return db.kysely
    .selectFrom('savings_accounts as s')
    .innerJoin('bank_names as b', 'b.id', 's.bank_name_id')
    .innerJoin('accounts as c', (join) => join.onRef('c.user_id', '=', 's.user_id').onRef('c.id', '=', 's.account_id'))
    .where('s.user_id', '=', userId);
}

export interface SavingsFilter {
  readonly includeClosedAccounts: boolean;
  readonly accountId?: string | undefined;
  /** Words that must all occur in bank, type, account, reference, sort code, number or notes. */
  readonly query?: string | undefined;
}

export interface SavingsOrder {
  readonly sortField?: SavingsSortField | undefined;
  readonly sortDirection?: SortDirection | undefined;
}

function filtered(db: Db, userId: string, filter: SavingsFilter) {
  let query = joined(db, userId);
  if (!filter.includeClosedAccounts) query = query.where('s.account_close_date', 'is', null);
  if (filter.accountId !== undefined && filter.accountId !== '')
    query = query.where('s.account_id', '=', filter.accountId);
  for (const word of searchTerms(filter.query)) {
    query = query.where(
      containsWord(
        ['b.name', 's.account_type', 'c.name', 's.account_reference', 's.sort_code', 's.account_number', 's.notes'],
        word,
      ),
    );
  }
  return query;
}

function sortKey(db: Db, field: SavingsSortField) {
  switch (field) {
    case 'bankName':
      return byText(db, 'b.name');
    case 'accountType':
      return byText(db, 's.account_type');
    case 'accountName':
      return byText(db, 'c.name');
    case 'accountOpenDate':
      return byText(db, 's.account_open_date');
    // Closed accounts have a close date, and null sorts lowest.
    case 'accountCloseDate':
    case 'isClosed':
      return byText(db, 's.account_close_date');
    case 'latestBalance':
      return byFigure(db, 's.latest_balance');
    case 'interestRate':
      return byFigure(db, 's.interest_rate');
    case 'latestBalanceDate':
      return byText(db, 's.latest_balance_date');
  }
}

function sorted(
  db: Db,
  userId: string,
  filter: SavingsFilter,
  { sortField = 'bankName', sortDirection = 'asc' }: SavingsOrder,
) {
  return filtered(db, userId, filter)
    .orderBy(ordered(sortKey(db, sortField), sortDirection))
    .orderBy('s.id', sortDirection)
    .selectAll('s')
    .select(['b.name as bank_name', 'c.name as account_name']);
}

/** Savings accounts that match the filter, by bank. */
export async function savingsShown(db: Db, userId: string, filter: SavingsFilter): Promise<View[]> {
  return (await sorted(db, userId, filter, {}).execute()).map(toView);
}

export async function pageOfSavings(
  db: Db,
  userId: string,
  filter: SavingsFilter & SavingsOrder,
  page: number,
  pageSize: number,
): Promise<PageReply & { readonly savingsAccounts: View[] }> {
  const { count } = await filtered(db, userId, filter)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const { offset, reply } = pageOf(count, page, pageSize);
  const rows = await sorted(db, userId, filter, filter).limit(pageSize).offset(offset).execute();
  return { savingsAccounts: rows.map(toView), ...reply };
}

export async function savingsIds(db: Db, userId: string): Promise<string[]> {
  return (await savingsShown(db, userId, { includeClosedAccounts: true })).map(({ id }) => id);
}

/** The user's savings accounts with these ids, by bank. */
export async function savingsNamed(db: Db, userId: string, ids: readonly string[]): Promise<View[]> {
  const wanted = new Set(ids);
  return (await savingsShown(db, userId, { includeClosedAccounts: true })).filter(({ id }) => wanted.has(id));
}

export const SAVINGS_ACCOUNTS: OwnedEntity<SavingsAccountFields, SavingsAccountView> = {
  entity: 'savingsAccount',
  noun: 'Savings account',
  find: async (db, userId, id) => {
    const row = await joined(db, userId)
      .where('s.id', '=', id)
      .selectAll('s')
      .select(['b.name as bank_name', 'c.name as account_name'])
      .executeTakeFirst();
    return row === undefined ? null : toView(row);
  },
  check: async (db, userId, fields) => {
    const account = await findAccount(db, userId, fields.accountId);
    if (!account.ok) return account;
    if ((await findBankName(db, fields.bankNameId)).ok) return done(undefined);
    return invalid([
      { field: 'bankNameId', code: 'unknownReference', value: fields.bankNameId, expected: 'a bank in the list' },
    ]);
  },
  ...ownedTable('savings_accounts', toColumns),
  update: ownedTable('savings_accounts', toChangedColumns).update,
};
