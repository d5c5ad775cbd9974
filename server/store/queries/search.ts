/**
 * The search over everything. A user has few records of most kinds; transactions are counted by security, and only one
 * page of them is read.
 */
import type { IsoDate } from '../../../domain/values/dates.ts';
import {
  isCashEvent,
  labelOf,
  TRANSACTION_TYPES,
  type TaxWrapper,
  type TransactionType,
} from '../../../domain/fields/enums.ts';
import { searchTerms } from '../../../domain/lists/search-terms.ts';
import {
  accountEntry,
  assetEntry,
  brokerCashEntry,
  compareEqual,
  compareFound,
  hitOf,
  isFound,
  propertyEntry,
  rankOf,
  savingsEntry,
  transactionEntry,
  type RankedTitle,
  type SearchEntry,
  type SearchHit,
  type SearchType,
} from '../../../domain/lists/search.ts';
import { pageOf, type PageReply } from '../database/paging.ts';
import type { Db } from '../database/store.ts';
import { listAssets } from '../shared-records/assets.ts';
import { listAccounts } from '../user-records/accounts.ts';
import { brokerCashShown } from '../user-records/broker-cash-balances.ts';
import { propertiesShown } from '../user-records/properties.ts';
import { savingsShown } from '../user-records/savings-accounts.ts';
import { countShownBy, lookUp, shownTransactions, type ShownFilter } from './transaction-filter.ts';
import { assetNames } from './transaction-query.ts';

interface TransactionsOf {
  readonly isins: readonly string[];
  readonly cashTypes: readonly string[];
}

const NO_TRANSACTIONS: TransactionsOf = { isins: [], cashTypes: [] };

/** Consecutive results: one record, or transactions with the same title. */
interface Block extends RankedTitle {
  readonly count: number;
  /** The record; null for transactions, which are only read for their page. */
  readonly entry: SearchEntry | null;
  /** The securities of the transactions, and the types of those without a security. */
  readonly of: TransactionsOf;
}

const READERS: Readonly<
  Record<Exclude<SearchType, 'transactions'>, (db: Db, userId: string, query: string) => Promise<SearchEntry[]>>
> = {
  accounts: async (db, userId) => (await listAccounts(db, userId)).map(accountEntry),
  assets: async (db, _userId, query) => (await listAssets(db, { query })).map(assetEntry),
  'savings-accounts': async (db, userId) =>
    (await savingsShown(db, userId, { includeClosedAccounts: true })).map((view) =>
      savingsEntry(view, view.bankName, view.accountName),
    ),
  'broker-cash-balances': async (db, userId) =>
    (await brokerCashShown(db, userId)).map((view) => brokerCashEntry(view, view.brokerName, view.accountName)),
  properties: async (db, userId) =>
    (await propertiesShown(db, userId)).map((view) => propertyEntry(view, view.accountName)),
};

async function transactionBlocks(
  db: Db,
  userId: string,
  filter: ShownFilter,
  terms: readonly string[],
): Promise<Block[]> {
  const counts = await countShownBy(db, userId, filter, 'isin');
  if (counts.size === 0) return [];
  const names = await assetNames(db, [...counts.keys()]);
  const blocks: Block[] = [];
  const block = (title: string, codes: readonly string[], count: number, of: Partial<TransactionsOf>): Block => ({
    rank: rankOf(terms, title, codes),
    type: 'transactions',
    title,
    count,
    entry: null,
    of: { ...NO_TRANSACTIONS, ...of },
  });
  // Cash events have no security: their titles are their types.
  const cash = counts.has('') ? await countShownBy(db, userId, filter, 'transaction_type') : new Map<string, number>();
  const single = [
    ...[...counts]
      .filter(([isin]) => isin !== '')
      .map(([isin, count]) => block(names.get(isin) ?? isin, [isin], count, { isins: [isin] })),
    ...[...cash]
      .filter(([type]) => isCashEvent(type))
      .map(([type, count]) => block(labelOf(TRANSACTION_TYPES, type), [], count, { cashTypes: [type] })),
  ];
  for (const next of single.toSorted(compareFound)) {
    const last = blocks.at(-1);
    // Securities with the same title are one block: their transactions are listed together, newest first.
    if (last !== undefined && compareFound(last, next) === 0)
      blocks[blocks.length - 1] = {
        ...last,
        count: last.count + next.count,
        of: {
          isins: [...last.of.isins, ...next.of.isins],
          cashTypes: [...last.of.cashTypes, ...next.of.cashTypes],
        },
      };
    else blocks.push(next);
  }
  return blocks;
}

