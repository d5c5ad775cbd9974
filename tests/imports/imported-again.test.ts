/** Files that are imported again after some of their transactions were changed or deleted. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { unlistedAsset } from '../../domain/csv/stored/directory.ts';
import type { PreviewRow } from '../../domain/csv/row-figures/preview.ts';
import type { Pounds, Rate } from '../../domain/values/amount.ts';
import type { IsoDate } from '../../domain/values/dates.ts';
import type { Transaction } from '../../domain/records/records.ts';
import type { HoldfastDatabase } from '../../src/data/database/schema.ts';
import { recordOf } from '../../src/data/entities/entity-fields.ts';
import { REKEY_TABLES, rekeyRecord } from '../../src/data/outbox/rekey.ts';
import { removeRecords } from '../../src/data/outbox/removals.ts';
import { applyRates } from '../../src/data/pulled/server-prices.ts';
import { write } from '../../src/data/database/write.ts';
import { saveRecord } from '../../src/data/records/records.ts';
import type { FileReading, TransactionPreview } from '../../workers/api/import-types.ts';
import type { HoldfastWorker } from '../../workers/api/worker-api.ts';
import { createHoldfastWorker } from '../../workers/opening/holdfast-worker.ts';
import { freshDatabase, written } from '../device/fixtures.ts';

const HEADER =
  'Transaction Date,Transaction Description,Product Code,Product Short Name,No. of Units,Price Currency,Deal Price,Settlement Currency,Settled Amount,Transaction Reference';
const PURCHASE = '14 May 2025,Bought,BH4HKS3,VODAFONE GROUP PLC,1000,GBP,0.7254,GBP,£725.40,';
const LATER = '20 May 2025,Bought,BH4HKS3,VODAFONE GROUP PLC,200,GBP,0.7300,GBP,£146.00,';
const CHANGED = 'Imported on 21/11/2026 and changed since: the stored ';
const DELETED = 'This row was imported on 21/11/2026 and has been deleted since. Select it only to add it again.';

let db: HoldfastDatabase;
let worker: HoldfastWorker;

beforeEach(async () => {
  db = await freshDatabase();
  await db.brokers.add({ id: 'b', name: 'HSBC', version: 1 });
  await db.accounts.bulkAdd([
    { id: 'own', name: 'Main', version: 1 },
    { id: 'partner', name: 'Partner', version: 1 },
  ]);
  await db.assets.add({
    ...unlistedAsset('asset', 'GB00BH4HKS39', 'Vodafone Group plc'),
    sedol: 'BH4HKS3',
    denomination: 'GBX',
    version: 1,
  });
  worker = createHoldfastWorker(() => Date.parse('2026-11-21T10:00:00Z'));
  await worker.open(db.name);
});

afterEach(async () => {
  await worker.close();
});

async function open(rows: readonly string[], reading: FileReading = {}, header = HEADER): Promise<TransactionPreview> {
  const preview = await worker.previewImport({
    name: 'file.csv',
    bytes: new TextEncoder().encode([header, ...rows].join('\n')).buffer,
    defaults: { accountId: 'own', taxWrapper: 'DEALING' },
    ...reading,
  });
  if (!preview.ok) throw new Error(preview.message);
  return preview;
}

/** Imports all rows that are valid, and returns the import's id. */
async function importRows(rows: readonly string[], reading: FileReading = {}): Promise<string> {
  const { previewId, rowNumbers } = await open(rows, reading);
  const outcome = await worker.commitImport({ previewId, selectedRowNumbers: rowNumbers.valid, createAccounts: [] });
  if (!outcome.ok || outcome.importId === null) throw new Error('Nothing was imported.');
  return outcome.importId;
}

async function rowsOf(rows: readonly string[], reading: FileReading = {}): Promise<readonly PreviewRow[]> {
  const { previewId } = await open(rows, reading);
  return await worker.previewRows({ previewId, status: 'all', offset: 0, limit: 100 });
}

async function stored(): Promise<readonly Transaction[]> {
  const rows = await db.transactions.toArray();
  return rows
    .map((row) => recordOf('transaction', row))
    .toSorted((a, b) => (a.transactionDate < b.transactionDate ? -1 : 1));
}

async function change(changes: Partial<Transaction>): Promise<void> {
  const [first] = await stored();
  if (first === undefined) throw new Error('Nothing is stored.');
  written(await saveRecord(db, 'transaction', { ...first, ...changes }));
}

