import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Money, Price, Rate } from '../../domain/values/amount.ts';
import { unlistedAsset } from '../../domain/csv/stored/directory.ts';
import type { IsoDate } from '../../domain/values/dates.ts';
import type { Transaction } from '../../domain/records/records.ts';
import type { TaxYear } from '../../domain/values/tax-year.ts';
import { newId } from '../../src/data/database/ids.ts';
import { listRememberedAnswers, rememberAnswer } from '../../src/data/imports/import-memory.ts';
import { listImports, writeImport } from '../../src/data/imports/imports.ts';
import { listOutbox } from '../../src/data/outbox/outbox.ts';
import type { HoldfastDatabase } from '../../src/data/database/schema.ts';
import { applyRates } from '../../src/data/pulled/server-prices.ts';
import { attachReceipt, listReceipts, readReceiptFile } from '../../src/data/receipts/receipts.ts';
import { REKEY_TABLES, rekeyRecord } from '../../src/data/outbox/rekey.ts';
import { removeRecords } from '../../src/data/outbox/removals.ts';
import { write } from '../../src/data/database/write.ts';
import { freshDatabase, purchase, written } from '../../tests/device/fixtures.ts';
import { createHoldfastWorker } from './holdfast-worker.ts';
import type {
  EntityImportFile,
  ImportOutcome,
  ImportProgress,
  RecordPreview,
  TransactionPreview,
} from '../api/import-types.ts';
import type { HoldfastWorker } from '../api/worker-api.ts';
import { saveRecord } from '../../src/data/records/records.ts';

const fixture = (path: string): ArrayBuffer =>
  new Uint8Array(readFileSync(new URL(`../../tests/fixtures/${path}`, import.meta.url))).buffer;
const sample = (): ArrayBuffer => fixture('samples/transactions-real.csv');
const text = (...lines: readonly string[]): ArrayBuffer => new TextEncoder().encode(lines.join('\n')).buffer;
const now = Date.parse('2026-11-21T10:00:00Z');

// The whole sample is written to a simulated IndexedDB, which is slow on a busy machine.

const workers: HoldfastWorker[] = [];
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.close();
});

async function setUp(): Promise<{ db: HoldfastDatabase; worker: HoldfastWorker }> {
  const db = await freshDatabase();
  await db.brokers.bulkAdd([
    { id: 'b-ajb', name: 'AJ Bell', version: 1 },
    { id: 'b-hl', name: 'Hargreaves Lansdown', version: 1 },
    { id: 'b-other', name: 'Other', version: 1 },
  ]);
  await db.assets.add({
    ...unlistedAsset('asset-1', 'GB00BH4HKS39', 'Vodafone Group plc'),
    category: 'UK_TSM',
    denomination: 'GBX',
    version: 1,
  });
  const worker = createHoldfastWorker(() => now);
  workers.push(worker);
  await worker.open(db.name);
  return { db, worker };
}

async function preview(worker: HoldfastWorker, bytes: ArrayBuffer, name = 'file.csv'): Promise<TransactionPreview> {
  const result = await worker.previewImport({ name, bytes });
  if (!result.ok) throw new Error(result.message);
  return result;
}
async function commit(
  worker: HoldfastWorker,
  opened: TransactionPreview,
  rows: readonly number[] = opened.rowNumbers.valid,
): Promise<ImportOutcome> {
  const result = await worker.commitImport({
    previewId: opened.previewId,
    selectedRowNumbers: rows,
    createAccounts: opened.newAccounts.map((account) => account.name),
  });
  if (!result.ok) throw new Error(result.message);
  return result;
}

interface Expected {
  readonly rows: number;
  readonly valid: number;
  readonly duplicates: number;
  readonly errors: number;
  readonly capitalGains: Readonly<
    Record<
      string,
      Readonly<
        Record<
          string,
          {
            readonly disposals: number;
            readonly shown: { readonly gains: string; readonly losses: string; readonly net: string };
          }
        >
      >
    >
  >;
}

describe('the real sample, end to end', () => {
  const expected = JSON.parse(
    readFileSync(new URL('../../tests/fixtures/samples/transactions-real.expected.json', import.meta.url), 'utf8'),
  ) as Expected;

  it('previews, imports, and gives the stated gains to the penny for both holders and every year', async () => {
    const { db, worker } = await setUp();
    const opened = await preview(worker, sample(), 'transactions-real.csv');
    expect(opened.summary).toMatchObject({
      totalRows: expected.rows,
      validCount: expected.valid,
      duplicateCount: expected.duplicates,
      errorCount: expected.errors,
    });
    expect(opened.newAccounts.map((account) => account.name)).toEqual(['Main Account', 'Partner']);
    expect(opened.unknownBrokers).toEqual([{ name: 'interactive investor', rows: 102, brokerId: 'b-other' }]);
    expect(await db.transactions.count()).toBe(0);

    const progress: number[] = [];
    const outcome = await worker.commitImport(
      {
        previewId: opened.previewId,
        selectedRowNumbers: opened.rowNumbers.valid,
        createAccounts: ['Main Account', 'Partner'],
        brokerChoices: { 'interactive investor': 'b-hl' },
      },
      ({ done }) => progress.push(done),
    );
    expect(outcome).toMatchObject({ ok: true, importedCount: 305, duplicateCount: 0 });
    expect(progress).toEqual([305]);
    expect(await db.transactions.count()).toBe(305);
    expect((await listOutbox(db)).map((entry) => entry.entity)).toEqual(['account', 'account', 'import', 'extra']);

    const page = await worker.listTransactions({ sortField: 'transactionDate', sortDirection: 'asc' });
    expect(page).toMatchObject({ totalCount: 305, totalPages: 16, currentPage: 1 });
    expect(page.transactions[0]).toMatchObject({
      assetName: 'iShares Core MSCI World UCITS ETF',
      accountName: 'Main Account',
      quantity: 205,
      consideration: 6967.09,
      pending: true,
    });

    const accounts = new Map((await db.accounts.toArray()).map((account) => [account.name, account.id]));
    for (const [holder, years] of Object.entries(expected.capitalGains)) {
      for (const [taxYear, figures] of Object.entries(years)) {
        const view = await worker.capitalGains({
          taxYear: taxYear as TaxYear,
          accountId: accounts.get(holder) ?? '',
          taxWrapper: 'DEALING',
        });
        expect(view.disposals.filter((disposal) => !disposal.isExemptFromCGT)).toHaveLength(figures.disposals);
        for (const [key, value] of [
          ['totalGains', figures.shown.gains],
          ['totalLosses', figures.shown.losses],
          ['netGains', figures.shown.net],
        ] as const) {
          expect(view.totals[key]).toBe(Number(value));
        }
        const panel = (await worker.yearPanels({ taxYear: taxYear as TaxYear })).find(
          ({ accountId }) => accountId === accounts.get(holder),
        );
        expect(panel).toMatchObject({ taxYear, disposals: figures.disposals, final: view.final });
        expect(panel?.net).toBe(view.totals.netGains);
        const gained = (await worker.gainsByYear()).find(({ accountId }) => accountId === accounts.get(holder));
        expect(gained?.years.find((year) => year.taxYear === taxYear)).toMatchObject({
          net: view.totals.netGains,
          exemptAmount: panel?.exemptAmount,
          taxable: panel?.taxable,
        });
      }
    }
    const years = new Set(Object.values(expected.capitalGains).flatMap((byYear) => Object.keys(byYear)));
    expect(await worker.taxYears()).toEqual(expect.arrayContaining([...years]));

    const { holdings, unvalued } = await worker.holdings({});
    expect(holdings.length).toBeGreaterThan(10);
    expect(unvalued).toBe(holdings.length);
    const [first] = holdings;
    if (first === undefined) throw new Error('no holdings');
    const rows = await worker.holdingTransactions(first);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.map((row) => row.transactionDate)).toEqual(
      rows
        .map((row) => row.transactionDate)
        .toSorted()
        .reverse(),
    );
  });

  it('imports a second time as nothing, and its own export as nothing', async () => {
    const { worker } = await setUp();
    await commit(worker, await preview(worker, sample()));
    const again = await preview(worker, sample());
    expect(again.summary).toMatchObject({ validCount: 0, duplicateCount: 307, errorCount: 4 });
    const file = await worker.exportTransactions({ query: {} });
    expect(file).toMatchObject({ fileName: 'transactions-export-2026-11-21.csv', rows: 305 });
    const own = await preview(worker, await file.blob.arrayBuffer());
    expect(own.profileName).toBe('Holdfast export');
    expect(own.summary).toMatchObject({ totalRows: 305, validCount: 0, duplicateCount: 305, errorCount: 0 });
  });

  it("exports a year's disposals as shown", async () => {
    const { worker } = await setUp();
    await commit(worker, await preview(worker, sample()));
    const file = await worker.exportCapitalGains({ taxYear: '2024-25' as TaxYear, taxWrapper: 'DEALING' });
    expect(file).toMatchObject({ fileName: 'capital-gains-2024-25.csv', rows: 8 });
    const lines = (await file.blob.text()).split('\r\n');
    expect(lines[0]).toContain('Disposal Date,ISIN,Asset Name');
    expect(lines).toHaveLength(10);
  });
});

