/** An export that is restored on the device on which its records were removed. */
import { expect, it, vi } from 'vitest';
import { restoreDeletedHere } from '../../src/data/device/backup-records.ts';
import { removeRecords } from '../../src/data/outbox/removals.ts';
import { attachReceipt } from '../../src/data/receipts/receipts.ts';
import { isEmptyBut, prepareRestore, runRestore } from '../../workers/backup/restore.ts';
import { remove, save } from '../device/changes.ts';
import { testClock } from '../device/clock.ts';
import { accountAndBroker, newDevice, queueOf } from '../device/device.ts';
import { purchase, written } from '../device/fixtures.ts';
import { testNetwork } from '../device/network.ts';
import { serverOfTests } from '../device/server-of-tests.ts';
import { property, propertyPrice } from '../device/wealth.ts';
import { fileOf } from './model-kinds.ts';
import { exported } from './model-start-over.ts';

const server = serverOfTests();

const KINDS = ['property', 'propertyPrice', 'transaction', 'receipt'] as const;

// Sync rule 2.9
it.each([
  ['before their deletion was sent', 0, false],
  ['before the deletion of a price and its property was sent', 0, true],
  ['after it', 11_000, false],
])('a property, a transaction and what belongs to them are restored %s', async (_when, waited, withPrice) => {
  const clock = testClock();
  const token = await server.newUser();
  const one = await newDevice({ clock, network: testNetwork(server.handle), token });
  const house = await save(one, 'property', property({ accountId: (await accountAndBroker(one)).accountId }));
  const price = await save(one, 'propertyPrice', propertyPrice(house.id));
  const bought = await save(one, 'transaction', purchase({ ...(await accountAndBroker(one)), isin: 'IE00B3RBWM25' }));
  const file = { name: 'R1.pdf', bytes: fileOf('R1') };
  written(await attachReceipt(one.db, bought.id, file, { receiptType: null, description: '' }, clock.now()));
  await one.settle();
  const content = await exported(one);
  if (withPrice) await remove(one, 'propertyPrice', [price.id]);
  await remove(one, 'property', [house.id]);
  written(await removeRecords(one.db, 'transaction', [bought.id], clock.now()));
  clock.advance(waited);
  if (waited > 0) await one.settle();
  const prepared = await prepareRestore(one.db, content, true);
  expect(await isEmptyBut(one.db, prepared)).toBe(true);
  written(await runRestore(one.db, prepared, clock.now()));
  clock.advance(11_000);
  await one.settle();
  expect(await queueOf(one)).toEqual([]);
  const tables = [one.db.properties, one.db.propertyPrices, one.db.transactions, one.db.receipts];
  expect(await Promise.all(tables.map(async (table) => await table.count()))).toEqual([1, 1, 1, 1]);
  expect(await Promise.all(KINDS.map(async (kind) => (await server.records(token, kind)).length))).toEqual([
    1, 1, 1, 1,
  ]);
});

it('the ids of the transactions of an export are looked up together', async () => {
  const one = await newDevice({
    clock: testClock(),
    network: testNetwork(server.handle),
    token: await server.newUser(),
  });
  const bought = purchase({ ...(await accountAndBroker(one)), isin: 'IE00B3RBWM25' });
  const removed = await save(one, 'transaction', bought);
  await one.settle();
  const content = await exported(one);
  written(await removeRecords(one.db, 'transaction', [removed.id], 0));
  const prepared = await prepareRestore(one.db, content, true);
  const others = Array.from({ length: 50 }, (_, index) => ({ ...bought, id: `kept-${index}` }));
  const look = vi.spyOn(one.db.aliases, 'bulkGet');
  written(await restoreDeletedHere(one.db, [...prepared.records.transaction, ...others], 0));
  expect(look.mock.calls.length).toBeLessThan(10);
  expect(await one.db.transactions.count()).toBe(1);
});
