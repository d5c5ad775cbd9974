/** The transactions list: sorted and by page. First the ids of the page by an index alone, then its few rows. */
import { sql, type RawBuilder } from 'kysely';
import type { z } from 'zod';
import type { transactionListItem, TransactionRecord } from '../../contract/transactions.ts';
import type { IsoDate } from '../../domain/dates.ts';
import { labelOf, TRANSACTION_TYPES } from '../../domain/enums.ts';
import type { TransactionSortField } from '../../domain/lists/transaction-query.ts';
import { figureOf, nullableFigureOf } from './figures.ts';
import { pageOf, type PageReply } from './paging.ts';
import type { Db } from './store.ts';
import { byFigure, type SortDirection } from './text.ts';
import {
  countShown,
  countShownBy,
  lookUp,
  shownTransactions,
  type ShownFilter,
  type TransactionFilter,
} from './transaction-filter.ts';
import { toTransaction } from './transaction-rows.ts';

type TransactionListItem = z.infer<typeof transactionListItem>;

interface TransactionOrder {
  readonly sortField?: TransactionSortField | undefined;
  readonly sortDirection?: SortDirection | undefined;
}

const ID_BATCH = 1000;

type GroupColumn = 'isin' | 'account_id' | 'transaction_type' | 'tax_wrapper';

/** Columns with few distinct values: rows are counted by value, and the values ordered by their names. */
const GROUPED: Readonly<Partial<Record<TransactionSortField, GroupColumn>>> = {
  assetName: 'isin',
  accountName: 'account_id',
  transactionTypeLabel: 'transaction_type',
  taxWrapperLabel: 'tax_wrapper',
};

/** The order of names on the device, too. */
const collator = new Intl.Collator('en-GB', { sensitivity: 'base', numeric: true });

/** The name under which a list shows each value of a column. */
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
  const names = new Map<string, string>();
  for (let start = 0; start < isins.length; start += ID_BATCH) {
    const rows = await db.kysely
      .selectFrom('assets')
      .select(['isin', 'name'])
      .where('isin', 'in', isins.slice(start, start + ID_BATCH))
      .execute();
    for (const { isin, name } of rows) names.set(isin, name);
  }
  return names;
}

/** Values with equal names, and how many rows have them. */
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
  readonly ids: readonly string[];
  readonly reply: PageReply;
}

interface Wanted {
  readonly page: number;
  readonly pageSize: number;
}

/** Rows of equal name come newest first. */
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
  const ids: string[] = [];
  let before = 0;
  for (const group of groups) {
    const skip = Math.max(0, offset - before);
    const take = Math.min(group.count - skip, wanted.pageSize - ids.length);
    before += group.count;
    if (take <= 0) continue;
    const rows = await shownTransactions(db, userId, filter)
      .select('t.id')
      .where(`t.${column}`, 'in', group.keys)
      .orderBy('t.transaction_date', 'desc')
      .orderBy('t.id', 'desc')
      .limit(take)
      .offset(skip)
      .execute();
    for (const { id } of rows) ids.push(id);
    if (ids.length === wanted.pageSize) break;
  }
  return { ids, reply };
}

type PlainField = 'quantity' | 'consideration' | 'transactionDate';

/** Rows without a quantity come last in both directions, as the device shows them. */
function orderOf(db: Db, field: PlainField, direction: SortDirection): RawBuilder<unknown> {
  const towards = sql.raw(direction);
  switch (field) {
    case 'transactionDate':
      return sql`t.transaction_date ${towards}, t.id ${towards}`;
    case 'consideration':
      return sql`${byFigure(db, 't.consideration')} ${towards}, t.id ${towards}`;
    case 'quantity':
      return sql`${byFigure(db, 't.quantity')} ${towards} nulls last, t.id ${towards}`;
  }
}

async function plainPage(
  db: Db,
  userId: string,
  filter: ShownFilter,
  field: PlainField,
  direction: SortDirection,
  wanted: Wanted,
): Promise<Page> {
  const order = orderOf(db, field, direction);
  const idsFrom = async (offset: number): Promise<string[]> => {
    const rows = await shownTransactions(db, userId, filter)
      .select('t.id')
      .orderBy(order)
      .limit(wanted.pageSize)
      .offset(offset)
      .execute();
    return rows.map(({ id }) => id);
  };
  const asked = (wanted.page - 1) * wanted.pageSize;
  const ids = await idsFrom(asked);
  // A page that is not full is the last one: then its end is the count, and a search need not walk all rows again.
  if (ids.length < wanted.pageSize && (ids.length > 0 || asked === 0))
    return { ids, reply: pageOf(asked + ids.length, wanted.page, wanted.pageSize).reply };
  const { offset, reply } = pageOf(await countShown(db, userId, filter), wanted.page, wanted.pageSize);
  return { ids: offset === asked ? ids : await idsFrom(offset), reply };
}

/** Each row looks its names up by their keys: to plan a join takes the database longer, and to ask apart costs a way there and back. */
async function itemsOf(db: Db, userId: string, ids: readonly string[]): Promise<TransactionListItem[]> {
  const items = new Map<string, TransactionListItem>();
  for (let start = 0; start < ids.length; start += ID_BATCH) {
    const rows = await db.kysely
      .selectFrom('transactions as t')
      .select((eb) => [
        't.id',
        't.account_id',
        't.isin',
        't.transaction_type',
        't.tax_wrapper',
        't.quantity',
        't.consideration',
        't.transaction_date',
        't.version',
        eb.selectFrom('assets as a').select('a.name').whereRef('a.isin', '=', 't.isin').as('asset'),
        eb
          .selectFrom('accounts as c')
          .select('c.name')
          .where('c.user_id', '=', userId)
          .whereRef('c.id', '=', 't.account_id')
          .as('account'),
      ])
      .where('t.user_id', '=', userId)
      .where('t.id', 'in', ids.slice(start, start + ID_BATCH))
      .execute();
    for (const row of rows) {
      items.set(row.id, {
        id: row.id,
        accountId: row.account_id,
        assetName: row.asset ?? row.isin,
        accountName: row.account ?? '',
        transactionTypeLabel: labelOf(TRANSACTION_TYPES, row.transaction_type),
        taxWrapperLabel: row.tax_wrapper,
        quantity: nullableFigureOf<'quantity'>(row.quantity),
        consideration: figureOf<'pounds'>(row.consideration),
        transactionDate: row.transaction_date as IsoDate,
        version: row.version,
      });
    }
  }
  return ids.flatMap((id) => items.get(id) ?? []);
}

/** Without a page the list is whole. */
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
  const { ids, reply } =
    column === undefined
      ? await plainPage(db, userId, filter, field as PlainField, direction, wanted)
      : await groupedPage(db, userId, filter, column, direction, wanted);
  return { transactions: await itemsOf(db, userId, ids), ...reply };
}

/** Whole records that a filter shows, newest first, for an export. */
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
