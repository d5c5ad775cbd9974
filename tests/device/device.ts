/** A device with a database of its own, or a further tab of one, whose sync a test drives step by step. */
import 'fake-indexeddb/auto';
import { closeDatabase, openDatabase, openUserDatabase } from '../../src/data/database/database.ts';
import { updateSyncState } from '../../src/data/database/meta.ts';
import type { HoldfastDatabase } from '../../src/data/database/schema.ts';
import type { SyncEnvironment } from '../../src/sync/api/environment.ts';
import { startSync } from '../../src/sync/engine/sync-engine.ts';
import type { SyncHere } from '../../src/sync/engine/sync-handle.ts';
import type { Transaction } from '../../domain/records/records.ts';
import type { ImportRecord } from '../../src/data/database/import-record.ts';
import { writeImport, type ImportContent } from '../../src/data/imports/imports.ts';
import { listOutbox } from '../../src/data/outbox/outbox.ts';
import { listBrokers } from '../../src/data/records/brokers.ts';
import { saveRecord } from '../../src/data/records/records.ts';
import type { TestClock } from './clock.ts';
import { written } from './fixtures.ts';
import { LockManager } from './locks.ts';
import { MemoryDatabase, newMemoryDatabase, openMemoryDatabase, type MemoryStorage } from './memory-storage.ts';
import type { TestNetwork } from './network.ts';

export interface DeviceOptions {
  readonly clock: TestClock;
  readonly network: TestNetwork;
  readonly userId?: string;
  readonly token?: string;
  readonly random?: () => number;
  /** By default a bug of sync fails the test. */
  readonly letReadersIn?: SyncEnvironment['letReadersIn'];
  readonly onBug?: (error: unknown) => void;
  /** Thousands of histories are played on storage in memory; everything else on a database. */
  readonly inMemory?: boolean;
}

export interface Device {
  readonly db: HoldfastDatabase;
  readonly sync: SyncHere;
  readonly environment: SyncEnvironment;
  /** Those of its browser: its tabs and workers ask for the same. */
  readonly locks: LockManager;
  /** False: the browser says that there is no connection. */
  online: boolean;
  token: string | null;
  /** By how many milliseconds its clock is wrong. */
  clockError: number;
  /** What its clock shows. */
  readonly now: () => number;
  /** Sends and pulls, moving the clock on until no entry waits for a time, at most `rounds` times. */
  readonly settle: (rounds?: number) => Promise<void>;
  /** Sends and pulls once, with a connection for just so long. */
  readonly once: () => Promise<void>;
  /** As `once`, reading everything again. */
  readonly full: () => Promise<void>;
  /** The tab dies at its so-manieth operation from now, wherever that is; resolves then. Only in memory. */
  readonly dieAfter: (operations: number) => Promise<void>;
  /** The browser freezes the tab: answers wait and timers rest until it is thawed by what this answers. */
  readonly freeze: () => () => void;
  /** As a reload or crash of the tab: sync ends where it is, and starts again on the same database. */
  readonly restart: () => Promise<Device>;
  readonly close: () => void;
}

let devices = 0;

/** A new device of a user, with an empty database. */
export async function newDevice(options: DeviceOptions): Promise<Device> {
  devices += 1;
  const owner = { apiBase: `http://device-${devices}.test/api`, userId: options.userId ?? 'user' };
  const locks = new LockManager();
  if (options.inMemory !== true) return deviceOn(await openUserDatabase(owner), options, locks);
  const { storage, db } = await newMemoryDatabase(owner);
  storages.set(db, storage);
  return deviceOn(db, options, locks);
}

const storages = new WeakMap<HoldfastDatabase, MemoryStorage>();

async function openAgain(db: HoldfastDatabase): Promise<HoldfastDatabase> {
  const storage = storages.get(db);
  if (storage === undefined) return await openDatabase(db.name);
  const again = openMemoryDatabase(storage);
  storages.set(again, storage);
  return again;
}

/** Another tab of the same device. */
export async function newTab(device: Device, options: DeviceOptions): Promise<Device> {
  return deviceOn(await openAgain(device.db), options, device.locks);
}

function inMemory(db: HoldfastDatabase): MemoryDatabase | null {
  return db instanceof MemoryDatabase ? db : null;
}

/** A tab's answers and timers, which wait while it is frozen. */
class Freezer {
  private waiting: (() => void)[] | null = null;

