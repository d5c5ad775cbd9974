/** A user's cash at brokers: reading, recording, changing, deleting. */
import type { Selectable } from 'kysely';
import type { BrokerCashView } from '../../../contract/broker-cash-balances.ts';
import type { BrokerCashSortField } from '../../../domain/lists/broker-cash-list.ts';
import { BROKER_CASH_BALANCE, type BrokerCashBalance } from '../../../domain/records/records.ts';
import { done, invalid } from '../../outcome.ts';
import { pageOf, type PageReply } from '../database/paging.ts';
import type { Db } from '../database/store.ts';
import { byFigure, byText, ordered, type SortDirection } from '../database/text.ts';
import { findBroker } from '../shared-records/brokers.ts';
import { recordRows } from '../tables/record-rows.ts';
import type { BrokerCashTable } from '../tables/schema.ts';
import { ownedTable } from '../versions/owned-table.ts';
import type { OwnedEntity } from '../versions/owned.ts';
import { findAccount } from './accounts.ts';

export const { toRecord: toBrokerCash, toColumns } = recordRows(BROKER_CASH_BALANCE);

type Fields = Omit<BrokerCashBalance, 'id'>;
type View = BrokerCashView & { readonly version: number };

function toView(
  row: Selectable<BrokerCashTable> & { readonly account_name: string; readonly broker_name: string },
): View {
  return { ...toBrokerCash(row), accountName: row.account_name, brokerName: row.broker_name };
}

function joined(db: Db, userId: string) {
  return db.kysely
    .selectFrom('broker_cash_balances as s')
    .innerJoin('brokers as b', 'b.id', 's.broker_id')
    .innerJoin('accounts as c', (join) => join.onRef('c.user_id', '=', 's.user_id').onRef('c.id', '=', 's.account_id'))
    .where('s.user_id', '=', userId);
}

export interface BrokerCashFilter {
  readonly accountId?: string | undefined;
  readonly taxWrapper?: string | undefined;
}

export interface BrokerCashOrder {
  readonly sortField?: BrokerCashSortField | undefined;
  readonly sortDirection?: SortDirection | undefined;
}

function filtered(db: Db, userId: string, filter: BrokerCashFilter) {
  let query = joined(db, userId);
  if (filter.accountId !== undefined && filter.accountId !== '')
    query = query.where('s.account_id', '=', filter.accountId);
  if (filter.taxWrapper !== undefined && filter.taxWrapper !== '')
    query = query.where('s.tax_wrapper', '=', filter.taxWrapper);
  return query;
}

function sortKey(db: Db, field: BrokerCashSortField) {
  switch (field) {
    case 'accountName':
      return byText(db, 'c.name');
    case 'brokerName':
      return byText(db, 'b.name');
    case 'taxWrapper':
      return byText(db, 's.tax_wrapper');
    case 'cashBalance':
      return byFigure(db, 's.cash_balance');
    case 'currency':
      return byText(db, 's.currency');
    case 'lastUpdated':
      return byText(db, 's.last_updated');
    case 'notes':
      return byText(db, 's.notes');
  }
}

function sorted(
  db: Db,
  userId: string,
  filter: BrokerCashFilter,
  { sortField = 'accountName', sortDirection = 'asc' }: BrokerCashOrder,
) {
  return filtered(db, userId, filter)
    .orderBy(ordered(sortKey(db, sortField), sortDirection))
    .orderBy('s.id', sortDirection)
    .selectAll('s')
    .select(['c.name as account_name', 'b.name as broker_name']);
}

/** Cash balances that match the filter, by account. */
export async function brokerCashShown(db: Db, userId: string, filter: BrokerCashFilter = {}): Promise<View[]> {
  return (await sorted(db, userId, filter, {}).execute()).map(toView);
}

/** The user's cash balances with these ids, by account. */
export async function brokerCashNamed(db: Db, userId: string, ids: readonly string[]): Promise<View[]> {
  const wanted = new Set(ids);
  return (await brokerCashShown(db, userId)).filter(({ id }) => wanted.has(id));
}

export async function pageOfBrokerCash(
  db: Db,
  userId: string,
  filter: BrokerCashFilter & BrokerCashOrder,
  page: number,
  pageSize: number,
): Promise<PageReply & { readonly brokerCashBalances: View[] }> {
  const { count } = await filtered(db, userId, filter)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const { offset, reply } = pageOf(count, page, pageSize);
  const rows = await sorted(db, userId, filter, filter).limit(pageSize).offset(offset).execute();
  return { brokerCashBalances: rows.map(toView), ...reply };
}

export const BROKER_CASH: OwnedEntity<Fields, BrokerCashView> = {
  entity: 'brokerCashBalance',
  noun: 'Cash balance',
  find: async (db, userId, id) => {
    const row = await joined(db, userId)
      .where('s.id', '=', id)
      .selectAll('s')
      .select(['c.name as account_name', 'b.name as broker_name'])
      .executeTakeFirst();
    return row === undefined ? null : toView(row);
  },
  check: async (db, userId, fields) => {
    const account = await findAccount(db, userId, fields.accountId);
    if (!account.ok) return account;
    if ((await findBroker(db, fields.brokerId)).ok) return done(undefined);
    return invalid([
      { field: 'brokerId', code: 'unknownReference', value: fields.brokerId, expected: 'a broker in the list' },
    ]);
  },
  ...ownedTable('broker_cash_balances', toColumns),
};
