/** Which of a user's transactions a list shows, in SQL. */
import type { SelectQueryBuilder } from 'kysely';
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

/** The rows that a filter shows. Names are looked up in subqueries, so that an index of the transactions answers the rest. */
export function shownTransactions(db: Db, userId: string, filter: TransactionFilter) {
  let query = db.kysely.selectFrom('transactions as t').where('t.user_id', '=', userId);
  if (filter.accountId !== undefined && filter.accountId !== '') query = query.where('t.account_id', '=', filter.accountId);
  if (filter.taxWrapper !== undefined && filter.taxWrapper !== '') query = query.where('t.tax_wrapper', '=', filter.taxWrapper);
  const { assetCategory } = filter;
  if (assetCategory !== undefined && assetCategory !== '') {
    query = query.where('t.isin', 'in', (eb) => eb.selectFrom('assets as a').select('a.isin').where('a.category', '=', assetCategory));
  }
  for (const word of searchTerms(filter.query)) query = matching(query, userId, word);
  return query;
}

function matching(
  query: SelectQueryBuilder<Tables & { t: Tables['transactions'] }, 't', object>, userId: string, word: string,
): SelectQueryBuilder<Tables & { t: Tables['transactions'] }, 't', object> {
  const types = TRANSACTION_TYPES.filter((type) => type.label.toLowerCase().includes(word)).map((type) => type.value);
  const wrappers = TAX_WRAPPERS.filter((wrapper) => wrapper.toLowerCase().includes(word));
  return query.where((eb) => eb.or([
    eb('t.isin', 'in', eb.selectFrom('assets as a').select('a.isin').where(containsWord(['a.name', 'a.isin'], word))),
    eb('t.account_id', 'in', eb.selectFrom('accounts as c').select('c.id').where('c.user_id', '=', userId).where(containsWord(['c.name'], word))),
    eb('t.broker_id', 'in', eb.selectFrom('brokers as b').select('b.id').where(containsWord(['b.name'], word))),
    ...(types.length === 0 ? [] : [eb('t.transaction_type', 'in', types)]),
    ...(wrappers.length === 0 ? [] : [eb('t.tax_wrapper', 'in', wrappers)]),
    containsWord(['t.broker_deal_reference'], word),
  ]));
}
