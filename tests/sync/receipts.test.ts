/** Receipts between two devices, on a server of each kind, with their files. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { TaxYear } from '../../domain/values/tax-year.ts';
import { listBrokers } from '../../src/data/records/brokers.ts';
import { newId } from '../../src/data/database/ids.ts';
import {
  attachAgain,
  fileFault,
  keepYear,
  listReceipts,
  readReceiptFile,
  saveReceiptDetails,
} from '../../src/data/receipts/receipts.ts';
import { undoRemovals } from '../../src/data/outbox/removals.ts';
import { listTransactions } from '../../src/data/records/transactions.ts';
import { refreshReceipts } from '../../src/sync/pull/pull-receipts.ts';
import { downloadReceipt } from '../../src/sync/pull/receipt-files.ts';
import { attach, remove, save } from '../device/changes.ts';
import { testClock, type TestClock } from '../device/clock.ts';
import { type Device, type DeviceOptions, importFile, newDevice, newTab, queueOf } from '../device/device.ts';
import { purchase, written } from '../device/fixtures.ts';
import { testNetwork, writesIn, type TestNetwork } from '../device/network.ts';
import { plainServer, type PlainServer } from '../device/plain-server.ts';
import { serverOfTests } from '../device/server-of-tests.ts';

// The same machine may be building beside these tests.
const YEAR = '2023-24' as TaxYear;

let clock: TestClock;
let network: TestNetwork;
let options: DeviceOptions;
let phone: Device;
let laptop: Device;
const real = serverOfTests();
let bare: PlainServer;

async function begin(kind: 'extended' | 'plain'): Promise<void> {
  clock = testClock();
  bare = plainServer();
  const { handle, token } = kind === 'plain' ? bare : { handle: real.handle, token: await real.newUser() };
  network = testNetwork(handle);
  options = { clock, network, token };
  phone = await newDevice(options);
  laptop = await newDevice(options);
  await phone.settle();
  network.log.length = 0;
}

function pdf(text = 'a contract note'): ArrayBuffer {
  // With bytes that are no text, as real files have.
  return new Uint8Array([...new TextEncoder().encode(`%PDF-1.7\n${text}`), 0, 13, 10, 45, 45, 255, 254]).buffer;
}

const DETAILS = { receiptType: 'contract_note', description: 'Bought through the app,\nas agreed' };

async function offlinePurchase(device: Device): Promise<string> {
  const account = await save(device, 'account', { name: 'Main Account' });
  const [broker] = await listBrokers(device.db);
  return (
    await save(
      device,
      'transaction',
      purchase({ accountId: account.id, brokerId: broker?.id ?? '', isin: 'IE00B3RBWM25' }),
    )
  ).id;
}

/** Pulls, and on a plain server asks for the receipts of the transaction as its page does. */
async function look(device: Device): Promise<Awaited<ReturnType<typeof listReceipts>>> {
  await device.settle();
  const [transaction] = await listTransactions(device.db);
  device.online = true;
  expect(await refreshReceipts(device.db, transaction?.id ?? '', device.environment)).toBe(true);
  device.online = false;
  return await listReceipts(device.db, transaction?.id ?? '');
}