async function remove(): Promise<void> {
  const [first] = await stored();
  written(await removeRecords(db, 'transaction', [first?.id ?? '']));
}

it.each<[string, string, Partial<Transaction>]>([
  ['day', 'HS1', { transactionDate: '2025-02-03' as IsoDate }],
  ['amount', '', { consideration: 300 as Pounds }],
  ['account', 'HS1', { accountId: 'partner' }],
  ['tax wrapper', '', { taxWrapper: 'ISA' }],
  ['security', '', { isin: 'GB0008706128' }],
  ['reference', 'HS1', { brokerDealReference: 'X1' }],
])(
  'a row whose transaction was given another %s is a duplicate, and others are not',
  async (_name, reference, changes) => {
    await importRows([`${PURCHASE}${reference}`]);
    await change(changes);
    const [first, second] = await rowsOf([`${PURCHASE}${reference}`, `${LATER}HS2`]);
    expect(first).toMatchObject({ status: 'duplicate', selected: false, note: null });
    expect(first?.duplicateInfo?.matchDetails).toContain(CHANGED);
    expect(second).toMatchObject({ status: 'valid', selected: true, note: null });
  },
);

it('a transaction is known under the ids that a server has given it and its account since', async () => {
  await importRows([`${PURCHASE}HS1`]);
  const [before] = await stored();
  for (const [entity, id] of [
    ['account', 'own'],
    ['transaction', before?.id ?? ''],
  ] as const)
    written(await write(db, REKEY_TABLES, async () => await rekeyRecord(db, entity, id, `new-${entity}`)));
  await change({ consideration: 300 as Pounds });
  const [row] = await rowsOf([`${PURCHASE}HS1`], { defaults: { accountId: 'new-account', taxWrapper: 'DEALING' } });
  expect(row?.duplicateInfo?.matchDetails).toContain(CHANGED);
});

it('a row whose transaction was deleted is not selected beforehand, also after other imports', async () => {
  await importRows([`${PURCHASE}HS1`]);
  await remove();
  await importRows([`${LATER}HS2`]);
  expect(await rowsOf([`${PURCHASE}HS1`, `${LATER}HS2`])).toMatchObject([
    { status: 'valid', selected: false, note: DELETED },
    { status: 'duplicate' },
  ]);
});

it('a deleted trade is known without its reference too, and one under another reference is a trade of its own', async () => {
  await importRows([`${PURCHASE}HS1`]);
  await remove();
  expect(await rowsOf([PURCHASE])).toMatchObject([{ selected: false, note: DELETED }]);
  expect(await rowsOf([PURCHASE, `${PURCHASE}HS2`, `${PURCHASE}HS1`])).toMatchObject([
    { selected: true },
    { selected: true },
    { selected: false, note: DELETED },
  ]);
});

it('a row is imported once more after its import was undone, but not where its transaction stayed', async () => {
  const importId = await importRows([`${PURCHASE}HS1`, `${LATER}HS2`]);
  await change({ consideration: 300 as Pounds });
  await worker.undoImport(importId);
  expect(await rowsOf([`${PURCHASE}HS1`, `${LATER}HS2`])).toMatchObject([
    { status: 'duplicate' },
    { status: 'valid', selected: true, note: null },
  ]);
});

it('a transaction that was moved to another account stays when its import is undone', async () => {
  const importId = await importRows([`${PURCHASE}HS1`, `${LATER}HS2`]);
  await change({ accountId: 'partner' });
  expect(await worker.undoImport(importId)).toMatchObject({ removed: 1, kept: 1 });
  expect(await stored()).toMatchObject([{ accountId: 'partner' }]);
});

it('a row that was corrected in the preview is a duplicate as the file has it', async () => {
  await importRows([`${PURCHASE}HS1`], { edits: { 2: { transactionDate: '14/03/2025' } } });
  expect(await stored()).toMatchObject([{ transactionDate: '2025-03-14' }]);
  const [row] = await rowsOf([`${PURCHASE}HS1`]);
  expect(row?.duplicateInfo?.matchDetails).toContain(CHANGED);
});

it('equal rows are counted: one changed, one unchanged and one new', async () => {
  await importRows([PURCHASE, PURCHASE]);
  await change({ transactionDate: '2025-02-03' as IsoDate });
  expect((await rowsOf([PURCHASE, PURCHASE])).map(({ status }) => status)).toEqual(['duplicate', 'duplicate']);
  expect((await rowsOf([PURCHASE, PURCHASE, PURCHASE])).map(({ status }) => status)).toEqual([
    'duplicate',
    'duplicate',
    'valid',
  ]);
});

