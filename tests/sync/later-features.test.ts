/**
 * What came after the first version of our server, and what the specification lacks: cash events, junior ISAs and the
 * mark of a cash ISA, between devices and servers of either kind and age.
 */
import { beforeEach, describe, expect, it } from 'vitest';
import type { Money, Pounds } from '../../domain/values/amount.ts';
import type { SavingsAccount } from '../../domain/records/records.ts';
import type { TransactionFields } from '../../domain/records/transaction.ts';
import { listBankNames } from '../../src/data/records/bank-names.ts';
import { listBrokerCashBalances } from '../../src/data/records/broker-cash-balances.ts';
import { listSavingsAccounts } from '../../src/data/records/savings-accounts.ts';
import { listTransactions } from '../../src/data/records/transactions.ts';
import { importRows, save, saveSavings } from '../device/changes.ts';
import { testClock, type TestClock } from '../device/clock.ts';
import { accountAndBroker, type Device, newDevice, queueOf } from '../device/device.ts';
import { purchase } from '../device/fixtures.ts';
import { testNetwork, withText, type Server, type TestNetwork } from '../device/network.ts';
import { olderServer, type OlderServer } from '../device/older-server.ts';
import { plainServer } from '../device/plain-server.ts';
import { cash, savings } from '../device/wealth.ts';
import { serverOfTests } from '../device/server-of-tests.ts';

const ISIN = 'IE00B3RBWM25';

