/** The records that the search over everything looks through, a few thousand at a time and with few columns. */
import { sql, type SelectQueryBuilder } from 'kysely';
import {
  accountEntry,
  assetEntry,
  brokerCashEntry,
  propertyEntry,
  savingsEntry,
  type SearchEntry,
  type SearchType,
} from '../../../domain/lists/search.ts';
import type { TaxWrapper } from '../../../domain/fields/enums.ts';
import type { IsoDate } from '../../../domain/values/dates.ts';
import type { Db } from '../database/store.ts';
import { listAssets } from '../shared-records/assets.ts';
import { listAccounts } from '../user-records/accounts.ts';

const AT_ONCE = 2000;

/** Rows in the order of their ids, from statements that return the next ones after an id. */
async function* inParts<R extends { readonly id: string }>(
  read: (after: string) => Promise<readonly R[]>,
): AsyncGenerator<R> {
  let after = '';
  for (;;) {
    const rows = await read(after);
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < AT_ONCE) return;
    after = last.id;
  }
}

/** The user's next rows of a table after an id. */
function nextOf(table: string, userId: string, after: string) {
  const [owner, id] = [sql.ref<string>(`${table}.user_id`), sql.ref<string>(`${table}.id`)];
  return <DB, TB extends keyof DB, O>(query: SelectQueryBuilder<DB, TB, O>): SelectQueryBuilder<DB, TB, O> =>
    query.where(owner, '=', userId).where(id, '>', after).orderBy(id).limit(AT_ONCE);
}

async function* savings(db: Db, userId: string): AsyncGenerator<SearchEntry> {
  const rows = inParts(
    async (after) =>
      await db.kysely
        .selectFrom('savings_accounts as s')
        .innerJoin('bank_names as b', 'b.id', 's.bank_name_id')
        .innerJoin('accounts as c', (join) =>
          join.onRef('c.user_id', '=', 's.user_id').onRef('c.id', '=', 's.account_id'),
        )
        .select(['s.id', 's.account_type', 's.account_reference', 's.sort_code', 's.account_number', 's.notes'])
        .select(['s.latest_balance_date', 'b.name as bank', 'c.name as account'])
        .$call(nextOf('s', userId, after))
        .execute(),
  );
  for await (const row of rows)
    yield savingsEntry(
      {
        id: row.id,
        accountType: row.account_type,
        accountReference: row.account_reference,
        sortCode: row.sort_code,
        accountNumber: row.account_number,
        notes: row.notes,
        latestBalanceDate: row.latest_balance_date as IsoDate,
      },
      row.bank,
      row.account,
    );
}

async function* brokerCash(db: Db, userId: string): AsyncGenerator<SearchEntry> {
  const rows = inParts(
    async (after) =>
      await db.kysely
        .selectFrom('broker_cash_balances as s')
        .innerJoin('brokers as b', 'b.id', 's.broker_id')
        .innerJoin('accounts as c', (join) =>
          join.onRef('c.user_id', '=', 's.user_id').onRef('c.id', '=', 's.account_id'),
        )
        .select(['s.id', 's.tax_wrapper', 's.notes', 's.last_updated', 'b.name as broker', 'c.name as account'])
        .$call(nextOf('s', userId, after))
        .execute(),
  );
  for await (const row of rows)
    yield brokerCashEntry(
      {
        id: row.id,
        taxWrapper: row.tax_wrapper as TaxWrapper,
        notes: row.notes,
        lastUpdated: row.last_updated as IsoDate,
      },
      row.broker,
      row.account,
    );
}

async function* properties(db: Db, userId: string): AsyncGenerator<SearchEntry> {
  const rows = inParts(
    async (after) =>
      await db.kysely
        .selectFrom('properties as p')
        .innerJoin('accounts as c', (join) =>
          join.onRef('c.user_id', '=', 'p.user_id').onRef('c.id', '=', 'p.account_id'),
        )
        .select(['p.id', 'p.name', 'p.address', 'p.notes', 'p.date_purchased', 'c.name as account'])
        .$call(nextOf('p', userId, after))
        .execute(),
  );
  for await (const row of rows)
    yield propertyEntry(
      {
        id: row.id,
        name: row.name,
        address: row.address,
        notes: row.notes,
        datePurchased: row.date_purchased as IsoDate,
      },
      row.account,
    );
}

/** The records of each type; a few more than are found. Transactions are counted by security instead. */
export const SEARCHED: Readonly<
  Record<
    Exclude<SearchType, 'transactions'>,
    (db: Db, userId: string, query: string) => AsyncGenerator<SearchEntry> | Promise<readonly SearchEntry[]>
  >
> = {
  accounts: async (db, userId) => (await listAccounts(db, userId)).map(accountEntry),
  assets: async (db, _userId, query) => (await listAssets(db, { query })).map(assetEntry),
  'savings-accounts': savings,
  'broker-cash-balances': brokerCash,
  properties,
};