describe('imports', () => {
  it('answer preview rows by page and status', async () => {
    const { worker } = await setUp();
    const opened = await preview(worker, sample());
    const errors = await worker.previewRows({ previewId: opened.previewId, status: 'error', offset: 0, limit: 10 });
    expect(errors.map((row) => row.rowNumber)).toEqual(opened.rowNumbers.error);
    expect(errors[1]).toMatchObject({
      status: 'error',
      selected: false,
      errors: [{ message: 'ISIN is required: expected the ISIN of an asset.' }],
      transaction: { assetName: 'No identifier plc' },
    });
    expect(
      await worker.previewRows({ previewId: opened.previewId, status: 'all', offset: 300, limit: 50 }),
    ).toHaveLength(11);
    await worker.discardPreview(opened.previewId);
    expect(await worker.previewRows({ previewId: opened.previewId, status: 'all', offset: 0, limit: 50 })).toEqual([]);
    expect(
      await worker.commitImport({ previewId: opened.previewId, selectedRowNumbers: [2], createAccounts: [] }),
    ).toMatchObject({ ok: false, code: 'notReady' });
  });

  it('check duplicates again when they write', async () => {
    const { worker } = await setUp();
    const [one, two] = [await preview(worker, sample()), await preview(worker, sample())];
    await commit(worker, two);
    expect(await commit(worker, one)).toMatchObject({ importedCount: 0, duplicateCount: 305, importId: null });
  });

  it('see at once what another tab has imported', async () => {
    const { db, worker } = await setUp();
    const other = createHoldfastWorker(() => now);
    workers.push(other);
    await other.open(db.name);
    const [here, there] = [await preview(worker, sample()), await preview(other, sample())];
    await commit(worker, here);
    expect(await commit(other, there)).toMatchObject({ importedCount: 0, duplicateCount: 305 });
  });

  it('write duplicates that the user chose, and only the accounts that are to be created', async () => {
    const { db, worker } = await setUp();
    const opened = await preview(worker, sample());
    const result = await worker.commitImport({
      previewId: opened.previewId,
      selectedRowNumbers: [...opened.rowNumbers.valid, ...opened.rowNumbers.duplicate],
      createAccounts: ['Partner'],
    });
    expect(result).toMatchObject({ ok: true, importedCount: 102 });
    expect((await db.accounts.toArray()).map((account) => account.name)).toEqual(['Partner']);
  });

  it('are written once when asked twice at the same time, and not at all when cancelled or empty', async () => {
    const { db, worker } = await setUp();
    const opened = await preview(worker, sample());
    const request = {
      previewId: opened.previewId,
      selectedRowNumbers: opened.rowNumbers.valid,
      createAccounts: ['Main Account', 'Partner'],
    };
    expect(await worker.commitImport({ ...request, selectedRowNumbers: [] })).toMatchObject({
      ok: false,
      message: 'Select at least one row to import.',
    });
    const cancelled = worker.commitImport(request);
    await worker.cancelImport(opened.previewId);
    expect(await cancelled).toMatchObject({ ok: false, message: 'The import was cancelled. Nothing was added.' });
    expect(await db.transactions.count()).toBe(0);
    const both = await Promise.all([worker.commitImport(request), worker.commitImport(request)]);
    expect(both.map((result) => result.ok)).toEqual([true, false]);
    expect(await db.transactions.count()).toBe(305);
  });

  it('ask for a broker when the store has none to propose', async () => {
    const { db, worker } = await setUp();
    await db.brokers.delete('b-other');
    await vi.waitFor(async () => expect((await preview(worker, sample())).unknownBrokers[0]?.brokerId).toBeNull());
    const opened = await preview(worker, sample());
    const request = {
      previewId: opened.previewId,
      selectedRowNumbers: opened.rowNumbers.valid,
      createAccounts: ['Main Account', 'Partner'],
    };
    expect(await worker.commitImport(request)).toMatchObject({
      ok: false,
      code: 'notReady',
      message: 'Choose a broker for "interactive investor".',
    });
    expect(await worker.commitImport({ ...request, brokerChoices: { 'interactive investor': 'b-ajb' } })).toMatchObject(
      { ok: true, importedCount: 305 },
    );
  });

  it.each([
    ['brokers/nasty/l31-empty.csv', 'empty', 'The file is empty.'],
    ['brokers/nasty/l30-header-only.csv', 'noRows', 'The file has a header row but no transactions.'],
    [
      'brokers/nasty/b04-pdf.csv',
      'wrongType',
      "This is a PDF. Ask your broker's site for a CSV export, or attach the PDF to a transaction as a receipt.",
    ],
    [
      'brokers/nasty/b08-gzip.csv',
      'wrongType',
      'Please select a valid CSV/TSV file (.csv, .tsv, or .txt with tabular data).',
    ],
    [
      'brokers/nasty/e09-nul-bytes.csv',
      'notText',
      'This file is not text. Export your transactions as CSV and choose that file.',
    ],
  ])('refuse %s with a message and write nothing', async (path, code, message) => {
    const { db, worker } = await setUp();
    expect(await worker.previewImport({ name: path, bytes: fixture(path) })).toEqual({
      ok: false,
      code,
      message,
      errors: [],
    });
    expect(await db.transactions.count()).toBe(0);
  });

  it('refuse what is too large before reading it', async () => {
    const { worker } = await setUp();
    expect(await worker.previewImport({ name: 'big.csv', bytes: new ArrayBuffer(26 * 1024 * 1024) })).toMatchObject({
      ok: false,
      code: 'tooLarge',
    });
  });

  it("make an unlisted asset of an unknown ISIN, with the file's name", async () => {
    const { db, worker } = await setUp();
    const opened = await preview(
      worker,
      text(
        'Date,Type,ISIN,Name,Account,Tax wrapper,Broker,Quantity,Consideration (£)',
        '22/05/2025,Buy,US0378331005,Apple Inc,Main,ISA,AJ Bell,10,1500',
      ),
    );
    expect(opened.unlistedAssets).toEqual([{ isin: 'US0378331005', name: 'Apple Inc', rows: 1 }]);
    await commit(worker, opened);
    expect(await db.assets.where('isin').equals('US0378331005').first()).toMatchObject({
      name: 'Apple Inc',
      category: 'NON_CORE',
    });
    expect((await worker.searchAssets('apple', 10)).map((asset) => asset.isin)).toEqual(['US0378331005']);
  });
});

