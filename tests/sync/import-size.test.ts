import { expect, it } from 'vitest';
import { newId } from '../../src/data/database/ids.ts';
import type { Transaction } from '../../domain/records/records.ts';
import { save } from '../device/changes.ts';
import { testClock } from '../device/clock.ts';
import { importFile, newDevice } from '../device/device.ts';
import { purchase } from '../device/fixtures.ts';
import { testNetwork, writesIn } from '../device/network.ts';
import { realServer } from '../device/real-server.ts';

it('sends an import of 20,000 rows in 10 calls', async () => {
  const server = await realServer();
  try {
    const token = await server.newUser();
    const brokerId = await server.anyBroker(token);
    const network = testNetwork(server.handle);
    const device = await newDevice({ clock: testClock(), network, token, inMemory: true });
    const account = await save(device, 'account', { name: 'Main Account' });
    const transactions = Array.from({ length: 20_000 }, (_, index): Transaction => ({
      ...purchase({ accountId: account.id, brokerId, isin: 'IE00B3RBWM25', brokerDealReference: `${index}` }),
      id: newId(),
    }));
    await importFile(device, transactions);
    device.online = true;
    await device.sync.flush();
    expect(await device.db.outbox.count()).toBe(0);
    expect(writesIn(network.log)).toEqual([
      'POST /accounts',
      ...Array.from({ length: 10 }, () => 'POST /transactions/import-selected'),
    ]);
    expect(network.log.length).toBeLessThanOrEqual(16);
  } finally {
    await server.close();
  }
});
