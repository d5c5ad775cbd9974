/** The SQL conditions for a user's transactions in a list. */
import { sql, type ExpressionBuilder, type RawBuilder, type SqlBool } from 'kysely';
import { TAX_WRAPPERS, TRANSACTION_TYPES } from '../../../domain/fields/enums.ts';
import { searchTerms } from '../../../domain/lists/search-terms.ts';
import type { Db } from '../database/store.ts';
import { containsWord } from '../database/text.ts';
import type { Tables } from '../tables/schema.ts';

/** The filters of the list; an empty text does not restrict. */
export interface TransactionFilter {
  readonly accountId?: string | undefined;
  readonly taxWrapper?: string | undefined;
  readonly assetCategory?: string | undefined;
  /** Words that must all occur in asset name, ISIN, account, broker, reference, type or wrapper. */
  readonly query?: string | undefined;
}

/** A word of a search, with the records whose names contain it. `isins` is null where they are too many to list. */
interface WordMatch {
  readonly word: string;
  readonly isins: readonly string[] | null;
  readonly accounts: readonly string[];
  readonly brokers: readonly string[];
  readonly types: readonly string[];
  readonly wrappers: readonly string[];
}

/** A filter whose words were looked up once, for all statements of a page. */
export interface ShownFilter extends TransactionFilter {
  readonly words: readonly WordMatch[];
}

const MAX_WRITTEN_OUT = 500;

/** The securities in a user's transactions: one step along the index for each, not one for each row. */
async function isinsOf(db: Db, userId: string): Promise<readonly string[]> {
  const { rows } = await sql<{ isin: string }>`with recursive own(isin) as (
      select min(isin) from transactions where user_id = ${userId}
      union all select (select min(isin) from transactions where user_id = ${userId} and isin > own.isin) from own where own.isin is not null
    ) select isin from own where isin is not null`.execute(db.kysely);
  return rows.map(({ isin }) => isin);
}

/** True where a user has transactions without a security. */
async function hasCashEvents(db: Db, userId: string): Promise<boolean> {
  const found = await db.kysely
    .selectFrom('transactions')
    .select('id')
    .where('user_id', '=', userId)
    .where('isin', 'is', null)
    .limit(1)
    .execute();
  return found.length > 0;
}

/** The brokers in a user's transactions, with their names. */
async function brokersOf(db: Db, userId: string): Promise<readonly { readonly id: string; readonly name: string }[]> {
  return await db.kysely
    .selectFrom('brokers as b')
    .select(['b.id', 'b.name'])
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('transactions as t')
          .select(sql.lit(1).as('one'))
          .whereRef('t.broker_id', '=', 'b.id')
          .where('t.user_id', '=', userId),
      ),
    )
    .execute();
}

/**
 * Looks up the search's words. A word in no name adds no condition on names, and a word in the names of all the user's
 * accounts, brokers or securities does not restrict.
 */
export async function lookUp(db: Db, userId: string, filter: TransactionFilter): Promise<ShownFilter> {
  const words: WordMatch[] = [];
  const terms = searchTerms(filter.query);
  const accounts =
    terms.length === 0
      ? []
      : await db.kysely.selectFrom('accounts').select(['id', 'name']).where('user_id', '=', userId).execute();
  let own: readonly string[] | null = null;
  const ownBrokers = terms.length === 0 ? [] : await brokersOf(db, userId);
  const bearing = (rows: readonly { readonly id: string; readonly name: string }[], word: string): string[] =>
    rows.filter(({ name }) => name.toLowerCase().includes(word)).map(({ id }) => id);
  for (const word of terms) {
    const named = bearing(accounts, word);
    if (named.length > 0 && named.length === accounts.length) continue;
    const brokers = bearing(ownBrokers, word);
    if (brokers.length > 0 && brokers.length === ownBrokers.length) continue;
    const borne = new Set(
      (
        await db.kysely
          .selectFrom('assets as a')
          .select('a.isin')
          .where(containsWord(['a.name', 'a.isin'], word))
          .execute()
      ).map(({ isin }) => isin),
    );
    own ??= borne.size === 0 ? null : await isinsOf(db, userId);
    const isins: readonly string[] = own?.filter((isin) => borne.has(isin)) ?? [];
    if (isins.length > 0 && isins.length === own?.length && !(await hasCashEvents(db, userId))) continue;
    words.push({
      word,
      isins: isins.length > MAX_WRITTEN_OUT ? null : isins,
      accounts: named,
      brokers,
      types: TRANSACTION_TYPES.filter((type) => type.label.toLowerCase().includes(word)).map((type) => type.value),
      wrappers: TAX_WRAPPERS.filter((wrapper) => wrapper.toLowerCase().includes(word)),
    });
  }
  return { ...filter, words };
}

type TransactionExpressions = ExpressionBuilder<Tables & { t: Tables['transactions'] }, 't'>;

