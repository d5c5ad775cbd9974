import fc from 'fast-check';
import { sql } from 'kysely';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkAmount, isAmount, type Money, type Pounds, type Quantity } from '../../../domain/values/amount.ts';
import { transactionsCsv } from '../../../domain/csv/exports/export-transactions.ts';
import type { IsoDate } from '../../../domain/values/dates.ts';
import { TRANSACTION_SORT_FIELDS, type TransactionQuery } from '../../../domain/lists/transaction-query.ts';
import { TransactionTable } from '../../../domain/lists/transaction-table.ts';
import { SEED_ASSETS, SEED_BROKERS } from '../../../domain/starter/catalogue.ts';
import type { TransactionFields } from '../../../domain/records/transaction.ts';
import { done, fail, type Outcome } from '../../outcome.ts';
import { seedStore } from '../../seed/seed.ts';
import { readAhead } from '../../services/read-ahead.ts';
import { importSelected, readTransactions } from '../../services/transaction-import.ts';
import { metaValue } from '../database/meta.ts';
import { isReferenceViolation, openStore, type Db, type Store, type StoreLocation } from '../database/store.ts';
import { migrate } from '../migrations/migrations.ts';
import { readChanges } from '../queries/changes.ts';
import { searchEverything } from '../queries/search.ts';
import type { TransactionFilter } from '../queries/transaction-filter.ts';
import { pageOfTransactions, transactionIds } from '../queries/transaction-query.ts';
import {
  createAsset,
  createUnlistedAsset,
  findAssetByIsin,
  listAssets,
  pageOfAssets,
  removeAsset,
  removeAssets,
  updateAsset,
} from '../shared-records/assets.ts';
import { createBroker, listBrokers, removeBroker } from '../shared-records/brokers.ts';
import {
  latestPrice,
  latestPrices,
  latestRates,
  pageOfPrices,
  rateCoverage,
  savePrices,
  saveRates,
} from '../shared-records/market.ts';
import { sweep } from '../upkeep/housekeeping.ts';
import { ACCOUNTS, listAccounts } from '../user-records/accounts.ts';
import { saveExtra } from '../user-records/extras.ts';
import { toTransactionRow } from '../user-records/transaction-rows.ts';
import { allTransactions, insertTransactions, TRANSACTIONS } from '../user-records/transactions.ts';
import { addSession, endFamily, findSession, listSignIns } from '../users/sessions.ts';
import {
  addInvite,
  addPasswordReset,
  addUser,
  findUserByEmail,
  redeemInvite,
  redeemPasswordReset,
} from '../users/users.ts';
import { findOperation, noteOperation } from '../versions/applied-operations.ts';
import { SHARED } from '../versions/counters.ts';
import { createOwned, findOwned, removeManyOwned, removeOwned, updateOwned } from '../versions/owned.ts';
import { describeReferences } from './reference-spec.ts';
import { describeStatements } from './statements-spec.ts';
import { throwAwayPostgres, type ThrowAwayPostgres } from './throw-away-postgres.ts';
import { describeWealthLists } from './wealth-lists-spec.ts';
import { describeWealth } from './wealth-spec.ts';

const NOW = '2026-01-15T12:00:00.000Z';
const LATER = '2026-01-15T12:00:01.000Z';

const postgres: ThrowAwayPostgres | null = await throwAwayPostgres();
const folder = mkdtempSync(join(tmpdir(), 'holdfast-store-'));