it('an equal row of another account is a trade of its own', async () => {
  await importRows([`${PURCHASE}HS1`]);
  await remove();
  expect(await rowsOf([`${PURCHASE}HS1`], { defaults: { accountId: 'partner', taxWrapper: 'DEALING' } })).toMatchObject(
    [{ status: 'valid', selected: true, note: null }],
  );
});

it('our own export restores what was deleted', async () => {
  await importRows([`${PURCHASE}HS1`]);
  const { blob } = await worker.exportTransactions({ query: {} });
  await remove();
  const preview = await worker.previewImport({ name: 'export.csv', bytes: await blob.arrayBuffer() });
  expect(preview).toMatchObject({ summary: { validCount: 1 }, heldRows: [] });
});

it('a row under a new ISIN is a duplicate by its own reference', async () => {
  const rows = [`${PURCHASE}HS1`, `${LATER}HS2`];
  await importRows(rows);
  // Another device does not know what this one has imported.
  await db.imports.clear();
  for (const row of await stored()) written(await saveRecord(db, 'transaction', { ...row, isin: 'GB0008706128' }));
  const again = await rowsOf([...rows, `${PURCHASE}HS3`]);
  expect(again.map(({ status, selected }) => [status, selected])).toEqual([
    ['duplicate', false],
    ['duplicate', false],
    ['valid', true],
  ]);
  expect(again[0]?.duplicateInfo?.matchDetails).toBe(
    'Same reference HS1 as the stored Buy of 1,000 GB0008706128 on 14/05/2025 for £725.40.',
  );
});

describe('rows in dollars', () => {
  const DOLLARS = 'Date,Ticker,Type,Quantity,Price per share,Total Amount,Currency,FX Rate';
  // A rate of the account's own currency, so that the day's rate converts the row.
  const ROWS = [
    '2025-04-02T14:30:45.123000Z,AAPL,BUY - MARKET,3,$198.40,$595.20,USD,1',
    '2025-05-14T05:15:23.333333Z,AAPL,DIVIDEND,,,$0.66,USD,1',
  ];

  beforeEach(async () => {
    await db.brokers.add({ id: 'r', name: 'Revolut', version: 1 });
    await db.assets.add({
      ...unlistedAsset('apple', 'US0378331005', 'Apple Inc'),
      fetchCode: 'AAPL',
      denomination: 'USD',
      version: 1,
    });
    await setRate(0.76);
  });

  async function setRate(rate: number): Promise<void> {
    const day = { fromCurrency: 'USD', toCurrency: 'GBP', rateDate: '2025-04-01' as IsoDate, rate: rate as Rate };
    written(await applyRates(db, [day], { fetchedAt: null }));
  }

  async function importDollars(): Promise<void> {
    const { previewId, rowNumbers } = await open(ROWS, {}, DOLLARS);
    await worker.commitImport({ previewId, selectedRowNumbers: rowNumbers.valid, createAccounts: [] });
  }

  async function again(rows: readonly string[]): Promise<readonly PreviewRow[]> {
    const { previewId } = await open(rows, {}, DOLLARS);
    return await worker.previewRows({ previewId, status: 'all', offset: 0, limit: 100 });
  }

  it('are duplicates where the rate of their day was another one at the first import', async () => {
    await importDollars();
    expect(await stored()).toMatchObject([
      { consideration: 452.35, cashAmount: 595.2 },
      { consideration: 0.5, cashAmount: 0.66 },
    ]);
    await setRate(0.79);
    const rows = await again(ROWS);
    expect(rows.map(({ status }) => status)).toEqual(['duplicate', 'duplicate']);
    expect(rows[0]?.duplicateInfo?.matchDetails).toBe(
      'Equal to the stored Buy of 3 US0378331005 on 02/04/2025 for £452.35, which was converted at another rate.',
    );
  });

  it('are as many duplicates as are stored', async () => {
    await importDollars();
    await setRate(0.79);
    const [purchase = ''] = ROWS;
    expect((await again([purchase, purchase])).map(({ status }) => status)).toEqual(['duplicate', 'valid']);
  });

  it('are checked where they moved another amount', async () => {
    await importDollars();
    await setRate(0.79);
    expect(await again(['2025-04-02T14:30:45.123000Z,AAPL,BUY - MARKET,3,$198.50,$595.50,USD,1'])).toMatchObject([
      { status: 'valid', selected: false },
    ]);
  });
});
