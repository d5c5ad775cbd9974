import { beforeEach, describe, expect, it } from 'vitest';
import { ownerOf } from '../../src/data/database/database.ts';
import { readSessionCopy, storeSessionCopy } from '../../src/data/device/session-copy.ts';
import { listOutbox } from '../../src/data/outbox/outbox.ts';
import type { SyncEnvironment } from '../../src/sync/api/environment.ts';
import { startSync } from '../../src/sync/engine/sync-engine.ts';
import { syncFromWorker } from '../../src/sync/engine/worker-sync.ts';
import { save } from '../device/changes.ts';
import { testClock, type TestClock } from '../device/clock.ts';
import { newDevice, newTab, type Device } from '../device/device.ts';
import { testNetwork, writesIn, type TestNetwork } from '../device/network.ts';
import { serverOfTests } from '../device/server-of-tests.ts';

const server = serverOfTests();
let clock: TestClock;
let network: TestNetwork;
let token: string;
let phone: Device;
let apiBase: string;

beforeEach(async () => {
  clock = testClock();
  network = testNetwork(server.handle);
  token = await server.newUser();
  phone = await newDevice({ clock, network, token });
  ({ apiBase } = await ownerOf(phone.db));
  await storeSessionCopy({ token, userId: 'user', expiresAt: clock.now() + 3_600_000 });
});

/** What the phone's service worker has: as its tabs, a client of the browser's locks. */
const worker = (): SyncEnvironment => ({ ...phone.environment, locks: phone.locks.client() });

async function queue(count: number): Promise<void> {
  for (let i = 0; i < count; i += 1) await save(phone, 'account', { name: `Account ${i}` });
}

describe('the service worker', () => {
  // Sync rule 3.6
  it('sends what waits when no tab is open', async () => {
    await queue(3);
    phone.close();
    expect(await syncFromWorker('send', worker(), apiBase)).toBe(0);
    expect(writesIn(network.log)).toEqual(['POST /accounts', 'POST /accounts', 'POST /accounts']);
    expect(await server.records(token, 'account')).toHaveLength(3);
  });

  it('is asked for as soon as a change is queued without a connection, and not while nothing waits', async () => {
    let asked = 0;
    const tab = startSync({
      db: phone.db,
      environment: {
        ...phone.environment,
        wakeLater: () => {
          asked += 1;
        },
      },
      triggers: () => () => undefined,
    });
    await tab.flush();
    expect(asked).toBe(0);
    await queue(1);
    await expect.poll(() => asked).toBeGreaterThan(0);
    await tab.stop();
  });

  // Sync rule 3.1
  it('sends nothing twice beside two tabs', async () => {
    await queue(50);
    phone.online = true;
    await Promise.all([
      phone.sync.flush(),
      syncFromWorker('send', worker(), apiBase),
      syncFromWorker('send', worker(), apiBase),
    ]);
    await phone.settle();
    expect(writesIn(network.log)).toHaveLength(50);
    expect(await server.records(token, 'account')).toHaveLength(50);
  });

  it('sends nothing twice when two tabs start between the sender and its lock', async () => {
    const tab = await newTab(phone, { clock, network, token });
    await queue(50);
    phone.online = true;
    tab.online = true;
    for (let round = 0; round < 60 && (await listOutbox(phone.db)).length > 0; round += 1) {
      await Promise.all([phone.sync.flush(), tab.sync.flush(), tab.sync.flush()]);
      clock.advance(1000);
    }
    expect(writesIn(network.log)).toHaveLength(50);
    tab.close();
  });

  it('says how many changes are left, so that the browser wakes it again', async () => {
    await queue(2);
    network.fault = (request) => (request.method === 'POST' ? 503 : 'none');
    expect(await syncFromWorker('send', worker(), apiBase)).toBe(2);
  });

  it('sends nothing after the sign-out, with an expired copy or without a database', async () => {
    await queue(1);
    await storeSessionCopy({ token, userId: 'user', expiresAt: clock.now() });
    expect(await syncFromWorker('send', worker(), apiBase)).toBe(0);
    await storeSessionCopy(null);
    expect(await syncFromWorker('send', worker(), apiBase)).toBe(0);
    await storeSessionCopy({ token, userId: 'nobody', expiresAt: clock.now() + 1000 });
    expect(await syncFromWorker('send', worker(), apiBase)).toBe(0);
    expect(network.log).toEqual([]);
    expect(await listOutbox(phone.db)).toHaveLength(1);
  });

  it('forgets a token that the server refuses and keeps what waits', async () => {
    await queue(1);
    await storeSessionCopy({ token: 'refused', userId: 'user', expiresAt: clock.now() + 1000 });
    expect(await syncFromWorker('send', worker(), apiBase)).toBe(1);
    expect(await readSessionCopy()).toBeNull();
    expect(await listOutbox(phone.db)).toMatchObject([{ state: 'queued' }]);
  });

  it('reads changes made elsewhere when it is woken for that', async () => {
    const laptop = await newDevice({ clock, network, token });
    await save(laptop, 'account', { name: 'From the laptop' });
    await laptop.settle();
    await syncFromWorker('pull', worker(), apiBase);
    expect(await phone.db.accounts.toArray()).toMatchObject([{ name: 'From the laptop' }]);
  });
});
