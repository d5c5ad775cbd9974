/** Changes by cursor: the records written or deleted in a scope since a device's last request. */
import { sql, type Selectable } from 'kysely';
import type { Change, SyncChanges } from '../../../contract/sync.ts';
import { done, fail, type Outcome } from '../../outcome.ts';
import type { Db, Store } from '../database/store.ts';
import { toAsset } from '../shared-records/assets.ts';
import { toBankName } from '../shared-records/bank-names.ts';
import { toBroker } from '../shared-records/brokers.ts';
import { priceKey, ratesFetchedAt, toPrice, toRate } from '../shared-records/market.ts';
import { storedFactsVersion } from '../shared-records/operator-facts.ts';
import { toTargetAllocation } from '../shared-records/target-allocations.ts';
import type { Tables } from '../tables/schema.ts';
import { toBrokerCash } from '../user-records/broker-cash-balances.ts';
import { toExtra } from '../user-records/extras.ts';
import { toProperty, toPropertyPrice } from '../user-records/properties.ts';
import { toReceipt } from '../user-records/receipts.ts';
import { toSavingsAccount } from '../user-records/savings-accounts.ts';
import { toTransaction } from '../user-records/transaction-rows.ts';
import { SHARED, type CounterState } from '../versions/counters.ts';

interface Window {
  readonly since: number;
  readonly until: number;
  readonly limit: number;
}

/** One table's changes with a version in the window, oldest first, at most `limit`. */
type Reader = (db: Db, scope: string, window: Window) => Promise<Change[]>;

type VersionedTable = {
  [T in keyof Tables]: Selectable<Tables[T]> extends { readonly version: number } ? T : never;
}[keyof Tables];

/** A table and its reader; `owner` is the column with the scope, null for tables of the shared scope. */
function changesOf<T extends VersionedTable>(
  table: T,
  owner: 'user_id' | 'scope' | null,
  toChange: (row: Selectable<Tables[T]>) => Omit<Change, 'version'>,
): readonly [T, Reader] {
  return [
    table,
    async (db, scope, { since, until, limit }) => {
      const { rows } = await sql<Selectable<Tables[T]> & { readonly version: number }>`
        select * from ${sql.table(table)}
        where ${owner === null ? sql`` : sql`${sql.ref(owner)} = ${scope} and`} version > ${since} and version <= ${until}
        order by version limit ${limit}`.execute(db.kysely);
      return rows.map((row) => ({ ...toChange(row), version: row.version }) as Change);
    },
  ];
}

/** A change with the present state of a record. */
function changeOf<E extends Change['entity']>(
  entity: E,
  record: NonNullable<Extract<Change, { entity: E }>['record']>,
  id: string,
) {
  return { entity, id, deleted: false, record };
}

const tombstones = changesOf('tombstones', 'scope', ({ entity, id }) => ({
  entity: entity as Change['entity'],
  id,
  deleted: true,
}));

const USER_READERS: ReadonlyMap<string, Reader> = new Map([
  changesOf('accounts', 'user_id', ({ id, name, version }) => changeOf('account', { id, name, version }, id)),
  changesOf('transactions', 'user_id', (row) => changeOf('transaction', toTransaction(row), row.id)),
  changesOf('savings_accounts', 'user_id', (row) => changeOf('savingsAccount', toSavingsAccount(row), row.id)),
  changesOf('broker_cash_balances', 'user_id', (row) => changeOf('brokerCashBalance', toBrokerCash(row), row.id)),
  changesOf('properties', 'user_id', (row) => changeOf('property', toProperty(row), row.id)),
  changesOf('property_prices', 'user_id', (row) => changeOf('propertyPrice', toPropertyPrice(row), row.id)),
  changesOf('receipts', 'user_id', (row) => changeOf('receipt', toReceipt(row), row.id)),
  changesOf('extras', 'user_id', (row) => {
    const record = toExtra(row);
    return changeOf('extra', record, record.id);
  }),
  tombstones,
]);
const SHARED_READERS: ReadonlyMap<string, Reader> = new Map([
  changesOf('brokers', null, (row) => changeOf('broker', toBroker(row), row.id)),
  changesOf('assets', null, (row) => changeOf('asset', toAsset(row), row.id)),
  changesOf('prices', null, (row) => {
    const { source, ...price } = toPrice(row);
    const record = source === 'MANUAL' ? { ...price, byHand: true as const } : price;
    return changeOf('price', record, priceKey(row.isin, row.price_date));
  }),
  changesOf('exchange_rates', null, (row) =>
    changeOf('rate', toRate(row), `${row.from_currency}_${row.to_currency}_${row.rate_date}`),
  ),
  changesOf('bank_names', null, (row) => changeOf('bankName', toBankName(row), row.id)),
  changesOf('target_allocations', null, (row) => changeOf('targetAllocation', toTargetAllocation(row), row.id)),
  tombstones,
]);
const readersOf = (scope: string): ReadonlyMap<string, Reader> => (scope === SHARED ? SHARED_READERS : USER_READERS);