async function transactionHits(
  db: Db,
  userId: string,
  filter: ShownFilter,
  { isins, cashTypes }: TransactionsOf,
  offset: number,
  limit: number,
): Promise<SearchHit[]> {
  const found = await shownTransactions(db, userId, filter)
    .select('t.id')
    .where((eb) =>
      eb.or([
        ...(isins.length === 0 ? [] : [eb('t.isin', 'in', isins)]),
        ...(cashTypes.length === 0 ? [] : [eb('t.transaction_type', 'in', cashTypes)]),
      ]),
    )
    .orderBy('t.transaction_date', 'desc')
    .orderBy('t.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  const ids = found.map(({ id }) => id);
  // Unsorted: to sort them, SQLite would scan all of the user's rows in that order.
  const rows = await db.kysely
    .selectFrom('transactions as t')
    .leftJoin('assets as a', 'a.isin', 't.isin')
    .innerJoin('brokers as b', 'b.id', 't.broker_id')
    .innerJoin('accounts as c', (join) => join.onRef('c.user_id', '=', 't.user_id').onRef('c.id', '=', 't.account_id'))
    .select([
      't.id',
      't.transaction_type',
      't.transaction_date',
      't.tax_wrapper',
      't.isin',
      't.broker_deal_reference',
      'a.name as asset',
      'b.name as broker',
      'c.name as account',
    ])
    .where('t.user_id', '=', userId)
    .where('t.id', 'in', ids)
    .execute();
  return rows
    .toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
    .map((row) =>
      hitOf(
        transactionEntry(
          {
            id: row.id,
            transactionType: row.transaction_type as TransactionType,
            transactionDate: row.transaction_date as IsoDate,
            taxWrapper: row.tax_wrapper as TaxWrapper,
            isin: row.isin ?? '',
            brokerDealReference: row.broker_deal_reference,
          },
          row.asset ?? '',
          row.account,
          row.broker,
        ),
      ),
    );
}

/** A page of the results among the user's records and the catalogue, in the order that `domain/lists/search.ts` defines. */
export async function searchEverything(
  db: Db,
  userId: string,
  query: string,
  types: readonly SearchType[],
  page: number,
  pageSize: number,
): Promise<PageReply & { results: SearchHit[] }> {
  const terms = searchTerms(query);
  const filter = await lookUp(db, userId, { query });
  const found: Block[] = [];
  for (const type of new Set(types)) {
    if (type === 'transactions') found.push(...(await transactionBlocks(db, userId, filter, terms)));
    else {
      for (const entry of await READERS[type](db, userId, query)) {
        if (isFound(entry, terms))
          found.push({
            rank: rankOf(terms, entry.title, entry.codes),
            type,
            title: entry.title,
            count: 1,
            entry,
            of: NO_TRANSACTIONS,
          });
      }
    }
  }
  const blocks = found.toSorted(
    (a, b) => compareFound(a, b) || (a.entry === null || b.entry === null ? 0 : compareEqual(a.entry, b.entry)),
  );
  const { offset, reply } = pageOf(
    blocks.reduce((sum, { count }) => sum + count, 0),
    page,
    pageSize,
  );
  const results: SearchHit[] = [];
  let before = 0;
  for (const { count, entry, of } of blocks) {
    const skip = Math.max(0, offset - before);
    const take = Math.min(count - skip, pageSize - results.length);
    before += count;
    if (take <= 0) continue;
    if (entry !== null) results.push(hitOf(entry));
    else results.push(...(await transactionHits(db, userId, filter, of, skip, take)));
    if (results.length === pageSize) break;
  }
  return { results, ...reply };
}
