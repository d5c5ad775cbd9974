/** A stored transaction that an import reverses, on a server of each kind: it is removed, and undoing the import restores it with its receipt. */
import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it } from 'vitest';
import { listBrokers } from '../../src/data/records/brokers.ts';
import { writeImport } from '../../src/data/imports/imports.ts';
import { listOutbox } from '../../src/data/outbox/outbox.ts';
import { listReceipts, readReceiptFile, removeOrphanFiles } from '../../src/data/receipts/receipts.ts';
import { listTransactions } from '../../src/data/records/transactions.ts';
import { undoImport } from '../../src/data/imports/undo-import.ts';
import { refreshReceipts } from '../../src/sync/pull/pull-receipts.ts';
import { fetchReceiptFiles } from '../../src/sync/pull/receipt-files.ts';
import { attach, save } from '../device/changes.ts';
import { testClock, type TestClock } from '../device/clock.ts';
import { newDevice, type Device } from '../device/device.ts';
import { purchase, written } from '../device/fixtures.ts';
import { testNetwork } from '../device/network.ts';
import { plainServer } from '../device/plain-server.ts';
import { serverOfTests } from '../device/server-of-tests.ts';

// The same machine may be building beside these tests.
let clock: TestClock;
let phone: Device;
let laptop: Device;
const real = serverOfTests();

async function begin(kind: 'extended' | 'plain'): Promise<void> {
  clock = testClock();
  const bare = plainServer();
  const { handle, token } = kind === 'plain' ? bare : { handle: real.handle, token: await real.newUser() };
  const network = testNetwork(handle);
  phone = await newDevice({ clock, network, token });
  laptop = await newDevice({ clock, network, token });
  await phone.settle();
}

const NOTE = new TextEncoder().encode('%PDF-1.7 a contract note').buffer;

/** A purchase with a receipt, both on the server, and the receipt's file only there. */
async function stored(): Promise<string> {
  const account = await save(phone, 'account', { name: 'Main Account' });
  const [broker] = await listBrokers(phone.db);
  const fields = purchase({ accountId: account.id, brokerId: broker?.id ?? '', isin: 'IE00B3RBWM25' });
  const { id } = await save(phone, 'transaction', fields);
  const details = { receiptType: null, description: 'note' };
  await attach(phone, id, { name: 'note.pdf', bytes: NOTE }, details);
  await phone.settle();
  await phone.full();
  const [transaction] = await listTransactions(phone.db);
  await phone.db.receiptFiles.clear();
  return transaction?.id ?? '';
}

async function importReversal(): Promise<string> {
  const content = { fileName: 'f.csv', newAccounts: [], unlistedAssets: [], transactions: [] };
  const reversed = await listTransactions(phone.db);
  return written(await writeImport(phone.db, { ...content, reversed }, { now: clock.now })).id;
}

async function notesOn(device: Device): Promise<readonly (readonly [string, string])[]> {
  const [transaction] = await listTransactions(device.db);
  device.online = true;
  await refreshReceipts(device.db, transaction?.id ?? '', device.environment);
  device.online = false;
  const cards = await listReceipts(device.db, transaction?.id ?? '');
  return cards.map(({ originalFileName, description }) => [originalFileName, description]);
}

describe.each(['extended', 'plain'] as const)('what an import reverses, on an %s server,', (mode) => {
  beforeEach(async () => await begin(mode));

  it('is not removed while a receipt of it is only on the server', async () => {
    await stored();
    const content = { fileName: 'f.csv', newAccounts: [], unlistedAssets: [], transactions: [] };
    const reversed = await listTransactions(phone.db);
    expect(await writeImport(phone.db, { ...content, reversed }, { now: clock.now })).toMatchObject({ ok: false });
    expect(await listTransactions(phone.db)).toHaveLength(1);
    expect(await phone.db.imports.count()).toBe(0);
  });

  it('leaves the server, and comes back with its receipt long after', async () => {
    const id = await stored();
    phone.online = true;
    await fetchReceiptFiles(phone.db, [id], phone.environment);
    phone.online = false;
    const importId = await importReversal();
    await phone.settle();
    await laptop.settle();
    await laptop.full();
    await laptop.full();
    expect(await listOutbox(phone.db)).toEqual([]);
    expect(await listTransactions(laptop.db)).toEqual([]);

    await removeOrphanFiles(phone.db, clock.now() + 40 * 24 * 3_600_000);
    expect(written(await undoImport(phone.db, importId, clock.now()))).toMatchObject({ removed: 0, restored: 1 });
    const [before] = await listReceipts(phone.db, (await listTransactions(phone.db))[0]?.id ?? '');
    expect(await readReceiptFile(phone.db, before?.id ?? '')).toMatchObject({ kind: 'file', name: 'note.pdf' });
    await phone.settle();
    await laptop.settle();
    await laptop.full();
    expect(await listOutbox(phone.db)).toEqual([]);
    for (const device of [phone, laptop]) {
      expect(await listTransactions(device.db)).toMatchObject([{ isin: 'IE00B3RBWM25', consideration: 339.86 }]);
      expect(await notesOn(device)).toEqual([['note.pdf', 'note']]);
    }
  });

  it('comes back as it was while its deletion waits to be sent', async () => {
    const id = await stored();
    phone.online = true;
    await fetchReceiptFiles(phone.db, [id], phone.environment);
    phone.online = false;
    const importId = await importReversal();
    expect(await listTransactions(phone.db)).toEqual([]);
    expect(written(await undoImport(phone.db, importId, clock.now()))).toMatchObject({ removed: 0, restored: 1 });
    expect((await listTransactions(phone.db)).map((row) => row.id)).toEqual([id]);
    expect(await listOutbox(phone.db)).toEqual([]);
    expect(await notesOn(phone)).toEqual([['note.pdf', 'note']]);
    expect(await phone.db.receiptFiles.count()).toBe(1);
  });
});
