/** Deleting many transactions of our server in one call, at the versions that the device knows. */
import { beforeEach, expect, it } from 'vitest';
import type { Transaction } from '../../domain/records/records.ts';
import { newId } from '../../src/data/database/ids.ts';
import { updateSyncState } from '../../src/data/database/meta.ts';
import { listOutbox } from '../../src/data/outbox/outbox.ts';
import { listTransactions } from '../../src/data/records/transactions.ts';
import { undoImport } from '../../src/data/imports/undo-import.ts';
import { remove, save } from '../device/changes.ts';
import { testClock, type TestClock } from '../device/clock.ts';
import { type Device, importFile, newDevice } from '../device/device.ts';
import { purchase, written } from '../device/fixtures.ts';
import { testNetwork, writesIn, type TestNetwork } from '../device/network.ts';
import { serverOfTests } from '../device/server-of-tests.ts';

let clock: TestClock;
const server = serverOfTests();
let network: TestNetwork;
let token: string;
let phone: Device;
let brokerId: string;

const TOGETHER = 'POST /transactions/bulk-delete';

beforeEach(async () => {
  clock = testClock();
  token = await server.newUser();
  brokerId = await server.anyBroker(token);
  network = testNetwork(server.handle);
  phone = await newDevice({ clock, network, token, inMemory: true });
  phone.online = true;
});
/** Imports so many purchases and sends them; returns the import's id. */
async function imported(count: number): Promise<string> {
  const account = await save(phone, 'account', { name: 'Main Account' });
  const transactions = Array.from({ length: count }, (_, index): Transaction => ({
    ...purchase({ accountId: account.id, brokerId, isin: 'IE00B3RBWM25', brokerDealReference: `${index}` }),
    id: newId(),
  }));
  const { id } = await importFile(phone, transactions);
  await phone.sync.flush();
  expect(await listOutbox(phone.db)).toEqual([]);
  network.log.length = 0;
  return id;
}

/** Every transaction of the device is deleted, and nothing holds that back. */
async function deleteAll(): Promise<readonly string[]> {
  const ids = (await listTransactions(phone.db)).map(({ id }) => id);
  await remove(phone, 'transaction', ids);
  clock.advance(60_000);
  return ids;
}

const onServer = async () => await server.records(token, 'transaction');

it('takes an import of 20,000 sent rows back in at most 20 requests', async () => {
  const id = await imported(20_000);
  written(await undoImport(phone.db, id, clock.now()));
  await phone.sync.flush();
  expect(writesIn(network.log)).toEqual(Array.from({ length: 20 }, () => TOGETHER));
  expect([await listOutbox(phone.db), await onServer()]).toEqual([[], []]);
});

it('keeps transactions that were changed elsewhere, and asks about them', async () => {
  await imported(5);
  const laptop = await newDevice({ clock, network, token, inMemory: true });
  await laptop.once();
  const [changed] = await listTransactions(laptop.db);
  if (changed === undefined) throw new Error('nothing was pulled');
  const { version: _version, ...fields } = changed as Transaction & { version?: number };
  await save(laptop, 'transaction', { ...fields, brokerDealReference: 'mended' });
  await laptop.once();
  await deleteAll();
  await phone.sync.flush();
  expect((await onServer()).map((record) => record['brokerDealReference'])).toEqual(['mended']);
  const [question, ...others] = await listOutbox(phone.db);
  expect(others).toEqual([]);
  expect(question).toMatchObject({
    kind: 'delete',
    state: 'conflict',
    localId: changed.id,
    error: { code: 'changedElsewhere' },
    theirs: { record: { brokerDealReference: 'mended' } },
  });
});

it('a lost answer is sent again, and nothing is asked', async () => {
  await imported(5);
  await deleteAll();
  network.fault = () => 'loseReply';
  await phone.sync.flush();
  network.fault = () => 'none';
  expect((await listOutbox(phone.db)).map(({ state }) => state)).toEqual(Array.from({ length: 5 }, () => 'queued'));
  await phone.sync.flush();
  expect(writesIn(network.log)).toEqual([TOGETHER, TOGETHER]);
  expect([await listOutbox(phone.db), await onServer()]).toEqual([[], []]);
});

it('a call that is refused as a whole is divided', async () => {
  await imported(3);
  await deleteAll();
  network.fault = ({ url }) => (url.endsWith('/bulk-delete') ? 413 : 'none');
  await phone.sync.flush();
  expect(writesIn(network.log)[0]).toBe(TOGETHER);
  expect(writesIn(network.log).slice(1)).toHaveLength(3);
  expect([await listOutbox(phone.db), await onServer()]).toEqual([[], []]);
});

it('a server of an older version, which ignores versions, gets the deletions one by one', async () => {
  await imported(3);
  await updateSyncState(phone.db, { features: [] });
  const ids = await deleteAll();
  await phone.sync.flush();
  expect(writesIn(network.log)).toEqual(ids.map((id) => `DELETE /transactions/${id}`));
  expect(await onServer()).toEqual([]);
});