/** The counter of a scope, and the tables in which it has changes. */
interface ScopeState extends CounterState {
  readonly tables: ReadonlySet<string>;
  /** The version of the operator's facts; null where there are none, and for a user's scope. */
  readonly factsVersion: string | null;
}

/**
 * A scope's counter, and the tables with changes after `since`: mostly none or one, and the others need not be read.
 */
async function stateOf(db: Db, scope: string, since: number): Promise<ScopeState> {
  const found = [...readersOf(scope).keys()].map((table) => {
    const owner =
      table === 'tombstones' ? sql`scope = ${scope} and` : scope === SHARED ? sql`` : sql`user_id = ${scope} and`;
    return sql`exists (select 1 from ${sql.table(table)} where ${owner} version > ${since}) as ${sql.ref(table)}`;
  });
  const counter =
    scope === SHARED
      ? sql`value, purged_to, ${storedFactsVersion(db)} as facts_version from counters where scope = ${scope}`
      : sql`change_counter as value, purged_to, null as facts_version from users where id = ${scope}`;
  const { rows } = await sql<
    { value: number; purged_to: number; facts_version: string | null } & Record<
      string,
      boolean | number | string | null
    >
  >`
    select ${sql.join(found)}, ${counter}`.execute(db.kysely);
  const [row] = rows;
  if (row === undefined) throw new Error('a scope without a counter');
  const { value, purged_to: purgedTo, facts_version: factsVersion, ...isChanged } = row;
  const tables = Object.entries(isChanged).flatMap(([table, hasChanges]) => (hasChanges ? [table] : []));
  return { value, purgedTo, factsVersion, tables: new Set(tables) };
}

/** A page of changes after `since`, oldest first. `scope` is `shared` or a user's id. */
export async function readChanges(
  store: Store,
  scope: string,
  since: number,
  limit: number,
): Promise<Outcome<Omit<SyncChanges, 'epoch'>>> {
  const state = await stateOf(store, scope, since);
  // A record that changes before it is read is missing from the page and comes with the next one. Changes of one table
  // of a user do not refer to each other; several tables are all read as of one moment.
  if (scope !== SHARED && state.tables.size <= 1) return await readPage(store, scope, state, since, limit);
  return await store.snapshot(async (db) => await readPage(db, scope, await stateOf(db, scope, since), since, limit));
}

/** The most characters of a page's records; a page always has one record. */
const MAX_PAGE_LENGTH = 2 * 1024 * 1024;

/**
 * The version up to which extras may be read together: their values are large, and none should be read unnecessarily.
 */
async function lastReadableExtra(db: Db, scope: string, { since, until, limit }: Window): Promise<number> {
  const rows = await db.kysely
    .selectFrom('extras')
    .select(['version', 'size'])
    .where('user_id', '=', scope)
    .where('version', '>', since)
    .where('version', '<=', until)
    .orderBy('version')
    .limit(limit)
    .execute();
  let length = 0;
  const beyond = rows.findIndex((row, index) => {
    length += row.size;
    return length > MAX_PAGE_LENGTH && index > 0;
  });
  return beyond === -1 ? until : (rows[beyond - 1]?.version ?? until);
}

/** How many of the changes fit, in order. */
function countWithin(changes: readonly Change[], most: number): number {
  let length = 0;
  const beyond = changes.findIndex((change, index) => {
    length += JSON.stringify(change).length;
    return length > most && index > 0;
  });
  return beyond === -1 ? changes.length : beyond;
}

/** The counter is read first: everything that it has counted is committed, so the window is complete. */
async function readPage(
  db: Db,
  scope: string,
  { value: until, purgedTo, factsVersion, tables }: ScopeState,
  since: number,
  limit: number,
): Promise<Outcome<Omit<SyncChanges, 'epoch'>>> {
  // A cursor of 0 requests everything and needs no deletions; one beyond the counter comes from another history.
  if (since > until || (since > 0 && since < purgedTo))
    return fail('cursorExpired', 'This cursor is too old. Read all records again.');
  const readable = tables.has('extras')
    ? await lastReadableExtra(db, scope, { since, until, limit: limit + 1 })
    : until;
  const window = { since, until: readable, limit: limit + 1 };
  const found: Change[] = [];
  for (const [table, reader] of readersOf(scope))
    if (tables.has(table)) found.push(...(await reader(db, scope, window)));
  const ordered = found.toSorted((a, b) => a.version - b.version);
  const changes = ordered.slice(0, Math.min(limit, countWithin(ordered, MAX_PAGE_LENGTH)));
  const hasMore = ordered.length > changes.length || readable < until;
  const cursor = hasMore ? (changes.at(-1)?.version ?? until) : until;
  const hasRates = changes.some(({ entity, deleted }) => entity === 'rate' && !deleted);
  return done({
    cursor: String(cursor),
    hasMore,
    changes,
    ...(factsVersion !== null && { operatorFacts: factsVersion }),
    ...(hasRates && { ratesFetchedAt: await ratesFetchedAt(db, since, Number(cursor)) }),
  });
}