/** The rows that match a filter without its words. */
function unsearched(db: Db, userId: string, filter: TransactionFilter) {
  let query = db.kysely.selectFrom('transactions as t').where('t.user_id', '=', userId);
  if (filter.accountId !== undefined && filter.accountId !== '')
    query = query.where('t.account_id', '=', filter.accountId);
  if (filter.taxWrapper !== undefined && filter.taxWrapper !== '')
    query = query.where('t.tax_wrapper', '=', filter.taxWrapper);
  const { assetCategory } = filter;
  if (assetCategory !== undefined && assetCategory !== '') {
    query = query.where('t.isin', 'in', (eb) =>
      eb.selectFrom('assets as a').select('a.isin').where('a.category', '=', assetCategory),
    );
  }
  return query;
}

export type ShownTransactions = ReturnType<typeof unsearched>;

/**
 * The rows that match a filter. Names are looked up beforehand or in subqueries, so that an index of the transactions
 * answers the rest.
 */
export function shownTransactions(db: Db, userId: string, filter: ShownFilter): ShownTransactions {
  let query = unsearched(db, userId, filter);
  for (const match of filter.words)
    query = query.where((eb) => eb.or([...named(db, eb, match), referenceContains(db, match.word)]));
  return query;
}

/**
 * The rows that match a filter, in disjoint parts for counting. Rows that match by a name are counted by the index of
 * that name; of all others only the reference is searched, which takes half the time of searching both.
 */
function partsOf(
  db: Db,
  userId: string,
  filter: ShownFilter,
): readonly { readonly rows: ShownTransactions; readonly isWalk: boolean }[] {
  const [match, ...others] = filter.words;
  const kinds =
    match === undefined
      ? []
      : [match.isins, match.accounts, match.brokers, match.types, match.wrappers].filter(
          (kind) => kind === null || kind.length > 0,
        );
  if (match === undefined || others.length > 0 || kinds.length !== 1)
    return [{ rows: shownTransactions(db, userId, filter), isWalk: filter.words.length > 0 }];
  return [
    { rows: unsearched(db, userId, filter).where((eb) => eb.or(named(db, eb, match))), isWalk: false },
    // A `case`, because SQLite would otherwise test the names first, in every row.
    {
      rows: unsearched(db, userId, filter).where(
        (eb) =>
          // A row without a security has no security's name, which SQL would call unknown.
          sql<SqlBool>`case when ${referenceContains(db, match.word)} then not coalesce(${eb.or(named(db, eb, match))}, false) else false end`,
      ),
      isWalk: true,
    },
  ];
}

/** The number of rows that match a filter. */
export async function countShown(db: Db, userId: string, filter: ShownFilter): Promise<number> {
  let count = 0;
  for (const { rows } of partsOf(db, userId, filter))
    count += (await rows.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()).count;
  return count;
}

/** The number of matching rows by the values of a column. */
export async function countShownBy(
  db: Db,
  userId: string,
  filter: ShownFilter,
  column: 'isin' | 'account_id' | 'transaction_type' | 'tax_wrapper',
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for (const { rows, isWalk } of partsOf(db, userId, filter)) {
    // When references are searched, SQLite must not scan the index of the column, which lacks them; the plus sign
    // prevents that.
    const by = sql<string>`${sql.raw(db.dialect === 'sqlite' && isWalk ? '+' : '')}${sql.ref(`t.${column}`)}`;
    for (const { key, count } of await rows
      .select(({ fn }) => [`t.${column} as key`, fn.countAll<number>().as('count')])
      .groupBy(by)
      .execute())
      counts.set(key ?? '', (counts.get(key ?? '') ?? 0) + count);
  }
  return counts;
}

/** The reference with the index's expression, searched without patterns. */
function referenceContains(db: Db, word: string): RawBuilder<SqlBool> {
  return db.dialect === 'postgres'
    ? sql<SqlBool>`strpos(lower(t.broker_deal_reference), ${word}) > 0`
    : sql<SqlBool>`instr(lower(t.broker_deal_reference), ${word}) > 0`;
}

/** The conditions under which a row's names contain a word. */
function named(db: Db, eb: TransactionExpressions, { word, isins, accounts, brokers, types, wrappers }: WordMatch) {
  return [
    ...(isins === null
      ? [
          eb(
            't.isin',
            'in',
            eb
              .selectFrom('assets as a')
              .select('a.isin')
              .where(containsWord(['a.name', 'a.isin'], word)),
          ),
        ]
      : isins.length === 0
        ? []
        : [eb('t.isin', 'in', isins)]),
    ...(accounts.length === 0 ? [] : [eb('t.account_id', 'in', accounts)]),
    ...(brokers.length === 0 ? [] : [eb('t.broker_id', 'in', brokers)]),
    ...(types.length === 0 ? [] : [eb('t.transaction_type', 'in', types)]),
    ...(wrappers.length === 0 ? [] : [eb('t.tax_wrapper', 'in', wrappers)]),
  ];
}
