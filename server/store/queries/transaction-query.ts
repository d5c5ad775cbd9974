/** The transactions list: sorted and by page. */
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { z } from 'zod';
import type { transactionListItem, TransactionRecord } from '../../../contract/transactions.ts';
import type { IsoDate } from '../../../domain/values/dates.ts';
import { isCashEvent, labelOf, TRANSACTION_TYPES, type Currency } from '../../../domain/fields/enums.ts';
import type { TransactionSortField } from '../../../domain/lists/transaction-query.ts';
import { inBatches } from '../database/in-batches.ts';
import { pageOf, type PageReply } from '../database/paging.ts';
import type { Db } from '../database/store.ts';
import { byFigure, byShownAmount, type SortDirection } from '../database/text.ts';
import { figureOf, nullableFigureOf } from '../tables/figures.ts';
import { toTransaction } from '../user-records/transaction-rows.ts';
import {
  countShown,
  countShownBy,
  lookUp,
  shownTransactions,
  type ShownFilter,
  type ShownTransactions,
  type TransactionFilter,
} from './transaction-filter.ts';

type TransactionListItem = z.infer<typeof transactionListItem>;

interface TransactionOrder {
  readonly sortField?: TransactionSortField | undefined;
  readonly sortDirection?: SortDirection | undefined;
}

type GroupColumn = 'isin' | 'account_id' | 'transaction_type' | 'tax_wrapper';

/** Columns with few distinct values: rows are counted by value, and the values sorted by their names. */
const GROUPED: Readonly<Partial<Record<TransactionSortField, GroupColumn>>> = {
  assetName: 'isin',
  accountName: 'account_id',
  transactionTypeLabel: 'transaction_type',
  taxWrapperLabel: 'tax_wrapper',
};

/** Sorts names as the device does. */
const collator = new Intl.Collator('en-GB', { sensitivity: 'base', numeric: true });

/** The name of each value of a column in a list. */
async function namesOf(
  db: Db,
  userId: string,
  column: GroupColumn,
  keys: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  switch (column) {
    case 'transaction_type':
      return new Map(keys.map((key) => [key, labelOf(TRANSACTION_TYPES, key)]));
    case 'tax_wrapper':
      return new Map(keys.map((key) => [key, key]));
    case 'account_id':
      return await accountNames(db, userId);
    case 'isin':
      return await assetNames(db, keys);
  }
}

