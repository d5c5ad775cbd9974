/** Cash events between devices and servers of either kind and age. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { Money, Pounds } from '../../domain/values/amount.ts';
import type { TransactionFields } from '../../domain/records/transaction.ts';
import { listTransactions } from '../../src/data/records/transactions.ts';
import { importRows, save } from '../device/changes.ts';
import { testClock, type TestClock } from '../device/clock.ts';
import { accountAndBroker, type Device, newDevice, queueOf } from '../device/device.ts';
import { purchase } from '../device/fixtures.ts';
import { testNetwork } from '../device/network.ts';
import { olderServer } from '../device/older-server.ts';
import { serverOfTests } from '../device/server-of-tests.ts';

let clock: TestClock;
const server = serverOfTests();
let token: string;
/** False: a server of ours from before cash events. */
let knowsCash: boolean;
let phone: Device;
let laptop: Device;

beforeEach(async () => {
  knowsCash = true;
  clock = testClock();
  token = await server.newUser();
  const handle = olderServer(server.handle, {
    lacks: ['cashEvents', 'canonicalRows'],
    unknown: /DEPOSIT|Deposit|CONTRIBUTION|cashAmount":/u,
    isOlder: () => !knowsCash,
  });
  const options = { clock, network: testNetwork(handle), token };
  phone = await newDevice(options);
  laptop = await newDevice(options);
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

const onServer = async (): Promise<unknown[]> => await server.records(token, 'transaction');

describe('our server', () => {
  it('keeps them and what a dividend says of its tax, and tells other devices', async () => {
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
        isin: 'IE00B3RBWM25',
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
    expect(rows).toEqual(expect.arrayContaining(await onServer()));
    expect(rows).toContainEqual(
      expect.objectContaining({ isin: '', cashAmount: 250.5, cashCurrency: 'EUR', contributionKind: 'TAX_RELIEF' }),
    );
  });
});

describe('a server of ours from before cash events', () => {
  it('is not sent them: they stay on the device, marked so, and go up once the server keeps them', async () => {
    knowsCash = false;
    const at = await accountAndBroker(phone);
    await save(phone, 'transaction', deposit(at));
    await save(phone, 'transaction', purchase({ ...at, isin: 'IE00B3RBWM25' }));
    await phone.settle();
    expect(await queueOf(phone)).toEqual(['transaction create failed unsupported']);
    // Nothing is to be done about it.
    expect(phone.sync.status.get()).toMatchObject({ phase: 'idle', waiting: 0, attention: 0, keptHere: 1 });
    expect(await listTransactions(phone.db)).toHaveLength(2);
    expect(await onServer()).toHaveLength(1);
    knowsCash = true;
    clock.advance(2 * 24 * 60 * 60_000);
    phone = await phone.restart();
    await phone.settle();
    expect(await queueOf(phone)).toEqual([]);
    expect(await onServer()).toHaveLength(2);
  });

  it('gets the trades of an import without its cash events, which stay on the device', async () => {
    knowsCash = false;
    const at = await accountAndBroker(phone);
    const trade = purchase({ ...at, isin: 'IE00B3RBWM25' });
    await importRows(phone, [trade, deposit(at), { ...trade, consideration: 500 as Pounds }]);
    await phone.settle();
    expect(await queueOf(phone)).toEqual(['transaction create failed unsupported']);
    expect(await onServer()).toHaveLength(2);
    expect(await listTransactions(phone.db)).toHaveLength(3);
  });
});

describe('an import to our server', () => {
  it('carries cash events beside trades in one file', async () => {
    const at = await accountAndBroker(phone);
    await importRows(phone, [
      purchase({ ...at, isin: 'IE00B3RBWM25' }),
      deposit(at),
      deposit({ ...at, transactionType: 'FEE' }),
    ]);
    await phone.settle();
    expect(await queueOf(phone)).toEqual([]);
    await laptop.settle();
    expect(await listTransactions(laptop.db)).toHaveLength(3);
    expect((await listTransactions(laptop.db)).filter(({ isin }) => isin === '')).toHaveLength(2);
  });
});
