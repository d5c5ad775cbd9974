import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  accountEntry,
  assetEntry,
  brokerCashEntry,
  propertyEntry,
  savingsEntry,
  searchEntries,
  SEARCH_TYPES,
  transactionEntry,
  type SearchEntry,
} from '../../domain/lists/search.ts';
import { done } from '../outcome.ts';
import { listAccounts } from '../store/user-records/accounts.ts';
import { listAssets } from '../store/shared-records/assets.ts';
import { brokerCashShown } from '../store/user-records/broker-cash-balances.ts';
import { listBrokers } from '../store/shared-records/brokers.ts';
import { propertiesShown } from '../store/user-records/properties.ts';
import { savingsShown } from '../store/user-records/savings-accounts.ts';
import { insertRows } from '../store/database/insert-rows.ts';
import type { Store } from '../store/database/store.ts';
import { testDatabases } from '../store/testing/test-databases.ts';
import { allTransactions, insertTransactions } from '../store/user-records/transactions.ts';
import { makeWorld, transactionBody } from '../testing/world.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

const databases = await testDatabases();

/** All entries that a device of the user would search. */
async function entriesOf(store: Store, userId: string): Promise<SearchEntry[]> {
  const names = (records: readonly { readonly id: string; readonly name: string }[]) =>
    new Map(records.map(({ id, name }) => [id, name]));
  const [accounts, brokers, assets] = [
    await listAccounts(store, userId),
    await listBrokers(store),
    await listAssets(store),
  ];
  const [accountNames, brokerNames, assetNames] = [
    names(accounts),
    names(brokers),
    new Map(assets.map(({ isin, name }) => [isin, name])),
  ];
  return [
    ...accounts.map(accountEntry),
    ...assets.map(assetEntry),
    ...(await savingsShown(store, userId, { includeClosedAccounts: true })).map((view) =>
      savingsEntry(view, view.bankName, view.accountName),
    ),
    ...(await brokerCashShown(store, userId)).map((view) => brokerCashEntry(view, view.brokerName, view.accountName)),
    ...(await propertiesShown(store, userId)).map((view) => propertyEntry(view, view.accountName)),
    ...(await allTransactions(store, userId)).map((row) =>
      transactionEntry(
        row,
        assetNames.get(row.isin) ?? '',
        accountNames.get(row.accountId) ?? '',
        brokerNames.get(row.brokerId) ?? '',
      ),
    ),
  ];
}

describe.each(databases)('GET /search on %s', (_name, open) => {
  it('finds what a device finds, in the same order, page by page', async () => {
    const store = await open();
    const app: TestApp = await startTestApp({}, store);
    const token = await app.signIn('ada@example.org');
    const other = await app.signIn('bob@example.org');
    const world = await makeWorld(app, token, token);
    await makeWorld(app, other, token);
    const userId = (
      await store.kysely
        .selectFrom('users')
        .select('id')
        .where('email', '=', 'ada@example.org')
        .executeTakeFirstOrThrow()
    ).id;
    const isins = (await listAssets(store)).map(({ isin }) => isin).slice(0, 6);
    const rows = fc
      .sample(
        fc.record({
          isin: fc.constantFrom(...isins),
          day: fc.integer({ min: 1, max: 28 }),
          taxWrapper: fc.constantFrom('ISA', 'DEALING'),
          reference: fc.constantFrom('R1', 'R2', 'gold-7', ''),
        }),
        150,
      )
      .map(({ isin, day, taxWrapper, reference }, index) => ({
        ...transactionBody({ ...world, isin }),
        id: `0190b0a0-0000-7000-8000-${String(index).padStart(12, '0')}`,
        taxWrapper,
        brokerDealReference: reference,
        transactionDate: `2025-03-${String(day).padStart(2, '0')}`,
      }));
    await store.transact(async (tx) =>
      done(await insertTransactions(tx, userId, rows as unknown as Parameters<typeof insertTransactions>[2])),
    );
    const entries = await entriesOf(store, userId);
    expect(entries.length).toBeGreaterThan(170);
    for (const query of [
      'vanguard',
      'main',
      'gold',
      'XAU',
      'aj bell',
      'ETF isa',
      'ish',
      'r1',
      'nationwide',
      'rainy day',
      'elm road',
      '12345678',
      'buy',
      'spare',
      '%%',
      'nothing at all',
    ]) {
      for (const page of [1, 2, 3]) {
        const reply = await app.call('GET', `/search?query=${encodeURIComponent(query)}&page=${page}&pageSize=20`, {
          token,
        });
        expect([query, page, reply.json]).toEqual([query, page, searchEntries(entries, query, page, 20)]);
      }
    }
    const some = await app.call('GET', '/search?query=main&types=accounts&types=properties', { token });
    expect(some.json).toEqual(
      searchEntries(
        entries.filter(({ type }) => type === 'accounts' || type === 'properties'),
        'main',
      ),
    );
    expect(
      (await app.call('GET', `/search?query=main&${SEARCH_TYPES.map((type) => `types=${type}`).join('&')}`, { token }))
        .json,
    ).toEqual(searchEntries(entries, 'main'));
    await app.close();
    await store.close();
  });

  it('finds all of more records than it reads or sorts at once', async () => {
    const store = await open();
    const app = await startTestApp({}, store);
    const token = await app.signIn('ada@example.org');
    await makeWorld(app, token, token);
    const { kysely } = store;
    const known = await kysely.selectFrom('savings_accounts').selectAll().executeTakeFirstOrThrow();
    const property = await kysely.selectFrom('properties').selectAll().executeTakeFirstOrThrow();
    const many = Array.from({ length: 2600 }, (_, index) => index);
    await insertRows(
      store,
      'savings_accounts',
      many.map((index) => ({ ...known, id: `s${index}`, latest_balance_date: `20${10 + (index % 9)}-01-01` })),
    );
    await insertRows(
      store,
      'properties',
      many.map((index) => ({ ...property, id: `p${index}`, name: `House ${(index * 7919) % 2600}` })),
    );
    const entries = await entriesOf(store, known.user_id);
    for (const query of ['main', 'house', '12345678'])
      for (const page of [1, 2, 27, 104, 1000])
        expect(
          (await app.call('GET', `/search?query=${query}&page=${page}&pageSize=50`, { token })).json,
          `${query} ${page}`,
        ).toEqual(searchEntries(entries, query, page, 50));
    await app.close();
    await store.close();
  });

  it('takes a query of at least 2 characters and the known types, and shows no amount', async () => {
    const store = await open();
    const app = await startTestApp({}, store);
    const token = await app.signIn('ada@example.org');
    await makeWorld(app, token, token);
    for (const query of ['', 'query=', 'query=%20a%20', 'query=main&types=users', 'query=main&pageSize=0'])
      expect((await app.call('GET', `/search?${query}`, { token })).status, query).toBe(400);
    const text = (await app.call('GET', '/search?query=main&pageSize=100', { token })).text;
    expect(text).toContain('Main Account');
    for (const amount of ['1200.5', '339.86', '285000', '12.5', '342000']) expect(text).not.toContain(amount);
    await app.close();
    await store.close();
  });
});
