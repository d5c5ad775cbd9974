/** What reaches a server word for word, and how its refusals reach the user. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { Percent } from '../../domain/values/amount.ts';
import { listBankNames, setBankNameActive } from '../../src/data/records/bank-names.ts';
import { listBrokers } from '../../src/data/records/brokers.ts';
import { listOutbox } from '../../src/data/outbox/outbox.ts';
import { attach, save } from '../device/changes.ts';
import { testClock, type TestClock } from '../device/clock.ts';
import { newDevice, type Device } from '../device/device.ts';
import { purchase, written } from '../device/fixtures.ts';
import { reply, testNetwork, type TestReply, type TestRequest } from '../device/network.ts';
import { plainServer, type PlainServer } from '../device/plain-server.ts';

let clock: TestClock;
let server: PlainServer;
let device: Device;
/** `METHOD /path` with the bodies of what was sent. */
let sent: [string, unknown][];
/** Answers in the server's place. */
let instead: (call: string) => TestReply | null;

async function handle(request: TestRequest): Promise<TestReply> {
  const call = `${request.method} ${new URL(request.url).pathname.replace(/^\/api/u, '')}`;
  if (request.method !== 'GET') sent.push([call, request.bytes === null ? await request.json() : null]);
  return instead(call) ?? (await server.handle(request));
}

beforeEach(async () => {
  clock = testClock();
  server = plainServer();
  server.isAdmin = true;
  instead = () => null;
  sent = [];
  device = await newDevice({ clock, network: testNetwork(handle), token: server.token });
  await device.settle();
});

const failures = async () =>
  (await listOutbox(device.db)).map(({ entity, kind, state, error }) => ({
    change: `${entity} ${kind} ${state}`,
    error,
  }));

describe('a bank name that is switched', () => {
  it('sends its name and the flipped isActive', async () => {
    await save(device, 'bankName', { name: 'Larch Bank', isActive: true });
    await device.settle();
    const [bank] = (await listBankNames(device.db)).filter(({ name }) => name === 'Larch Bank');
    sent.length = 0;
    for (const isActive of [false, true]) {
      written(await setBankNameActive(device.db, bank?.id ?? '', isActive, clock.now()));
      await device.settle();
    }
    expect(sent.map(([call]) => call.replace(/\/[^/]+$/u, ''))).toEqual([
      'PUT /admin/bank-names',
      'PUT /admin/bank-names',
    ]);
    expect(sent.map(([, body]) => body)).toEqual([
      { name: 'Larch Bank', isActive: false },
      { name: 'Larch Bank', isActive: true },
    ]);
  });
});

describe("a refusal in the server's words", () => {
  it('of a second target for a category is kept for its user (409)', async () => {
    const message = 'An allocation for this category already exists';
    instead = (call) => (call === 'POST /targetallocations' ? reply(409, { message }) : null);
    await save(device, 'targetAllocation', { assetCategory: 'CASH', targetPercentage: 40 as Percent });
    await device.settle();
    expect(await failures()).toEqual([
      { change: 'targetAllocation create failed', error: { status: 409, code: 'refused', message } },
    ]);
  });

  it('of a receipt is kept for its user, with the file', async () => {
    const account = await save(device, 'account', { name: 'Main Account' });
    const [broker] = await listBrokers(device.db);
    const { id } = await save(
      device,
      'transaction',
      purchase({ accountId: account.id, brokerId: broker?.id ?? '', isin: 'IE00B3RBWM25' }),
    );
    const message = 'Receipts of this year are closed.';
    instead = (call) => (call.startsWith('POST /transactionreceipts') ? reply(400, { message }) : null);
    const bytes = new TextEncoder().encode('%PDF-1.7 a note').buffer;
    const details = { receiptType: null, description: '' };
    const receipt = await attach(device, id, { name: 'note.pdf', bytes }, details);
    await device.settle();
    expect(await failures()).toEqual([
      { change: 'receipt create failed', error: { status: 400, code: 'refused', message } },
    ]);
    expect(await device.db.receiptFiles.get(receipt.id)).toBeDefined();
  });
});
