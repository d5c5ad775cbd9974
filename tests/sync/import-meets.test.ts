/** Imports whose rows meet others on the server: ids that are there already, names of accounts created again, answers that come late. */
import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Pounds } from '../../domain/values/amount.ts';
import type { Transaction } from '../../domain/records/records.ts';
import { resolveConflict } from '../../src/data/questions/attention.ts';
import { ownerOf } from '../../src/data/database/database.ts';
import { recordOf } from '../../src/data/entities/entity-fields.ts';
import { newId } from '../../src/data/database/ids.ts';
import type { Removed } from '../../src/data/database/removed.ts';
import { listOutbox } from '../../src/data/outbox/outbox.ts';
import { undoRemovals } from '../../src/data/outbox/removals.ts';
import { listTransactions } from '../../src/data/records/transactions.ts';
import { createApi } from '../../src/sync/api/api.ts';
import { pull } from '../../src/sync/pull/pull.ts';
import { edit, remove, save } from '../device/changes.ts';
import { testClock, type TestClock } from '../device/clock.ts';
import { type Device, importFile, newDevice } from '../device/device.ts';
import { purchase, written } from '../device/fixtures.ts';
import { testNetwork, type TestNetwork } from '../device/network.ts';
import { serverOfTests } from '../device/server-of-tests.ts';

let clock: TestClock;
const server = serverOfTests();
let network: TestNetwork;
let token: string;
let phone: Device;
let laptop: Device;
/** A row of the file that both devices import. */
let row: Transaction;
/** What happens while an import is on its way to the server. */
let meanwhile: () => Promise<unknown>;

beforeEach(async () => {
  clock = testClock();
  meanwhile = async () => await Promise.resolve();
  network = testNetwork(async (request) => {
    if (request.url.endsWith('/import-selected')) await meanwhile();
    return await server.handle(request);
  });
  token = await server.newUser();
  phone = await newDevice({ clock, network, token });
  laptop = await newDevice({ clock, network, token });
  const account = await save(phone, 'account', { name: 'Main Account' });
  await phone.settle();
  await laptop.settle();
  row = {
    ...purchase({
      accountId: account.id,
      brokerId: await server.anyBroker(token),
      isin: 'IE00B3RBWM25',
      consideration: 1 as Pounds,
    }),
    id: newId(),
  };
});

/** The phone has imported the file and changed its row, and the laptop has not heard of it. */
async function changedOnPhone(): Promise<void> {
  await importFile(phone, [row]);
  await phone.settle();
  await edit(phone, row.id, { consideration: 77 as Pounds });
  await phone.settle();
}

async function expectAgreement(): Promise<void> {
  const byId = (a: Transaction, b: Transaction): number => (a.id < b.id ? -1 : 1);
  const onServer = ((await server.records(token, 'transaction')) as unknown as Transaction[]).toSorted(byId);
  for (const { db } of [phone, laptop]) {
    expect(await listOutbox(db)).toEqual([]);
    expect((await listTransactions(db)).map((one) => recordOf('transaction', one)).toSorted(byId)).toEqual(
      onServer.map((one) => recordOf('transaction', one)),
    );
  }
}

describe('a row that its user removes after a first try of its import was lost, and puts back', () => {
  let other: Transaction;
  let removed: Removed;

  beforeEach(async () => {
    other = { ...row, id: newId(), consideration: 2 as Pounds };
    await importFile(phone, [row, other]);
    network.fault = (request) => (request.method === 'POST' ? 'dropRequest' : 'none');
    await phone.once();
    network.fault = () => 'none';
    await edit(phone, row.id, { consideration: 5 as Pounds });
    removed = await remove(phone, 'transaction', [row.id]);
  });

  const restoreRecords = async (): Promise<void> => {
    written(await undoRemovals(phone.db, removed, clock.now()));
  };

  const expectBothThere = async (): Promise<void> => {
    await phone.settle();
    await laptop.settle();
    const there = await server.records(token, 'transaction');
    expect(new Set(there.map(({ id }) => id))).toEqual(new Set([row.id, other.id]));
    expect(there.find(({ id }) => id === row.id)).toMatchObject({ consideration: 5 });
    await expectAgreement();
  };

  // Sync rule 6.7
  it('is sent by itself when the import has left without it', async () => {
    await phone.once();
    expect(await server.records(token, 'transaction')).toHaveLength(1);
    await restoreRecords();
    await expectBothThere();
  });

  // Sync rule 6.7
  it('is sent by itself when it comes back while the import is on its way without it', async () => {
    meanwhile = restoreRecords;
    await phone.once();
    await expectBothThere();
  });

  it('goes with the import when it comes back before that leaves', async () => {
    await restoreRecords();
    await phone.once();
    expect(await server.records(token, 'transaction')).toHaveLength(2);
    await expectBothThere();
  });
});

