import { expect, it } from 'vitest';
import { listOutbox } from '../../src/data/outbox/outbox.ts';
import { save } from '../device/changes.ts';
import { testClock } from '../device/clock.ts';
import { newDevice } from '../device/device.ts';
import { testNetwork } from '../device/network.ts';
import { serverOfTests } from '../device/server-of-tests.ts';

const server = serverOfTests();

it('a bug during a round is reported, does not end sync, and does not leave it sending', async () => {
  const network = testNetwork(server.handle);
  let hasFailed = false;
  const random = (): number => {
    if (hasFailed) return 0.5;
    hasFailed = true;
    throw new Error('a bug');
  };
  const clock = testClock();
  const bugs: unknown[] = [];
  const onBug = (error: unknown): void => void bugs.push(error);
  const device = await newDevice({ clock, network, token: await server.newUser(), random, onBug });
  for (const name of ['One', 'Two']) await save(device, 'account', { name });
  let posts = 0;
  // The first account arrives; how long to wait for the second is where the bug is.
  network.fault = ({ method }) => (method === 'POST' && ++posts === 2 ? 503 : 'none');
  await device.once();
  expect(bugs).toMatchObject([{ message: 'a bug' }]);
  expect(device.sync.status.get().phase).toBe('idle');
  network.fault = () => 'none';
  await device.settle();
  expect(await listOutbox(device.db)).toEqual([]);
  device.close();
});