it('undoes an import, and lists what was changed since', async () => {
  const { worker, db } = await setUp();
  const outcome = await commit(
    worker,
    await preview(
      worker,
      text(
        'Date,Type,ISIN,Account,Tax wrapper,Broker,Quantity,Price,Consideration',
        '22/05/2025,Buy,GB00BH4HKS39,Main,ISA,AJ Bell,10,1,10',
        '23/05/2025,Buy,GB00BH4HKS39,Main,ISA,AJ Bell,5,1,5',
      ),
    ),
  );
  const [first] = (await db.transactions.toArray()).filter((row) => row.quantity === 10);
  if (first === undefined || outcome.importId === null) throw new Error('nothing imported');
  const { version: _version, importId: _import, importIndex: _index, ...fields } = first;
  written(await saveRecord(db, 'transaction', { ...fields, brokerDealReference: 'mine' }));
  const effect = {
    removed: 1,
    kept: 1,
    restored: 0,
    keptRows: [{ id: first.id, transactionDate: '2025-05-22', typeLabel: 'Buy', assetName: 'Vodafone Group plc' }],
  };
  expect(await worker.previewUndo(outcome.importId)).toEqual(effect);
  expect(await worker.undoImport(outcome.importId)).toEqual({ ok: true, ...effect });
  expect((await db.transactions.toArray()).map((row) => row.id)).toEqual([first.id]);
  expect(await worker.undoImport(outcome.importId)).toMatchObject({
    ok: false,
    message: 'This import has already been undone.',
  });
});

describe('a stored transaction that a file reverses', () => {
  const header = 'Date,Type,ISIN,Account,Tax wrapper,Broker,Quantity,Price,Consideration';
  const bought = '22/05/2025,Buy,GB00BH4HKS39,Main,ISA,AJ Bell,10,1,10';
  const cancelled = '24/05/2025,Cancelled buy,GB00BH4HKS39,Main,ISA,AJ Bell,10,1,10';

  async function stored(): Promise<{ db: HoldfastDatabase; worker: HoldfastWorker; id: string }> {
    const { db, worker } = await setUp();
    await commit(worker, await preview(worker, text(header, bought)));
    const [row] = await db.transactions.toArray();
    if (row === undefined) throw new Error('nothing imported');
    return { db, worker, id: row.id };
  }

  it('is removed where its row is chosen, with the new rows, and returns with its receipt when the import is undone', async () => {
    const { db, worker, id } = await stored();
    const bytes = new TextEncoder().encode('%PDF-1.7 note').buffer;
    written(await attachReceipt(db, id, { name: 'note.pdf', bytes }, { receiptType: null, description: 'note' }));
    const opened = await preview(worker, text(header, cancelled, '24/05/2025,Buy,GB00BH4HKS39,Main,ISA,AJ Bell,8,1,8'));
    expect(opened.removalRows).toEqual([2]);
    expect(opened.heldRows).toEqual([2]);
    const request = { previewId: opened.previewId, selectedRowNumbers: [2, 3], createAccounts: [] };
    expect(await worker.reversedByImport(request)).toEqual([id]);
    expect(await worker.importEffect(request)).toMatchObject({
      types: [
        { label: 'Buy', rows: 1, pounds: '8.00' },
        { label: 'Buy reversed', rows: 1, pounds: '10.00' },
      ],
      securities: [{ before: { units: '10' }, after: { units: '8' } }],
    });
    const outcome = await commit(worker, opened, [2, 3]);
    expect(outcome).toMatchObject({ importedCount: 1, reversedCount: 1 });
    expect((await db.transactions.toArray()).map(({ quantity }) => quantity)).toEqual([8]);

    expect(await worker.previewUndo(outcome.importId ?? '')).toMatchObject({ removed: 1, restored: 1 });
    expect(await worker.undoImport(outcome.importId ?? '')).toMatchObject({ ok: true, removed: 1, restored: 1 });
    expect((await db.transactions.toArray()).map((row) => [row.id, row.quantity])).toEqual([[id, 10]]);
    const [receipt] = await listReceipts(db, id);
    expect(await readReceiptFile(db, receipt?.id ?? '')).toMatchObject({ kind: 'file', name: 'note.pdf' });
    expect(await db.receiptFiles.count()).toBe(1);
  });

  it('alone is an import of no rows', async () => {
    const { db, worker } = await stored();
    const opened = await preview(worker, text(header, cancelled));
    expect(await commit(worker, opened, [2])).toMatchObject({ importedCount: 0, reversedCount: 1 });
    expect(await db.transactions.count()).toBe(0);
  });

  it('stays where its row is not chosen, and where it was changed since the preview', async () => {
    const { db, worker, id } = await stored();
    const opened = await preview(worker, text(header, cancelled, '24/05/2025,Buy,GB00BH4HKS39,Main,ISA,AJ Bell,8,1,8'));
    const [row] = await db.transactions.toArray();
    if (row === undefined) throw new Error('nothing stored');
    const { version: _version, importId: _import, importIndex: _index, ...fields } = row;
    written(await saveRecord(db, 'transaction', { ...fields, consideration: 12 as Transaction['consideration'] }));
    expect(
      await worker.commitImport({ previewId: opened.previewId, selectedRowNumbers: [2], createAccounts: [] }),
    ).toMatchObject({ ok: false, message: expect.stringContaining('has changed since this preview') as string });
    expect((await db.transactions.toArray()).map((one) => one.id)).toEqual([id]);
    await commit(worker, opened, [3]);
    expect(await db.transactions.count()).toBe(2);
  });

  it('is known under the id that a server has given it since the preview', async () => {
    const { db, worker, id } = await stored();
    const opened = await preview(worker, text(header, cancelled));
    written(await write(db, REKEY_TABLES, async () => await rekeyRecord(db, 'transaction', id, 'of-server')));
    expect(await commit(worker, opened, [2])).toMatchObject({ reversedCount: 1 });
    expect(await db.transactions.count()).toBe(0);
  });

  it('stays where a receipt of it is only on the server', async () => {
    const { db, worker, id } = await stored();
    const bytes = new TextEncoder().encode('%PDF-1.7 note').buffer;
    written(await attachReceipt(db, id, { name: 'note.pdf', bytes }, { receiptType: null, description: '' }));
    await db.receiptFiles.clear();
    const opened = await preview(worker, text(header, cancelled));
    expect(
      await worker.commitImport({ previewId: opened.previewId, selectedRowNumbers: [2], createAccounts: [] }),
    ).toMatchObject({
      ok: false,
      message:
        'A receipt of a reversed transaction would be lost, because the file is only on the server. Connect to the server and import again.',
    });
    expect(await db.transactions.count()).toBe(1);
  });
});

