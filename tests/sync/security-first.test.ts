/** A transaction waits for its security: the server knows none that is not in its catalogue. */
import 'fake-indexeddb/auto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Percent, Pounds } from '../../domain/values/amount.ts';
import type { Asset, Transaction } from '../../domain/records/records.ts';
import { findAssetByIsin, saveAsset } from '../../src/data/records/assets.ts';
import { discardEntry, resolveConflict } from '../../src/data/questions/attention.ts';
import { recordOf } from '../../src/data/entities/entity-fields.ts';
import { newId } from '../../src/data/database/ids.ts';
import { listOutbox } from '../../src/data/outbox/outbox.ts';
import { listTransactions } from '../../src/data/records/transactions.ts';
import { unlistedAsset } from '../../domain/csv/stored/directory.ts';
import { save } from '../device/changes.ts';
import { testClock, type TestClock } from '../device/clock.ts';
import { type Device, importFile, newDevice, queueOf } from '../device/device.ts';
import { purchase, written } from '../device/fixtures.ts';
import { testNetwork, type TestNetwork } from '../device/network.ts';
import { serverOfTests } from '../device/server-of-tests.ts';

const LISTED = 'IE00B3RBWM25';
const NEW = 'US0378331005';
const FIELDS: Omit<Asset, 'id'> = {
  isin: NEW,
  name: 'Apple',
  totalExpenseRatio: 0 as Percent,
  type: 'EQUITY',
  category: 'NON_CORE',
  incomeTreatment: 'NA',
  sedol: null,
  priceSource: 'LSE',
  fetchCode: 'AAPL',
  denomination: 'USD',
  excludeFromPriceUpdates: false,
  cgtExempt: null,
};

let clock: TestClock;
const server = serverOfTests({ fewWith: LISTED });
let network: TestNetwork;
let token: string;
let phone: Device;
let deal: Omit<Transaction, 'id'>;

beforeAll(async () => {
  await server.newUser();
});

beforeEach(async () => {
  await server.clear();
  clock = testClock();
  network = testNetwork(server.handle);
  token = await server.newUser({ isAdmin: true });
  phone = await newDevice({ clock, network, token });
  const account = await save(phone, 'account', { name: 'Main Account' });
  await phone.settle();
  deal = purchase({
    accountId: account.id,
    brokerId: await server.anyBroker(token),
    isin: NEW,
    consideration: 1 as Pounds,
  });
});

async function importRows(
  transactions: readonly Omit<Transaction, 'id'>[],
  unlisted: readonly string[] = [],
): Promise<void> {
  const unlistedAssets = unlisted.map((isin) => unlistedAsset(newId(), isin, isin));
  await importFile(
    phone,
    transactions.map((row) => ({ ...row, id: newId() })),
    { unlistedAssets },
  );
}

/** The server fails over the first of these. */
function failOnce(path: string): void {
  let isOver = false;
  network.fault = (request) => {
    if (isOver || request.method !== 'POST' || !request.url.endsWith(path)) return 'none';
    isOver = true;
    return 500;
  };
}

async function onServer(entity: 'transaction' | 'asset'): Promise<unknown[]> {
  return [...((await server.everything(token)).get(entity) ?? [])];
}

describe('a new asset and its records', () => {
  it('arrive one after the other, also when the server fails over the first', async () => {
    written(await saveAsset(phone.db, FIELDS, clock.now()));
    await save(phone, 'transaction', deal);
    failOnce('/assets');
    await phone.once();
    expect(await queueOf(phone)).toEqual(['asset create queued retrying', 'transaction create queued']);
    await phone.settle();
    expect(await queueOf(phone)).toEqual([]);
    expect(await onServer('transaction')).toMatchObject([{ isin: NEW }]);
  });

  it('arrive one after the other with rows of an import, so that the catalogue has the asset as it was stated', async () => {
    written(await saveAsset(phone.db, FIELDS, clock.now()));
    await importRows([deal, { ...deal, isin: LISTED }]);
    failOnce('/assets');
    await phone.once();
    expect(await onServer('transaction')).toEqual([]);
    await phone.settle();
    expect(await queueOf(phone)).toEqual([]);
    expect(await onServer('transaction')).toHaveLength(2);
    expect(await onServer('asset')).toEqual(
      expect.arrayContaining([expect.objectContaining({ isin: NEW, name: 'Apple', fetchCode: 'AAPL' })]),
    );
  });
});

describe('a security that the catalogue has from elsewhere by then', () => {
  beforeEach(async () => {
    const other = await newDevice({ clock, network, token });
    await other.once();
    written(await saveAsset(other.db, { ...FIELDS, name: 'Apple Inc' }, clock.now()));
    written(await saveAsset(phone.db, FIELDS, clock.now()));
    await save(phone, 'transaction', deal);
    await other.settle();
  });

  it('is used, its records are sent, and the user chooses between the two versions of the asset', async () => {
    await phone.settle();
    const [question, ...rest] = await listOutbox(phone.db);
    expect([question, rest]).toMatchObject([
      { entity: 'asset', kind: 'update', state: 'conflict', error: { code: 'sameField', fields: ['name'] } },
      [],
    ]);
    expect(await onServer('transaction')).toMatchObject([{ isin: NEW }]);
    written(await resolveConflict(phone.db, question?.seq ?? 0, 'mine'));
    await phone.settle();
    expect(await queueOf(phone)).toEqual([]);
    expect((await phone.db.assets.toArray()).filter(({ isin }) => isin === NEW)).toMatchObject([{ name: 'Apple' }]);
    expect((await onServer('asset')).filter((asset) => (asset as Asset).isin === NEW)).toMatchObject([
      { name: 'Apple' },
    ]);
  });

  it('blocks nothing after its own creation was refused and discarded', async () => {
    network.fault = (request) => (request.method === 'POST' && request.url.endsWith('/assets') ? 400 : 'none');
    await phone.once();
    const creation = (await listOutbox(phone.db))[0];
    expect(creation).toMatchObject({ entity: 'asset', state: 'failed' });
    expect((await discardEntry(phone.db, creation?.seq ?? 0)).ok).toBe(true);
    await phone.settle();
    expect(await queueOf(phone)).toEqual([]);
    expect(await onServer('transaction')).toMatchObject([{ isin: NEW }]);
    expect(await findAssetByIsin(phone.db, NEW)).toMatchObject({ name: 'Apple Inc' });
  });
});

describe('an edit to a security that only this device has listed', () => {
  it('tells the server of it first', async () => {
    const { id } = await save(phone, 'transaction', { ...deal, isin: LISTED });
    await phone.settle();
    // Its rows wait, and the security with them.
    network.fault = (request) => (request.url.endsWith('/import-selected') ? 500 : 'none');
    await importRows([deal], [NEW]);
    const [row] = (await listTransactions(phone.db)).filter((one) => one.id === id);
    await save(phone, 'transaction', { ...recordOf('transaction', row as Transaction), isin: NEW });
    await phone.once();
    expect(await queueOf(phone)).toEqual(['import import queued retrying']);
    expect(await onServer('transaction')).toMatchObject([{ id, isin: NEW }]);
  });
});
