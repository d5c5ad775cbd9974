/** The transactions list: filter, search, sort and page in SQL. */
import { sql, type RawBuilder } from 'kysely';
import type { z } from 'zod';
import type { transactionListItem, TransactionRecord } from '../../contract/transactions.ts';
import type { IsoDate } from '../../domain/dates.ts';
import type { TransactionSortField } from '../../domain/lists/transaction-query.ts';
import { searchTerms } from '../../domain/lists/search-terms.ts';
import { labelOf, TAX_WRAPPERS, TRANSACTION_TYPES } from '../../domain/enums.ts';
import { figureOf, nullableFigureOf } from './figures.ts';
import { pageOf, type PageReply } from './paging.ts';
import type { Db } from './store.ts';
import { byFigure, byText, containsWord } from './text.ts';
import { toTransaction } from './transaction-rows.ts';

export type TransactionListItem = z.infer<typeof transactionListItem>;

/** What restricts the list; empty text restricts nothing. */
export interface TransactionFilter {
  readonly accountId?: string | undefined;
  readonly taxWrapper?: string | undefined;
  readonly assetCategory?: string | undefined;
  /** Words that must all occur in asset name, ISIN, account, broker, reference, type or wrapper. */
  readonly query?: string | undefined;
}

export interface TransactionOrder {
  readonly sortField?: TransactionSortField | undefined;
  readonly sortDirection?: 'asc' | 'desc' | undefined;
}

/** Filters look names up in subqueries, so that counting and paging touch the transactions' own index and nothing else. */
function filtered(db: Db, userId: string, filter: TransactionFilter) {
  let query = db.kysely.selectFrom('transactions as t').where('t.user_id', '=', userId);
  if (filter.accountId !== undefined && filter.accountId !== '') query = query.where('t.account_id', '=', filter.accountId);
  if (filter.taxWrapper !== undefined && filter.taxWrapper !== '') query = query.where('t.tax_wrapper', '=', filter.taxWrapper);
  const { assetCategory } = filter;
  if (assetCategory !== undefined && assetCategory !== '') {
    query = query.where('t.isin', 'in', (eb) => eb.selectFrom('assets as a').select('a.isin').where('a.category', '=', assetCategory));
  }
  for (const word of searchTerms(filter.query)) {
    const types = TRANSACTION_TYPES.filter((type) => type.label.toLowerCase().includes(word)).map((type) => type.value);
    query = query.where((eb) => eb.or([
      containsWord(['t.broker_deal_reference', 't.tax_wrapper'], word),
      eb('t.isin', 'in', eb.selectFrom('assets as a').select('a.isin').where(containsWord(['a.name', 'a.isin'], word))),
      eb('t.account_id', 'in', eb.selectFrom('accounts as c').select('c.id').where('c.user_id', '=', userId).where(containsWord(['c.name'], word))),
      eb('t.broker_id', 'in', eb.selectFrom('brokers as b').select('b.id').where(containsWord(['b.name'], word))),
      ...(types.length === 0 ? [] : [eb('t.transaction_type', 'in', types)]),
    ]));
  }
  return query;
}

/** The position of each type in the order of the labels. */
const TYPES_BY_LABEL: readonly string[] = TRANSACTION_TYPES.toSorted((a, b) => (a.label < b.label ? -1 : 1)).map((type) => type.value);
const WRAPPERS_BY_LABEL: readonly string[] = TAX_WRAPPERS.toSorted();

function positionIn(values: readonly string[], column: string): RawBuilder<number> {
  const cases = values.map((value, index) => sql`when ${sql.lit(value)} then ${sql.lit(index)}`);
  return sql<number>`case ${sql.ref(column)} ${sql.join(cases, sql` `)} end`;
}

function orderOf(db: Db, field: TransactionSortField): RawBuilder<unknown> {
  switch (field) {
    case 'assetName': return byText(db, 'a.name');
    case 'accountName': return byText(db, 'c.name');
    case 'transactionTypeLabel': return positionIn(TYPES_BY_LABEL, 't.transaction_type');
    case 'taxWrapperLabel': return positionIn(WRAPPERS_BY_LABEL, 't.tax_wrapper');
    case 'quantity': return byFigure(db, 't.quantity');
    case 'consideration': return byFigure(db, 't.consideration');
    case 'transactionDate': return sql`${sql.ref('t.transaction_date')}`;
  }
}

function sorted(db: Db, userId: string, filter: TransactionFilter, order: TransactionOrder) {
  const field = order.sortField ?? 'transactionDate';
  const direction = order.sortDirection ?? (order.sortField === undefined ? 'desc' : 'asc');
  // Rows without a quantity come last in both directions, as the device shows them.
  const nulls = field === 'quantity' ? sql` nulls last` : sql``;
  const joined = filtered(db, userId, filter)
    .innerJoin('assets as a', 'a.isin', 't.isin')
    .innerJoin('accounts as c', (join) => join.onRef('c.user_id', '=', 't.user_id').onRef('c.id', '=', 't.account_id'));
  const first = joined.orderBy(sql`${orderOf(db, field)} ${sql.raw(direction)}${nulls}`);
  return first.orderBy('t.id', direction);
}

/** A page of the list; without a page the whole list. */
export async function pageOfTransactions(
  db: Db, userId: string, filter: TransactionFilter & TransactionOrder, page: { readonly page: number; readonly pageSize: number } | null,
): Promise<PageReply & { readonly transactions: TransactionListItem[] }> {
  const { count } = await filtered(db, userId, filter).select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  const pageSize = page?.pageSize ?? Math.max(1, count);
  const { offset, reply } = pageOf(count, page?.page ?? 1, pageSize);
  const rows = await sorted(db, userId, filter, filter)
    .select(['t.id', 't.account_id', 't.transaction_type', 't.tax_wrapper', 't.quantity', 't.consideration', 't.transaction_date', 't.version', 'a.name as asset_name', 'c.name as account_name'])
    .limit(pageSize).offset(offset).execute();
  return {
    transactions: rows.map((row) => ({
      id: row.id,
      accountId: row.account_id,
      assetName: row.asset_name,
      accountName: row.account_name,
      transactionTypeLabel: labelOf(TRANSACTION_TYPES, row.transaction_type),
      taxWrapperLabel: row.tax_wrapper,
      quantity: nullableFigureOf<'quantity'>(row.quantity),
      consideration: figureOf<'pounds'>(row.consideration),
      transactionDate: row.transaction_date as IsoDate,
      version: row.version,
    })),
    ...reply,
  };
}

/** Whole records that a filter shows, newest first, for an export. */
export async function transactionsShown(db: Db, userId: string, filter: TransactionFilter): Promise<TransactionRecord[]> {
  const rows = await sorted(db, userId, filter, {}).selectAll('t').execute();
  return rows.map(toTransaction);
}

/** The ids of all of a user's transactions, newest first. */
export async function transactionIds(db: Db, userId: string): Promise<string[]> {
  const rows = await db.kysely.selectFrom('transactions').select('id').where('user_id', '=', userId).orderBy('transaction_date', 'desc').orderBy('id', 'desc').execute();
  return rows.map((row) => row.id);
}
