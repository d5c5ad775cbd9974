/** Prices and rates in backups: a device without a server has them from nowhere else. */
import 'fake-indexeddb/auto';
import { expect, it, vi } from 'vitest';
import type { Price, Rate } from '../../domain/values/amount.ts';
import type { IsoDate } from '../../domain/values/dates.ts';
import { purchase, written } from '../../tests/device/fixtures.ts';
import { closeDatabase, deleteDatabase, openUserDatabase } from '../../src/data/database/database.ts';
import { deviceBase } from '../../src/data/database/places.ts';
import type { HoldfastDatabase } from '../../src/data/database/schema.ts';
import { applyPrices, applyRates } from '../../src/data/pulled/server-prices.ts';
import {
  beginBackupState,
  noteRestore,
  readBackupState,
  readUnfinishedRestore,
} from '../../src/data/outbox/backup-state.ts';
import { saveRecord } from '../../src/data/records/records.ts';
import { createHoldfastWorker } from '../opening/holdfast-worker.ts';

const ISIN = 'IE00B4L5Y983';
const rate = { fromCurrency: 'USD', toCurrency: 'GBP', rate: 0.7842 as Rate, rateDate: '2024-06-13' as IsoDate };
const OLD_RATE = { ...rate, rateDate: '2024-06-12' as IsoDate };
const price = { isin: ISIN, closePrice: 31.5 as Price, currency: 'USD', fetchedAt: '2024-06-13T20:00:00Z' };
const TYPED = { ...price, priceDate: '2024-06-13' as IsoDate, byHand: true as const };
const NEWEST = { ...price, priceDate: '2024-06-14' as IsoDate };
const PRICES = [{ ...price, priceDate: '2024-06-12' as IsoDate }, TYPED, NEWEST];

async function onDevice(
  userId: string,
  use: (db: HoldfastDatabase) => Promise<void>,
  apiBase = deviceBase('own'),
): Promise<void> {
  const db = await openUserDatabase({ apiBase, userId });
  await use(db);
  closeDatabase(db);
  await deleteDatabase(db.name);
}

/** A backup of a device with a purchase, old and new prices and rates. */
async function backupOf(apiBase: string): Promise<ArrayBuffer> {
  let bytes = new ArrayBuffer();
  const exported = async (db: HoldfastDatabase): Promise<void> => {
    const { id } = written(await saveRecord(db, 'account', { name: 'Ada' }));
    written(await saveRecord(db, 'transaction', purchase({ accountId: id, isin: ISIN })));
    written(await applyPrices(db, PRICES));
    written(await applyRates(db, [OLD_RATE, rate], { fetchedAt: null }));
    const worker = createHoldfastWorker(() => Date.parse('2025-01-15T12:00:00Z'));
    await worker.open(db.name);
    const { blob } = await worker.exportEverything({ passphrase: '', fetched: [] });
    bytes = await blob.arrayBuffer();
    await worker.close();
  };
  await onDevice('one', exported, apiBase);
  return bytes;
}

it.each([
  {
    name: 'all of a device without a server',
    apiBase: deviceBase('own'),
    prices: PRICES,
    rates: [OLD_RATE, rate],
  },
  {
    name: 'the typed and the newest of one with a server, which would have the others',
    apiBase: 'https://holdfast.test/api',
    prices: [TYPED, NEWEST],
    rates: [rate],
  },
])('a backup has $name, and a device without a server restores them', async ({ apiBase, prices, rates }) => {
  const bytes = await backupOf(apiBase);
  await onDevice('another', async (db) => {
    const worker = createHoldfastWorker(() => Date.parse('2025-01-15T12:00:00Z'));
    await worker.open(db.name);
    await beginBackupState(db, 0);
    expect(await worker.openBackup(bytes, '')).toMatchObject({ ok: true });
    const restored = await worker.restoreBackup({ isAdministrator: true });
    expect(restored).toMatchObject({ ok: true, differences: [], typedPrices: null });
    // What was restored is in that file.
    const savedAt = Date.parse('2025-01-15T12:00:00Z');
    expect(await readBackupState(db)).toEqual({ savedAt, since: savedAt, changes: 0 });
    expect(await db.prices.toArray()).toEqual(prices);
    expect(await db.rates.toArray()).toEqual(rates);
    await worker.close();
  });
});

it('a restore that is broken off at the transactions is noted, has left prices and rates, and is completed by a repeat', async () => {
  const bytes = await backupOf(deviceBase('own'));
  await onDevice('another', async (db) => {
    const worker = createHoldfastWorker(() => Date.parse('2025-01-15T12:00:00Z'));
    await worker.open(db.name);
    expect(await worker.openBackup(bytes, '')).toMatchObject({ ok: true });
    const broken = (['add', 'put'] as const).map((name) => {
      const write = IDBObjectStore.prototype[name];
      return vi.spyOn(IDBObjectStore.prototype, name).mockImplementation(function full(this: IDBObjectStore, ...row) {
        if (this.name === 'transactions') throw new DOMException('full', 'QuotaExceededError');
        return write.apply(this, row);
      });
    });
    expect(await worker.restoreBackup({ isAdministrator: true })).toMatchObject({ ok: false, code: 'notWritten' });
    for (const spy of broken) spy.mockRestore();
    expect(await readUnfinishedRestore(db)).toBe('2025-01-15T12:00:00.000Z');
    expect(await db.transactions.count()).toBe(0);
    expect(await db.prices.toArray()).toEqual(PRICES);
    expect(await db.rates.toArray()).toEqual([OLD_RATE, rate]);
    expect(await worker.restoreBackup({ isAdministrator: true })).toMatchObject({ ok: true, differences: [] });
    expect(await db.transactions.count()).toBe(1);
    expect(await readUnfinishedRestore(db)).toBeNull();
    await worker.close();
  });
});

it('a restore that is refused, because there are other records, leaves no note', async () => {
  const bytes = await backupOf(deviceBase('own'));
  await onDevice('another', async (db) => {
    const worker = createHoldfastWorker(() => Date.parse('2025-01-15T12:00:00Z'));
    await worker.open(db.name);
    expect(await worker.openBackup(bytes, '')).toMatchObject({ ok: true });
    const { id } = written(await saveRecord(db, 'account', { name: 'Bob' }));
    written(await saveRecord(db, 'transaction', purchase({ accountId: id, isin: ISIN })));
    expect(await worker.restoreBackup({ isAdministrator: true })).toMatchObject({ ok: false, code: 'notEmpty' });
    expect(await readUnfinishedRestore(db)).toBeNull();
    // Nor does the refusal end the note of an earlier try.
    await noteRestore(db, '2025-01-15T12:00:00.000Z');
    expect(await worker.restoreBackup({ isAdministrator: true })).toMatchObject({ ok: false, code: 'notEmpty' });
    expect(await readUnfinishedRestore(db)).toBe('2025-01-15T12:00:00.000Z');
    await worker.close();
  });
});