afterAll(async () => {
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const NEW_COLUMNS: readonly string[] = [
  'cash_amount',
  'cash_currency',
  'settlement_date',
  'contribution_kind',
  'gross_income',
  'tax_withheld',
  'tax_country',
];

async function indexNames({ kysely, dialect }: Db): Promise<string[]> {
  const { rows } = await (
    dialect === 'sqlite'
      ? sql<{
          name: string;
        }>`select name from sqlite_master where type = 'index' and tbl_name = 'transactions' and sql is not null`
      : sql<{ name: string }>`select indexname as name from pg_indexes where tablename = 'transactions'`
  ).execute(kysely);
  return rows.map((row) => row.name);
}

const databases: readonly {
  name: string;
  locate: () => Promise<StoreLocation>;
  locateNew: () => Promise<StoreLocation>;
  locateOlder: () => Promise<StoreLocation>;
}[] = [
  {
    name: 'SQLite',
    locate: async () => await Promise.resolve({ dialect: 'sqlite', file: join(folder, 'data', 'holdfast.sqlite') }),
    locateNew: async () => await Promise.resolve({ dialect: 'sqlite', file: join(folder, 'old', 'holdfast.sqlite') }),
    locateOlder: async () =>
      await Promise.resolve({ dialect: 'sqlite', file: join(folder, `older-${newId()}`, 'holdfast.sqlite') }),
  },
  ...(postgres === null
    ? []
    : [
        {
          name: 'PostgreSQL',
          locate: async (): Promise<StoreLocation> => ({ dialect: 'postgres', url: await postgres.newDatabase() }),
          locateNew: async (): Promise<StoreLocation> => ({ dialect: 'postgres', url: await postgres.newDatabase() }),
          locateOlder: async (): Promise<StoreLocation> => ({ dialect: 'postgres', url: await postgres.newDatabase() }),
        },
      ]),
];

let count = 0;
/** A new UUID in the order of the calls. */
function newId(): string {
  count += 1;
  return `0190b0a0-0000-7000-8000-${String(count).padStart(12, '0')}`;
}

function valueOf<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Error(`${outcome.code}: ${outcome.message}`);
  return outcome.value;
}

function codeOf(outcome: Outcome<unknown>): string {
  return outcome.ok ? 'ok' : outcome.code;
}

describe.each(databases)('the store on $name', ({ name, locate, locateNew, locateOlder }) => {
  let location: StoreLocation;
  let store: Store;
  let broker: string;

  beforeAll(async () => {
    location = await locate();
    store = await openStore(location);
    await seedStore(store, newId, NOW);
    broker = (await listBrokers(store))[0]?.id ?? '';
  });

  afterAll(async () => {
    await store.close();
  });

  /** One transaction whose result is its value. */
  const write = async <T>(work: (tx: Db) => Promise<Outcome<T>>): Promise<Outcome<T>> => await store.transact(work);

  async function newUser(): Promise<string> {
    const id = newId();
    await addUser(
      store,
      { id, email: `${id}@example.org`, firstName: 'A', surname: 'B', passwordHash: 'x', isAdmin: false },
      NOW,
    );
    return id;
  }

  async function newAccount(userId: string, accountName = 'Main'): Promise<string> {
    return valueOf(await write(async (tx) => await createOwned(ACCOUNTS, tx, userId, newId(), { name: accountName })))
      .id;
  }

  function fields(accountId: string, changes: Partial<TransactionFields> = {}): TransactionFields {
    return {
      transactionType: 'BUY',
      transactionDate: '2025-05-06' as IsoDate,
      brokerId: broker,
      brokerDealReference: '',
      accountId,
      taxWrapper: 'DEALING',
      isin: 'IE00B4L5Y983',
      quantity: 10 as Quantity,
      nativePrice: null,
      localPrice: null,
      consideration: 339.86 as Pounds,
      brokerCharge: 0 as Pounds,
      stampDuty: 0 as Pounds,
      fxCharge: 0 as Pounds,
      accruedInterest: 0 as Pounds,
      ...changes,
    };
  }

  const record = async (userId: string, accountId: string, changes: Partial<TransactionFields> = {}) =>
    valueOf(
      await write(async (tx) => await createOwned(TRANSACTIONS, tx, userId, newId(), fields(accountId, changes))),
    );

  it('opens an existing database again without migrating or seeding twice', async () => {
    if (location.dialect === 'sqlite') await store.close();
    const again = await openStore(location);
    await seedStore(again, newId, NOW);
    expect(await listAssets(again)).toHaveLength(SEED_ASSETS.length);
    expect(await listBrokers(again)).toHaveLength(SEED_BROKERS.length);
    expect(await metaValue(again, 'epoch', () => 'first')).toBe('first');
    expect(await metaValue(again, 'epoch', () => 'second')).toBe('first');
    if (location.dialect === 'sqlite') store = again;
    else await again.close();
  });

  it('keeps every figure that a record can have, to the last digit', async () => {
    const user = await newUser();
    const account = await newAccount(user);
    const figure = fc
      .tuple(fc.integer({ min: 0, max: 999_999_999_999_999 }), fc.integer({ min: 0, max: 12 }))
      .map(([digits, places]) => checkAmount<'pounds'>(Number(`${digits}e-${places}`)))
      .filter(isAmount);
    const rows = fc
      .sample(fc.tuple(figure, figure), 300)
      .map(([consideration, charge]) => ({ id: newId(), ...fields(account, { consideration, stampDuty: charge }) }));
    valueOf(await write(async (tx) => done(await insertTransactions(tx, user, rows))));
    const stored = new Map((await allTransactions(store, user)).map((row) => [row.id, row]));
    for (const row of rows)
      expect(stored.get(row.id)).toMatchObject({ consideration: row.consideration, stampDuty: row.stampDuty });
  });

  it('keeps every field of a transaction, and stores nothing for missing ones', async () => {
    const user = await newUser();
    const account = await newAccount(user);
    const full = fields(account, {
      transactionType: 'DEMERGER',
      nativePrice: 0.000001 as never,
      localPrice: 12_345_678.9 as never,
      relatedIsin: 'GB00BH4HKS39',
      ratioNew: 3,
      ratioOld: 2,
      valueAfter: 0.01 as Pounds,
      costFraction: 0.333333333333 as never,
      smallTreatment: 'deduct',
      incomeDate: '2025-05-07' as IsoDate,
      transferId: 't1',
      accruedInterest: -1.5 as Pounds,
      brokerDealReference: "O'Brien; --",
    });
    const saved = valueOf(await write(async (tx) => await createOwned(TRANSACTIONS, tx, user, newId(), full)));
    expect(valueOf(await findOwned(TRANSACTIONS, store, user, saved.id))).toEqual({
      id: saved.id,
      ...full,
      version: saved.version,
    });
    const withheld = await record(user, account, {
      quantity: null,
      transactionType: 'DIVIDEND',
      grossIncome: 100.25 as Pounds,
      taxWithheld: 15.04 as Pounds,
      taxCountry: 'US',
      cashAmount: 108.01 as Money,
      cashCurrency: 'USD',
      settlementDate: '2025-05-09' as IsoDate,
    });
    expect(valueOf(await findOwned(TRANSACTIONS, store, user, withheld.id))).toEqual(withheld);
    const plain = await record(user, account, { quantity: null, transactionType: 'DIVIDEND' });
    expect(Object.keys(valueOf(await findOwned(TRANSACTIONS, store, user, plain.id)))).not.toContain('relatedIsin');
  });

  it('keeps a cash event without a security, finds it by its type, and counts it beside others', async () => {
    const user = await newUser();
    const account = await newAccount(user);
    const deposit = await record(user, account, {
      transactionType: 'DEPOSIT',
      isin: '',
      quantity: null,
      consideration: 0 as Pounds,
      cashAmount: 250.5 as Money,
      cashCurrency: 'EUR',
      brokerDealReference: 'Standing order',
    });
    const bought = await record(user, account, { brokerDealReference: 'order 2' });
    expect(valueOf(await findOwned(TRANSACTIONS, store, user, deposit.id))).toEqual(deposit);
    expect(deposit).toMatchObject({ isin: '', cashAmount: 250.5, cashCurrency: 'EUR' });
    const page = await pageOfTransactions(store, user, { sortField: 'assetName' }, { page: 1, pageSize: 1 });
    expect(page).toMatchObject({ totalCount: 2, transactions: [{ id: deposit.id, assetName: '', cashAmount: 250.5 }] });
    // A word in the names of all the user's securities still restricts the cash events.
    for (const [query, ids] of [
      ['IE00B4L5Y983', [bought.id]],
      ['order', [bought.id, deposit.id]],
      ['order deposit', [deposit.id]],
    ] as const)
      expect(
        (await pageOfTransactions(store, user, { query }, null)).transactions.map(({ id }) => id).toSorted(),
      ).toEqual([...ids].toSorted());
    const found = await searchEverything(store, user, 'order', ['transactions'], 1, 10);
    expect(new Map(found.results.map(({ id, title }) => [id, title]))).toEqual(
      new Map([
        [deposit.id, 'Deposit'],
        [bought.id, SEED_ASSETS.find(({ isin }) => isin === 'IE00B4L5Y983')?.name],
      ]),
    );
    expect((await searchEverything(store, user, 'deposit', ['transactions'], 1, 10)).results).toMatchObject([
      { id: deposit.id, title: 'Deposit', date: deposit.transactionDate },
    ]);
  });

  it('brings a database of before cash events to the new schema with its rows and receipts', async () => {
    const old = await openStore(await locateNew(), '0017-writes');
    const columns = toTransactionRow('u', { id: 't', ...fields('a') }, 1);
    const before = Object.fromEntries(Object.entries(columns).filter(([name]) => !NEW_COLUMNS.includes(name)));
    await addUser(
      old,
      { id: 'u', email: 'u@example.org', firstName: 'A', surname: 'B', passwordHash: 'x', isAdmin: false },
      NOW,
    );
    await seedStore(old, newId, NOW);
    const oldBroker = (await listBrokers(old))[0]?.id ?? '';
    await old.kysely.insertInto('accounts').values({ id: 'a', user_id: 'u', name: 'Main', version: 1 }).execute();
    const rows = Array.from({ length: 3 }, (_, index) => ({ ...before, id: `t${index}`, broker_id: oldBroker }));
    await old.kysely
      .insertInto('transactions')
      .values(rows as never)
      .execute();
    await old.kysely
      .insertInto('receipts')
      .values({
        user_id: 'u',
        id: 'r',
        transaction_id: 't1',
        original_file_name: 'note.pdf',
        content_type: 'application/pdf',
        file_size: 3,
        sha256: 'x',
        uploaded_at: NOW,
        receipt_type: null,
        description: '',
        storage_name: 'r',
        version: 2,
      })
      .execute();
    const indexes = await indexNames(old);
    await migrate(old.kysely as never, old.dialect);
    expect((await allTransactions(old, 'u')).map(({ id, isin }) => [id, isin])).toEqual(
      ['t0', 't1', 't2'].map((id) => [id, 'IE00B4L5Y983']),
    );
    // Every index exists again, except those that a better one replaces.
    const replaced = new Set(['transactions_consideration', 'transactions_broker']);
    expect((await indexNames(old)).toSorted()).toEqual(
      [...indexes.filter((index) => !replaced.has(index)), 'transactions_shown_amount'].toSorted(),
    );
    // References are still checked in both directions.
    await expect(old.kysely.deleteFrom('transactions').where('id', '=', 't1').execute()).rejects.toThrow();
    await expect(old.kysely.deleteFrom('brokers').where('id', '=', oldBroker).execute()).rejects.toThrow();
    await expect(
      old.kysely
        .insertInto('transactions')
        .values({ ...columns, id: 'x', broker_id: oldBroker, isin: 'XX' })
        .execute(),
    ).rejects.toThrow();
    await old.kysely
      .insertInto('transactions')
      .values({ ...columns, id: 'x', broker_id: oldBroker, isin: null })
      .execute();
    await old.close();
  });

  it('is as it was when an upgrade breaks off, and is upgraded by the next one', async () => {
    const old = await openStore(await locateOlder(), '0018-cash-events');
    await addUser(
      old,
      { id: 'u', email: 'u@example.org', firstName: 'A', surname: 'B', passwordHash: 'x', isAdmin: false },
      NOW,
    );
    const tables = async () => (await old.kysely.introspection.getTables()).map(({ name }) => name);
    const before = await tables();
    await sql`insert into idempotency (user_id, key, request_hash, status, body, headers, created_at)
      values ('u', 'k', 'h', 201, 'not JSON', '{}', ${NOW})`.execute(old.kysely);
    await expect(migrate(old.kysely as never, old.dialect)).rejects.toThrow();
    expect(await tables()).toEqual(before);
    await sql`update idempotency set body = '{"id":"a"}'`.execute(old.kysely);
    await migrate(old.kysely as never, old.dialect);
    expect(await findOperation(old, 'u', 'k', 'h')).toEqual({ kind: 'applied', recordId: 'a' });
    await old.close();
  });

  it('upgrades sessions from before devices were recorded, dated from their sign-in', async () => {
    const old = await openStore(await locateOlder(), '0022-cash-isas');
    await addUser(
      old,
      { id: 'u', email: 'u@example.org', firstName: 'A', surname: 'B', passwordHash: 'x', isAdmin: false },
      NOW,
    );
    const row = { family: 'f', user_id: 'u', expires_at: '2026-01-15T20:00:00.000Z' };
    await old.kysely
      .insertInto('sessions')
      .values([
        { ...row, jti: 'first', issued_at: NOW, first_used_at: LATER, replaced_by: 'next' },
        { ...row, jti: 'next', issued_at: LATER, first_used_at: null, replaced_by: null },
      ] as never)
      .execute();
    await migrate(old.kysely as never, old.dialect);
    expect(await listSignIns(old, 'u', LATER)).toEqual([
      { family: 'f', device: null, signedInAt: NOW, lastSeenAt: LATER },
    ]);
    expect(await findSession(old, 'next', LATER)).toMatchObject({ device: null, signedInAt: NOW, used: false });
    await old.close();
  });

  it('gives every write the next number, refuses a stale write and returns the present record', async () => {
    const user = await newUser();
    const first = valueOf(await write(async (tx) => await createOwned(ACCOUNTS, tx, user, newId(), { name: 'One' })));
    expect(first.version).toBe(1);
    const second = valueOf(
      await write(async (tx) => await updateOwned(ACCOUNTS, tx, user, first.id, { name: 'Two' }, 1)),
    );
    expect(second).toEqual({ id: first.id, name: 'Two', version: 2 });
    const stale = await write(async (tx) => await updateOwned(ACCOUNTS, tx, user, first.id, { name: 'Three' }, 1));
    expect(stale).toMatchObject({ ok: false, code: 'conflict', current: second });
    expect(await write(async (tx) => await removeOwned(ACCOUNTS, tx, user, first.id, 1, NOW))).toMatchObject({
      code: 'conflict',
      current: second,
    });
    expect(await write(async (tx) => await createOwned(ACCOUNTS, tx, user, first.id, { name: 'Four' }))).toMatchObject({
      code: 'already-exists',
      current: second,
    });
  });

  it('hides the rows of one user from another, by every way to them', async () => {
    const [mine, theirs] = [await newUser(), await newUser()];
    const account = await newAccount(theirs);
    const transaction = await record(theirs, account);
    expect(codeOf(await findOwned(ACCOUNTS, store, mine, account))).toBe('notFound');
    expect(codeOf(await write(async (tx) => await updateOwned(ACCOUNTS, tx, mine, account, { name: 'X' }, null)))).toBe(
      'notFound',
    );
    expect(codeOf(await write(async (tx) => await createOwned(TRANSACTIONS, tx, mine, newId(), fields(account))))).toBe(
      'notFound',
    );
    expect(
      codeOf(
        await write(async (tx) => await updateOwned(TRANSACTIONS, tx, mine, transaction.id, fields(account), null)),
      ),
    ).toBe('notFound');
    expect(
      valueOf(await write(async (tx) => await removeManyOwned(TRANSACTIONS, tx, mine, [transaction.id], NOW))),
    ).toEqual({
      deletedCount: 0,
    });
    expect(await listAccounts(store, mine)).toEqual([]);
    // Even a handler that forgot to check cannot put a transaction into another user's account.
    const sneaky = store.transact(async (tx) =>
      done(
        await tx.kysely
          .insertInto('transactions')
          .values(toTransactionRow(mine, { id: newId(), ...fields(account) }, 1))
          .execute(),
      ),
    );
    await expect(sneaky).rejects.toSatisfy(isReferenceViolation);
  });

  it('refuses records that refer to missing ones, and deletions of records in use, with counts', async () => {
    const user = await newUser();
    const account = await newAccount(user);
    expect(
      await write(
        async (tx) =>
          await createOwned(
            TRANSACTIONS,
            tx,
            user,
            newId(),
            fields(account, { isin: 'US0378331005', brokerId: 'none' }),
          ),
      ),
    ).toMatchObject({ code: 'invalid', issues: [{ field: 'brokerId' }, { field: 'isin' }] });
    await record(user, account);
    await record(user, account);
    expect(await write(async (tx) => await removeOwned(ACCOUNTS, tx, user, account, null, NOW))).toMatchObject({
      code: 'inUse',
      message: 'This account cannot be deleted because it has 2 transactions.',
    });
    expect(codeOf(await write(async (tx) => await removeBroker(tx, broker, null, NOW)))).toBe('inUse');
    const asset = valueOf(await findAssetByIsin(store, 'IE00B4L5Y983'));
    expect(codeOf(await write(async (tx) => await removeAsset(tx, asset.id, null, NOW)))).toBe('inUse');
    const other = valueOf(await findAssetByIsin(store, 'XPT'));
    expect(codeOf(await write(async (tx) => await removeAssets(tx, [other.id, asset.id], NOW)))).toBe('inUse');
    expect(codeOf(await findAssetByIsin(store, 'XPT'))).toBe('ok');
    expect(
      codeOf(await write(async (tx) => await updateAsset(tx, asset.id, { ...asset, isin: 'US0378331005' }, null))),
    ).toBe('inUse');
  });

  it('keeps names and ISINs of the shared lists apart', async () => {
    expect(await write(async (tx) => await createBroker(tx, { id: newId(), name: 'aj bell' }))).toMatchObject({
      code: 'invalid',
    });
    const gold = valueOf(await findAssetByIsin(store, 'xau'));
    expect(await write(async (tx) => await createAsset(tx, newId(), gold))).toMatchObject({ code: 'already-exists' });
    expect(
      valueOf(
        await write(
          async (tx) => await createUnlistedAsset(tx, 'user-a', { id: newId(), isin: 'XAU', name: 'Whatever' }),
        ),
      ).id,
    ).toBe(gold.id);
    const unlisted = valueOf(
      await write(
        async (tx) => await createUnlistedAsset(tx, 'user-a', { id: newId(), isin: 'US5949181045', name: 'Microsoft' }),
      ),
    );
    expect(unlisted).toMatchObject({ name: 'Microsoft', category: 'NON_CORE', excludeFromPriceUpdates: true });
    expect((await pageOfAssets(store, { query: '100% equity' }, 1, 5)).assets.map((asset) => asset.isin)).toEqual([
      'GB00B41XG308',
    ]);
    expect((await pageOfAssets(store, { query: '%' }, 1, 5)).totalCount).toBe(SEED_ASSETS.length + 1);
    expect((await pageOfAssets(store, { query: '100_' }, 1, 5)).totalCount).toBe(0);
    expect(await pageOfAssets(store, { type: 'COMMODITY' }, 9, 2)).toMatchObject({
      totalCount: 3,
      currentPage: 2,
      hasNextPage: false,
      hasPreviousPage: true,
    });
  });

  it('rolls everything back when the work fails', async () => {
    const user = await newUser();
    const failed = await write(async (tx) => {
      await createOwned(ACCOUNTS, tx, user, newId(), { name: 'Gone' });
      return fail('invalid', 'no');
    });
    expect(failed).toMatchObject({ code: 'invalid', message: 'no' });
    await expect(
      store.transact(async (tx) => {
        await createOwned(ACCOUNTS, tx, user, newId(), { name: 'Gone' });
        throw new Error('a bug');
      }),
    ).rejects.toThrow('a bug');
    expect(await listAccounts(store, user)).toEqual([]);
    expect(valueOf(await readChanges(store, user, 0, 10)).cursor).toBe('0');
  });

  it('lists transactions filtered, searched, sorted and by page', async () => {
    const user = await newUser();
    const [main, partner] = [await newAccount(user, 'Main'), await newAccount(user, 'Partner')];
    const made = [
      await record(user, main, {
        isin: 'IE00B4L5Y983',
        quantity: 9 as Quantity,
        consideration: 100.5 as Pounds,
        transactionDate: '2024-01-02' as IsoDate,
        brokerDealReference: 'REF-1',
      }),
      await record(user, main, {
        isin: 'GB00BH4HKS39',
        quantity: 10 as Quantity,
        consideration: 20 as Pounds,
        transactionDate: '2024-01-03' as IsoDate,
        taxWrapper: 'ISA',
      }),
      await record(user, partner, {
        isin: 'GB00B10RZP78',
        transactionType: 'DIVIDEND',
        quantity: null,
        consideration: 1000 as Pounds,
        transactionDate: '2024-01-01' as IsoDate,
      }),
    ];
    const page = async (query: Parameters<typeof pageOfTransactions>[2]) =>
      (await pageOfTransactions(store, user, query, null)).transactions.map((row) =>
        made.findIndex((entry) => entry.id === row.id),
      );
    expect(await page({})).toEqual([1, 0, 2]);
    expect(await page({ accountId: main, taxWrapper: 'ISA' })).toEqual([1]);
    expect(await page({ assetCategory: 'DEVELOPED_WORLD_TSM' })).toEqual([0]);
    expect(await page({ query: 'VODAFONE' })).toEqual([1]);
    expect(await page({ query: 'main isa' })).toEqual([1]);
    expect(await page({ query: 'ref-1' })).toEqual([0]);
    expect(await page({ query: 'dividend' })).toEqual([2]);
    expect(await page({ query: "'; drop table users; --" })).toEqual([]);
    expect(await page({ sortField: 'consideration' })).toEqual([1, 0, 2]);
    expect(await page({ sortField: 'quantity', sortDirection: 'desc' })).toEqual([1, 0, 2]);
    expect(await page({ sortField: 'quantity' })).toEqual([0, 1, 2]);
    expect(await page({ sortField: 'assetName' })).toEqual([0, 2, 1]);
    expect(await page({ sortField: 'accountName', sortDirection: 'desc' })).toEqual([2, 1, 0]);
    for (const sortField of TRANSACTION_SORT_FIELDS)
      expect(new Set(await page({ sortField }))).toEqual(new Set([0, 1, 2]));
    expect(await pageOfTransactions(store, user, {}, { page: 2, pageSize: 2 })).toMatchObject({
      totalCount: 3,
      totalPages: 2,
      currentPage: 2,
      transactions: [
        {
          id: made[2]?.id,
          assetName: 'Unilever plc',
          accountName: 'Partner',
          transactionTypeLabel: 'Dividend',
          taxWrapperLabel: 'DEALING',
          quantity: null,
          consideration: 1000,
        },
      ],
    });
    expect(await transactionIds(store, user)).toEqual([1, 0, 2].map((index) => made[index]?.id));
  });

  it('lists as the device does: the same rows in the same order for every filter, search and sort', async () => {
    const user = await newUser();
    const accounts = [
      await newAccount(user, 'Zoë'),
      await newAccount(user, 'Main 10'),
      await newAccount(user, 'main 9'),
    ];
    const [assets, brokers] = [await listAssets(store), await listBrokers(store)];
    const pick = <T>(items: readonly T[], index: number): T => items[index % items.length] ?? (items[0] as T);
    const cash = (index: number): Partial<TransactionFields> =>
      index % 5 === 0
        ? {
            isin: '',
            transactionType: pick(['DEPOSIT', 'FEE', 'CASH_INTEREST'] as const, index / 5),
            quantity: null,
            consideration: 0 as Pounds,
            cashAmount: (((index * 6131) % 1000) + index / 1000 + 0.0005) as Money,
            cashCurrency: 'GBP',
          }
        : {};
    const rows = Array.from({ length: 300 }, (_, index) => ({
      id: newId(),
      ...fields(pick(accounts, index * 7), {
        isin: pick(assets, index * 11).isin,
        brokerId: pick(brokers, index * 5).id,
        transactionType: pick(['BUY', 'SELL', 'DIVIDEND', 'RIGHTS_ISSUE'] as const, index * 3),
        taxWrapper: pick(['DEALING', 'ISA', 'SIPP'] as const, index * 13),
        transactionDate: `2025-0${1 + (index % 9)}-1${index % 7}` as IsoDate,
        quantity: (index % 4 === 0 ? null : index * 1.5) as Quantity,
        consideration: (((index * 7919) % 1000) + index / 1000) as Pounds,
        brokerDealReference: index % 3 === 0 ? `Ref ${index}` : '',
        ...cash(index),
      }),
    }));
    valueOf(await write(async (tx) => done(await insertTransactions(tx, user, rows))));
    const name =
      (records: readonly { readonly id: string; readonly name: string }[]) =>
      (id: string): string | null =>
        records.find((entry) => entry.id === id)?.name ?? null;
    const table = new TransactionTable(await allTransactions(store, user), {
      asset: (isin) => assets.find((asset) => asset.isin === isin) ?? null,
      account: name(await listAccounts(store, user)),
      broker: name(brokers),
    });
    const filters: readonly TransactionFilter[] = [
      {},
      { accountId: accounts[1] },
      { taxWrapper: 'ISA' },
      { assetCategory: 'LT_BONDS' },
      { query: 'vanguard' },
      { query: 'main sell' },
      { query: 'ref 12' },
      { query: 'deposit' },
      { query: 'cash ref' },
      { query: 'GB00 isa' },
      { query: 'nothing has this' },
    ];
    for (const filter of filters) {
      for (const sortField of [undefined, ...TRANSACTION_SORT_FIELDS]) {
        for (const sortDirection of ['asc', 'desc'] as const) {
          const order = { ...(sortField === undefined ? {} : { sortField }), sortDirection };
          const { query: search, ...rest } = filter;
          const device = table.page({
            ...rest,
            ...(search === undefined ? {} : { search }),
            ...order,
            page: 2,
            pageSize: 15,
          } as TransactionQuery);
          const server = await pageOfTransactions(store, user, { ...filter, ...order }, { page: 2, pageSize: 15 });
          const { transactions: shown, ...info } = server;
          const { transactions: expected, ...expectedInfo } = device;
          expect(info).toEqual(expectedInfo);
          // Equal amounts may be in any order.
          const key = (row: (typeof shown)[number]): unknown => (sortField === 'quantity' ? row.quantity : row.id);
          expect(shown.map(key), JSON.stringify({ filter, order })).toEqual(expected.map(key as never));
        }
      }
    }
  });

  it('tells what changed since a cursor, oldest first, page by page', async () => {
    const user = await newUser();
    const account = await newAccount(user);
    const kept = await record(user, account);
    const dropped = await record(user, account);
    valueOf(
      await write(
        async (tx) =>
          await updateOwned(TRANSACTIONS, tx, user, kept.id, fields(account, { consideration: 1 as Pounds }), null),
      ),
    );
    valueOf(await write(async (tx) => await removeManyOwned(TRANSACTIONS, tx, user, [dropped.id], NOW)));
    const all = valueOf(await readChanges(store, user, 0, 100));
    expect(all).toMatchObject({ cursor: '5', hasMore: false });
    expect(all.changes.map(({ entity, id, version, deleted }) => [entity, id, version, deleted])).toEqual([
      ['account', account, 1, false],
      ['transaction', kept.id, 4, false],
      ['transaction', dropped.id, 5, true],
    ]);
    expect(all.changes[1]?.record).toMatchObject({ consideration: 1, version: 4 });
    const first = valueOf(await readChanges(store, user, 0, 2));
    expect([first.cursor, first.hasMore, first.changes.length]).toEqual(['4', true, 2]);
    expect(valueOf(await readChanges(store, user, 4, 2))).toMatchObject({
      cursor: '5',
      hasMore: false,
      changes: [{ id: dropped.id, deleted: true }],
    });
    expect(valueOf(await readChanges(store, user, 5, 2)).changes).toEqual([]);
    expect(codeOf(await readChanges(store, user, 6, 2))).toBe('cursorExpired');
    // A record created again with its old id is no longer deleted.
    valueOf(await write(async (tx) => await createOwned(TRANSACTIONS, tx, user, dropped.id, fields(account))));
    expect(valueOf(await readChanges(store, user, 5, 9)).changes.map(({ id, deleted }) => [id, deleted])).toEqual([
      [dropped.id, false],
    ]);
    await removeTransactionAndSweep(user, dropped.id);
  });

  async function removeTransactionAndSweep(user: string, id: string): Promise<void> {
    valueOf(await write(async (tx) => await removeManyOwned(TRANSACTIONS, tx, user, [id], '2024-01-01T00:00:00.000Z')));
    // A device that returns after years learns of it.
    await sweep(store, Date.parse(NOW));
    expect(valueOf(await readChanges(store, user, 6, 9)).changes.map((change) => [change.id, change.deleted])).toEqual([
      [id, true],
    ]);
    expect(valueOf(await readChanges(store, user, 7, 9)).changes).toEqual([]);
  }

  it('makes a deleted broker again for rows of an import that name it, and no broker for an unknown Id', async () => {
    const user = await newUser();
    const account = await newAccount(user);
    const [deleted, unknown] = [newId(), newId()];
    valueOf(await write(async (tx) => await createBroker(tx, { id: deleted, name: 'Small Broker' })));
    valueOf(await write(async (tx) => await removeBroker(tx, deleted, null, NOW)));
    const rows = [deleted, unknown].map((brokerId) => ({ ...fields(account, { brokerId }), id: newId() }));
    const csv = transactionsCsv(rows, {
      account: () => '',
      broker: (id) => (id === deleted ? 'Small Broker' : 'Unknown Broker'),
      asset: () => '',
    });
    const selection = { rows: 'all', skipDuplicateCheck: true } as const;
    const imported = valueOf(
      await write(async (tx) => {
        const context = { db: tx, userId: user, clock: () => Date.parse(NOW), newId };
        const bytes = new TextEncoder().encode(csv);
        const ahead = valueOf(
          await readAhead(context, async (reading) => await readTransactions(reading, bytes, selection)),
        );
        return await importSelected(context, selection, ahead);
      }),
    );
    expect(imported).toMatchObject({ importedCount: 1, newBrokers: [deleted], records: [{ id: rows[0]?.id }] });
    expect((await allTransactions(store, user)).map(({ brokerId }) => brokerId)).toEqual([deleted]);
  });

  it('tells changes of what all share', async () => {
    const { cursor } = valueOf(await readChanges(store, SHARED, 0, 5000));
    const point = {
      isin: 'XAU',
      priceDate: '2026-01-02' as IsoDate,
      closePrice: 3391.123456 as never,
      currency: 'GBP',
      fetchedAt: NOW,
    };
    valueOf(
      await write(async (tx) =>
        done(await savePrices(tx, [point, { ...point, priceDate: '2026-01-05' as IsoDate }], 'MANUAL')),
      ),
    );
    valueOf(await write(async (tx) => done(await savePrices(tx, [{ ...point, closePrice: 3400 as never }], 'MANUAL'))));
    valueOf(
      await write(async (tx) =>
        done(
          await saveRates(
            tx,
            [{ fromCurrency: 'USD', toCurrency: 'GBP', rate: 0.7412345 as never, rateDate: '2026-01-05' as IsoDate }],
            NOW,
          ),
        ),
      ),
    );
    const { changes, ratesFetchedAt } = valueOf(await readChanges(store, SHARED, Number(cursor), 5000));
    expect(changes.map(({ entity, id }) => [entity, id])).toEqual([
      ['price', 'XAU_2026-01-05'],
      ['price', 'XAU_2026-01-02'],
      ['rate', 'USD_GBP_2026-01-05'],
    ]);
    expect(changes.map(({ record }) => (record as { byHand?: boolean }).byHand)).toEqual([true, true, undefined]);
    expect(ratesFetchedAt).toBe(NOW);
    expect(valueOf(await readChanges(store, SHARED, Number(cursor), 2)).ratesFetchedAt).toBeUndefined();
    expect(await latestPrice(store, 'XAU', '2026-01-04' as IsoDate)).toMatchObject({
      closePrice: 3400,
      priceDate: '2026-01-02',
    });
    expect((await latestPrices(store, '2026-01-09' as IsoDate)).get('XAU')).toMatchObject({
      closePrice: 3391.123456,
      priceDate: '2026-01-05',
    });
    expect(await latestRates(store, '2026-01-09' as IsoDate)).toMatchObject([{ rate: 0.7412345 }]);
    expect(await latestRates(store, '2026-01-04' as IsoDate)).toEqual([]);
    expect(await rateCoverage(store)).toEqual({ lastFetchedAt: NOW, currencies: ['GBP', 'USD'] });
    expect(await pageOfPrices(store, 'XAU', { from: '2026-01-03' as IsoDate, to: null }, 1, 20)).toMatchObject({
      totalCount: 1,
      prices: [{ priceDate: '2026-01-05' }],
    });
  });

  it('lets writers of one user pass one after the other: no number is lost or seen too early', async () => {
    const user = await newUser();
    const account = await newAccount(user);
    await Promise.all(Array.from({ length: 20 }, async () => await record(user, account)));
    const { changes } = valueOf(await readChanges(store, user, 1, 100));
    expect(changes.map(({ version }) => version)).toEqual(Array.from({ length: 20 }, (_, index) => index + 2));
  });

  // SQLite has one writer and one connection, so that nothing commits late there.
  if (name === 'PostgreSQL')
    it('shows a late commit in the next delta, never behind the cursor', async () => {
      const user = await newUser();
      const account = await newAccount(user);
      let commit = (): void => undefined;
      const held = new Promise<void>((resolve) => {
        commit = resolve;
      });
      let hasWritten = (): void => undefined;
      const written = new Promise<void>((resolve) => {
        hasWritten = resolve;
      });
      const slow = store.transact(async (tx) => {
        await createOwned(TRANSACTIONS, tx, user, newId(), fields(account));
        hasWritten();
        await held;
        return done(undefined);
      });
      await written;
      const fast = record(user, account);
      expect(valueOf(await readChanges(store, user, 0, 10))).toMatchObject({ cursor: '1' });
      commit();
      await Promise.all([slow, fast]);
      expect(valueOf(await readChanges(store, user, 1, 10)).changes.map(({ version }) => version)).toEqual([2, 3]);
    });

  const saveSettings = async (userId: string, key: string): Promise<number> => {
    const extra = { kind: 'account-settings' as const, key, value: { fxIsCost: true } };
    const options = { ifVersion: null, ifAbsent: false };
    return valueOf(await write(async (tx) => await saveExtra(tx, userId, extra, options))).version ?? 0;
  };

  if (name === 'PostgreSQL')
    it('tells one moment of several tables: a record that is changed while they are read is in the page', async () => {
      const user = await newUser();
      valueOf(await write(async (tx) => await createOwned(ACCOUNTS, tx, user, newId(), { name: 'Main' })));
      const key = newId();
      expect(await saveSettings(user, key)).toBe(2);
      const changedMeanwhile: Store = {
        ...store,
        snapshot: async (work) =>
          await store.snapshot(async (db) => {
            await sql`select count(*) from extras`.execute(db.kysely);
            await saveSettings(user, key);
            return await work(db);
          }),
      };
      expect(valueOf(await readChanges(changedMeanwhile, user, 0, 10))).toMatchObject({
        cursor: '2',
        changes: [{ entity: 'account' }, { entity: 'extra', version: 2 }],
      });
      expect(valueOf(await readChanges(store, user, 2, 10))).toMatchObject({
        cursor: '3',
        changes: [{ entity: 'extra', version: 3 }],
      });
    });

  it('gives every change to a reader of the cursor, however often a record changes during the read', async () => {
    const user = await newUser();
    const keys = [newId(), newId(), newId()];
    const seen = new Map<string, number>();
    let [cursor, last] = [0, 0];
    let isOver = false;
    const writing = (async () => {
      for (let turn = 0; turn < 60; turn += 1) last = await saveSettings(user, keys[turn % keys.length] ?? '');
      isOver = true;
    })();
    const follow = async (): Promise<void> => {
      const page = valueOf(await readChanges(store, user, cursor, 10));
      for (const { id, version } of page.changes) {
        expect(version).toBeGreaterThan(cursor);
        seen.set(id, version);
      }
      cursor = Number(page.cursor);
    };
    while (!isOver) await follow();
    await writing;
    await follow();
    expect(cursor).toBe(last);
    expect([...seen.values()].toSorted((a, b) => a - b)).toEqual([last - 2, last - 1, last]);
  });

  it('lets a key take effect once, per user, for one request', async () => {
    const [user, other] = [await newUser(), await newUser()];
    const attempt = async (userId: string, key: string, hash: string) =>
      await write(async (tx) => {
        const operation = await noteOperation(tx, userId, key, hash, NOW);
        if (operation.kind !== 'new') return done(operation.kind);
        const created = await createOwned(ACCOUNTS, tx, userId, newId(), { name: 'Once' });
        return created.ok ? done<string>('new') : created;
      });
    expect(
      (await Promise.all([attempt(user, 'k', 'h'), attempt(user, 'k', 'h'), attempt(user, 'k', 'h')]))
        .map(valueOf)
        .toSorted(),
    ).toEqual(['applied', 'applied', 'new']);
    expect(valueOf(await attempt(user, 'k', 'other'))).toBe('mismatch');
    expect(valueOf(await attempt(other, 'k', 'h'))).toBe('new');
    expect(await listAccounts(store, user)).toHaveLength(1);
    // A failure leaves no key behind, so a corrected request may use it.
    await write(async (tx) => {
      await noteOperation(tx, user, 'failed', 'h', NOW);
      return fail('invalid', 'no');
    });
    expect(valueOf(await attempt(user, 'failed', 'h'))).toBe('new');
    await sweep(store, Date.parse(NOW) + 3650 * 86_400_000);
    expect(valueOf(await attempt(user, 'k', 'h'))).toBe('applied');
  });

  it('knows users by e-mail without case, invitations and resets once', async () => {
    const id = newId();
    const user = {
      id,
      email: `Mixed.${id}@Example.org`,
      firstName: 'A',
      surname: 'B',
      passwordHash: 'x',
      isAdmin: true,
    };
    expect(await addUser(store, user, NOW)).toBe(true);
    expect(await addUser(store, { ...user, id: newId(), email: user.email.toUpperCase() }, NOW)).toBe(false);
    expect(await findUserByEmail(store, ` ${user.email.toLowerCase()} `)).toMatchObject({ id, isAdmin: true });
    await addInvite(store, `invite ${id}`, NOW, LATER);
    expect([
      await redeemInvite(store, `invite ${id}`, NOW),
      await redeemInvite(store, `invite ${id}`, NOW),
      await redeemInvite(store, 'none', NOW),
    ]).toEqual([true, false, false]);
    await addPasswordReset(store, `old ${id}`, id, LATER);
    await addPasswordReset(store, `new ${id}`, id, LATER);
    expect([
      await redeemPasswordReset(store, `old ${id}`, NOW),
      await redeemPasswordReset(store, `new ${id}`, LATER),
      await redeemPasswordReset(store, `new ${id}`, NOW),
      await redeemPasswordReset(store, `new ${id}`, NOW),
    ]).toEqual([null, null, id, null]);
    await addSession(store, {
      jti: `j ${id}`,
      family: `f ${id}`,
      userId: id,
      device: 'Firefox on Linux',
      signedInAt: NOW,
      issuedAt: NOW,
      expiresAt: LATER,
    });
    expect(await findSession(store, `j ${id}`, NOW)).toMatchObject({
      userId: id,
      isAdmin: true,
      used: false,
      replacementUsedAt: null,
    });
    expect(await findSession(store, `j ${id}`, LATER)).toBeNull();
    await endFamily(store, id, `f ${id}`);
    expect(await findSession(store, `j ${id}`, NOW)).toBeNull();
  });

  describeWealth({ store: () => store, newId, newUser, newAccount });
  describeWealthLists({ store: () => store, newId, newUser, newAccount });
  describeReferences({ store: () => store, newId, newUser, newAccount });
  describeStatements({ store: () => store, newId, newUser, newAccount, newFields: fields });
});
