/** Records of a device without a server that are copied to an account and sent, and the way back. */
import { afterAll, expect, it, vi } from 'vitest';
import { closeDatabase, openUserDatabase } from '../../src/data/database/database.ts';
import { listBankNames } from '../../src/data/records/bank-names.ts';
import { listBrokers } from '../../src/data/records/brokers.ts';
import { saveExtra } from '../../src/data/records/extras.ts';
import * as imports from '../../src/data/imports/imports.ts';
import { listOutbox } from '../../src/data/outbox/outbox.ts';
import { deviceBase, DEVICE_USER } from '../../src/data/database/places.ts';
import { attachReceipt } from '../../src/data/receipts/receipts.ts';
import { saveSavingsAccount } from '../../src/data/records/savings-accounts.ts';
import type { HoldfastDatabase } from '../../src/data/database/schema.ts';
import { applyPrices } from '../../src/data/pulled/server-prices.ts';
import { listTransactions } from '../../src/data/records/transactions.ts';
import { saveRecord } from '../../src/data/records/records.ts';
import { createHoldfastWorker } from '../../workers/opening/holdfast-worker.ts';
import type { Price } from '../../domain/values/amount.ts';
import type { IsoDate } from '../../domain/values/dates.ts';
import { testClock } from '../device/clock.ts';
import { newDevice, type Device } from '../device/device.ts';
import { purchase, written } from '../device/fixtures.ts';
import { testNetwork } from '../device/network.ts';
import { realServer, type RealServer } from '../device/real-server.ts';
import { savings } from '../device/wealth.ts';

const NOW = Date.parse('2025-01-15T12:00:00Z');
const NOTE = new Uint8Array([37, 80, 68, 70, 45, 49, 46, 55, 10, 0, 255]).buffer;
const FUND = 'IE00B4L5Y983';

let server: RealServer | null = null;

afterAll(async () => {
  vi.restoreAllMocks();
  await server?.close();
});

/** This device's own records: three purchases with a receipt, a savings account, a setting and a typed price. */
async function ownRecords(): Promise<HoldfastDatabase> {
  const db = await openUserDatabase({ apiBase: deviceBase('own'), userId: DEVICE_USER });
  await createHoldfastWorker(() => NOW).fillDevice(db.name, false);
  const { id: accountId } = written(await saveRecord(db, 'account', { name: 'Ada' }));
  const brokerId = (await listBrokers(db))[0]?.id ?? '';
  for (const consideration of [0.1, 0.2, 339.86]) {
    const { id } = written(
      await saveRecord(
        db,
        'transaction',
        purchase({ accountId, brokerId, isin: FUND, consideration: consideration as never }),
      ),
    );
    const file = { name: `note ${consideration}.pdf`, bytes: NOTE };
    written(await attachReceipt(db, id, file, { receiptType: 'statement', description: '' }));
  }
  written(await saveSavingsAccount(db, savings({ accountId, bankNameId: (await listBankNames(db))[0]?.id ?? '' })));
  written(await saveExtra(db, 'account-settings', accountId, { fxAllowable: true }));
  const price = { isin: FUND, priceDate: '2025-01-10' as IsoDate, closePrice: 91.5 as Price, currency: 'USD' as const };
  await applyPrices(db, [{ ...price, fetchedAt: '2025-01-10T00:00:00Z', byHand: true }]);
  return db;
}

async function copy(from: string, to: HoldfastDatabase) {
  const worker = createHoldfastWorker(() => NOW);
  await worker.open(to.name);
  try {
    return await worker.copyRecords(from, { isAdministrator: false });
  } finally {
    await worker.close();
  }
}

const idsOf = async (db: HoldfastDatabase): Promise<string[]> =>
  (await listTransactions(db)).map(({ id }) => id).toSorted();

it('connects: everything is sent with its ids, nothing twice, and nothing is lost by a copy that broke off', async () => {
  server = await realServer();
  // The first user of a server is its administrator; the one who connects need not be.
  await server.newUser();
  const token = await server.newUser();
  const own = await ownRecords();
  const ids = await idsOf(own);
  const account: Device = await newDevice({ clock: testClock(), network: testNetwork(server.handle), token });
  await account.settle();

  // The tab dies after the parents were written, and before the transactions.
  const dies = vi.spyOn(imports, 'writeImport').mockRejectedValueOnce(new Error('the tab is gone'));
  await expect(copy(own.name, account.db)).rejects.toThrow('the tab is gone');
  dies.mockRestore();
  expect(await idsOf(own)).toEqual(ids);
  await account.settle();

  expect(await copy(own.name, account.db)).toMatchObject({ ok: true, differences: [] });
  // Before and after they were sent, once more adds nothing.
  const waiting = (await listOutbox(account.db)).length;
  expect(await copy(own.name, account.db)).toMatchObject({ ok: true, differences: [] });
  expect(await listOutbox(account.db)).toHaveLength(waiting);
  await account.settle();
  expect(await listOutbox(account.db)).toEqual([]);
  expect(await copy(own.name, account.db)).toMatchObject({ ok: true, differences: [] });
  expect(await listOutbox(account.db)).toEqual([]);

  const stored = await server.everything(token);
  expect((await server.records(token, 'transaction')).map(({ id }) => String(id)).toSorted()).toEqual(ids);
  expect(await server.records(token, 'account')).toMatchObject([{ name: 'Ada' }]);
  expect(stored.get('savingsAccount')).toHaveLength(1);
  expect(stored.get('receipt')).toHaveLength(3);
  // The setting, and the balance that saving the account noted.
  expect(stored.get('extra')).toHaveLength(await own.extras.count());
  expect(await account.db.prices.get([FUND, '2025-01-10'])).toMatchObject({ closePrice: 91.5 });
  closeDatabase(own);
  account.close();
});

it('goes into no account that has other records, and comes back to the device whole', async () => {
  server ??= await realServer();
  const token = await server.newUser();
  const account: Device = await newDevice({ clock: testClock(), network: testNetwork(server.handle), token });
  await account.settle();
  const own = await openUserDatabase({ apiBase: deviceBase('own'), userId: DEVICE_USER });
  expect(await copy(own.name, account.db)).toMatchObject({ ok: true, differences: [] });
  await account.settle();

  const empty = await openUserDatabase({ apiBase: deviceBase('own'), userId: 'another device' });
  await createHoldfastWorker(() => NOW).fillDevice(empty.name, false);
  expect(await copy(account.db.name, empty)).toMatchObject({ ok: true });
  expect(await idsOf(empty)).toEqual(await idsOf(account.db));

  const other: Device = await newDevice({
    clock: testClock(),
    network: testNetwork(server.handle),
    token: await server.newUser(),
  });
  await other.settle();
  const { id: accountId } = (await other.db.accounts.toArray())[0] ?? { id: '' };
  expect(accountId).toBe('');
  await createHoldfastWorker(() => NOW).fillDevice(other.db.name, false);
  const brokerId = (await listBrokers(other.db))[0]?.id ?? '';
  const { id } = written(await saveRecord(other.db, 'account', { name: 'Ada' }));
  written(await saveRecord(other.db, 'transaction', purchase({ accountId: id, brokerId, isin: FUND })));
  expect(await copy(own.name, other.db)).toEqual({ ok: false, code: 'notEmpty' });
  for (const device of [account, other]) device.close();
  for (const db of [own, empty]) closeDatabase(db);
});
