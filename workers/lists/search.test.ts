import { afterEach, expect, it, vi } from 'vitest';
import { saveSavingsAccount } from '../../src/data/records/savings-accounts.ts';
import { saveRecord } from '../../src/data/records/records.ts';
import { freshDatabase, written } from '../../tests/device/fixtures.ts';
import { bank, cash, property, savings } from '../../tests/device/wealth.ts';
import { createHoldfastWorker } from '../opening/holdfast-worker.ts';
import type { HoldfastWorker } from '../api/worker-api.ts';

let worker: HoldfastWorker | null = null;
afterEach(async () => {
  await worker?.close();
});

async function setUp() {
  const db = await freshDatabase();
  await db.accounts.add({ id: 'account', name: 'Main Account', version: 1 });
  await db.brokers.add({ id: 'broker', name: 'AJ Bell', version: 1 });
  const name = written(await saveRecord(db, 'bankName', bank('Larch Building Society', false)));
  const account = written(await saveSavingsAccount(db, savings({ bankNameId: name.id })));
  const balance = written(await saveRecord(db, 'brokerCashBalance', cash({ taxWrapper: 'SIPP' })));
  const home = written(await saveRecord(db, 'property', property({ name: 'Home', address: '14 Larch Avenue\nLeeds' })));
  worker = createHoldfastWorker();
  await worker.open(db.name);
  return { db, worker, name, account, balance, home };
}

it('finds savings accounts by bank, type, reference and numbers, cash by broker and wrapper, properties by name and address', async () => {
  const { worker: search, account, balance, home } = await setUp();
  const found = async (query: string) => (await search.search({ query })).map(({ type, id }) => [type, id]);
  expect(await found('larch')).toEqual([
    ['savings-accounts', account.id],
    ['properties', home.id],
  ]);
  for (const query of ['12345678', 'rainy day', '20-36-43', 'larch building main'])
    expect(await found(query)).toEqual([['savings-accounts', account.id]]);
  expect(await found('bell sipp')).toEqual([['broker-cash-balances', balance.id]]);
  expect(await search.search({ query: '14 larch' })).toEqual([
    {
      type: 'properties',
      id: home.id,
      title: home.name,
      detail: '14 Larch Avenue, Leeds · Main Account',
      date: home.datePurchased,
    },
  ]);
});

it('finds bank names only where they are asked for: GET /search has none', async () => {
  const { worker: search, name } = await setUp();
  expect(await search.search({ query: 'larch building', types: ['bank-names'] })).toEqual([
    { type: 'bank-names', id: name.id, title: 'Larch Building Society', detail: 'Inactive', date: null },
  ]);
  expect((await search.search({ query: 'larch building' })).map(({ type }) => type)).toEqual(['savings-accounts']);
});

it('follows changes, and names lately opened records again while they are there', async () => {
  const { db, worker: search, balance, home, name } = await setUp();
  expect(await search.search({ query: 'cottage' })).toEqual([]);
  written(await saveRecord(db, 'property', { ...home, name: 'Larch Cottage' }));
  await vi.waitFor(async () => {
    expect(await search.search({ query: 'cottage' })).toMatchObject([{ id: home.id }]);
  });
  expect(
    await search.describeRecords([
      { type: 'properties', id: home.id },
      { type: 'savings-accounts', id: 'gone' },
      { type: 'broker-cash-balances', id: balance.id },
      { type: 'bank-names', id: name.id },
    ]),
  ).toMatchObject([
    { title: 'Larch Cottage' },
    { title: 'AJ Bell', detail: 'Main Account · SIPP' },
    { title: 'Larch Building Society' },
  ]);
});

it('shows no amount: values may be hidden on the screen below', async () => {
  const { worker: search, account, balance, home } = await setUp();
  const shown = JSON.stringify(await search.search({ query: 'main account' }));
  for (const amount of [account.latestBalance, balance.cashBalance, home.purchasePrice])
    expect(shown).not.toContain(String(amount));
});