it("keeps with an import what the file's own totals line proves", async () => {
  const { worker, db } = await setUp();
  const opened = await preview(
    worker,
    text(
      'Date,Type,ISIN,Account,Tax wrapper,Broker,Quantity,Price,Consideration',
      '22/05/2025,Buy,GB00BH4HKS39,Main,ISA,AJ Bell,10,1,10',
      '23/05/2025,Buy,GB00BH4HKS39,Main,ISA,AJ Bell,5,1,5',
      'Total,,,,,,15,,14',
    ),
  );
  expect(opened.notices[0]).toBe(
    "The file's own total of Consideration on line 4 disagrees: its rows add up to 15.00, but it states 14.00. A row is missing, or a figure is wrong.",
  );
  await commit(worker, opened);
  expect((await listImports(db))[0]?.proof?.totals).toEqual({
    agreeing: ['Quantity'],
    breaks: [{ line: 4, heading: 'Consideration', expected: '15.00', stated: '14.00' }],
  });
});

it('lists for review what imports of earlier versions may have read wrongly', async () => {
  const { worker, db } = await setUp();
  const trade = { ...purchase(), id: newId(), isin: 'GB00BH4HKS39' };
  const double = {
    ...trade,
    id: newId(),
    quantity: 1500,
    localPrice: 0.7154,
    consideration: 1085.05,
    brokerCharge: 11.95,
  };
  const content = { newAccounts: [], unlistedAssets: [], transactions: [trade, double] as Transaction[] };
  written(await writeImport(db, { ...content, fileName: 'old.csv', profileName: 'Hargreaves Lansdown' }));
  await vi.waitFor(async () => {
    expect((await worker.healthFindings()).map(({ text, transactionId }) => [text, transactionId])).toEqual(
      expect.arrayContaining([
        [
          'The consideration includes the charges, which may be counted twice. Quantity x price is £1073.10.',
          double.id,
        ],
        [expect.stringContaining('2 transactions were imported from old.csv of Hargreaves Lansdown'), trade.id],
      ]),
    );
  });
});

