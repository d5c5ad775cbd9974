/** Kinds of extras that a server of ours from before does not know. */
import { expect, it } from 'vitest';
import { listOutbox } from '../../src/data/outbox/outbox.ts';
import { listExtras, saveExtra } from '../../src/data/records/extras.ts';
import { testClock } from '../device/clock.ts';
import { newDevice } from '../device/device.ts';
import { testNetwork, withText, type Server } from '../device/network.ts';
import { serverOfTests } from '../device/server-of-tests.ts';

const DAY_MS = 24 * 60 * 60_000;
const server = serverOfTests();

// Sync rule 2.10
it('unknown kinds of extras stay on the device without a question, and are sent once the server stores them', async () => {
  let isOld = true;
  const handle: Server = async (request) => {
    const { pathname } = new URL(request.url);
    if (isOld && pathname.includes('planned-trades')) throw new Error('an unknown kind was sent');
    const reply = await server.handle(request);
    if (!isOld || !pathname.endsWith('/sync/capabilities')) return reply;
    return withText(reply, (text) => {
      expect(text).toContain('"extras"');
      return text.replaceAll(/"extra:[a-z-]+",?/gu, '').replace(',]', ']');
    });
  };
  const clock = testClock();
  const token = await server.newUser();
  let phone = await newDevice({ clock, network: testNetwork(handle), token });
  await phone.settle();
  await saveExtra(phone.db, 'planned-trades', 'plan-1', { goal: 'amount' }, clock.now());
  await saveExtra(phone.db, 'column-mapping', 'known', { of: 'before' }, clock.now());
  await phone.settle();
  expect(await listOutbox(phone.db)).toEqual([]);
  expect(phone.sync.status.get()).toMatchObject({ waiting: 0, attention: 0 });
  expect(await listExtras(phone.db, 'planned-trades')).toMatchObject([{ key: 'plan-1', version: null }]);
  const keys = async (): Promise<string[]> =>
    (await server.records(token, 'extra')).map((record) => (record as { readonly key: string }).key).toSorted();
  expect(await keys()).toEqual(['known']);
  isOld = false;
  clock.advance(2 * DAY_MS);
  phone = await phone.restart();
  await phone.settle();
  expect(await keys()).toEqual(['known', 'plan-1']);
});
