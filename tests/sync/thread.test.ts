/** The thread in which a tab's sync runs, called through Comlink as a page calls it. */
import { expose, proxy, wrap, type Remote } from 'comlink';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { SyncStatus } from '../../src/sync/engine/sync-status.ts';
import { createSyncThread, type PageState, type SyncPage, type SyncThread } from '../../src/sync/engine/sync-thread.ts';
import { save } from '../device/changes.ts';
import { testClock, type TestClock } from '../device/clock.ts';
import { newDevice, type Device } from '../device/device.ts';
import { testNetwork, writesIn, type TestNetwork } from '../device/network.ts';
import { serverOfTests } from '../device/server-of-tests.ts';

const HOUR = 3_600_000;
const server = serverOfTests();
let clock: TestClock;
let network: TestNetwork;
let phone: Device;
let state: PageState;
let refused: string[];
let latest: SyncStatus | null;
let thread: Remote<SyncThread>;
let ended: Promise<void>;
let closePorts: () => void;

beforeEach(async () => {
  clock = testClock();
  network = testNetwork(server.handle);
  const token = await server.newUser();
  phone = await newDevice({ clock, network, token });
  state = { session: { token, userId: 'user', expiresAt: clock.now() + HOUR }, serverAhead: 0, mayBeOnline: true };
  refused = [];
  latest = null;
  const page: SyncPage = {
    fetch: async (_number, url, init) => {
      const answer = await phone.environment.fetch(url, init);
      return { status: answer.status, headers: [...answer.headers], body: await answer.arrayBuffer() };
    },
    abort: () => undefined,
    onStatus: (status) => {
      latest = status;
    },
    onUnauthorised: (one) => void refused.push(one),
    onReply: () => undefined,
    onServerKnown: () => undefined,
    wakeLater: () => undefined,
    onBug: (error) => {
      throw error;
    },
  };
  const { port1, port2 } = new MessageChannel();
  ended = new Promise((resolve) => {
    expose(createSyncThread(resolve, { ...phone.environment, locks: phone.locks.client() }), port1);
  });
  closePorts = () => {
    port1.close();
    port2.close();
  };
  thread = wrap<SyncThread>(port2);
  await thread.begin(phone.db.name, state, proxy(page));
});
afterEach(() => {
  closePorts();
  phone.close();
});

async function addAccount(name: string): Promise<void> {
  await save(phone, 'account', { name });
}

it('sends what its page saves, reports it, and ends when it is told to', async () => {
  await addAccount('Saved');
  await thread.pull('now', state);
  expect(writesIn(network.log)).toEqual(['POST /accounts']);
  await vi.waitFor(() => expect(latest).toMatchObject({ phase: 'idle', waiting: 0, mode: 'extended' }));
  await thread.stop();
  await ended;
  await addAccount('Saved later');
  await thread.pull('now', state);
  expect(writesIn(network.log)).toEqual(['POST /accounts']);
});

it('uses no token again that the server has refused, and goes on with the next', async () => {
  const withOld: PageState = { ...state, session: { token: 'old', userId: 'user', expiresAt: clock.now() + HOUR } };
  await addAccount('Waits');
  await thread.pull('now', withOld);
  await vi.waitFor(() => expect(refused).toEqual(['old']));
  await thread.pull('now', withOld);
  await vi.waitFor(() => expect(latest?.phase).toBe('signIn'));
  expect(refused).toEqual(['old']);
  expect(writesIn(network.log)).toEqual([]);
  await thread.pull('now', state);
  expect(writesIn(network.log)).toEqual(['POST /accounts']);
});

it('sends nothing with a token that has expired by the clock of the server', async () => {
  await addAccount('Waits');
  await thread.pull('now', { ...state, serverAhead: 2 * HOUR });
  expect(writesIn(network.log)).toEqual([]);
  await thread.pull('now', state);
  expect(writesIn(network.log)).toEqual(['POST /accounts']);
});

it('asks nothing while its page knows that there is no connection', async () => {
  await addAccount('Waits');
  const before = network.log.length;
  await thread.pull('now', { ...state, mayBeOnline: false });
  expect(network.log).toHaveLength(before);
  await vi.waitFor(() => expect(latest).toMatchObject({ phase: 'offline', waiting: 1 }));
  await thread.trigger(state);
  clock.advance(5000);
  await vi.waitFor(() => expect(writesIn(network.log)).toEqual(['POST /accounts']));
});
