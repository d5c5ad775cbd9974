/** Equal rows of several accounts and brokers: each is known by the account and, for cash, the broker it was read into. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { unlistedAsset } from '../../domain/csv/stored/directory.ts';
import type { Transaction } from '../../domain/records/records.ts';
import type { Pounds } from '../../domain/values/amount.ts';
import { recordOf } from '../../src/data/entities/entity-fields.ts';
import { removeRecords } from '../../src/data/outbox/removals.ts';
import { saveRecord } from '../../src/data/records/records.ts';
import type { HoldfastDatabase } from '../../src/data/database/schema.ts';
import type { TransactionPreview } from '../../workers/api/import-types.ts';
import type { HoldfastWorker } from '../../workers/api/worker-api.ts';
import { createHoldfastWorker } from '../../workers/opening/holdfast-worker.ts';
import { freshDatabase, written } from '../device/fixtures.ts';

const HEADER = 'Date,Type,ISIN,Quantity,Consideration,Account,Broker,Tax Wrapper';
const NEW = [{ status: 'valid', selected: true, note: null }];
const DELETED = 'This row was imported on 21/11/2026 and has been deleted since. Select it only to add it again.';

let db: HoldfastDatabase;
let worker: HoldfastWorker;

beforeEach(async () => {
  db = await freshDatabase();
  await db.brokers.bulkAdd([
    { id: 'hsbc', name: 'HSBC', version: 1 },
    { id: 'freetrade', name: 'Freetrade', version: 1 },
  ]);
  await db.accounts.bulkAdd([
    { id: 'own', name: 'Main', version: 1 },
    { id: 'partner', name: 'Partner', version: 1 },
  ]);
  await db.assets.add({ ...unlistedAsset('asset', 'GB00BH4HKS39', 'Vodafone Group plc'), version: 1 });
  worker = createHoldfastWorker(() => Date.parse('2026-11-21T10:00:00Z'));
  await worker.open(db.name);
});

afterEach(async () => {
  await worker.close();
});

const purchase = (account: string): string => `14/05/2025,Buy,GB00BH4HKS39,1000,725.40,${account},HSBC,DEALING`;
const later = (account: string): string => `20/05/2025,Buy,GB00BH4HKS39,200,146.00,${account},HSBC,DEALING`;
const LATE_DEPOSIT = '21/05/2025,Deposit,,,100.00,Main,Freetrade,DEALING';
const deposit = (broker: string): string => `14/05/2025,Deposit,,,100.00,Main,${broker},DEALING`;

async function open(rows: readonly string[]): Promise<TransactionPreview> {
  const bytes = new TextEncoder().encode([HEADER, ...rows].join('\n')).buffer;
  const preview = await worker.previewImport({ name: 'file.csv', bytes });
  if (!preview.ok) throw new Error(preview.message);
  return preview;
}

async function importRows(...rows: readonly string[]): Promise<string> {
  const { previewId, rowNumbers } = await open(rows);
  const outcome = await worker.commitImport({ previewId, selectedRowNumbers: rowNumbers.valid, createAccounts: [] });
  if (!outcome.ok || outcome.importId === null) throw new Error('Nothing was imported.');
  return outcome.importId;
}

async function shown(...rows: readonly string[]): Promise<unknown> {
  const { previewId } = await open(rows);
  const all = await worker.previewRows({ previewId, status: 'all', offset: 0, limit: 100 });
  return all.map(({ status, selected, note }) => ({ status, selected, note }));
}

async function first(): Promise<Transaction> {
  const [row] = (await db.transactions.toArray()).toSorted((a, b) =>
    a.transactionDate.localeCompare(b.transactionDate),
  );
  if (row === undefined) throw new Error('Nothing is stored.');
  return recordOf('transaction', row);
}

async function change(changes: Partial<Transaction>): Promise<void> {
  written(await saveRecord(db, 'transaction', { ...(await first()), ...changes }));
}

async function remove(): Promise<void> {
  written(await removeRecords(db, 'transaction', [(await first()).id]));
}

it('an equal trade of another account is one of its own, also where one import had rows of both', async () => {
  await importRows(purchase('Main'), later('Partner'));
  expect(await shown(purchase('Partner'))).toEqual(NEW);
  await remove();
  expect(await shown(purchase('Partner'))).toEqual(NEW);
  expect(await shown(purchase('Main'))).toEqual([{ status: 'valid', selected: false, note: DELETED }]);
});

it('an equal deposit with another broker is one of its own', async () => {
  await importRows(deposit('HSBC'));
  expect(await shown(deposit('Freetrade'))).toEqual(NEW);
  await change({ consideration: 120 as Pounds });
  expect(await shown(deposit('Freetrade'))).toEqual(NEW);
  expect(await shown(deposit('HSBC'))).toMatchObject([{ status: 'duplicate' }]);
  await remove();
  expect(await shown(deposit('Freetrade'))).toEqual(NEW);
  expect(await shown(deposit('HSBC'))).toEqual([{ status: 'valid', selected: false, note: DELETED }]);
});

it.each<Partial<Transaction>>([{ accountId: 'partner' }, { brokerId: 'freetrade' }])(
  'a transaction that was moved between those of its import stays when that is undone: %o',
  async (changes) => {
    const importId = await importRows(purchase('Main'), later('Partner'), LATE_DEPOSIT);
    await change(changes);
    expect(await worker.undoImport(importId)).toMatchObject({ removed: 2, kept: 1 });
  },
);

it('a transaction that was moved out of an import of an older version stays when that is undone', async () => {
  const importId = await importRows(purchase('Main'), later('Main'));
  await db.importChunks.toCollection().modify(({ imported, ...chunk }, place) => {
    place.value = { ...chunk, imported: { marks: imported?.marks ?? [] } };
  });
  await change({ accountId: 'partner' });
  expect(await worker.undoImport(importId)).toMatchObject({ removed: 1, kept: 1 });
});
