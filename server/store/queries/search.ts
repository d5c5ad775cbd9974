/**
 * The search over everything. Records are looked through a few at a time, and only the best are kept; transactions are
 * counted by security, and only one page of them is read.
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
  compareEqual,
  compareFound,
  hitOf,
  isFound,
  rankOf,
  transactionEntry,
  type RankedTitle,
  type SearchHit,
  type SearchType,
} from '../../../domain/lists/search.ts';
import { pageOf, type PageReply } from '../database/paging.ts';
import type { Db } from '../database/store.ts';
import { SEARCHED } from './search-entries.ts';
import { countShownBy, lookUp, shownTransactions, type ShownFilter } from './transaction-filter.ts';
import { assetNames } from './transaction-query.ts';

/** Found records are sorted when this many have come together. */
const SORTED_AT_ONCE = 1000;

interface TransactionsOf {
  readonly isins: readonly string[];
  readonly cashTypes: readonly string[];
}

const NO_TRANSACTIONS: TransactionsOf = { isins: [], cashTypes: [] };

/** Consecutive results: one record, or transactions with the same title. */
interface Block extends RankedTitle {
  readonly count: number;
  /** The record; null for transactions, which are only read for their page. */
  readonly hit: SearchHit | null;
  /** The securities of the transactions, and the types of those without a security. */
  readonly of: TransactionsOf;
}

/** The order of the results. */
const compareBlocks = (a: Block, b: Block): number =>
  compareFound(a, b) || (a.hit === null || b.hit === null ? 0 : compareEqual(a.hit, b.hit));

/** The best of many records: only those that may be on the wanted page are kept. */
class BestRecords {
  count = 0;
  private kept: Block[] = [];
  private readonly most: number;

  constructor(most: number) {
    this.most = most;
  }

  add(block: Block): void {
    this.count += 1;
    this.kept.push(block);
    if (this.kept.length >= 2 * this.most + SORTED_AT_ONCE) this.kept = this.best();
  }

  best(): Block[] {
    return this.kept.toSorted(compareBlocks).slice(0, this.most);
  }
}

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
    hit: null,
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
  const transactions: Block[] = [];
  const records = new BestRecords(page * pageSize);
  for (const type of new Set(types)) {
    if (type === 'transactions') transactions.push(...(await transactionBlocks(db, userId, filter, terms)));
    else {
      for await (const entry of await SEARCHED[type](db, userId, query)) {
        if (!isFound(entry, terms)) continue;
        const { title, codes } = entry;
        const rank = rankOf(terms, title, codes);
        records.add({ rank, type, title, count: 1, hit: hitOf(entry), of: NO_TRANSACTIONS });
      }
    }
  }
  const { offset, reply } = pageOf(
    transactions.reduce((sum, { count }) => sum + count, records.count),
    page,
    pageSize,
  );
  const blocks = [...records.best(), ...transactions].toSorted(compareBlocks);
  const results: SearchHit[] = [];
  let before = 0;
  for (const { count, hit, of } of blocks) {
    const skip = Math.max(0, offset - before);
    const take = Math.min(count - skip, pageSize - results.length);
    before += count;
    if (take <= 0) continue;
    if (hit !== null) results.push(hit);
    else results.push(...(await transactionHits(db, userId, filter, of, skip, take)));
    if (results.length === pageSize) break;
  }
  return { results, ...reply };
}