describe('corrections', () => {
  const HEADER = 'Date,Type,Ticker,Account,Tax wrapper,Broker,Quantity,Price,Consideration';

  it('are checked in the open preview, and imported, after another tab has imported too', async () => {
    const { worker, db } = await setUp();
    const opened = await preview(
      worker,
      text(HEADER, '22/05/2025,Buy,FSEIA,Main,ISA,AJ Bell,ten,1,10', '23/05/2025,Buy,FSEIA,Main,ISA,AJ Bell,5,1,5'),
    );
    expect(opened).toMatchObject({ summary: { validCount: 0, errorCount: 1 }, questionCount: 1 });
    const chosen = await worker.correctPreview({
      previewId: opened.previewId,
      answer: { key: 'security:fseia', value: 'GB00BH4HKS39' },
    });
    expect(chosen).toMatchObject({
      ok: true,
      revision: 1,
      rowNumbers: { valid: [3], error: [2] },
      questions: [{ key: 'security:fseia', answer: 'GB00BH4HKS39' }],
    });
    const corrected = await worker.correctPreview({
      previewId: opened.previewId,
      row: { rowNumber: 2, edit: { quantity: '10' } },
    });
    expect(corrected).toMatchObject({ ok: true, revision: 2, rowNumbers: { valid: [2, 3], error: [] } });
    expect(
      (await worker.previewRows({ previewId: opened.previewId, status: 'valid', offset: 0, limit: 1 }))[0],
    ).toMatchObject({ rowNumber: 2, source: { quantity: '10' } });
    await commit(
      worker,
      await preview(
        worker,
        text(HEADER.replace('Ticker', 'ISIN'), '24/05/2025,Buy,GB00BH4HKS39,Main,ISA,AJ Bell,1,1,1'),
      ),
    );
    if (!corrected.ok) throw new Error(corrected.message);
    expect(await commit(worker, corrected)).toMatchObject({ importedCount: 2 });
    expect(
      (await db.transactions.toArray()).map((row) => row.quantity).toSorted((a, b) => (a ?? 0) - (b ?? 0)),
    ).toEqual([1, 5, 10]);
  });

  it('keep what was corrected when the file is read again in another way', async () => {
    const { worker } = await setUp();
    const lines = text(HEADER.replace('Ticker', 'ISIN'), '03/04/2025,Buy,GB00BH4HKS39,Main,ISA,AJ Bell,ten,1,10');
    const again = await worker.previewImport({
      name: 'a.csv',
      bytes: lines,
      dateOrder: 'mdy',
      edits: { 2: { quantity: '10' } },
    });
    if (!again.ok) throw new Error(again.message);
    expect(await worker.previewRows({ previewId: again.previewId, status: 'all', offset: 0, limit: 9 })).toMatchObject([
      { status: 'valid', transaction: { transactionDate: '2025-03-04', quantity: 10 } },
    ]);
  });

  it('of columns are remembered for files with the same header, until they are forgotten', async () => {
    const { worker } = await setUp();
    const bytes = () =>
      text('When,Side,ISIN,Account,Tax,Broker,Size,Date', '22/05/2025,Buy,GB00BH4HKS39,Main,ISA,AJ Bell,10,10');
    const columns = [
      'transactionDate',
      'transactionType',
      'isin',
      'account',
      'taxWrapper',
      'broker',
      'quantity',
      'consideration',
    ] as const;
    expect(await preview(worker, bytes())).toMatchObject({ columnsChosen: false, summary: { errorCount: 1 } });
    expect(await worker.previewImport({ name: 'a.csv', bytes: bytes(), columns })).toMatchObject({
      columnsChosen: true,
      summary: { validCount: 1 },
    });
    expect(await preview(worker, bytes(), 'another.csv')).toMatchObject({
      columnsChosen: true,
      summary: { validCount: 1 },
    });
    expect(await worker.previewImport({ name: 'a.csv', bytes: bytes(), columns: null })).toMatchObject({
      columnsChosen: false,
      summary: { errorCount: 1 },
    });
    expect(await preview(worker, bytes())).toMatchObject({ columnsChosen: false });
  });

  it("of a security are remembered for the broker's next file", async () => {
    const { worker } = await setUp();
    const bytes = () =>
      text(
        'Date,Type,Company Code,Listed On Market,Quantity,Executed Price (p),Net Consideration (£),Reference',
        '14 Feb 2025,BUY,FSEIA,FUND,137.85,725.43,"1,005.01",25A1B03',
      );
    const first = await preview(worker, bytes());
    const open = ({ questions }: TransactionPreview) => questions.filter(({ answer }) => answer === null);
    expect(open(first)).toMatchObject([
      { key: 'account:', rowNumbers: [2] },
      { key: 'security:fseia', label: 'FSEIA', rowNumbers: [2] },
    ]);
    const answers = [
      { key: 'security:fseia', value: 'GB00BH4HKS39' },
      { key: 'account:', value: 'new:Main account' },
      { key: 'wrapper:main account', value: 'SIPP' },
    ];
    let answered: TransactionPreview = first;
    for (const answer of answers) {
      const next = await worker.correctPreview({ previewId: first.previewId, answer });
      if (!next.ok) throw new Error(next.message);
      answered = next;
    }
    await commit(worker, answered);
    const second = await preview(worker, bytes());
    expect(open(second)).toEqual([]);
    expect(second.summary).toMatchObject({ validCount: 0, duplicateCount: 1 });
    expect(
      (await worker.previewRows({ previewId: second.previewId, status: 'all', offset: 0, limit: 1 }))[0],
    ).toMatchObject({
      transaction: { accountName: 'Main account', taxWrapper: 'SIPP' },
    });
    expect(second.notices).toContain("'FSEIA' was read as Vodafone Group plc (GB00BH4HKS39), as you answered.");
    expect(
      open(await preview(worker, text('Date,Type,Ticker,Quantity,Consideration', '22/05/2025,Buy,FSEIA,1,1'))),
    ).toHaveLength(2);
  });

  it('of a tax wrapper that contradict the remembered one withdraw it: such files are asked about each time', async () => {
    const { worker, db } = await setUp();
    const bytes = () =>
      text('Date,Type,ISIN,Account,Broker,Quantity,Consideration', '22/05/2025,Buy,GB00BH4HKS39,Main,AJ Bell,1,1');
    const key = 'wrapper:main';
    const next = async () => {
      const opened = await preview(worker, bytes());
      const given = opened.questions.find((question) => question.key === key)?.answer;
      const answer = async (value: string) =>
        await worker.correctPreview({ previewId: opened.previewId, answer: { key, value } });
      return { given, answer };
    };
    const first = await next();
    expect(first.given).toBeNull();
    await first.answer('ISA');
    const second = await next();
    expect(second.given).toBe('ISA');
    await second.answer('DEALING');
    const third = await next();
    expect(third.given).toBeNull();
    await third.answer('DEALING');
    expect((await next()).given).toBeNull();
    const [remembered] = await listRememberedAnswers(db);
    expect(remembered).toMatchObject({ kind: 'wrapper', label: 'Main', answer: null });
    // In Settings one answer can be made to stand again.
    if (remembered !== undefined) await rememberAnswer(db, { ...remembered, answer: 'SIPP' });
    expect((await next()).given).toBe('SIPP');
  });

  it('make a security of an ISIN that the catalogue lacks, under the name that the file has for it', async () => {
    const { worker, db } = await setUp();
    const opened = await preview(
      worker,
      text(
        'Date,Type,Name,Account,Tax wrapper,Broker,Quantity,Consideration',
        '22/05/2025,Buy,Smithson Trust,Main,ISA,AJ Bell,10,120',
      ),
    );
    const key = opened.questions[0]?.key ?? '';
    const answered = await worker.correctPreview({
      previewId: opened.previewId,
      answer: { key, value: 'GB00BGJWTR88' },
    });
    if (!answered.ok) throw new Error(answered.message);
    expect(answered.unlistedAssets).toEqual([{ isin: 'GB00BGJWTR88', name: 'Smithson Trust', rows: 1 }]);
    await commit(worker, answered);
    expect(await db.assets.where('isin').equals('GB00BGJWTR88').first()).toMatchObject({
      name: 'Smithson Trust',
      category: 'NON_CORE',
    });
    expect(await db.transactions.toArray()).toMatchObject([{ isin: 'GB00BGJWTR88', consideration: 120 }]);
  });

  const manyRows = (): ArrayBuffer =>
    text(
      HEADER,
      ...Array.from({ length: 23_000 }, (_row, index) => `22/05/2025,Buy,VOD,Main,ISA,AJ Bell,${index + 1},1,1`),
    );

  it('tell how far a long file has been read and its rows checked, and stop when asked', async () => {
    const { worker } = await setUp();
    const bytes = manyRows();
    const total = bytes.byteLength;
    const steps: ImportProgress[] = [];
    const refused = await worker.previewImport({ name: 'a.csv', bytes }, (step) => {
      steps.push(step);
      return step.unit === 'bytes' || step.done < 10_000;
    });
    expect(refused).toMatchObject({ ok: false, code: 'cancelled' });
    expect(steps).toEqual([
      { done: expect.any(Number) as number, total, unit: 'bytes' },
      { done: 5000, total: 23_000 },
      { done: 10_000, total: 23_000 },
    ]);
    expect(steps[0]?.done).toBeGreaterThan(total / 4);
    expect(steps[0]?.done).toBeLessThan(total);
  });

  it('leave nothing of a long file whose reading is cancelled half-way, and the next reading is whole', async () => {
    const { db, worker } = await setUp();
    const stored = async () =>
      await Promise.all([db.transactions.count(), db.outbox.count(), db.imports.count(), db.extras.count()]);
    const before = await stored();
    const steps: ImportProgress[] = [];
    const refused = await worker.previewImport({ name: 'a.csv', bytes: manyRows() }, (step) => {
      steps.push(step);
      return false;
    });
    expect(refused).toEqual({ ok: false, code: 'cancelled', message: 'The preview was cancelled.', errors: [] });
    expect(steps.map(({ unit }) => unit)).toEqual(['bytes']);
    expect(await stored()).toEqual(before);
    expect((await preview(worker, manyRows())).summary.totalRows).toBe(23_000);
  });
});

