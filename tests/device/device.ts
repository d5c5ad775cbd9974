/** A device with a database of its own, or a further tab of one, whose sync a test drives step by step. */
import 'fake-indexeddb/auto';
import { closeDatabase, openDatabase, openUserDatabase } from '../../src/data/database.ts';
import type { HoldfastDatabase } from '../../src/data/schema.ts';
import type { Locks, SyncEnvironment } from '../../src/sync/environment.ts';
import { startSync, type SyncHandle } from '../../src/sync/sync-engine.ts';
import type { TestClock } from './clock.ts';
import type { TestNetwork } from './network.ts';

export interface DeviceOptions {
  readonly clock: TestClock;
  readonly network: TestNetwork;
  readonly userId?: string;
  readonly token?: string;
  readonly random?: () => number;
  readonly locks?: Locks | null;
}

export interface Device {
  readonly db: HoldfastDatabase;
  readonly sync: SyncHandle;
  readonly environment: SyncEnvironment;
  /** False: the browser says that there is no connection. */
  online: boolean;
  token: string | null;
  /** Sends and pulls, moving the clock on until no entry waits for a time, at most `rounds` times. */
  readonly settle: (rounds?: number) => Promise<void>;
  /** Sends and pulls once, with a connection for just so long. */
  readonly once: () => Promise<void>;
  /** As `once`, reading everything again. */
  readonly full: () => Promise<void>;
  /** As a reload or crash of the tab: sync ends where it is, and starts anew on the same database. */
  readonly restart: () => Promise<Device>;
  readonly close: () => void;
}

let devices = 0;

/** A new device of a user, with an empty database. */
export async function newDevice(options: DeviceOptions): Promise<Device> {
  devices += 1;
  const db = await openUserDatabase({ apiBase: `http://device-${devices}.test/api`, userId: options.userId ?? 'user' });
  return deviceOn(db, options);
}

/** Another tab of the same device. */
export async function newTab(device: Device, options: DeviceOptions): Promise<Device> {
  return deviceOn(await openDatabase(device.db.name), options);
}

function deviceOn(db: HoldfastDatabase, options: DeviceOptions): Device {
  const { clock, network } = options;
  const environment: SyncEnvironment = {
    fetch: network.fetch,
    schedule: clock.schedule,
    now: clock.now,
    random: options.random ?? (() => 0.5),
    locks: options.locks ?? null,
    mayBeOnline: () => device.online,
    credentials: () => (device.token === null ? null : { token: device.token, userId: options.userId ?? 'user' }),
    onUnauthorised: () => {
      device.token = null;
    },
    wakeLater: () => undefined,
    onServerKnown: () => undefined,
  };
  const device: Device = {
    db, environment, online: false, token: options.token ?? 'token',
    sync: startSync({ db, environment, triggers: () => () => undefined }),
    once: async () => {
      device.online = true;
      await device.sync.pull();
      device.online = false;
    },
    full: async () => {
      device.online = true;
      await device.sync.pull({ full: true });
      device.online = false;
    },
    settle: async (rounds = 12) => {
      for (let round = 0; round < rounds; round += 1) {
        await device.once();
        const waits = (await db.outbox.toArray()).some((entry) => entry.state === 'queued' || entry.state === 'doubtful' || entry.state === 'sending');
        if (!waits || device.token === null) return;
        clock.advance(Math.max(1, Math.min(clock.untilNext() ?? 60_000, 120_000)));
      }
    },
    restart: async () => {
      device.close();
      return deviceOn(await openDatabase(db.name), options);
    },
    close: () => {
      device.sync.stop();
      closeDatabase(db);
    },
  };
  return device;
}
