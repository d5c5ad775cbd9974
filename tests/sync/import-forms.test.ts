/** Imports between apps and servers of different ages: the canonical form, the form of older apps, and rows one by one. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { Pounds } from '../../domain/values/amount.ts';
import { transactionsCsv } from '../../domain/csv/exports/export-transactions.ts';
import type { Transaction } from '../../domain/records/records.ts';
import { recordOf } from '../../src/data/entities/entity-fields.ts';
import { newId } from '../../src/data/database/ids.ts';
import { updateSyncState } from '../../src/data/database/meta.ts';
import type { ImportEntry } from '../../src/data/database/outbox-entry.ts';
import { listOutbox } from '../../src/data/outbox/outbox.ts';
import { listTransactions } from '../../src/data/records/transactions.ts';
import { remove, save } from '../device/changes.ts';
import { testClock, type TestClock } from '../device/clock.ts';
import { type Device, importFile, newDevice } from '../device/device.ts';
import { purchase } from '../device/fixtures.ts';
import { testNetwork, withText, writesIn, type TestNetwork } from '../device/network.ts';
import { serverOfTests } from '../device/server-of-tests.ts';

const IMPORT = 'POST /transactions/import-selected';

let clock: TestClock;
const server = serverOfTests();
let network: TestNetwork;
let token: string;
let phone: Device;
let laptop: Device;
let accountId: string;

beforeEach(async () => {
  clock = testClock();
  network = testNetwork(server.handle);
  token = await server.newUser();
  phone = await newDevice({ clock, network, token });
  laptop = await newDevice({ clock, network, token });
  ({ id: accountId } = await save(phone, 'account', { name: 'Main Account' }));
  await phone.settle();
  await laptop.settle();
  network.log.length = 0;
});

async function rowsFor(count: number): Promise<Transaction[]> {
  const brokerId = await server.anyBroker(token);
  return Array.from({ length: count }, (_, index) => ({
    ...purchase({ accountId, brokerId, isin: 'IE00B3RBWM25', consideration: (index + 1) as Pounds }),
    id: newId(),
  }));
}

async function importRows(transactions: readonly Transaction[]): Promise<ImportEntry> {
  await importFile(phone, transactions);
  const entry = (await listOutbox(phone.db)).find(({ entity }) => entity === 'import');
  if (entry?.entity !== 'import') throw new Error('no entry');
  return entry;
}

async function change(device: Device, row: Transaction, changes: Partial<Transaction>): Promise<void> {
  await save(device, 'transaction', { ...row, ...changes });
}

async function expectAgreement(count: number): Promise<void> {
  const byId = (rows: readonly Transaction[]) => new Map(rows.map((row) => [row.id, recordOf('transaction', row)]));
  const onServer = byId((await server.records(token, 'transaction')) as unknown as Transaction[]);
  expect(onServer.size).toBe(count);
  for (const { db } of [phone, laptop]) {
    expect(await listOutbox(db)).toEqual([]);
    expect(byId(await listTransactions(db))).toEqual(onServer);
  }
}

describe('a server that does not take the canonical form', () => {
  // Sync rule 6.4
  it('gets the rows one by one', async () => {
    await updateSyncState(phone.db, { features: [] });
    await importRows(await rowsFor(3));
    await phone.settle();
    await laptop.settle();
    expect(writesIn(network.log)).toEqual(Array.from({ length: 3 }, () => 'POST /transactions'));
    await expectAgreement(3);
  });
});

describe('a chunk of an older app', () => {
  it('that was sent in its form without an answer adds nothing when it is sent again, and brings nothing back', async () => {
    const rows = await rowsFor(4);
    const [first, second, third] = rows as [Transaction, Transaction, Transaction];
    const entry = await importRows(rows);
    const csv = transactionsCsv(rows, { account: () => 'Main Account', broker: () => '', asset: () => '' });
    const form = new FormData();
    form.append('selectedRowNumbers', 'all');
    form.append('skipDuplicateCheck', 'true');
    form.append('file', new Blob([csv]), 'import.csv');
    const sent = await network.fetch('http://any.test/api/transactions/import-selected', {
      method: 'POST',
      body: form,
      headers: { Authorization: `Bearer ${token}`, 'Idempotency-Key': entry.key },
    });
    expect(JSON.parse(await sent.text())).toMatchObject({ importedCount: 4 });
    await phone.db.outbox.put({ ...entry, state: 'sending', attempts: 1 });
    const chunk = await phone.db.importChunks.get([entry.localId, 0]);
    await phone.db.importChunks.put({ ...chunk, sentCsv: csv } as never);
    await laptop.settle();
    await change(laptop, first, { brokerCharge: 9 as Pounds });
    await remove(laptop, 'transaction', [second.id]);
    clock.advance(20_000);
    await laptop.settle();
    await change(phone, third, { consideration: 77 as Pounds });
    await phone.settle();
    await laptop.settle();
    await phone.settle();
    await expectAgreement(3);
    expect(
      (await listTransactions(phone.db)).map(({ consideration, brokerCharge }) => [consideration, brokerCharge]),
    ).toEqual(
      expect.arrayContaining([
        [1, 9],
        [77, third.brokerCharge],
      ]),
    );
    expect(network.log.filter((line) => line === IMPORT)).toHaveLength(2);
  });

  it('of more rows than one call takes is sent row by row', async () => {
    const rows = await rowsFor(2001);
    phone = await newDevice({ clock, network, token, inMemory: true });
    await phone.once();
    const entry = await importRows(rows);
    const [chunk, rest] = await phone.db.importChunks.toArray();
    if (chunk === undefined || rest === undefined) throw new Error('no chunks');
    await phone.db.importChunks.put({ ...chunk, ids: [...chunk.ids, ...rest.ids] });
    await phone.db.importChunks.delete([rest.importId, rest.index]);
    await phone.db.outbox.filter(({ entity, seq }) => entity === 'import' && seq !== entry.seq).delete();
    network.fault = ({ method }) => (method === 'POST' ? 'dropRequest' : 'none');
    await phone.once();
    expect((await listOutbox(phone.db)).map(({ localId, kind }) => `${kind} ${localId}`)).toEqual(
      rows.map(({ id }) => `create ${id}`),
    );
  });
});

describe('a chunk whose answer was lost', () => {
  // Sync rule 6.2
  it('is settled by what is there now: rows that others changed or deleted, and that were edited or removed here', async () => {
    const rows = await rowsFor(6);
    const [mine, theirs, both, deleted, removed] = rows as [
      Transaction,
      Transaction,
      Transaction,
      Transaction,
      Transaction,
    ];
    await importRows(rows);
    network.fault = ({ url }) => (url.endsWith('/import-selected') ? 'loseReply' : 'none');
    phone.online = true;
    await phone.sync.flush();
    phone.online = false;
    network.fault = () => 'none';
    await laptop.settle();
    await change(laptop, theirs, { brokerCharge: 9 as Pounds });
    await change(laptop, both, { brokerCharge: 9 as Pounds });
    await remove(laptop, 'transaction', [deleted.id]);
    clock.advance(20_000);
    await laptop.settle();
    await change(phone, mine, { consideration: 77 as Pounds });
    await change(phone, both, { consideration: 78 as Pounds });
    await remove(phone, 'transaction', [removed.id]);
    clock.advance(20_000);
    await phone.settle();
    await laptop.settle();
    await phone.settle();
    await expectAgreement(4);
    const byId = new Map((await listTransactions(phone.db)).map((row) => [row.id, row]));
    expect(byId.get(mine.id)).toMatchObject({ consideration: 77 });
    expect(byId.get(theirs.id)).toMatchObject({ consideration: 2, brokerCharge: 9 });
    expect(byId.get(both.id)).toMatchObject({ consideration: 78, brokerCharge: 9 });
  });

  // Sync rules 2.5, 6.2
  it('has a row that the server refuses wait as a creation of its own, which is corrected and sent alone', async () => {
    const [good, bad] = await rowsFor(2);
    if (good === undefined || bad === undefined) throw new Error('no rows');
    // A broker that nobody has.
    await importRows([good, { ...bad, brokerId: newId() }]);
    await phone.settle();
    expect(writesIn(network.log)).toEqual([IMPORT]);
    expect(await listOutbox(phone.db)).toMatchObject([
      { entity: 'transaction', kind: 'create', localId: bad.id, state: 'failed', error: { code: 'refused' } },
    ]);
    expect(await server.records(token, 'transaction')).toMatchObject([{ id: good.id }]);
    await change(phone, bad, { brokerId: good.brokerId });
    await phone.settle();
    expect(writesIn(network.log)).toEqual([IMPORT, 'POST /transactions']);
    await laptop.settle();
    await expectAgreement(2);
  });

  it('is sent again where the answer passes over a row', async () => {
    const [row] = await rowsFor(1);
    if (row === undefined) throw new Error('no row');
    await importRows([row]);
    const { handle } = server;
    let isShort = true;
    const short = testNetwork(async (request) => {
      const reply = await handle(request);
      if (!isShort || !request.url.endsWith('/import-selected')) return reply;
      isShort = false;
      return withText(reply, () => '{"rows":[]}');
    });
    Object.assign(phone.environment, { fetch: short.fetch });
    await phone.once();
    expect(await listOutbox(phone.db)).toMatchObject([{ entity: 'import', state: 'queued' }]);
    await phone.settle();
    await laptop.settle();
    await expectAgreement(1);
  });
});