it('tells how far a long file of other records is read, and stops when asked', async () => {
  const { worker } = await setUp();
  const bytes = (): ArrayBuffer =>
    new TextEncoder().encode(`Account Name\n${'A name that makes a long file of nothing else\n'.repeat(24_000)}`)
      .buffer;
  const steps: ImportProgress[] = [];
  const read = async (wanted: boolean) =>
    await worker.previewEntities({ kind: 'account', name: 'a.csv', bytes: bytes() }, (step) => {
      steps.push(step);
      return wanted;
    });
  expect(await read(false)).toMatchObject({ ok: false, code: 'cancelled' });
  expect(steps).toHaveLength(1);
  expect(await read(true)).toMatchObject({
    ok: false,
    code: 'tooLarge',
    message: 'The file has 24,000 records. The largest import is 5,000.',
  });
  expect(steps.length).toBeGreaterThan(2);
});

describe('answers', () => {
  it('follow every change of the database, and listeners hear of it', async () => {
    const { db, worker } = await setUp();
    const versions: number[] = [];
    const subscription = await worker.onChange((version) => versions.push(version));
    const saved = written(await saveRecord(db, 'transaction', purchase({ isin: 'GB00BH4HKS39' })));
    await vi.waitFor(async () => expect((await worker.listTransactions({})).totalCount).toBe(1));
    await vi.waitFor(() => expect(versions.length).toBeGreaterThan(0));
    expect((await worker.listTransactions({ search: 'voda' })).transactions[0]).toMatchObject({
      id: saved.id,
      assetName: 'Vodafone Group plc',
      pending: true,
    });
    expect((await worker.holdings({})).holdings).toMatchObject([
      { isin: 'GB00BH4HKS39', quantity: 10, totalCost: 344.86, currentPrice: null },
    ]);
    written(await removeRecords(db, 'transaction', [saved.id]));
    await vi.waitFor(async () => expect((await worker.listTransactions({})).totalCount).toBe(0));
    expect((await worker.holdings({})).holdings).toEqual([]);
    await worker.offChange(subscription);
  });

  it('name what is missing in the transactions, with the transaction', async () => {
    const { db, worker } = await setUp();
    const sale = written(
      await saveRecord(db, 'transaction', { ...purchase({ isin: 'GB00BH4HKS39' }), transactionType: 'SELL' }),
    );
    await vi.waitFor(async () =>
      expect(await worker.healthFindings()).toMatchObject([
        {
          assetName: 'Vodafone Group plc',
          transactionId: sale.id,
          serious: true,
          text: expect.stringMatching(/^More was disposed of than any acquisition covers/u) as string,
        },
      ]),
    );
    written(await removeRecords(db, 'transaction', [sale.id]));
    await vi.waitFor(async () => expect(await worker.healthFindings()).toEqual([]));
  });

  it("name a split that only another holder's records have (cgt/RULES 10.2)", async () => {
    const { db, worker } = await setUp();
    await db.accounts.bulkAdd([
      { id: 'ann', name: 'Ann', version: 1 },
      { id: 'bob', name: 'Bob', version: 1 },
    ]);
    for (const accountId of ['ann', 'bob'])
      written(await saveRecord(db, 'transaction', purchase({ isin: 'GB00BH4HKS39', accountId })));
    const split = written(
      await saveRecord(db, 'transaction', {
        ...purchase({ isin: 'GB00BH4HKS39', accountId: 'ann', transactionDate: '2024-06-03' as IsoDate }),
        transactionType: 'SPLIT',
        ratioNew: 2,
        ratioOld: 1,
      }),
    );
    await vi.waitFor(async () =>
      expect(await worker.healthFindings()).toMatchObject([
        { accountName: 'Bob', transactionId: split.id, date: '2024-06-03', serious: false },
      ]),
    );
  });

  it('value holdings as of a day by the price and rate of that day', async () => {
    const { db, worker } = await setUp();
    written(await saveRecord(db, 'transaction', purchase({ isin: 'GB00BH4HKS39' })));
    await db.prices.bulkAdd([
      {
        isin: 'GB00BH4HKS39',
        priceDate: '2024-03-01' as IsoDate,
        closePrice: 7000 as Price,
        currency: 'GBX',
        fetchedAt: '',
      },
      {
        isin: 'GB00BH4HKS39',
        priceDate: '2024-06-01' as IsoDate,
        closePrice: 8000 as Price,
        currency: 'GBX',
        fetchedAt: '',
      },
    ]);
    written(
      await applyRates(
        db,
        [{ fromCurrency: 'USD', toCurrency: 'GBP', rate: 0.75 as Rate, rateDate: '2026-11-20' as IsoDate }],
        { fetchedAt: '2026-11-20T22:30:00.000Z' },
      ),
    );
    await vi.waitFor(async () => expect((await worker.holdings({})).totalValue).toBe(800));
    expect((await worker.holdings({ asOf: '2024-05-31' as IsoDate })).totalValue).toBe(700);
    expect((await worker.holdings({ asOf: '2024-02-29' as IsoDate })).holdings).toEqual([]);
    expect(await worker.exchangeRates()).toEqual({
      lastUpdateTime: '2026-11-20T22:30:00.000Z',
      totalCurrencies: 2,
      availableCurrencies: ['GBP', 'USD'],
    });
    expect(await worker.dashboardSummary()).toMatchObject({
      totalPortfolioValue: 800,
      assetClassSummaries: [{ assetClass: 'UK_TSM', value: 800 }],
    });
  });

  it('tell what the portfolio was worth on each day of a range', async () => {
    const { db, worker } = await setUp();
    const bought = purchase({ isin: 'GB00BH4HKS39' });
    written(await saveRecord(db, 'transaction', bought));
    await db.prices.add({
      isin: 'GB00BH4HKS39',
      priceDate: '2024-06-01' as IsoDate,
      closePrice: 8000 as Price,
      currency: 'GBX',
      fetchedAt: '',
    });
    await vi.waitFor(async () =>
      expect((await worker.valueHistory({ range: 'All' })).points.at(0)).toMatchObject({
        date: '2024-06-01',
        value: 800,
      }),
    );
    const { asOf, points } = await worker.valueHistory({ range: '1M' });
    expect(asOf).toBe('2026-11-21');
    expect(points).toHaveLength(32);
    expect(points[0]).toEqual({ date: '2026-10-21', value: 800, netInvested: 344.86 });
  });

  it('search records and the catalogue as GET /search does, and name records again', async () => {
    const { db, worker } = await setUp();
    await db.accounts.add({ id: 'account', name: 'Vodafone savings plan', version: 1 });
    const first = written(await saveRecord(db, 'transaction', purchase({ isin: 'GB00BH4HKS39' })));
    const second = written(
      await saveRecord(db, 'transaction', purchase({ isin: 'GB00BH4HKS39', transactionDate: '2024-05-01' as IsoDate })),
    );
    await vi.waitFor(async () =>
      expect((await worker.search({ query: 'vodafone' })).map(({ id }) => id)).toEqual([
        'account',
        'asset-1',
        second.id,
        first.id,
      ]),
    );
    expect((await worker.search({ query: 'GB00BH4HKS39' })).map(({ type }) => type)).toEqual([
      'assets',
      'transactions',
      'transactions',
    ]);
    expect(await worker.search({ query: 'vodafone', types: ['transactions'], limit: 1 })).toMatchObject([
      {
        id: second.id,
        title: 'Vodafone Group plc',
        detail: 'Buy · Vodafone savings plan · DEALING',
        date: '2024-05-01',
      },
    ]);
    expect(await worker.search({ query: 'v' })).toEqual([]);
    expect(
      await worker.describeRecords([
        { type: 'transactions', id: first.id },
        { type: 'assets', id: 'gone' },
        { type: 'accounts', id: 'account' },
      ]),
    ).toMatchObject([{ id: first.id }, { title: 'Vodafone savings plan' }]);
  });

  it("export exactly the selected rows, in the selection's order", async () => {
    const { db, worker } = await setUp();
    const first = written(await saveRecord(db, 'transaction', purchase()));
    const second = written(await saveRecord(db, 'transaction', purchase({ brokerDealReference: '=R2' })));
    await vi.waitFor(async () => expect(await worker.transactionIds({})).toEqual([second.id, first.id]));
    const file = await worker.exportTransactions({ ids: [second.id, 'gone', first.id] });
    expect(file).toMatchObject({ fileName: 'transactions-export-selected-2-2026-11-21.csv', rows: 2 });
    expect(
      (await file.blob.text())
        .split('\r\n')
        .map((line) => line.slice(0, 36))
        .slice(1, 3),
    ).toEqual([second.id, first.id]);
  });

  it('come from the open database, or are empty when none is open', async () => {
    const { worker } = await setUp();
    const other = await freshDatabase();
    written(await saveRecord(other, 'transaction', purchase()));
    await worker.open(other.name);
    expect((await worker.listTransactions({})).totalCount).toBe(1);
    await worker.close();
    await expect(worker.listTransactions({})).rejects.toThrow('no database is open');
  });
});

