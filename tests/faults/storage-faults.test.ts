import { Dexie } from 'dexie';
import { forceCloseDatabase } from 'fake-indexeddb';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { listAccounts } from '../../src/data/records/accounts.ts';
import { closeDatabase, onDatabaseNotice, openDatabase, openUserDatabase } from '../../src/data/database/database.ts';
import { databaseName } from '../../src/data/database/database-name.ts';
import { listOutbox } from '../../src/data/outbox/outbox.ts';
import { rescueDatabase } from '../../src/data/device/rescue.ts';
import { HoldfastDatabase } from '../../src/data/database/schema.ts';
import { listQuarantine } from '../../src/data/pulled/quarantine.ts';
import { listTransactions } from '../../src/data/records/transactions.ts';
import { saveRecord } from '../../src/data/records/records.ts';
import { writeFaultText } from '../../src/data/database/write-fault-text.ts';
import { writeFaultOf } from '../../src/data/database/write.ts';
import { save } from '../device/changes.ts';
import { testClock } from '../device/clock.ts';
import { newDevice, type Device } from '../device/device.ts';
import { freshDatabase, purchase, written } from '../device/fixtures.ts';
import { testNetwork } from '../device/network.ts';
import { serverOfTests } from '../device/server-of-tests.ts';

const ISIN = 'IE00B3RBWM25';
const server = serverOfTests();

afterEach(() => vi.restoreAllMocks());

/** The browser's connection below Dexie. */
function connectionOf(db: HoldfastDatabase): IDBDatabase {
  return db.backendDB();
}

const OPERATIONS = ['get', 'getAll', 'put', 'add', 'delete', 'openCursor', 'count'] as const;

/** Kills a device at its nth operation on the database: the transaction is lost, and with it the connection, for which `closing` sees. */
function killAt(
  device: Device,
  operation: number,
  closing = (): void => {
    device.close();
  },
): { readonly hasDied: () => boolean; readonly death: Promise<void> } {
  let left = operation;
  let died = false;
  let die = (): void => undefined;
  const death = new Promise<void>((resolve) => {
    die = resolve;
  });
  for (const name of OPERATIONS) {
    const before = IDBObjectStore.prototype[name] as (...args: unknown[]) => unknown;
    vi.spyOn(IDBObjectStore.prototype, name).mockImplementation(function run(
      this: IDBObjectStore,
      ...args: unknown[]
    ): never {
      if (this.transaction.db === connectionOf(device.db)) left -= 1;
      if (left < 0 && !died) {
        died = true;
        this.transaction.abort();
        closing();
        die();
      }
      return before.apply(this, args) as never;
    });
  }
  return { hasDied: () => died, death };
}