/** What each brings, and what a server of ours from before it lacks. */
const FEATURES = {
  'cash events': { lacks: ['cashEvents', 'canonicalRows'], unknown: /DEPOSIT|Deposit|CONTRIBUTION|cashAmount":/u },
  'junior ISAs': { lacks: ['juniorIsas'], unknown: /JISA/u },
  'the mark of a cash ISA': { lacks: ['cashIsas'], unknown: /"isCashIsa":true/u },
} as const satisfies Record<string, Omit<OlderServer, 'isOlder'>>;
type Feature = keyof typeof FEATURES;

let clock: TestClock;
const server = serverOfTests();
let token: string;
/** What our server does not know yet. */
let unknown: Feature | null;
/** What an app sends and reads that is from before something. */
let ofOlderApp: { readonly sent: (text: string) => string; readonly read: (text: string) => string } | null;
let network: TestNetwork;
let phone: Device;
let laptop: Device;

beforeEach(async () => {
  unknown = null;
  ofOlderApp = null;
  clock = testClock();
  token = await server.newUser();
  const handle: Server = async (request) =>
    await (unknown === null
      ? server.handle(request)
      : olderServer(server.handle, { ...FEATURES[unknown], isOlder: () => true })(request));
  network = testNetwork(async (request) => {
    if (ofOlderApp === null) return await handle(request);
    const { sent, read } = ofOlderApp;
    return withText(await handle({ ...request, text: async () => sent(await request.text()) }), read);
  });
  phone = await newDevice({ clock, network, token });
  laptop = await newDevice({ clock, network, token });
});

function deposit(changes: Partial<TransactionFields> = {}): TransactionFields {
  return purchase({
    transactionType: 'DEPOSIT',
    isin: '',
    quantity: null,
    nativePrice: null,
    localPrice: null,
    consideration: 0 as Pounds,
    brokerCharge: 0 as Pounds,
    cashAmount: 250.5 as Money,
    cashCurrency: 'GBP',
    ...changes,
  });
}

/** Records a savings account with the mark, or without. */
async function recordSavings(device: Device, isCashIsa: boolean): Promise<SavingsAccount> {
  const { accountId } = await accountAndBroker(device);
  const bankNameId = (await listBankNames(device.db))[0]?.id ?? '';
  return await saveSavings(device, { ...savings({ accountId, bankNameId }), isCashIsa });
}

/** Days later, a server that knows all. */
async function afterItsUpgrade(): Promise<void> {
  unknown = null;
  clock.advance(2 * 24 * 60 * 60_000);
  phone = await phone.restart();
  await phone.settle();
  expect(await queueOf(phone)).toEqual([]);
}

const valuesOnServer = async (entity: 'transaction' | 'savingsAccount', field: string): Promise<string[]> =>
  (await server.records(token, entity)).map((row) => String(Reflect.get(Object(row), field))).toSorted();
const wrappersOnServer = async (): Promise<string[]> => await valuesOnServer('transaction', 'taxWrapper');
const marksOnServer = async (): Promise<string[]> => await valuesOnServer('savingsAccount', 'isCashIsa');
const wrappersOn = async (device: Device): Promise<string[]> =>
  (await listTransactions(device.db)).map(({ taxWrapper }) => taxWrapper).toSorted();
const marksOn = async (device: Device): Promise<unknown[]> =>
  (await listSavingsAccounts(device.db)).map(({ isCashIsa }) => isCashIsa);
const importsSent = (): string[] => network.log.filter((call) => call.includes('import-selected'));

describe('our server', () => {
  it('keeps cash events and what a dividend says of its tax, and tells other devices', async () => {
    const at = await accountAndBroker(phone);
    await save(
      phone,
      'transaction',
      deposit({ ...at, transactionType: 'CONTRIBUTION', contributionKind: 'TAX_RELIEF', cashCurrency: 'EUR' }),
    );
    await save(
      phone,
      'transaction',
      purchase({
        ...at,
        isin: ISIN,
        transactionType: 'DIVIDEND',
        quantity: null,
        consideration: 85 as Pounds,
        grossIncome: 100 as Pounds,
        taxWithheld: 15 as Pounds,
        taxCountry: 'US',
      }),
    );
    await phone.settle();
    expect(await queueOf(phone)).toEqual([]);
    await laptop.settle();
    const rows = await listTransactions(laptop.db);
    expect(new Set(rows.map(({ transactionType }) => transactionType))).toEqual(new Set(['CONTRIBUTION', 'DIVIDEND']));
    expect(rows).toEqual(expect.arrayContaining(await server.records(token, 'transaction')));
    expect(rows).toContainEqual(
      expect.objectContaining({ isin: '', cashAmount: 250.5, cashCurrency: 'EUR', contributionKind: 'TAX_RELIEF' }),
    );
  });

  it('takes cash events beside trades in one import', async () => {
    const at = await accountAndBroker(phone);
    await importRows(phone, [purchase({ ...at, isin: ISIN }), deposit(at), deposit({ ...at, transactionType: 'FEE' })]);
    await phone.settle();
    expect(await queueOf(phone)).toEqual([]);
    await laptop.settle();
    expect(await listTransactions(laptop.db)).toHaveLength(3);
    expect((await listTransactions(laptop.db)).filter(({ isin }) => isin === '')).toHaveLength(2);
  });

  it('keeps junior ISAs, their cash too, and tells other devices; an import goes in its chunk', async () => {
    const at = await accountAndBroker(phone);
    const junior = purchase({ ...at, isin: ISIN, taxWrapper: 'JISA' });
    await save(phone, 'transaction', junior);
    await save(phone, 'brokerCashBalance', cash({ ...at, taxWrapper: 'JISA' }));
    await importRows(phone, [{ ...junior, brokerDealReference: 'second' }]);
    await phone.settle();
    expect(await queueOf(phone)).toEqual([]);
    await laptop.settle();
    expect(await wrappersOn(laptop)).toEqual(['JISA', 'JISA']);
    expect((await listBrokerCashBalances(laptop.db)).map(({ taxWrapper }) => taxWrapper)).toEqual(['JISA']);
  });

  it('keeps the mark of a cash ISA, tells other devices, and takes it away when it is taken away', async () => {
    const saved = await recordSavings(phone, true);
    await phone.settle();
    expect(await queueOf(phone)).toEqual([]);
    await laptop.settle();
    expect(await marksOn(laptop)).toEqual([true]);
    const [there] = await listSavingsAccounts(laptop.db);
    if (there === undefined) throw new Error('the account did not arrive');
    await saveSavings(laptop, { ...there, isCashIsa: false });
    await laptop.settle();
    await phone.settle();
    expect([await marksOnServer(), await marksOn(phone)]).toEqual([['undefined'], [undefined]]);
    expect((await listSavingsAccounts(phone.db))[0]?.id).toBe(saved.id);
  });
});

/** What a user records, and what of it stays on the device. */
const RECORDED = {
  'cash events': {
    record: async () => {
      const at = await accountAndBroker(phone);
      await save(phone, 'transaction', deposit(at));
      await save(phone, 'transaction', purchase({ ...at, isin: ISIN }));
    },
    kept: ['transaction create failed unsupported'],
    status: { waiting: 0, keptHere: 1 },
    shown: async () => await valuesOnServer('transaction', 'transactionType'),
    before: ['BUY'],
    after: ['BUY', 'DEPOSIT'],
  },
  'junior ISAs': {
    record: async () => {
      const at = await accountAndBroker(phone);
      await save(phone, 'transaction', purchase({ ...at, isin: ISIN, taxWrapper: 'JISA' }));
      await save(phone, 'transaction', purchase({ ...at, isin: ISIN, taxWrapper: 'ISA' }));
      await save(phone, 'brokerCashBalance', cash({ ...at, taxWrapper: 'JISA' }));
    },
    kept: ['transaction create failed unsupported', 'brokerCashBalance create failed unsupported'],
    status: { waiting: 0, keptHere: 2 },
    shown: wrappersOnServer,
    before: ['ISA'],
    after: ['ISA', 'JISA'],
  },
  'the mark of a cash ISA': {
    record: async () => void (await recordSavings(phone, true)),
    // The history of its balances waits for it.
    kept: ['savingsAccount create failed unsupported', 'extra create queued'],
    status: { keptHere: 1 },
    shown: marksOnServer,
    before: [],
    after: ['true'],
  },
} as const;

describe.each(Object.keys(FEATURES) as Feature[])('a server of ours from before %s', (feature) => {
  beforeEach(() => {
    unknown = feature;
  });

  // Sync rule 2.10
  it('is not sent it: what needs it stays on the device, marked so, and is sent once the server keeps it', async () => {
    const { record, kept, status, shown, before, after } = RECORDED[feature];
    await record();
    await phone.settle();
    expect(await queueOf(phone)).toEqual(kept);
    // Nothing is to be done about it.
    expect(phone.sync.status.get()).toMatchObject({ phase: 'idle', attention: 0, ...status });
    expect(await shown()).toEqual(before);
    await afterItsUpgrade();
    expect(await shown()).toEqual(after);
  });
});

describe('a server of ours from before junior ISAs', () => {
  beforeEach(() => {
    unknown = 'junior ISAs';
  });

  it('is not told of a record that becomes a junior ISA; its own copy stays as it was', async () => {
    const at = await accountAndBroker(phone);
    const saved = await save(phone, 'transaction', purchase({ ...at, isin: ISIN }));
    await phone.settle();
    await save(phone, 'transaction', { ...saved, taxWrapper: 'JISA' });
    await phone.settle();
    expect(await queueOf(phone)).toEqual(['transaction update failed unsupported']);
    expect(await wrappersOnServer()).toEqual([saved.taxWrapper]);
    expect(await wrappersOn(phone)).toEqual(['JISA']);
  });

  it('gets the other rows of an import in one call; those of a junior ISA stay on the device', async () => {
    const at = await accountAndBroker(phone);
    const trade = purchase({ ...at, isin: ISIN, taxWrapper: 'ISA' });
    await importRows(phone, [
      trade,
      { ...trade, taxWrapper: 'JISA' },
      { ...trade, taxWrapper: 'SIPP' },
      { ...trade, taxWrapper: 'JISA', brokerDealReference: 'second' },
    ]);
    await phone.settle();
    expect(importsSent()).toHaveLength(1);
    expect(await queueOf(phone)).toEqual([
      'transaction create failed unsupported',
      'transaction create failed unsupported',
    ]);
    expect(await wrappersOnServer()).toEqual(['ISA', 'SIPP']);
    expect(await wrappersOn(phone)).toEqual(['ISA', 'JISA', 'JISA', 'SIPP']);
    await afterItsUpgrade();
    expect(await wrappersOnServer()).toEqual(['ISA', 'JISA', 'JISA', 'SIPP']);
  });

  it('gets no call for an import of nothing but junior ISAs', async () => {
    const at = await accountAndBroker(phone);
    await importRows(phone, [purchase({ ...at, isin: ISIN, taxWrapper: 'JISA' })]);
    await phone.settle();
    expect(importsSent()).toEqual([]);
    expect(await queueOf(phone)).toEqual(['transaction create failed unsupported']);
  });
});

it('a server of ours from before cash events gets the trades of an import; its cash events stay on the device', async () => {
  unknown = 'cash events';
  const at = await accountAndBroker(phone);
  const trade = purchase({ ...at, isin: ISIN });
  await importRows(phone, [trade, deposit(at), { ...trade, consideration: 500 as Pounds }]);
  await phone.settle();
  expect(await queueOf(phone)).toEqual(['transaction create failed unsupported']);
  expect(await server.records(token, 'transaction')).toHaveLength(2);
  expect(await listTransactions(phone.db)).toHaveLength(3);
});

it('the copy that a server from before the mark of a cash ISA has of an account stays as it was when it is marked', async () => {
  unknown = 'the mark of a cash ISA';
  const saved = await recordSavings(phone, false);
  await phone.settle();
  expect([await queueOf(phone), await marksOnServer()]).toEqual([[], ['undefined']]);
  await saveSavings(phone, { ...saved, isCashIsa: true });
  await phone.settle();
  expect(await queueOf(phone)).toEqual(['savingsAccount update failed unsupported']);
  expect([await marksOn(phone), await marksOnServer()]).toEqual([[true], ['undefined']]);
});

describe('an older app', () => {
  it('passes over a wrapper that it cannot read, and keeps the rest', async () => {
    const at = await accountAndBroker(phone);
    for (const taxWrapper of ['JISA', 'ISA'] as const)
      await save(phone, 'transaction', purchase({ ...at, isin: ISIN, taxWrapper }));
    await phone.settle();
    // As an app without junior ISAs reads them: a code that it has never heard of.
    ofOlderApp = { sent: (text) => text, read: (text) => text.replaceAll('"JISA"', '"NEXT"') };
    await laptop.settle();
    expect(await wrappersOn(laptop)).toEqual(['ISA']);
    expect(laptop.sync.status.get()).toMatchObject({ phase: 'idle', attention: 0 });
  });

  it('that does not know the mark of a cash ISA leaves it, whatever it changes', async () => {
    await recordSavings(phone, true);
    await phone.settle();
    const withoutMark = (text: string): string => text.replaceAll(/,?"isCashIsa":(?:true|false)/gu, '');
    ofOlderApp = { sent: withoutMark, read: withoutMark };
    await laptop.settle();
    const [there] = await listSavingsAccounts(laptop.db);
    if (there === undefined) throw new Error('the account did not arrive');
    expect(there.isCashIsa).toBeUndefined();
    await saveSavings(laptop, { ...there, notes: 'changed there' });
    await laptop.settle();
    expect(await queueOf(laptop)).toEqual([]);
    ofOlderApp = null;
    await phone.settle();
    expect((await listSavingsAccounts(phone.db)).map(({ notes, isCashIsa }) => [notes, isCashIsa])).toEqual([
      ['changed there', true],
    ]);
  });
});

it('a plain server gets neither junior ISAs nor marked accounts, and never the mark; they stay on the device', async () => {
  const plain = plainServer();
  phone = await newDevice({ clock, network: testNetwork(plain.handle) });
  const account = await save(phone, 'account', { name: 'Robin' });
  const at = { accountId: account.id, brokerId: '7' };
  const trade = purchase({ ...at, taxWrapper: 'ISA' });
  await importRows(phone, [trade, { ...trade, taxWrapper: 'JISA' }]);
  await save(phone, 'brokerCashBalance', cash({ ...at, taxWrapper: 'JISA' }));
  const fields = savings({ accountId: account.id, bankNameId: '3' });
  await saveSavings(phone, fields);
  await saveSavings(phone, { ...fields, accountType: 'Cash ISA', isCashIsa: true });
  await phone.settle();
  expect((await queueOf(phone)).filter((entry) => entry.endsWith('unsupported')).toSorted()).toEqual([
    'brokerCashBalance create failed unsupported',
    'savingsAccount create failed unsupported',
    'transaction create failed unsupported',
  ]);
  expect(phone.sync.status.get()).toMatchObject({ attention: 0, keptHere: 3 });
  expect(await wrappersOn(phone)).toEqual(['ISA', 'JISA']);
  expect(await marksOn(phone)).toHaveLength(2);
  expect(plain.deviations).toEqual([]);
});