describe('a file that another device had imported, and then changed', () => {
  // Sync rule 6.3
  it("takes over the other device's version, which a later edit then changes", async () => {
    await changedOnPhone();
    await importFile(laptop, [row]);
    await laptop.once();
    expect(await listTransactions(laptop.db)).toMatchObject([{ consideration: 77 }]);
    await edit(laptop, row.id, { brokerCharge: 9 as Pounds });
    await laptop.settle();
    await phone.settle();
    expect(await listTransactions(phone.db)).toMatchObject([{ consideration: 77, brokerCharge: 9 }]);
    await expectAgreement();
  });

  // Sync rule 6.3
  it('is asked about where this device had edited it as well', async () => {
    await changedOnPhone();
    await importFile(laptop, [row]);
    await edit(laptop, row.id, { consideration: 5 as Pounds });
    await laptop.once();
    const [question] = await listOutbox(laptop.db);
    expect(question).toMatchObject({
      state: 'conflict',
      error: { code: 'sameField', fields: ['consideration'] },
      payload: { record: { consideration: 5 } },
      theirs: { record: { consideration: 77 } },
    });
    written(await resolveConflict(laptop.db, question?.seq ?? 0, 'mine'));
    await laptop.settle();
    await phone.settle();
    expect(await listTransactions(phone.db)).toMatchObject([{ consideration: 5 }]);
    await expectAgreement();
  });

  it('is reconciled with an edit made while it was on its way', async () => {
    await changedOnPhone();
    await importFile(laptop, [row]);
    network.fault = (request) => (request.url.endsWith('/import-selected') ? 503 : 'none');
    laptop.online = true;
    await laptop.sync.flush();
    network.fault = () => 'none';
    await edit(laptop, row.id, { brokerCharge: 9 as Pounds });
    await laptop.settle();
    await phone.settle();
    expect(await listTransactions(phone.db)).toMatchObject([{ consideration: 77, brokerCharge: 9 }]);
    await expectAgreement();
  });

  it('is not deleted unasked when its row was removed here while it was on its way', async () => {
    await changedOnPhone();
    await importFile(laptop, [row]);
    network.fault = (request) => (request.url.endsWith('/import-selected') ? 503 : 'none');
    laptop.online = true;
    await laptop.sync.flush();
    network.fault = () => 'none';
    await remove(laptop, 'transaction', [row.id]);
    clock.advance(11_000);
    await laptop.settle();
    expect(await listOutbox(laptop.db)).toMatchObject([
      { kind: 'delete', state: 'conflict', theirs: { record: { consideration: 77 } } },
    ]);
  });
});

describe('rows whose account was deleted elsewhere and created again under its name', () => {
  it('go where the server has put them', async () => {
    await importFile(phone, [row]);
    await remove(laptop, 'account', [row.accountId]);
    clock.advance(20_000);
    await laptop.settle();
    const again = await save(laptop, 'account', { name: 'Main Account' });
    await laptop.settle();
    await phone.settle();
    await laptop.settle();
    expect((await listTransactions(phone.db)).map(({ accountId }) => accountId)).toEqual([again.id]);
    await expectAgreement();
  });
});

describe('an answer to a chunk that arrives after others changed its row', () => {
  it('keeps the newer version, so that the user is not asked about a change already seen', async () => {
    await importFile(phone, [row]);
    network.fault = (request) => (request.url.endsWith('/import-selected') ? 'loseReply' : 'none');
    await phone.once();
    network.fault = () => 'none';
    await laptop.once();
    await edit(laptop, row.id, { consideration: 77 as Pounds });
    await laptop.settle();
    // The pull of another tab.
    await pull(
      { db: phone.db, api: createApi(phone.environment, await ownerOf(phone.db)), environment: phone.environment },
      'extended',
      false,
    );
    expect(await listTransactions(phone.db)).toMatchObject([{ consideration: 77 }]);
    await phone.settle();
    await remove(phone, 'transaction', [row.id]);
    clock.advance(11_000);
    await phone.settle();
    await laptop.settle();
    await expectAgreement();
    expect(await listTransactions(laptop.db)).toEqual([]);
  });
});