describe("a fault of the device's storage", () => {
  it('row 40: a kill at every step of saving and sending loses and doubles nothing', async () => {
    const token = await server.newUser();
    const brokerId = await server.anyBroker(token);
    let saved = 0;
    for (let step = 0, alive = false; !alive; step += 1) {
      const clock = testClock();
      const network = testNetwork(server.handle);
      const device = await newDevice({ clock, network, token });
      const account = await save(device, 'account', { name: `Account ${step}` });
      // Its first round, which would read all that earlier steps have left, ends before there is a connection.
      await device.sync.flush();
      const kill = killAt(device, step);
      // What a dead tab's promises say interests nobody.
      const work = async (): Promise<void> => {
        await saveRecord(
          device.db,
          'transaction',
          purchase({ accountId: account.id, brokerId, isin: ISIN, brokerDealReference: `${step}` }),
          clock.now(),
        );
        device.online = true;
        await device.sync.flush();
      };
      await Promise.race([work().catch(() => undefined), kill.death]);
      alive = !kill.hasDied();
      vi.restoreAllMocks();
      const again = await device.restart();
      const here = (await listTransactions(again.db)).some((row) => row.brokerDealReference === `${step}`);
      if (here) saved += 1;
      again.online = true;
      for (let round = 0; round < 5 && (await again.db.outbox.count()) > 0; round += 1) {
        await again.sync.flush();
        clock.advance(31_000);
      }
      const there = (await server.records(token, 'transaction')).filter(
        (row) => row['brokerDealReference'] === `${step}`,
      );
      expect(there, `killed at operation ${step}`).toHaveLength(here ? 1 : 0);
      expect((await server.records(token, 'account')).filter((row) => row['name'] === `Account ${step}`)).toHaveLength(
        1,
      );
      expect(await listOutbox(again.db)).toEqual([]);
      again.close();
    }
    expect(saved).toBeGreaterThan(10);
  });

  it('row 42: a connection that the system closes is opened again, or reported when that fails', async () => {
    const notices: string[] = [];
    const stop = onDatabaseNotice((notice) => notices.push(notice));
    const db = await freshDatabase();
    forceCloseDatabase(connectionOf(db) as never);
    await expect.poll(() => notices).toEqual(['lost']);
    written(await saveRecord(db, 'account', { name: 'After the loss' }));
    expect((await listAccounts(db)).map((row) => row.name)).toEqual(['After the loss']);
    forceCloseDatabase(connectionOf(db) as never);
    vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('Connection to Indexed Database server lost', 'UnknownError');
    });
    const refused = await saveRecord(db, 'account', { name: 'Not saved' });
    expect(refused).toMatchObject({ ok: false });
    expect(refused.ok ? '' : writeFaultText(refused.fault)).toContain('Reload');
    stop();
  });

  it('row 42: sync goes on after the system has closed the connection in the middle of a round', async () => {
    const clock = testClock();
    const network = testNetwork(server.handle);
    const device = await newDevice({ clock, network, token: await server.newUser() });
    await device.once();
    for (let step = 0; step < 40; step += 3) {
      await save(device, 'account', { name: `Account ${step}` });
      killAt(device, step, () => {
        forceCloseDatabase(connectionOf(device.db) as never);
      });
      await device.once().catch(() => undefined);
      vi.restoreAllMocks();
      device.online = true;
      // Nobody asks for it: its own timer does.
      await expect
        .poll(
          async () => {
            clock.advance(60_000);
            return (await listOutbox(device.db)).length;
          },
          { timeout: 20_000 },
        )
        .toBe(0);
    }
    device.close();
  });

  it('row 42: records that a backup lacks are asked about after a reading whose comparison could not be stored', async () => {
    const options = { clock: testClock(), network: testNetwork(server.handle), token: await server.newUser() };
    const device = await newDevice(options);
    await device.once();
    const restoreBackup = await server.backUp();
    await save(device, 'account', { name: 'After the backup' });
    await device.settle();
    await restoreBackup();
    const asking = vi.spyOn(device.db.quarantine, 'put').mockImplementation(() => {
      asking.mockRestore();
      throw new DOMException('Connection to Indexed Database server lost', 'UnknownError');
    });
    await device.once();
    await device.settle();
    expect(await listQuarantine(device.db)).toMatchObject([{ entity: 'account', reason: 'restoredFromBackup' }]);
  });

  it('row 41: what was sent is not sent again at once when the disk has no room for the answer', async () => {
    const clock = testClock();
    const network = testNetwork(server.handle);
    const device = await newDevice({ clock, network, token: await server.newUser() });
    await device.once();
    let left = 20;
    const table = device.db.acknowledgedCreations;
    const put = table.put.bind(table);
    vi.spyOn(table, 'put').mockImplementation((row) => {
      left -= 1;
      if (left >= 0) throw new DOMException('No room', 'QuotaExceededError');
      return put(row);
    });
    await save(device, 'account', { name: 'Main' });
    network.log.length = 0;
    await device.once();
    expect(network.log.filter((line) => line === 'POST /accounts')).toHaveLength(1);
    left = 0;
    await device.settle();
    expect(await listOutbox(device.db)).toEqual([]);
    expect((await listAccounts(device.db)).map(({ name }) => name)).toEqual(['Main']);
  });

  it('row 46: an upgrade that another tab blocks is reported', async () => {
    const owner = { apiBase: 'http://blocked.test/api', userId: 'user' };
    const name = await databaseName(owner);
    const raw = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open(name, 1);
      opening.onupgradeneeded = () => void opening.result.createObjectStore('meta', { keyPath: 'key' });
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error ?? new Error('not opened'));
    });
    const notices: string[] = [];
    const stop = onDatabaseNotice((notice) => notices.push(notice));
    const opening = openUserDatabase(owner);
    await expect.poll(() => notices).toContain('blocked');
    raw.close();
    closeDatabase(await opening);
    stop();
  });

  it('row 47: after an upgrade that throws everything can be saved to a file', async () => {
    const db = await freshDatabase();
    written(await saveRecord(db, 'account', { name: 'Before the upgrade' }));
    const { name } = db;
    closeDatabase(db);
    const newer = new Dexie(name);
    newer
      .version(99)
      .stores({ broken: 'id' })
      .upgrade(() => {
        throw new Error('a bug in the upgrade');
      });
    await expect(newer.open()).rejects.toThrow();
    newer.close();
    const rescued = JSON.parse(await rescueDatabase(name)) as {
      tables: Record<string, { name?: string; payload?: unknown }[]>;
    };
    expect(rescued.tables['accounts']).toMatchObject([{ name: 'Before the upgrade' }]);
    expect(rescued.tables['outbox']).toMatchObject([{ payload: { record: { name: 'Before the upgrade' } } }]);
    // Nothing was changed by it: the app that could read it still can.
    const again = await openDatabase(name);
    expect((await listAccounts(again)).map((row) => row.name)).toEqual(['Before the upgrade']);
    closeDatabase(again);
  });

  it('row 48: a browser without IndexedDB is explained in a message', async () => {
    vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    const error: unknown = await openUserDatabase({ apiBase: 'http://none.test/api', userId: 'user' }).catch(
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(Error);
    const fault = writeFaultOf(error);
    expect(fault).toEqual({ code: 'storageUnavailable' });
    expect(fault === null ? '' : writeFaultText(fault)).toContain('The browser does not allow access to its storage');
  });

  it('row 29: users of one display name have databases of their own', async () => {
    const first = await openUserDatabase({ apiBase: 'http://same.test/api', userId: 'ada@one.example' });
    const second = await openUserDatabase({ apiBase: 'http://same.test/api', userId: 'ada@two.example' });
    written(await saveRecord(first, 'account', { name: 'Of the first' }));
    expect(await listAccounts(second)).toEqual([]);
    expect(first.name).not.toBe(second.name);
  });
});
