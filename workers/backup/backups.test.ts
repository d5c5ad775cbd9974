/** A device without a server: only its backup has its prices and rates, and restores them. */
import 'fake-indexeddb/auto';
import { expect, it } from 'vitest';
import type { Price, Rate } from '../../domain/values/amount.ts';
import type { IsoDate } from '../../domain/values/dates.ts';
import { purchase, written } from '../../tests/device/fixtures.ts';
import { closeDatabase, deleteDatabase, openUserDatabase } from '../../src/data/database/database.ts';
import { deviceBase } from '../../src/data/database/places.ts';
import type { HoldfastDatabase } from '../../src/data/database/schema.ts';
import { applyPrices, applyRates } from '../../src/data/pulled/server-prices.ts';
import { saveRecord } from '../../src/data/records/records.ts';
import { createHoldfastWorker } from '../opening/holdfast-worker.ts';

const ISIN = 'IE00B4L5Y983';
const rate = { fromCurrency: 'USD', toCurrency: 'GBP', rate: 0.7842 as Rate, rateDate: '2024-06-13' as IsoDate };
const price = { isin: ISIN, closePrice: 31.5 as Price, currency: 'USD', fetchedAt: '2024-06-13T20:00:00Z' };
const PRICES = [
  { ...price, priceDate: '2024-06-12' as IsoDate },
  { ...price, priceDate: '2024-06-13' as IsoDate, byHand: true as const },
];

async function onDevice(userId: string, use: (db: HoldfastDatabase) => Promise<void>): Promise<void> {
  const db = await openUserDatabase({ apiBase: deviceBase('own'), userId });
  await use(db);
  closeDatabase(db);
  await deleteDatabase(db.name);
}

it('the prices and rates of a device without a server are in its backup, and come back from it', async () => {
  let bytes = new ArrayBuffer();
  await onDevice('one', async (db) => {
    const { id } = written(await saveRecord(db, 'account', { name: 'Ada' }));
    written(await saveRecord(db, 'transaction', purchase({ accountId: id, isin: ISIN })));
    written(await applyPrices(db, PRICES));
    written(await applyRates(db, [rate], { fetchedAt: null }));
    const worker = createHoldfastWorker(() => Date.parse('2025-01-15T12:00:00Z'));
    await worker.open(db.name);
    const { blob } = await worker.exportEverything({ passphrase: '', fetched: [] });
    bytes = await blob.arrayBuffer();
    await worker.close();
  });
  await onDevice('another', async (db) => {
    const worker = createHoldfastWorker(() => Date.parse('2025-01-15T12:00:00Z'));
    await worker.open(db.name);
    expect(await worker.openBackup(bytes, '')).toMatchObject({ ok: true });
    const restored = await worker.restoreBackup({ isAdministrator: true });
    expect(restored).toMatchObject({ ok: true, differences: [], typedPrices: null });
    expect(await db.prices.toArray()).toEqual(PRICES);
    expect(await db.rates.toArray()).toEqual([rate]);
    await worker.close();
  });
});
