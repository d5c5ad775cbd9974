/** A server that stores no more records of a user: nothing is lost on the device. */
import { expect, it } from 'vitest';
import type { Transaction } from '../../domain/records/records.ts';
import { openStore } from '../../server/store/database/store.ts';
import { withRecordsQuota } from '../../server/testing/limited-store.ts';
import { startTestApp } from '../../server/testing/test-app.ts';
import { newId } from '../../src/data/database/ids.ts';
import { listOutbox } from '../../src/data/outbox/outbox.ts';
import { retryEntry } from '../../src/data/questions/attention.ts';
import { save } from '../device/changes.ts';
import { testClock } from '../device/clock.ts';
import { importFile, newDevice } from '../device/device.ts';
import { purchase } from '../device/fixtures.ts';
import { testNetwork } from '../device/network.ts';
import { appHandler } from '../device/real-server.ts';

it('shows refused records and rows in its words, keeps them, and takes them once there is room', async () => {
  const opened = await openStore({ dialect: 'sqlite', file: ':memory:' });
  let quota = 2;
  const app = await startTestApp(
    {},
    withRecordsQuota(opened, () => quota),
  );
  const token = await app.signIn('user@example.org');
  const [broker] = (await app.call('GET', '/brokers', { token })).json as { id: string }[];
  const device = await newDevice({ clock: testClock(), network: testNetwork(appHandler(() => app.app)), token });
  const account = await save(device, 'account', { name: 'Main Account' });
  await device.settle();
  const fields = { accountId: account.id, brokerId: broker?.id ?? '', isin: 'IE00B3RBWM25' };
  await importFile(
    device,
    Array.from({ length: 3 }, (_, index): Transaction => ({
      ...purchase({ ...fields, brokerDealReference: `${index}` }),
      id: newId(),
    })),
  );
  await device.settle();
  const onServer = async () => ((await app.call('GET', '/transactions/user/ids', { token })).json as string[]).length;
  const waiting = await listOutbox(device.db);
  expect(waiting.length).toBeGreaterThan(0);
  for (const { state, error } of waiting)
    expect([state, error]).toEqual([
      'failed',
      { status: 413, code: 'refused', message: expect.stringContaining('the most that this server stores') as string },
    ]);
  expect([await device.db.transactions.count(), await onServer()]).toEqual([3, 0]);
  quota = 100;
  for (const { seq } of waiting) await retryEntry(device.db, seq);
  await device.settle();
  expect([await listOutbox(device.db), await device.db.transactions.count(), await onServer()]).toEqual([[], 3, 3]);
  await app.close();
  await opened.close();
});
