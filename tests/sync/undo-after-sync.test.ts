/** Undoing a deletion after sync has gone on meanwhile: what was taken away fits what the server has made of the rest. */
import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Pounds } from '../../domain/values/amount.ts';
import type { Transaction } from '../../domain/records/records.ts';
import { listAccounts } from '../../src/data/records/accounts.ts';
import { listBrokers } from '../../src/data/records/brokers.ts';
import { newId } from '../../src/data/database/ids.ts';
import { listOutbox } from '../../src/data/outbox/outbox.ts';
import { undoRemovals } from '../../src/data/outbox/removals.ts';
import { listTransactions } from '../../src/data/records/transactions.ts';
import { attach, remove, save } from '../device/changes.ts';
import { testClock, type TestClock } from '../device/clock.ts';
import { type Device, importFile, newDevice, queueOf } from '../device/device.ts';
import { purchase, written } from '../device/fixtures.ts';
import { testNetwork, writesIn, type TestNetwork } from '../device/network.ts';
import { plainServer } from '../device/plain-server.ts';
import { serverOfTests } from '../device/server-of-tests.ts';

// The same machine may be building beside these tests.
let clock: TestClock;
let network: TestNetwork;
let phone: Device;
const real = serverOfTests();

async function begin(kind: 'extended' | 'plain'): Promise<void> {
  clock = testClock();
  const bare = plainServer();
  bare.reply = 'body';
  const { handle, token } = kind === 'plain' ? bare : { handle: real.handle, token: await real.newUser() };
  network = testNetwork(handle);
  phone = await newDevice({ clock, network, token });
  await phone.settle();
  network.log.length = 0;
}

async function newRows(count: number): Promise<Transaction[]> {
  const account = await save(phone, 'account', { name: 'Main Account' });
  const [broker] = await listBrokers(phone.db);
  return Array.from({ length: count }, (_row, index) => ({
    ...purchase({
      accountId: account.id,
      brokerId: broker?.id ?? '',
      isin: 'IE00B3RBWM25',
      consideration: (index + 1) as Pounds,
    }),
    id: newId(),
  }));
}

/** A file of so many rows, written and not sent. */
async function imported(count: number): Promise<Transaction[]> {
  const transactions = await newRows(count);
  await importFile(phone, transactions);
  return transactions;
}

/** A new transaction in a new account, neither sent. */
async function created(): Promise<Transaction> {
  const { id: _id, ...fields } = (await newRows(1))[0] ?? { id: '', ...purchase() };
  return await save(phone, 'transaction', fields);
}

/** Everything of the server is on the device and nothing else, each in the account. */
async function expectOnlyThese(amounts: readonly number[]): Promise<void> {
  await phone.settle();
  expect(await queueOf(phone)).toEqual([]);
  const [account] = await listAccounts(phone.db);
  const rows = (await listTransactions(phone.db)).toSorted((a, b) => a.consideration - b.consideration);
  expect(rows.map((row) => [row.consideration, row.accountId])).toEqual(amounts.map((amount) => [amount, account?.id]));
  await phone.full();
  await phone.full();
  expect((await listTransactions(phone.db)).map(({ id }) => id).toSorted()).toEqual(
    rows.map(({ id }) => id).toSorted(),
  );
}

describe.each(['extended', 'plain'] as const)('a deletion that is undone after sync, on an %s server,', (mode) => {
  beforeEach(async () => await begin(mode));

  it('brings a transaction that was never sent back into its account, whose id the server has given since', async () => {
    const row = await created();
    const removed = await remove(phone, 'transaction', [row.id]);
    await phone.once();
    written(await undoRemovals(phone.db, removed, clock.now()));
    const [account] = await listAccounts(phone.db);
    expect(await listTransactions(phone.db)).toMatchObject([{ id: row.id, accountId: account?.id }]);
    await expectOnlyThese([1]);
  });

  it('brings an edit back whose transaction and account have got their ids since', async () => {
    const row = await created();
    network.fault = (request) => (request.method === 'POST' ? 'loseReply' : 'none');
    await phone.once();
    network.fault = () => 'none';
    await save(phone, 'transaction', { ...row, consideration: 77 as Pounds });
    const removed = await remove(phone, 'transaction', [row.id]);
    clock.advance(3000);
    await phone.once();
    clock.advance(3000);
    await phone.once();
    written(await undoRemovals(phone.db, removed, clock.now()));
    await expectOnlyThese([77]);
  });

  it('brings a transaction back under the id that its creation was found to have got', async () => {
    await newRows(0);
    await phone.settle();
    const [account] = await listAccounts(phone.db);
    const [broker] = await listBrokers(phone.db);
    const row = await save(
      phone,
      'transaction',
      purchase({
        accountId: account?.id ?? '',
        brokerId: broker?.id ?? '',
        isin: 'IE00B3RBWM25',
        consideration: 1 as Pounds,
      }),
    );
    network.fault = (request) => (request.method === 'POST' ? 'loseReply' : 'none');
    await phone.once();
    network.fault = () => 'none';
    clock.advance(3000);
    const removed = await remove(phone, 'transaction', [row.id]);
    await phone.once();
    expect(await queueOf(phone)).toEqual(['transaction delete queued']);
    written(await undoRemovals(phone.db, removed, clock.now()));
    expect(await listTransactions(phone.db)).toHaveLength(1);
    await expectOnlyThese([1]);
    expect(writesIn(network.log).filter((line) => line.startsWith('DELETE'))).toEqual([]);
  });

  it('sends a row whose import has left without it before its receipt', async () => {
    const [first] = await imported(2);
    const bytes = new TextEncoder().encode('%PDF-1.7\n a contract note').buffer as ArrayBuffer;
    await attach(phone, first?.id ?? '', { name: 'note.pdf', bytes }, { receiptType: null, description: '' });
    const removed = await remove(phone, 'transaction', [first?.id ?? '']);
    await phone.once();
    written(await undoRemovals(phone.db, removed, clock.now()));
    const [create, receipt] = await listOutbox(phone.db);
    expect([create?.entity, receipt?.entity, receipt?.dependsOn.includes(create?.seq ?? 0)]).toEqual([
      'transaction',
      'receipt',
      true,
    ]);
    await expectOnlyThese([1, 2]);
    expect(writesIn(network.log).at(-1)).toBe('POST /transactionreceipts/upload');
  });
});
