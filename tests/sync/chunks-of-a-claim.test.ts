/** Chunks of an import that are claimed together: each leaves when the one before was answered. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Transaction } from '../../domain/records/records.ts';
import type { Pounds } from '../../domain/values/amount.ts';
import { newId } from '../../src/data/database/ids.ts';
import { claimOfReading } from '../../src/data/outbox/claims.ts';
import { listOutbox } from '../../src/data/outbox/outbox.ts';
import { remove, save } from '../device/changes.ts';
import { testClock, type TestClock } from '../device/clock.ts';
import { importFile, newDevice, type Device } from '../device/device.ts';
import { purchase } from '../device/fixtures.ts';
import { testNetwork, writesIn, type Fault, type TestNetwork } from '../device/network.ts';
import { realServer, type RealServer } from '../device/real-server.ts';
import { splitChunks } from '../device/split-chunks.ts';
import { versionedTransactions } from '../device/versioned-transactions.ts';

const CHUNKS = 7;
const CALL = 'POST /transactions/import-selected';

let server: RealServer;
let clock: TestClock;
let network: TestNetwork;
let device: Device;
/** The changes that named a version, with it. */
const versions: string[] = [];

beforeAll(async () => {
  server = await realServer();
});

afterAll(async () => {
  await server.close();
});

beforeEach(async () => {
  const token = await server.newUser();
  const brokerId = await server.anyBroker(token);
  clock = testClock();
  versions.length = 0;
  network = testNetwork(async (request) => {
    if (request.headers.has('if-match')) versions.push(`${request.method} ${request.headers.get('if-match') ?? ''}`);
    return await server.handle(request);
  });
  device = await newDevice({ clock, network, token, inMemory: true });
  await device.once();
  const account = await save(device, 'account', { name: 'Main Account' });
  await device.once();
  const rows = Array.from({ length: CHUNKS }, (_, index): Transaction => ({
    ...purchase({ accountId: account.id, brokerId, isin: 'IE00B3RBWM25', brokerDealReference: `${index}` }),
    id: newId(),
  }));
  const { id } = await importFile(device, rows);
  await splitChunks(device.db, id, 1);
  network.log.length = 0;
});

/** Sends, with this fault at the nth call of the import. */
async function sendWith(fault: Fault, nth: number): Promise<void> {
  let calls = 0;
  network.fault = ({ url }) => {
    calls += url.endsWith('/import-selected') ? 1 : 0;
    return calls === nth && url.endsWith('/import-selected') ? fault : 'none';
  };
  device.online = true;
  await device.sync.flush();
  network.fault = () => 'none';
}

const waiting = async (): Promise<unknown[]> =>
  (await listOutbox(device.db)).map((entry) => [
    entry.entity === 'import' ? entry.index : entry.entity,
    entry.state,
    entry.attempts,
  ]);

/** Everything arrives in the end, once. */
async function expectAllThere(): Promise<void> {
  clock.advance(10 * 60_000);
  await device.once();
  expect(await waiting()).toEqual([]);
  const rows = await versionedTransactions(device.db);
  expect(rows.map((row) => [row.brokerDealReference, row.version === null])).toEqual(
    Array.from({ length: CHUNKS }, (_, index) => [`${index}`, false]),
  );
}

describe('the chunks of an import', () => {
  // Sync rules 3.1, 6.1
  it('are sent one after the other, each once', async () => {
    await sendWith('none', 0);
    expect(writesIn(network.log)).toEqual(Array.from({ length: CHUNKS }, () => CALL));
    expect(await waiting()).toEqual([]);
    await expectAllThere();
  });

  // Sync rules 2.8, 6.1
  it.each([
    ['is lost', 'dropRequest'],
    ['is answered to nobody', 'loseReply'],
  ] as const)('wait as before the claim behind one whose call %s', async (_what, fault) => {
    await sendWith(fault, 3);
    expect(await waiting()).toEqual([
      [2, 'queued', 1],
      [3, 'queued', 0],
      [4, 'queued', 0],
      [5, 'queued', 0],
      [6, 'queued', 0],
    ]);
    await expectAllThere();
  });

  // Sync rules 2.8, 6.1
  it('are sent without one on which the server failed', async () => {
    await sendWith(500, 3);
    expect(await waiting()).toEqual([[2, 'queued', 1]]);
    await expectAllThere();
  });

  // Sync rules 2.5, 6.1
  it('are sent without one that was refused as a whole', async () => {
    await sendWith(400, 3);
    expect(await waiting()).toEqual([[2, 'failed', 1]]);
  });

  // Sync rules 2.3, 3.5, 6.1
  it('are taken over, sent or not, from a tab that ended over one', async () => {
    void sendWith('hang', 3);
    await expect.poll(waiting).toEqual([
      [2, 'sending', 1],
      [3, 'sending', 1],
      [4, 'sending', 1],
      [5, 'queued', 0],
      [6, 'queued', 0],
    ]);
    // Something is still being sent, so that nothing is read without the lock.
    expect(await claimOfReading(device.db)).toBeNull();
    device = await device.restart();
    network.fault = () => 'none';
    await expectAllThere();
  });
});

describe('the rows of an import that was sent', () => {
  it('are not written again, neither when they are answered nor when they come back in a pull', async () => {
    const stamp = async (): Promise<unknown> => await device.db.tableStamps.get('transactions');
    const imported = await stamp();
    await sendWith('none', 0);
    expect(await stamp()).toEqual(imported);
    network.log.length = 0;
    await device.settle();
    expect(network.log.filter((line) => line.startsWith('GET /sync/changes'))).not.toEqual([]);
    expect(await stamp()).toEqual(imported);
    await expectAllThere();
  });

  it('are edited and deleted on the version that the server gave them, without another question', async () => {
    await sendWith('none', 0);
    const [first, second] = await versionedTransactions(device.db);
    if (first === undefined || second === undefined) throw new Error('no rows');
    network.log.length = 0;
    versions.length = 0;
    const { version: _version, importId: _importId, importIndex: _importIndex, ...fields } = first;
    await save(device, 'transaction', { ...fields, brokerCharge: 3 as Pounds });
    await remove(device, 'transaction', [second.id]);
    clock.advance(20_000);
    await device.sync.flush();
    expect(versions).toEqual([`PUT "${first.version ?? ''}"`, `DELETE "${second.version ?? ''}"`]);
    expect(network.log).toHaveLength(2);
  });
});