describe('the catalogue', () => {
  const file = (...lines: readonly string[]) => ({ kind: 'asset' as const, name: 'assets.csv', bytes: text(...lines) });

  it('is listed by name, filtered and searched', async () => {
    const { db, worker } = await setUp();
    await db.assets.bulkAdd([
      {
        ...unlistedAsset('asset-2', 'TEST2', 'Acme plc'),
        type: 'EQUITY',
        category: 'UK_TSM',
        fetchCode: 'ACM',
        version: 1,
      },
      { ...unlistedAsset('asset-3', 'TEST3', 'Zeta Fund'), type: 'FUND', category: 'CASH', version: 1 },
    ]);
    expect((await worker.listAssets({})).assets.map(({ name }) => name)).toEqual([
      'Acme plc',
      'Vodafone Group plc',
      'Zeta Fund',
    ]);
    expect((await worker.listAssets({ category: 'UK_TSM', search: 'acm plc' })).assets).toMatchObject([
      { id: 'asset-2', typeLabel: 'Equity', categoryLabel: 'UK Total Stock Market', pending: false },
    ]);
    expect(await worker.assetIds({ type: 'FUND' })).toEqual(['asset-3']);
    const exported = await worker.exportAssets({ ids: ['asset-3', 'gone'] });
    expect([
      exported.fileName,
      exported.rows,
      (await exported.blob.text()).split('\r\n')[1]?.split(',').slice(0, 3),
    ]).toEqual(['assets-export-selected-1-2026-11-21.csv', 1, ['asset-3', 'Zeta Fund', 'Fund']]);
    expect((await worker.exportAssets({ query: { search: 'zeta' } })).fileName).toBe('assets-export-2026-11-21.csv');
  });

  it('takes a file in one step: new assets are added, chosen duplicates replaced', async () => {
    const { db, worker } = await setUp();
    const opened = await worker.previewEntities(
      file(
        'Name,Type,Category,ISIN,TER,Fetch Code',
        'New ETF,ETF,US_TSM,IE00B3XXRP09,0.07,VUSA',
        'Vodafone,EQUITY,UK_TSM,GB00BH4HKS39,0,VOD',
        ',,,,,',
      ),
    );
    if (!opened.ok) throw new Error(opened.message);
    expect([opened.summary, opened.rowNumbers]).toEqual([
      { totalRows: 2, validCount: 1, duplicateCount: 1, errorCount: 0 },
      { valid: [2], duplicate: [3], question: [], cancelled: [], error: [] },
    ]);
    expect(
      await worker.entityRows({ previewId: opened.previewId, status: 'duplicate', offset: 0, limit: 10 }),
    ).toMatchObject([
      { rowNumber: 3, duplicateInfo: { matchDetails: 'Already in the catalogue: Vodafone Group plc (GB00BH4HKS39).' } },
    ]);
    const request = { previewId: opened.previewId, selectedRowNumbers: [2, 3], createAccounts: [] };
    expect(await worker.commitEntities({ ...request, selectedRowNumbers: [] })).toMatchObject({
      ok: false,
      code: 'noRows',
    });
    expect(await worker.commitEntities(request)).toMatchObject({ ok: true, importedCount: 2 });
    expect((await worker.listAssets({})).assets.map(({ name, pending }) => [name, pending])).toEqual([
      ['New ETF', true],
      ['Vodafone', true],
    ]);
    expect((await listOutbox(db)).map(({ entity, kind }) => [entity, kind])).toEqual([
      ['asset', 'create'],
      ['asset', 'update'],
    ]);
    expect(await worker.commitEntities(request)).toMatchObject({
      ok: false,
      message: 'This preview is no longer open. Choose the file again.',
    });
  });
});

describe('prices from a file', () => {
  it('are not selected beforehand where they are far from known prices and trades', async () => {
    const { db, worker } = await setUp();
    await db.assets.put({
      ...unlistedAsset('asset-1', 'GB00BH4HKS39', 'Vodafone Group plc'),
      denomination: 'GBX',
      fetchCode: 'VOD.L',
      version: 1,
    });
    written(await saveRecord(db, 'transaction', purchase({ isin: 'GB00BH4HKS39' })));
    for (const [kind, security] of [
      ['price', ''],
      ['securityPrice', 'GB00BH4HKS39'],
    ] as const) {
      const opened = await worker.previewEntities({
        kind,
        isin: 'GB00BH4HKS39',
        name: 'prices.csv',
        bytes: text('ISIN,Date,Price', `${security},2024-11-04,33.9`, `${security},2024-11-05,3390`),
      });
      if (!opened.ok) throw new Error(opened.message);
      expect([kind, opened.rowNumbers.valid, opened.heldRows]).toEqual([kind, [2, 3], [2]]);
      const rows = await worker.entityRows({ previewId: opened.previewId, status: 'valid', offset: 0, limit: 10 });
      expect(rows.map(({ note }) => note)).toEqual([
        expect.stringMatching(/^33\.9 GBX is far from the £33\.99 that a unit cost on /u),
        null,
      ]);
    }
  });
});

