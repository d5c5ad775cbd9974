/** The mark of a cash ISA on savings accounts, which the specification lacks, between devices and servers of either kind and age. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { SavingsAccount } from '../../domain/records/records.ts';
import { listBankNames } from '../../src/data/records/bank-names.ts';
import { listSavingsAccounts } from '../../src/data/records/savings-accounts.ts';
import { save, saveSavings } from '../device/changes.ts';
import { testClock, type TestClock } from '../device/clock.ts';
import { newDevice, queueOf, type Device } from '../device/device.ts';
import { testNetwork, withText, type Server, type TestNetwork } from '../device/network.ts';
import { olderServer } from '../device/older-server.ts';
import { plainServer } from '../device/plain-server.ts';
import { savings } from '../device/wealth.ts';
import { serverOfTests } from '../device/server-of-tests.ts';

let clock: TestClock;
const server = serverOfTests();
let token: string;
/** False: a server of ours from before the mark. */
let knows: boolean;
/** What an app from before the mark sends and reads: the same without it. */
let isOldApp: boolean;
let network: TestNetwork;
let phone: Device;
let laptop: Device;

const withoutMark = (text: string): string => text.replaceAll(/,?"isCashIsa":(?:true|false)/gu, '');

beforeEach(async () => {
  knows = true;
  isOldApp = false;
  clock = testClock();
  token = await server.newUser();
  const handle = olderServer(server.handle, {
    lacks: ['cashIsas'],
    unknown: /"isCashIsa":true/u,
    isOlder: () => !knows,
  });
  const between: Server = async (request) => {
    if (!isOldApp) return await handle(request);
    const reply = await handle({ ...request, text: async () => withoutMark(await request.text()) });
    return withText(reply, withoutMark);
  };
  network = testNetwork(between);
  phone = await newDevice({ clock, network, token });
  laptop = await newDevice({ clock, network, token });
});

/** Records a savings account with the mark, or without. */
async function record(device: Device, isCashIsa: boolean): Promise<SavingsAccount> {
  await device.once();
  const { id: accountId } = await save(device, 'account', { name: 'Robin' });
  await device.settle();
  const bankNameId = (await listBankNames(device.db))[0]?.id ?? '';
  return await saveSavings(device, { ...savings({ accountId, bankNameId }), isCashIsa });
}

const marksOn = async (device: Device): Promise<unknown[]> =>
  (await listSavingsAccounts(device.db)).map(({ isCashIsa }) => isCashIsa);
const marksOnServer = async (): Promise<unknown[]> =>
  (await server.records(token, 'savingsAccount')).map((row) => Reflect.get(Object(row), 'isCashIsa'));

describe('our server', () => {
  it('keeps the mark, tells other devices, and takes it away when it is taken away', async () => {
    const saved = await record(phone, true);
    await phone.settle();
    expect(await queueOf(phone)).toEqual([]);
    await laptop.settle();
    expect(await marksOn(laptop)).toEqual([true]);
    const [there] = await listSavingsAccounts(laptop.db);
    if (there === undefined) throw new Error('the account did not arrive');
    await saveSavings(laptop, { ...there, isCashIsa: false });
    await laptop.settle();
    await phone.settle();
    expect([await marksOnServer(), await marksOn(phone)]).toEqual([[undefined], [undefined]]);
    expect((await listSavingsAccounts(phone.db))[0]?.id).toBe(saved.id);
  });

  it('keeps the mark that an app from before it does not know, whatever that app changes', async () => {
    await record(phone, true);
    await phone.settle();
    isOldApp = true;
    await laptop.settle();
    const [there] = await listSavingsAccounts(laptop.db);
    if (there === undefined) throw new Error('the account did not arrive');
    expect(there.isCashIsa).toBeUndefined();
    await saveSavings(laptop, { ...there, notes: 'changed there' });
    await laptop.settle();
    expect(await queueOf(laptop)).toEqual([]);
    isOldApp = false;
    await phone.settle();
    expect((await listSavingsAccounts(phone.db)).map(({ notes, isCashIsa }) => [notes, isCashIsa])).toEqual([
      ['changed there', true],
    ]);
  });
});

describe('a server of ours from before the mark', () => {
  it('is not sent a marked account: it stays on the device, and goes up once the server keeps the mark', async () => {
    knows = false;
    await record(phone, true);
    await phone.settle();
    // The history of its balances waits for it.
    expect(await queueOf(phone)).toEqual(['savingsAccount create failed unsupported', 'extra create queued']);
    expect(phone.sync.status.get()).toMatchObject({ phase: 'idle', attention: 0, keptHere: 1 });
    knows = true;
    clock.advance(2 * 24 * 60 * 60_000);
    phone = await phone.restart();
    await phone.settle();
    expect([await queueOf(phone), await marksOnServer()]).toEqual([[], [true]]);
  });

  it('gets accounts without the mark, and its copy of one that is marked later stays as it was', async () => {
    knows = false;
    const saved = await record(phone, false);
    await phone.settle();
    expect([await queueOf(phone), await marksOnServer()]).toEqual([[], [undefined]]);
    await saveSavings(phone, { ...saved, isCashIsa: true });
    await phone.settle();
    expect(await queueOf(phone)).toEqual(['savingsAccount update failed unsupported']);
    expect([await marksOn(phone), await marksOnServer()]).toEqual([[true], [undefined]]);
  });
});

describe('a plain server', () => {
  it('gets no marked account and never the mark', async () => {
    const plain = plainServer();
    phone = await newDevice({ clock, network: testNetwork(plain.handle) });
    const account = await save(phone, 'account', { name: 'Robin' });
    const fields = savings({ accountId: account.id, bankNameId: '3' });
    await saveSavings(phone, fields);
    await saveSavings(phone, { ...fields, accountType: 'Cash ISA', isCashIsa: true });
    await phone.settle();
    expect((await queueOf(phone)).filter((entry) => entry.startsWith('savings'))).toEqual([
      'savingsAccount create failed unsupported',
    ]);
    expect(await marksOn(phone)).toHaveLength(2);
    expect(plain.deviations).toEqual([]);
  });
});