async function accountNames(db: Db, userId: string): Promise<ReadonlyMap<string, string>> {
  const rows = await db.kysely.selectFrom('accounts').select(['id', 'name']).where('user_id', '=', userId).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** The names of securities by ISIN. */
export async function assetNames(db: Db, isins: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await inBatches(
    isins,
    async (batch) => await db.kysely.selectFrom('assets').select(['isin', 'name']).where('isin', 'in', batch).execute(),
  );
  return new Map(rows.map(({ isin, name }) => [isin, name]));
}

/** Values with equal names, and the number of their rows. */
interface Group {
  readonly name: string;
  readonly keys: string[];
  count: number;
}

async function groupsOf(
  db: Db,
  userId: string,
  filter: ShownFilter,
  column: GroupColumn,
  direction: SortDirection,
): Promise<Group[]> {
  const counts = await countShownBy(db, userId, filter, column);
  const names = await namesOf(db, userId, column, [...counts.keys()]);
  const groups: Group[] = [];
  for (const [key, count] of [...counts].toSorted(([a], [b]) =>
    collator.compare(names.get(a) ?? '', names.get(b) ?? ''),
  )) {
    const name = names.get(key) ?? '';
    const last = groups.at(-1);
    if (last !== undefined && collator.compare(last.name, name) === 0) {
      last.keys.push(key);
      last.count += count;
    } else groups.push({ name, keys: [key], count });
  }
  return direction === 'asc' ? groups : groups.toReversed();
}

interface Page {
  readonly transactions: TransactionListItem[];
  readonly reply: PageReply;
}

interface Wanted {
  readonly page: number;
  readonly pageSize: number;
}

type PlainField = 'quantity' | 'consideration' | 'transactionDate';

/** Rows without a quantity come last in both directions, as on the device. */
function orderOf(db: Db, field: PlainField, direction: SortDirection): RawBuilder<unknown> {
  const towards = sql.raw(direction);
  switch (field) {
    case 'transactionDate':
      return sql`t.transaction_date ${towards}, t.id ${towards}`;
    case 'consideration':
      return sql`${byShownAmount(db)} ${towards}, t.id ${towards}`;
    case 'quantity':
      return sql`${byFigure(db, 't.quantity')} ${towards} nulls last, t.id ${towards}`;
  }
}

interface Part {
  readonly shown: ShownTransactions;
  readonly order: RawBuilder<unknown>;
  readonly limit: number;
  readonly offset: number;
  /** Also counts all rows that match. */
  readonly isCounted: boolean;
}

/**
 * The rows of a list in their order, with one statement. First their ids from an index alone; then each row looks up
 * its names by their keys, because the database takes longer to plan a join.
 */
async function rowsOf(
  db: Db,
  userId: string,
  { shown, order, limit, offset, isCounted }: Part,
): Promise<{ readonly items: TransactionListItem[]; readonly total: number | null }> {
  const isPostgres = db.dialect === 'postgres';
  // The limit is a literal: with a parameter PostgreSQL would plan for a tenth of the rows, or plan each time.
  const ids = shown.select('t.id').orderBy(order).limit(sql.lit(limit)).offset(offset);
  const rows = await db.kysely
    .selectFrom('transactions as t')
    .where('t.user_id', '=', userId)
    // An array, because PostgreSQL would otherwise scan all of the user's rows instead of looking up one page.
    .where(isPostgres ? sql<SqlBool>`t.id = any(array(${ids}))` : sql<SqlBool>`t.id in (${ids})`)
    .select((eb) => [
      't.id',
      't.account_id',
      't.isin',
      't.transaction_type',
      't.tax_wrapper',
      't.quantity',
      't.consideration',
      't.cash_amount',
      't.cash_currency',
      't.transaction_date',
      't.version',
      eb.selectFrom('assets as a').select('a.name').whereRef('a.isin', '=', 't.isin').as('asset'),
      eb
        .selectFrom('accounts as c')
        .select('c.name')
        .where('c.user_id', '=', userId)
        .whereRef('c.id', '=', 't.account_id')
        .as('account'),
      (isCounted ? shown.select(({ fn }) => fn.countAll<number>().as('count')) : eb.val(null)).as('total'),
    ])
    // The plus sign keeps SQLite from scanning all rows in this order.
    .orderBy(isPostgres ? order : sql`+${order}`)
    .execute();
  return {
    items: rows.map((row) => ({
      id: row.id,
      accountId: row.account_id,
      assetName: row.asset ?? row.isin ?? '',
      accountName: row.account ?? '',
      transactionTypeLabel: labelOf(TRANSACTION_TYPES, row.transaction_type),
      taxWrapperLabel: row.tax_wrapper,
      quantity: nullableFigureOf<'quantity'>(row.quantity),
      consideration: figureOf<'pounds'>(row.consideration),
      ...(isCashEvent(row.transaction_type) && {
        ...(row.cash_amount !== null && { cashAmount: figureOf<'money'>(row.cash_amount) }),
        ...(row.cash_currency !== null && { cashCurrency: row.cash_currency as Currency }),
      }),
      transactionDate: row.transaction_date as IsoDate,
      version: row.version,
    })),
    total: rows[0]?.total ?? null,
  };
}

/** Rows with equal names come newest first. */
async function groupedPage(
  db: Db,
  userId: string,
  filter: ShownFilter,
  column: GroupColumn,
  direction: SortDirection,
  wanted: Wanted,
): Promise<Page> {
  const groups = await groupsOf(db, userId, filter, column, direction);
  const { offset, reply } = pageOf(
    groups.reduce((sum, group) => sum + group.count, 0),
    wanted.page,
    wanted.pageSize,
  );
  const order = orderOf(db, 'transactionDate', 'desc');
  const transactions: TransactionListItem[] = [];
  let before = 0;
  for (const group of groups) {
    const skip = Math.max(0, offset - before);
    before += group.count;
    if (skip >= group.count) continue;
    const shown = shownTransactions(db, userId, filter).where((eb) =>
      // Rows without a security are a group of their own, which SQL calls equal to nothing.
      column === 'isin' && group.keys.includes('')
        ? eb.or([eb('t.isin', 'is', null), eb('t.isin', 'in', group.keys)])
        : eb(`t.${column}`, 'in', group.keys),
    );
    const { items } = await rowsOf(db, userId, {
      shown,
      order,
      limit: wanted.pageSize,
      offset: skip,
      isCounted: false,
    });
    transactions.push(...items.slice(0, wanted.pageSize - transactions.length));
    if (transactions.length === wanted.pageSize) break;
  }
  return { transactions, reply };
}

async function plainPage(
  db: Db,
  userId: string,
  filter: ShownFilter,
  field: PlainField,
  direction: SortDirection,
  wanted: Wanted,
): Promise<Page> {
  const shown = shownTransactions(db, userId, filter);
  const order = orderOf(db, field, direction);
  const rowsFrom = async (offset: number) =>
    await rowsOf(db, userId, {
      shown,
      order,
      limit: wanted.pageSize,
      offset,
      // Counting a search's results reads every row, so it is avoided where possible.
      isCounted: filter.words.length === 0,
    });
  const asked = (wanted.page - 1) * wanted.pageSize;
  const { items, total } = await rowsFrom(asked);
  // A page that is not full is the last one, so that its end is the count.
  const isLast = items.length < wanted.pageSize && (items.length > 0 || asked === 0);
  const count = isLast ? asked + items.length : (total ?? (await countShown(db, userId, filter)));
  const { offset, reply } = pageOf(count, wanted.page, wanted.pageSize);
  return { transactions: offset === asked ? items : (await rowsFrom(offset)).items, reply };
}

/** Without a page, the whole list. */
const WHOLE: Wanted = { page: 1, pageSize: 10_000_000 };

/** A page of the list. Without a sort field the newest date comes first. */
export async function pageOfTransactions(
  db: Db,
  userId: string,
  query: TransactionFilter & TransactionOrder,
  page: Wanted | null,
): Promise<PageReply & { readonly transactions: TransactionListItem[] }> {
  const field = query.sortField ?? 'transactionDate';
  const direction = query.sortDirection ?? (query.sortField === undefined ? 'desc' : 'asc');
  const column = GROUPED[field];
  const wanted = page ?? WHOLE;
  const filter = await lookUp(db, userId, query);
  const { transactions, reply } =
    column === undefined
      ? await plainPage(db, userId, filter, field as PlainField, direction, wanted)
      : await groupedPage(db, userId, filter, column, direction, wanted);
  return { transactions, ...reply };
}

/** Complete records that match a filter, newest first, for an export. */
export async function transactionsShown(
  db: Db,
  userId: string,
  filter: TransactionFilter,
): Promise<TransactionRecord[]> {
  const rows = await shownTransactions(db, userId, await lookUp(db, userId, filter))
    .selectAll('t')
    .orderBy('t.transaction_date', 'desc')
    .orderBy('t.id', 'desc')
    .execute();
  return rows.map(toTransaction);
}

/** The ids of all of a user's transactions, newest first. */
export async function transactionIds(db: Db, userId: string): Promise<string[]> {
  const rows = await db.kysely
    .selectFrom('transactions')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('transaction_date', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map((row) => row.id);
}