describe('savings accounts and broker cash in the worker', () => {
  const savingsFile = (...lines: readonly string[]) =>
    text(
      'Bank Name,Account Type,Associated Account,Account Open Date,Latest Balance,Latest Balance Date,Interest Rate',
      ...lines,
    );

  async function setUpSavings() {
    const made = await setUp();
    const { db } = made;
    await db.accounts.bulkAdd([
      { id: 'acc-b', name: 'Bea', version: 1 },
      { id: 'acc-a', name: 'Ada', version: 1 },
    ]);
    await db.bankNames.bulkAdd([
      { id: 'bank-1', name: 'Aldermore', isActive: true, createdAt: '', updatedAt: '', version: 1 },
    ]);
    return made;
  }

  async function open(
    worker: HoldfastWorker,
    kind: EntityImportFile['kind'],
    bytes: ArrayBuffer,
    more: Partial<EntityImportFile> = {},
  ): Promise<RecordPreview> {
    const opened = await worker.previewEntities({ kind, name: 'file.csv', bytes, ...more });
    if (!opened.ok) throw new Error(opened.message);
    return opened;
  }
  const take = async (worker: HoldfastWorker, { previewId }: RecordPreview, rows: readonly number[]) =>
    await worker.commitEntities({ previewId, selectedRowNumbers: rows, createAccounts: [] });

  it('imports savings accounts, with the first account for rows without one', async () => {
    const { db, worker } = await setUpSavings();
    const opened = await open(
      worker,
      'savingsAccount',
      savingsFile(
        'Aldermore,Easy access,,01/02/2023,"1,234.56",03/03/2024,4.32',
        'Aldermore,Fixed bond,Bea,01/02/2023,10,03/03/2024,',
        'Nobank,Easy access,,01/02/2023,1,03/03/2024,',
      ),
    );
    expect(opened.rowNumbers).toEqual({ valid: [2, 3], duplicate: [], question: [], cancelled: [], error: [4] });
    expect(await take(worker, opened, [2, 3])).toMatchObject({ ok: true, importedCount: 2, duplicateCount: 0 });
    expect(
      (await db.savingsAccounts.toArray())
        .map(({ accountId, accountType, latestBalance, interestRate }) => [
          accountType,
          accountId,
          latestBalance,
          interestRate,
        ])
        .toSorted((a, b) => String(a).localeCompare(String(b))),
    ).toEqual([
      ['Easy access', 'acc-a', 1234.56, 0.0432],
      ['Fixed bond', 'acc-b', 10, null],
    ]);
    expect(
      (await db.extras.toArray())
        .map(({ kind, value }) => [kind, value['balance']])
        .toSorted((a, b) => String(a).localeCompare(String(b))),
    ).toEqual([
      ['balance-history', 10],
      ['balance-history', 1234.56],
    ]);
  });

  it('updates the account of the same bank, type and reference when asked to, and leaves it alone otherwise', async () => {
    const { db, worker } = await setUpSavings();
    const first = await open(
      worker,
      'savingsAccount',
      savingsFile('Aldermore,Easy access,,01/02/2023,100,03/03/2024,'),
    );
    await take(worker, first, [2]);
    const again = savingsFile(
      'aldermore,easy access,,01/02/2023,150,04/04/2024,',
      'Aldermore,Easy access,,01/02/2023,150,04/04/2024,',
    );
    await vi.waitFor(async () => {
      expect((await open(worker, 'savingsAccount', again.slice(0))).rowNumbers.duplicate).toEqual([2, 3]);
    });
    const updating = await open(worker, 'savingsAccount', again.slice(0), {
      updateExisting: true,
      defaultAccountId: 'acc-a',
    });
    expect(await take(worker, updating, [2, 3])).toMatchObject({ ok: true, importedCount: 2 });
    expect((await db.savingsAccounts.toArray()).map(({ latestBalance }) => latestBalance)).toEqual([150]);
    const adding = await open(worker, 'savingsAccount', savingsFile('Aldermore,Easy access,,01/02/2023,7,05/05/2024,'));
    expect(await take(worker, adding, [2])).toMatchObject({ ok: true, importedCount: 1 });
    expect(
      (await db.savingsAccounts.toArray())
        .map(({ latestBalance }) => latestBalance)
        .toSorted((a, b) => String(a).localeCompare(String(b))),
    ).toEqual([150, 7]);
  });

  it('skips a chosen row that stands twice in the file, and names it', async () => {
    const { worker } = await setUpSavings();
    const opened = await open(
      worker,
      'savingsAccount',
      savingsFile(
        'Aldermore,Easy access,,01/02/2023,100,03/03/2024,',
        'Aldermore,Easy access,,01/02/2023,100,03/03/2024,',
      ),
    );
    expect(await take(worker, opened, [2, 3])).toEqual({
      ok: true,
      importId: null,
      importedCount: 1,
      duplicateCount: 1,
      duplicates: ['Row 3: The same account as row 2 of this file.'],
    });
  });

  it('refuses savings accounts while there is no account', async () => {
    const { worker } = await setUp();
    expect(
      await worker.previewEntities({
        kind: 'savingsAccount',
        name: 'file.csv',
        bytes: savingsFile('Aldermore,Easy access,,01/02/2023,100,03/03/2024,'),
      }),
    ).toMatchObject({ ok: false, message: 'No accounts available. Please create an account first.' });
  });

  it('imports cash balances, dated today unless the file says, and replaces the balance of the same place', async () => {
    const { db, worker } = await setUpSavings();
    const cashFile = (...lines: readonly string[]) =>
      text('Account,Broker,Tax Wrapper,Cash Balance,Currency', ...lines);
    await take(
      worker,
      await open(worker, 'brokerCashBalance', cashFile('Ada,AJ Bell,ISA,250.10,GBP', 'Ada,AJ Bell,ISA,10,USD')),
      [2, 3],
    );
    const again = cashFile('Ada,AJ Bell,ISA,300,GBP');
    await vi.waitFor(async () => {
      expect((await open(worker, 'brokerCashBalance', again.slice(0))).rowNumbers.duplicate).toEqual([2]);
    });
    expect(await take(worker, await open(worker, 'brokerCashBalance', again), [2])).toMatchObject({
      ok: true,
      importedCount: 1,
    });
    expect(
      (await db.brokerCashBalances.toArray())
        .map(({ currency, cashBalance, lastUpdated }) => [currency, cashBalance, lastUpdated])
        .toSorted((a, b) => String(a).localeCompare(String(b))),
    ).toEqual([
      ['GBP', 300, '2026-11-21'],
      ['USD', 10, '2026-11-21'],
    ]);
  });

  it('totals amounts in pounds', async () => {
    const { db, worker } = await setUp();
    await db.rates.bulkAdd([
      { fromCurrency: 'USD', toCurrency: 'GBP', rate: 0.79 as Rate, rateDate: '2026-11-20' as IsoDate },
    ]);
    expect(
      await worker.poundTotal([
        { amount: 100 as Money, currency: 'USD' },
        { amount: 0.1 as Money, currency: 'GBP' },
        { amount: 1 as Money, currency: 'EUR' },
      ]),
    ).toEqual({
      total: 79.1,
      converted: [{ currency: 'USD', rateDate: '2026-11-20', amount: 100, pounds: 79 }],
      missing: ['EUR'],
    });
  });
});
