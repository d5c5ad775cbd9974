import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { retryEntry } from '../../src/data/questions/attention.ts';
import { openDatabase } from '../../src/data/database/database.ts';
import { listOutbox } from '../../src/data/outbox/outbox.ts';
import { attachAgain, attachReceipt, listReceipts, readReceiptFile } from '../../src/data/receipts/receipts.ts';
import { downloadReceipt } from '../../src/sync/pull/receipt-files.ts';
import { reasonWords } from '../../src/features/sync/entry-words.ts';
import { entryFile } from '../../src/features/sync/export-entry.ts';
import type { EntryContext } from '../../src/features/sync/record-words.ts';
import { written } from '../device/fixtures.ts';
import { queuePurchases, shownStates, startFaultBench, type FaultBench } from './fault-bench.ts';
import type { SeenRequest } from './fault-proxy.ts';

const DETAILS = { receiptType: 'contract_note', description: 'Bought through the app' };
const NO_CONTEXT: EntryContext = {
  assets: new Map(),
  imports: new Map(),
  accounts: new Map(),
  brokers: new Map(),
  banks: new Map(),
  properties: new Map(),
  savings: new Map(),
  transactions: new Map(),
};

let bench: FaultBench;

beforeEach(async () => {
  bench = await startFaultBench();
});
afterEach(async () => await bench.close());

const isUpload = ({ method, path }: SeenRequest): boolean =>
  method === 'POST' && path === '/transactionreceipts/upload';

/** A PDF whose bytes are no text, as those of real files. */
function pdf(size: number, fill = 251): ArrayBuffer {
  const bytes = new Uint8Array(size).map((_byte, index) => (index * 7) % fill);
  bytes.set(new TextEncoder().encode('%PDF-1.7\n'));
  return bytes.buffer;
}

/** A purchase that the server has, and a receipt of it that waits. */
async function attach(bytes: ArrayBuffer): Promise<{ readonly transactionId: string; readonly receiptId: string }> {
  const { device } = bench;
  const [purchase] = await queuePurchases(bench, 1);
  await device.settle();
  const receipt = written(
    await attachReceipt(device.db, purchase?.id ?? '', { name: 'note.pdf', bytes }, DETAILS, device.now()),
  );
  return { transactionId: purchase?.id ?? '', receiptId: receipt.id };
}

async function receiptsOnServer(transactionId: string): Promise<unknown> {
  return (await bench.app.call('GET', `/transactionreceipts/transaction/${transactionId}`, { token: bench.token }))
    .json;
}

/** Nothing waits, and the server has one receipt of just these bytes. */
async function expectOneReceipt(transactionId: string, receiptId: string, bytes: ArrayBuffer): Promise<void> {
  const { device } = bench;
  expect(await listOutbox(device.db)).toEqual([]);
  const sha256 = createHash('sha256').update(new Uint8Array(bytes)).digest('hex');
  expect(await receiptsOnServer(transactionId)).toMatchObject([
    { id: receiptId, sha256, fileSize: bytes.byteLength, ...DETAILS },
  ]);
  device.online = true;
  expect(await downloadReceipt(device.db, receiptId, device.environment)).toEqual(bytes);
}

describe('a fault over a receipt', () => {
  it('row 12: an upload that is cut off at 60% is sent again, and is there once', async () => {
    const { device, proxy } = bench;
    const bytes = pdf(2_000_000);
    const { transactionId, receiptId } = await attach(bytes);
    let cuts = 0;
    proxy.plan = (request) => {
      if (!isUpload(request) || cuts >= 2) return 'pass';
      cuts += 1;
      return 'cutUpload';
    };
    await device.once();
    expect(device.sync.status.get()).toMatchObject({ phase: 'offline', waiting: 1, attention: 0 });
    expect(await receiptsOnServer(transactionId)).toEqual([]);
    expect(await readReceiptFile(device.db, receiptId)).toMatchObject({ kind: 'file', bytes });
    expect(await listReceipts(device.db, transactionId)).toMatchObject([
      { originalFileName: 'note.pdf', place: 'here', pending: true, needsFile: false },
    ]);
    await device.settle();
    expect(cuts).toBe(2);
    expect(proxy.arrived.filter((line) => line === 'POST /transactionreceipts/upload')).toHaveLength(1);
    await expectOneReceipt(transactionId, receiptId, bytes);
  });

  it.each([
    [413, 'Request body is too large'],
    [415, 'Unsupported media type'],
  ])(
    'row 19: a receipt that is refused with %d waits for the user, and its file can be saved',
    async (status, message) => {
      const { device, proxy } = bench;
      const bytes = pdf(5000);
      const { transactionId, receiptId } = await attach(bytes);
      proxy.plan = (request) => (isUpload(request) ? { status, body: JSON.stringify({ message }) } : 'pass');
      await device.settle();
      expect(await shownStates(device)).toEqual(['Refused']);
      expect(device.sync.status.get()).toMatchObject({ phase: 'idle', waiting: 0, attention: 1 });
      const [entry] = await listOutbox(device.db);
      if (entry === undefined) throw new Error('the receipt was given up');
      expect(reasonWords(entry.error)).toBe(`The server refused it. ${message}`);
      const saved = await entryFile(device.db, entry, NO_CONTEXT);
      expect(saved).toMatchObject({ fileName: 'note.pdf', blob: { type: 'application/pdf' } });
      expect(await saved.blob.arrayBuffer()).toEqual(bytes);
      // It is not tried again by itself, and is not lost by waiting.
      const before = proxy.log.length;
      bench.clock.advance(24 * 60 * 60_000);
      await device.settle();
      expect(proxy.log.slice(before).filter((line) => line.includes('upload'))).toEqual([]);
      proxy.plan = () => 'pass';
      written(await retryEntry(device.db, entry.seq));
      await device.settle();
      await expectOneReceipt(transactionId, receiptId, bytes);
    },
  );

  it('row 49: a file that was damaged on the device is not sent, and is asked for again', async () => {
    const { device, proxy } = bench;
    const bytes = pdf(5000);
    const { transactionId, receiptId } = await attach(bytes);
    await spoilFile(device.db.name, receiptId);
    await device.settle();
    expect(proxy.log.filter((line) => line.includes('upload'))).toEqual([]);
    expect(await shownStates(device)).toEqual(['Refused']);
    const [entry] = await listOutbox(device.db);
    expect(reasonWords(entry?.error ?? null)).toContain('Attach it again');
    // The card offers 'Attach again' by this.
    expect(await listReceipts(device.db, transactionId)).toMatchObject([
      { originalFileName: 'note.pdf', needsFile: true, pending: true, ...DETAILS },
    ]);
    written(await attachAgain(device.db, receiptId, { name: 'note.pdf', bytes }, device.now()));
    await device.settle();
    expect(await listReceipts(device.db, transactionId)).toMatchObject([{ needsFile: false, pending: false }]);
    await expectOneReceipt(transactionId, receiptId, bytes);
  });
});

/** Turns one byte of a stored file, below everything that the app does, as a bad disk would. */
async function spoilFile(databaseName: string, id: string): Promise<void> {
  const raw = await openDatabase(databaseName);
  const file = await raw.receiptFiles.get(id);
  if (file === undefined) throw new Error('no file');
  const bytes = new Uint8Array(file.bytes.slice(0));
  bytes[2500] = (bytes[2500] ?? 0) ^ 1;
  await raw.receiptFiles.put({ ...file, bytes: bytes.buffer });
  raw.close();
}