  async pass(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.run(resolve);
    });
  }

  run(action: () => void): void {
    if (this.waiting === null) action();
    else this.waiting.push(action);
  }

  readonly freeze = (): (() => void) => {
    this.waiting = [];
    return () => {
      const due = this.waiting ?? [];
      this.waiting = null;
      for (const action of due) action();
    };
  };
}

function deviceOn(db: HoldfastDatabase, options: DeviceOptions, locks: LockManager): Device {
  const { clock, network } = options;
  const tab = locks.client();
  const freezer = new Freezer();
  const memory = inMemory(db);
  if (memory !== null) memory.onDeath = tab.end;
  const error = { ms: 0 };
  const now = (): number => clock.now() + error.ms;
  const environment: SyncEnvironment = {
    fetch: async (input, init) => {
      await memory?.step();
      const reply = network.fetch(input, init);
      await reply.catch(() => undefined);
      await freezer.pass();
      await memory?.step();
      return await reply;
    },
    schedule: (action, ms) =>
      clock.schedule(() => {
        freezer.run(action);
      }, ms),
    now,
    random: options.random ?? (() => 0.5),
    locks: tab,
    mayBeOnline: () => device.online,
    credentials: () => (device.token === null ? null : { token: device.token, userId: options.userId ?? 'user' }),
    onUnauthorised: () => {
      device.token = null;
    },
    wakeLater: () => undefined,
    letReadersIn: options.letReadersIn ?? (async () => await Promise.resolve()),
    onServerKnown: () => undefined,
    onBug:
      options.onBug ??
      ((bug) => {
        throw bug;
      }),
  };
  const device: Device = {
    db,
    environment,
    locks,
    freeze: freezer.freeze,
    online: false,
    token: options.token ?? 'token',
    now,
    get clockError() {
      return error.ms;
    },
    set clockError(ms) {
      error.ms = ms;
    },
    sync: startSync({ db, environment, triggers: () => () => undefined }),
    once: async () => {
      device.online = true;
      await device.sync.pull();
      device.online = false;
    },
    full: async () => {
      await updateSyncState(db, { userCursor: null, sharedCursor: null, fullReadAt: null });
      device.online = true;
      await device.sync.pull('quotes');
      device.online = false;
    },
    settle: async (rounds = 12) => {
      for (let round = 0; round < rounds; round += 1) {
        await device.once();
        const waits = (await db.outbox.toArray()).some(
          (entry) => entry.state === 'queued' || entry.state === 'doubtful' || entry.state === 'sending',
        );
        if (!waits || device.token === null) return;
        clock.advance(Math.max(1, Math.min(clock.untilNext() ?? 60_000, 120_000)));
      }
    },
    dieAfter: async (operations) =>
      await new Promise((resolve) => {
        if (memory === null) throw new Error('only storage in memory can be killed');
        memory.fuse = operations;
        memory.onDeath = () => {
          tab.end();
          resolve();
        };
      }),
    restart: async () => {
      device.close();
      const again = deviceOn(await openAgain(db), options, locks);
      again.clockError = device.clockError;
      again.token = device.token;
      return again;
    },
    close: () => {
      void device.sync.stop();
      tab.end();
      if (memory === null) closeDatabase(db);
      else memory.kill();
    },
  };
  return device;
}

/** What waits in a device's queue: what of each record, in which state, and why. */
export async function queueOf({ db }: Pick<Device, 'db'>): Promise<string[]> {
  return (await listOutbox(db)).map(
    ({ entity, kind, state, error }) => `${entity} ${kind} ${state}${error === null ? '' : ` ${error.code}`}`,
  );
}

/** Writes an import of a file with these rows; nothing is sent yet. */
export async function importFile(
  { db, now }: Pick<Device, 'db' | 'now'>,
  transactions: readonly Transaction[],
  others: Partial<ImportContent> = {},
): Promise<ImportRecord> {
  const content = { fileName: 'a.csv', newAccounts: [], unlistedAssets: [], transactions, ...others };
  return written(await writeImport(db, content, { now }));
}

/** A new account that the server has, and one of its brokers. */
export async function accountAndBroker(
  device: Device,
  name = 'Main Account',
): Promise<{ readonly accountId: string; readonly brokerId: string }> {
  await device.once();
  const account = written(await saveRecord(device.db, 'account', { name }, device.now()));
  await device.settle();
  return { accountId: account.id, brokerId: (await listBrokers(device.db))[0]?.id ?? '' };
}