describe.each(['extended', 'plain'] as const)('receipts on an %s server', (mode) => {
  beforeEach(async () => await begin(mode));

  it('are attached, shown, changed and removed without a connection, and nothing of it is sent twice', async () => {
    const id = await offlinePurchase(phone);
    const receipt = await attach(phone, id, { name: 'note.pdf', bytes: pdf() }, DETAILS);
    expect(await listReceipts(phone.db, id)).toMatchObject([
      {
        originalFileName: 'note.pdf',
        contentType: 'application/pdf',
        place: 'here',
        pending: true,
        needsFile: false,
        ...DETAILS,
      },
    ]);
    expect(await readReceiptFile(phone.db, receipt.id)).toMatchObject({
      kind: 'file',
      type: 'application/pdf',
      name: 'note.pdf',
      bytes: pdf(),
    });
    written(await saveReceiptDetails(phone.db, receipt.id, { receiptType: 'statement', description: '' }, clock.now()));
    const other = await attach(phone, id, { name: 'other.pdf', bytes: pdf('other') }, DETAILS);
    const removed = await remove(phone, 'receipt', [receipt.id]);
    expect((await listReceipts(phone.db, id)).map((card) => card.id)).toEqual([other.id]);
    written(await undoRemovals(phone.db, removed, clock.now()));
    await remove(phone, 'receipt', [other.id]);
    await phone.settle();
    expect(await queueOf(phone)).toEqual([]);
    expect(writesIn(network.log)).toEqual(['POST /accounts', 'POST /transactions', 'POST /transactionreceipts/upload']);
    const cards = await look(laptop);
    expect(cards).toMatchObject([
      { originalFileName: 'note.pdf', receiptType: 'statement', description: '', place: 'server', pending: false },
    ]);
    laptop.online = true;
    expect(await downloadReceipt(laptop.db, cards[0]?.id ?? '', laptop.environment)).toEqual(pdf());
  });

  it('free their bytes only after the server has shown the file', async () => {
    // Where the reply names the new id, no list has to be read for it.
    if (mode === 'plain') bare.reply = 'body';
    const id = await offlinePurchase(phone);
    const { id: receipt } = await attach(phone, id, { name: 'note.pdf', bytes: pdf() }, DETAILS);
    network.fault = (request) =>
      request.method === 'GET' && /sync\/changes|transaction\//u.test(request.url) ? 503 : 'none';
    await phone.once();
    await phone.once();
    expect(await queueOf(phone)).toEqual([]);
    expect(await phone.db.receiptFiles.count()).toBe(1);
    network.fault = () => 'none';
    expect(await look(phone)).toMatchObject([{ place: 'server', pending: false, ...DETAILS }]);
    expect(await readReceiptFile(phone.db, receipt)).toEqual({ kind: 'elsewhere' });
  });

  it('that were never sent keep their files for an undo while another tab opens, and for no longer than a day', async () => {
    const id = await offlinePurchase(phone);
    const attached = async (name: string) => (await attach(phone, id, { name, bytes: pdf(name) }, DETAILS)).id;
    const [alone, withIt] = [await attached('alone.pdf'), await attached('with-it.pdf')];
    const receipt = await remove(phone, 'receipt', [alone]);
    const transaction = await remove(phone, 'transaction', [id]);
    clock.advance(3_600_000);
    const tab = await newTab(phone, options);
    await tab.once();
    written(await undoRemovals(phone.db, transaction, clock.now()));
    written(await undoRemovals(phone.db, receipt, clock.now()));
    for (const one of [alone, withIt]) expect(await readReceiptFile(phone.db, one)).toMatchObject({ kind: 'file' });
    await remove(phone, 'transaction', [id]);
    clock.advance(25 * 3_600_000);
    const later = await newTab(phone, options);
    await later.once();
    expect(await phone.db.receiptFiles.count()).toBe(0);
  });

  it('of a year that is kept offline stay here and are fetched on other devices', async () => {
    const id = await offlinePurchase(phone);
    written(await keepYear(phone.db, YEAR, true));
    await attach(phone, id, { name: 'note.pdf', bytes: pdf() }, DETAILS);
    await phone.settle();
    expect(await look(phone)).toMatchObject([{ place: 'kept' }]);
    await look(laptop);
    written(await keepYear(laptop.db, YEAR, true));
    await laptop.once();
    const [card] = await look(laptop);
    expect(card).toMatchObject({ place: 'kept' });
    expect(await readReceiptFile(laptop.db, card?.id ?? '')).toMatchObject({ kind: 'file', bytes: pdf() });
    written(await keepYear(laptop.db, YEAR, false));
    expect(await look(laptop)).toMatchObject([{ place: 'server' }]);
  });

  it('whose file differs from the attached one are not sent: they must be attached again', async () => {
    const id = await offlinePurchase(phone);
    const receipt = await attach(phone, id, { name: 'note.pdf', bytes: pdf() }, DETAILS);
    const file = await phone.db.receiptFiles.get(receipt.id);
    if (file === undefined) throw new Error('no file');
    await phone.db.receiptFiles.put({ ...file, bytes: pdf('not what was attached') });
    expect(await readReceiptFile(phone.db, receipt.id)).toEqual({ kind: 'damaged' });
    await phone.settle();
    expect(await queueOf(phone)).toEqual(['receipt create failed fileDamaged']);
    expect(await listReceipts(phone.db, id)).toMatchObject([{ needsFile: true, pending: true }]);
    expect(network.log.filter((line) => line.includes('upload'))).toEqual([]);
    written(await attachAgain(phone.db, receipt.id, { name: 'note.pdf', bytes: pdf() }, clock.now()));
    await phone.settle();
    expect(await queueOf(phone)).toEqual([]);
    expect(await look(laptop)).toHaveLength(1);
  });

  it('go with their transaction', async () => {
    const id = await offlinePurchase(phone);
    await attach(phone, id, { name: 'note.pdf', bytes: pdf() }, DETAILS);
    await phone.settle();
    await look(laptop);
    const [transaction] = await listTransactions(phone.db);
    await remove(phone, 'transaction', [transaction?.id ?? '']);
    clock.advance(11_000);
    await phone.settle();
    await laptop.settle();
    await laptop.once();
    for (const { db } of [phone, laptop])
      expect([await db.receipts.count(), await db.receiptFiles.count()]).toEqual([0, 0]);
  });

  it('of a row of an import wait for the row', async () => {
    const account = await save(phone, 'account', { name: 'Main Account' });
    const [broker] = await listBrokers(phone.db);
    const row = {
      ...purchase({ accountId: account.id, brokerId: broker?.id ?? '', isin: 'IE00B3RBWM25' }),
      id: newId(),
    };
    await importFile(phone, [row]);
    await attach(phone, row.id, { name: 'note.pdf', bytes: pdf() }, DETAILS);
    await phone.settle();
    expect(await queueOf(phone)).toEqual([]);
    expect(writesIn(network.log).at(-1)).toBe('POST /transactionreceipts/upload');
    expect(await look(laptop)).toHaveLength(1);
  });

  it('sent without a reply are there once', async () => {
    const id = await offlinePurchase(phone);
    await attach(phone, id, { name: 'note.pdf', bytes: pdf() }, DETAILS);
    let lost = false;
    network.fault = (request) => {
      if (lost || !request.url.includes('upload')) return 'none';
      lost = true;
      return 'loseReply';
    };
    await phone.settle();
    expect(lost).toBe(true);
    expect(await queueOf(phone)).toEqual([]);
    expect(await look(laptop)).toHaveLength(1);
    expect(mode === 'plain' ? bare.receipts.size : 1).toBe(1);
  });
});

describe('a file', () => {
  const named = (name: string, text: string): Parameters<typeof fileFault>[0] => ({
    name,
    bytes: new TextEncoder().encode(text).buffer as ArrayBuffer,
  });

  it('is refused when it is not what its name says, or too large', () => {
    expect(fileFault({ name: 'note.pdf', bytes: pdf() })).toBeNull();
    expect(fileFault(named('note.pdf', '<html>'))).toBe('type');
    expect(fileFault(named('note.png', '<svg onload="x">'))).toBe('type');
    expect(fileFault({ name: 'note.pdf', bytes: new ArrayBuffer(0) })).toBe('type');
    expect(fileFault({ name: 'note.pdf', bytes: new ArrayBuffer(10_485_761) })).toBe('size');
  });
});
