/** The first reading of a device shows figures as soon as a few hundred records are there. */
import { expect, it } from 'vitest';
import type { Transaction } from '../../domain/records/records.ts';
import { newId } from '../../src/data/database/ids.ts';
import { save } from '../device/changes.ts';
import { testClock } from '../device/clock.ts';
import { importFile, newDevice } from '../device/device.ts';
import { purchase } from '../device/fixtures.ts';
import { testNetwork } from '../device/network.ts';
import { serverOfTests } from '../device/server-of-tests.ts';

const ROWS = 600;
const server = serverOfTests();

it('readers are let in once, after the first page of a new device, which is short', async () => {
  const clock = testClock();
  const network = testNetwork(server.handle);
  const options = { clock, network, token: await server.newUser() };
  const phone = await newDevice(options);
  const account = await save(phone, 'account', { name: 'Main Account' });
  const brokerId = await server.anyBroker(options.token);
  const row = (index: number): Transaction => ({
    ...purchase({ accountId: account.id, brokerId, isin: 'IE00B3RBWM25', brokerDealReference: `${index}` }),
    id: newId(),
  });
  await phone.settle();
  await importFile(
    phone,
    Array.from({ length: ROWS }, (_, index) => row(index)),
  );
  await phone.settle();
  /** How many transactions were there each time when the readers were let in. */
  const seen: number[] = [];
  const laptop = await newDevice({
    ...options,
    letReadersIn: async () => {
      seen.push(await laptop.db.transactions.count());
    },
  });
  await laptop.settle();
  expect(seen).toHaveLength(1);
  expect(seen[0]).toBeGreaterThan(ROWS / 2);
  expect(seen[0]).toBeLessThan(ROWS);
  expect(await laptop.db.transactions.count()).toBe(ROWS);
  // It is not new any more.
  await laptop.full();
  expect(seen).toHaveLength(1);
});
