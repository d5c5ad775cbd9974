/** Which of a user's transactions a list shows, in SQL. */
import { sql, type ExpressionBuilder, type RawBuilder, type SqlBool } from 'kysely';
import { TAX_WRAPPERS, TRANSACTION_TYPES } from '../../domain/enums.ts';
import { searchTerms } from '../../domain/lists/search-terms.ts';
import type { Tables } from './schema.ts';
import type { Db } from './store.ts';
import { containsWord } from './text.ts';

/** What restricts the list; empty text restricts nothing. */
export interface TransactionFilter {
  readonly accountId?: string | undefined;
  readonly taxWrapper?: string | undefined;
  readonly assetCategory?: string | undefined;
  /** Words that must all occur in asset name, ISIN, account, broker, reference, type or wrapper. */
  readonly query?: string | undefined;
}

/** A word of a search, with what bears it in its name. A list is null where it is too long to be written out. */
interface WordMatch {
  readonly word: string;
  readonly isins: readonly string[] | null;
  readonly accounts: readonly string[];
  readonly brokers: readonly string[] | null;
  readonly types: readonly string[];
  readonly wrappers: readonly string[];
}

/** A filter whose words were looked up once, for all the statements that a page takes. */
export interface ShownFilter extends TransactionFilter {
  readonly words: readonly WordMatch[];
}

const MAX_WRITTEN_OUT = 500;

const orSubquery = (found: readonly string[]): readonly string[] | null => (found.length > MAX_WRITTEN_OUT ? null : found);

/** The securities that a user has transactions of: one step along the index for each, not one for each row. */
async function isinsOf(db: Db, userId: string): Promise<readonly string[]> {
  const { rows } = await sql<{ isin: string }>`with recursive own(isin) as (
      select min(isin) from transactions where user_id = ${userId}
      union all select (select min(isin) from transactions where user_id = ${userId} and isin > own.isin) from own where own.isin is not null
    ) select isin from own where isin is not null`.execute(db.kysely);
  return rows.map(({ isin }) => isin);
}

/**
 * Looks the words of the search up. What no name bears costs the statement nothing then, and a word that every
 * account or security of the user bears restricts nothing.
 */
export async function lookUp(db: Db, userId: string, filter: TransactionFilter): Promise<ShownFilter> {
  const words: WordMatch[] = [];
  const terms = searchTerms(filter.query);
  const accounts = terms.length === 0 ? [] : await db.kysely.selectFrom('accounts').select(['id', 'name']).where('user_id', '=', userId).execute();
  const own = terms.length === 0 ? [] : await isinsOf(db, userId);
  for (const word of terms) {
    const named = accounts.filter(({ name }) => name.toLowerCase().includes(word)).map(({ id }) => id);
    if (named.length > 0 && named.length === accounts.length) continue;
    const borne = new Set((await db.kysely.selectFrom('assets as a').select('a.isin').where(containsWord(['a.name', 'a.isin'], word)).execute()).map(({ isin }) => isin));
    const isins = own.filter((isin) => borne.has(isin));
    if (isins.length > 0 && isins.length === own.length) continue;
    const brokers = await db.kysely.selectFrom('brokers as b').select('b.id').where(containsWord(['b.name'], word)).limit(MAX_WRITTEN_OUT + 1).execute();
    words.push({
      word,
      isins: orSubquery(isins),
      accounts: named,
      brokers: orSubquery(brokers.map(({ id }) => id)),
      types: TRANSACTION_TYPES.filter((type) => type.label.toLowerCase().includes(word)).map((type) => type.value),
      wrappers: TAX_WRAPPERS.filter((wrapper) => wrapper.toLowerCase().includes(word)),
    });
  }
  return { ...filter, words };
}

/** The rows that a filter shows. Names are looked up beforehand or in subqueries, so that an index of the transactions answers the rest. */
export function shownTransactions(db: Db, userId: string, filter: ShownFilter) {
  let query = db.kysely.selectFrom('transactions as t').where('t.user_id', '=', userId);
  if (filter.accountId !== undefined && filter.accountId !== '') query = query.where('t.account_id', '=', filter.accountId);
  if (filter.taxWrapper !== undefined && filter.taxWrapper !== '') query = query.where('t.tax_wrapper', '=', filter.taxWrapper);
  const { assetCategory } = filter;
  if (assetCategory !== undefined && assetCategory !== '') {
    query = query.where('t.isin', 'in', (eb) => eb.selectFrom('assets as a').select('a.isin').where('a.category', '=', assetCategory));
  }
  for (const match of filter.words) query = query.where((eb) => bears(db, eb, match));
  return query;
}

/**
 * What rows are counted by. Where words restrict them, SQLite must not walk the index of that column, because it lacks the
 * references; the sign keeps it from doing so.
 */
export function countedBy(db: Db, column: 'isin' | 'account_id' | 'transaction_type' | 'tax_wrapper', { words }: ShownFilter): RawBuilder<string> {
  return sql<string>`${sql.raw(db.dialect === 'sqlite' && words.length > 0 ? '+' : '')}${sql.ref(`t.${column}`)}`;
}

/** The reference as the index has it, searched without patterns. */
function referenceContains(db: Db, word: string): RawBuilder<SqlBool> {
  return db.dialect === 'postgres' ? sql<SqlBool>`strpos(lower(t.broker_deal_reference), ${word}) > 0` : sql<SqlBool>`instr(lower(t.broker_deal_reference), ${word}) > 0`;
}

function bears(db: Db, eb: ExpressionBuilder<Tables & { t: Tables['transactions'] }, 't'>, { word, isins, accounts, brokers, types, wrappers }: WordMatch) {
  return eb.or([
    ...(isins === null ? [eb('t.isin', 'in', eb.selectFrom('assets as a').select('a.isin').where(containsWord(['a.name', 'a.isin'], word)))] : isins.length === 0 ? [] : [eb('t.isin', 'in', isins)]),
    ...(accounts.length === 0 ? [] : [eb('t.account_id', 'in', accounts)]),
    ...(brokers === null ? [eb('t.broker_id', 'in', eb.selectFrom('brokers as b').select('b.id').where(containsWord(['b.name'], word)))] : brokers.length === 0 ? [] : [eb('t.broker_id', 'in', brokers)]),
    ...(types.length === 0 ? [] : [eb('t.transaction_type', 'in', types)]),
    ...(wrappers.length === 0 ? [] : [eb('t.tax_wrapper', 'in', wrappers)]),
    referenceContains(db, word),
  ]);
}
