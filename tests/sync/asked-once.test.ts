/** What a device asks its server when it starts, and while nobody does anything. */
import { expect, it, vi } from 'vitest';
import { listBrokers } from '../../src/data/records/brokers.ts';
import { save } from '../device/changes.ts';
import { testClock } from '../device/clock.ts';
import { newDevice, type Device } from '../device/device.ts';
import { purchase } from '../device/fixtures.ts';
import { testNetwork } from '../device/network.ts';
import { plainServer } from '../device/plain-server.ts';
import { serverOfTests } from '../device/server-of-tests.ts';

const real = serverOfTests();

/** What was asked more than once. */
function repeated(log: readonly string[]): string[] {
  return log.filter((line, index) => log.indexOf(line) !== index);
}

it.each(['plain', 'extended'] as const)('nothing is requested twice, on a server of kind %s', async (kind) => {
  const isPlain = kind === 'plain';
  const clock = testClock();
  const handle = isPlain ? plainServer().handle : real.handle;
  let asked: string[] = [];
  const network = testNetwork(async (request) => {
    const { pathname, search } = new URL(request.url);
    asked.push(`${request.method} ${pathname.replace(/^\/api/u, '')}${search}`);
    return await handle(request);
  });
  /** What a start asks: its first look while there is no connection yet is over. */
  const ofStart = async (device: Device): Promise<string[]> => {
    await device.sync.flush();
    asked = [];
    await device.once();
    return asked;
  };
  const options = { clock, network, ...(isPlain ? {} : { token: await real.newUser() }) };
  const first = await newDevice(options);
  const { id } = await save(first, 'account', { name: 'Main' });
  await first.settle();
  const [broker] = await listBrokers(first.db);
  const trade = purchase({ accountId: id, brokerId: broker?.id ?? '' });
  await save(first, 'transaction', trade);
  await first.settle();

  const second = await newDevice(options);
  const atFirst = await ofStart(second);
  expect(atFirst).toContain('GET /accounts');
  expect(repeated(atFirst)).toEqual([]);
  const again = await second.restart();
  const atNext = await ofStart(again);
  expect(atNext).toContain('GET /accounts');
  expect(repeated(atNext)).toEqual([]);

  // Each poll of an open app asks for each thing once.
  again.online = true;
  for (let poll = 0; poll < 3; poll += 1) {
    asked = [];
    clock.advance(5 * 60_000 + 1);
    // Waits for the round that the timer has begun.
    await again.sync.flush();
    expect(asked.length).toBeGreaterThan(1);
    expect(repeated(asked)).toEqual([]);
  }
});

it('nothing is requested twice when a start finds a creation whose answer was lost', async () => {
  const clock = testClock();
  const server = plainServer();
  let asked: string[] = [];
  const network = testNetwork(async (request) => {
    asked.push(`${request.method} ${new URL(request.url).pathname}`);
    return await server.handle(request);
  });
  const device = await newDevice({ clock, network });
  await device.settle();
  await save(device, 'account', { name: 'Main' });
  network.fault = ({ method }) => (method === 'POST' ? 'hang' : 'none');
  device.online = true;
  void device.sync.flush();
  await vi.waitFor(() => expect(asked).toContain('POST /api/accounts'));
  network.fault = () => 'none';
  const next = await device.restart();
  // Its first look while there is no connection yet is over.
  await next.sync.flush();
  asked = [];
  await next.once();
  expect(server.accounts.size).toBe(1);
  expect((await next.db.outbox.toArray()).length).toBe(0);
  expect(asked.filter((line) => line === 'GET /api/accounts')).toHaveLength(1);
  expect(repeated(asked)).toEqual([]);
});
