/** Everything of one account exported and restored into an empty account of a server of each kind. */
import { afterAll, describe, expect, it } from 'vitest';
import { yearStatementKey } from '../../domain/allowances/statements.ts';
import type { Money, Pounds, Price } from '../../domain/values/amount.ts';
import type { IsoDate } from '../../domain/values/dates.ts';
import type { TaxYear } from '../../domain/values/tax-year.ts';
import type { TransactionFields } from '../../domain/records/transaction.ts';
import { listBankNames } from '../../src/data/records/bank-names.ts';
import { listBrokers } from '../../src/data/records/brokers.ts';
import { listExtras, saveExtra } from '../../src/data/records/extras.ts';
import { stateCashIsa } from '../../src/data/records/holder-statements.ts';
import { listOutbox } from '../../src/data/outbox/outbox.ts';
import { attachReceipt, listReceipts, readReceiptFile } from '../../src/data/receipts/receipts.ts';
import { applyPrices } from '../../src/data/pulled/server-prices.ts';
import { balanceHistory, listSavingsAccounts, saveSavingsAccount } from '../../src/data/records/savings-accounts.ts';
import { listTransactions } from '../../src/data/records/transactions.ts';
import { saveRecord } from '../../src/data/records/records.ts';
import { createHoldfastWorker } from '../../workers/opening/holdfast-worker.ts';
import { readZip } from '../../backup/zip.ts';
import type { BackupExport, RestoreResult } from '../../workers/api/export-types.ts';
import type { HoldfastWorker } from '../../workers/api/worker-api.ts';
import { testClock } from '../device/clock.ts';
import { newDevice, type Device } from '../device/device.ts';
import { purchase, written } from '../device/fixtures.ts';
import { testNetwork } from '../device/network.ts';
import { plainServer } from '../device/plain-server.ts';
import { realServer, type RealServer } from '../device/real-server.ts';
import { cash, property, propertyPrice, savings } from '../device/wealth.ts';

// 600,000 rounds of a key's derivation, beside whatever else the machine does.
const NOW = '2025-01-15T12:00:00Z';
const TAX_YEAR = '2024-25' as TaxYear;
const PASSPHRASE = 'correct horse battery staple';
const NOTE = new Uint8Array([37, 80, 68, 70, 45, 49, 46, 55, 10, 0, 255]).buffer;

const servers: RealServer[] = [];

afterAll(async () => {
  for (const server of servers) await server.close();
});

/** Of a server's administrator: the first user of a server is. */
async function device(kind: 'extended' | 'plain'): Promise<Device> {
  const clock = testClock();
  if (kind === 'extended') {
    const real = await realServer();
    servers.push(real);
    return await newDevice({ clock, network: testNetwork(real.handle), token: await real.newUser() });
  }
  const bare = plainServer();
  bare.isAdmin = true;
  return await newDevice({ clock, network: testNetwork(bare.handle), token: bare.token });
}

async function workerOn({ db }: Device): Promise<HoldfastWorker> {
  const worker = createHoldfastWorker(() => Date.parse('2025-01-15T12:00:00Z'));
  await worker.open(db.name);
  return worker;
}

/** One of everything, sent to the server; figures that binary numbers cannot hold. */
async function filled(kind: 'extended' | 'plain', isCashIsa = false): Promise<Device> {
  const one = await device(kind);
  await one.settle();
  const { db } = one;
  const [broker] = await listBrokers(db);
  const [bank] = await listBankNames(db);
  const account = written(await saveRecord(db, 'account', { name: 'Ada' }));
  for (const consideration of [0.1, 0.2, 339.86]) {
    const { id } = written(
      await saveRecord(
        db,
        'transaction',
        purchase({
          accountId: account.id,
          brokerId: broker?.id ?? '',
          isin: 'IE00B4L5Y983',
          consideration: consideration as never,
          brokerDealReference: `R${consideration}`,
        }),
      ),
    );
    written(
      await attachReceipt(
        db,
        id,
        { name: `note ${consideration}.pdf`, bytes: NOTE },
        { receiptType: 'statement', description: 'é, "quoted"' },
      ),
    );
  }
  const saved = written(
    await saveSavingsAccount(db, savings({ accountId: account.id, bankNameId: bank?.id ?? '', isCashIsa })),
  );
  if (isCashIsa)
    written(await stateCashIsa(db, { accountId: account.id, savingsAccountId: saved.id }, TAX_YEAR, 4500 as Pounds));
  written(
    await saveRecord(
      db,
      'brokerCashBalance',
      cash({ accountId: account.id, brokerId: broker?.id ?? '', currency: 'USD' }),
    ),
  );
  const house = written(await saveRecord(db, 'property', property({ accountId: account.id })));
  written(await saveRecord(db, 'propertyPrice', propertyPrice(house.id)));
  written(await saveExtra(db, 'account-settings', account.id, { fxAllowable: true }));
  return one;
}

async function restored(exported: BackupExport, into: Device, passphrase: string): Promise<RestoreResult> {
  await into.settle();
  const worker = await workerOn(into);
  const opened = await worker.openBackup(await exported.blob.arrayBuffer(), passphrase);
  if (!opened.ok) throw new Error(opened.code);
  expect(opened.summary).toEqual(exported.summary);
  const result = await worker.restoreBackup({ isAdministrator: true });
  if (!result.ok) throw new Error(result.code);
  await worker.close();
  return result;
}

describe.each([
  ['extended', 'extended'],
  ['extended', 'plain'],
  ['plain', 'extended'],
  ['plain', 'plain'],
] as const)('an export from an %s server into a %s one', (from, into) => {
  it('restores everything: counts and totals agree, on the server too', async () => {
    // A plain server would not get the account with its mark.
    const isCashIsa = from === 'extended' && into === 'extended';
    const source = await filled(from, isCashIsa);
    // Sent but not pulled: the files of receipts are still here.
    source.online = true;
    await source.sync.flush();
    source.online = false;
    const worker = await workerOn(source);
    const exported = await worker.exportEverything({ passphrase: '', fetched: [] });
    await worker.close();
    expect(exported.fileName).toBe('holdfast-export-2025-01-15.zip');
    expect(Object.fromEntries(exported.summary.counts)).toMatchObject({
      Accounts: 1,
      Transactions: 3,
      'Savings accounts': 1,
      Receipts: 3,
      'Receipt files': 3,
    });
    expect(Object.fromEntries(exported.summary.totals)).toMatchObject({
      'Consideration of all transactions': '340.16',
      'Savings balances': '1234.56',
      'Cash balances (USD)': '250.1',
    });
    const target = await device(into);
    const result = await restored(exported, target, '');
    expect(result.differences).toEqual([]);
    expect(result.after).toEqual(exported.summary);
    await target.settle(30);
    expect(
      (await listOutbox(target.db)).map(
        (entry) => `${entry.entity} ${entry.state} ${entry.error?.code ?? ''}${entry.error?.message ?? ''}`,
      ),
    ).toEqual([]);
    const [saved] = await listSavingsAccounts(target.db);
    expect(saved?.isCashIsa).toBe(isCashIsa ? true : undefined);
    expect((await listExtras(target.db, 'allowance-year')).map(({ key, value }) => [key, value])).toEqual(
      isCashIsa
        ? [[yearStatementKey(saved?.accountId ?? '', TAX_YEAR), { cashIsas: { [saved?.id ?? '']: 4500 } }]]
        : [],
    );
    expect(await balanceHistory(target.db, saved?.id ?? '')).toEqual([{ date: '2025-01-15', balance: 1234.56 }]);
    for (const { id, brokerDealReference } of await listTransactions(target.db))
      expect(await listReceipts(target.db, id), brokerDealReference).toHaveLength(1);
  });
});

describe.each([
  ['extended', 'plain'],
  ['plain', 'extended'],
] as const)('cash events in an export from an %s server into a %s one', (from, into) => {
  it('are there again with what they say, both sides of a transfer as a pair', async () => {
    const source = await filled(from);
    const [account] = await source.db.accounts.toArray();
    const [broker] = await listBrokers(source.db);
    const at = { accountId: account?.id ?? '', brokerId: broker?.id ?? '' };
    const none = { isin: '', quantity: null, nativePrice: null, localPrice: null, brokerCharge: 0 as Pounds };
    const event = { ...purchase({ ...at, ...none, consideration: 0 as Pounds }), cashCurrency: 'EUR' as const };
    const events: readonly TransactionFields[] = [
      { ...event, transactionType: 'CONTRIBUTION', contributionKind: 'EMPLOYER', cashAmount: 250.5 as Money },
      { ...event, transactionType: 'CASH_TRANSFER_OUT', transferId: 'pair', cashAmount: 0.1 as Money },
      {
        ...event,
        transactionType: 'CASH_TRANSFER_IN',
        transferId: 'pair',
        cashAmount: 0.1 as Money,
        taxWrapper: 'ISA',
      },
    ];
    for (const each of events) written(await saveRecord(source.db, 'transaction', each));
    const worker = await workerOn(source);
    const exported = await worker.exportEverything({ passphrase: '', fetched: [] });
    await worker.close();
    const target = await device(into);
    const result = await restored(exported, target, '');
    expect(result.differences).toEqual([]);
    expect(result.after).toEqual(exported.summary);
    await target.settle(30);
    const rows = (await listTransactions(target.db)).filter(({ cashAmount }) => cashAmount !== undefined);
    expect(
      rows
        .map(({ transactionType, taxWrapper, cashAmount, cashCurrency, contributionKind }) =>
          [transactionType, taxWrapper, cashAmount, cashCurrency, contributionKind ?? ''].join(' '),
        )
        .toSorted(),
    ).toEqual([
      'CASH_TRANSFER_IN ISA 0.1 EUR ',
      'CASH_TRANSFER_OUT DEALING 0.1 EUR ',
      'CONTRIBUTION DEALING 250.5 EUR EMPLOYER',
    ]);
    const links = rows.flatMap(({ transferId }) => transferId ?? []);
    expect([links.length, new Set(links).size]).toEqual([2, 1]);
    // A server that does not know them is never asked: they stay on this device, marked so.
    expect((await listOutbox(target.db)).map(({ error }) => error?.code)).toEqual(
      into === 'plain' ? ['unsupported', 'unsupported', 'unsupported'] : [],
    );
  });
});

describe("the wizard's account", () => {
  it.each([
    ['Somebody', ['Ada', 'Somebody']],
    ['ada', ['ada']],
  ])('%s is no obstacle, and is the one of the export where it has its name', async (name, names) => {
    const source = await filled('plain');
    const worker = await workerOn(source);
    const exported = await worker.exportEverything({ passphrase: '', fetched: [] });
    await worker.close();
    const target = await device('extended');
    await target.settle();
    const { id } = written(await saveRecord(target.db, 'account', { name }));
    const result = await restored(exported, target, '');
    expect(result.differences).toEqual([]);
    const accounts = await target.db.accounts.toArray();
    expect(accounts.map((account) => account.name).toSorted()).toEqual(names);
    const used = new Set((await listTransactions(target.db)).map(({ accountId }) => accountId));
    expect(used.has(id)).toBe(names.length === 1);
    await target.settle(30);
    expect(await listOutbox(target.db)).toEqual([]);
  });

  it('with records of its own is one', async () => {
    const source = await filled('plain');
    const worker = await workerOn(source);
    const exported = await worker.exportEverything({ passphrase: '', fetched: [] });
    await worker.close();
    const target = await filled('extended');
    const other = await workerOn(target);
    expect(await other.openBackup(await exported.blob.arrayBuffer(), '')).toEqual({ ok: false, code: 'notEmpty' });
    await other.close();
  });
});

describe('an export', () => {
  it('holds spreadsheets and the files, opens with its passphrase alone, and is refused when it was changed', async () => {
    const source = await filled('plain');
    const worker = await workerOn(source);
    const open = await worker.exportEverything({ passphrase: '', fetched: [] });
    const entries = await readZip(new Uint8Array(await open.blob.arrayBuffer()));
    expect([...entries.keys()].filter((name) => !name.startsWith('receipts/')).toSorted()).toEqual([
      'READ-ME.txt',
      'csv/accounts.csv',
      'csv/assets.csv',
      'csv/bankNames.csv',
      'csv/brokerCashBalances.csv',
      'csv/brokers.csv',
      'csv/extras.csv',
      'csv/properties.csv',
      'csv/propertyPrices.csv',
      'csv/receipts.csv',
      'csv/savingsAccounts.csv',
      'csv/transactions.csv',
      'records.json',
    ]);
    expect([...entries].filter(([name]) => name.startsWith('receipts/')).map(([, bytes]) => [...bytes])).toEqual(
      Array.from({ length: 3 }, () => [...new Uint8Array(NOTE)]),
    );
    const closed = await worker.exportEverything({ passphrase: PASSPHRASE, fetched: [] });
    expect(closed.fileName).toBe('holdfast-export-2025-01-15.holdfast');
    const bytes = await closed.blob.arrayBuffer();
    expect(new TextDecoder('latin1').decode(bytes)).not.toContain('Cottage');
    const target = await device('plain');
    await target.settle();
    const other = await workerOn(target);
    expect(await other.openBackup(bytes, '')).toEqual({ ok: false, code: 'needsPassphrase' });
    expect(await other.openBackup(bytes, 'wrong')).toEqual({ ok: false, code: 'wrongPassphrase' });
    expect(await other.openBackup(bytes, PASSPHRASE)).toMatchObject({ ok: true, summary: open.summary });
    const changed = new Uint8Array(bytes.slice(0));
    changed[changed.length - 20] = (changed.at(-20) ?? 0) ^ 1;
    expect(await other.openBackup(changed.buffer, PASSPHRASE)).toEqual({ ok: false, code: 'wrongPassphrase' });
    expect(await other.openBackup(new TextEncoder().encode('Date,Amount\n').buffer as ArrayBuffer, '')).toEqual({
      ok: false,
      code: 'notOurs',
    });
    // The account that it came from is not empty, but all of it is the export's: a restoration that was broken off may go on.
    expect(await worker.openBackup(bytes, PASSPHRASE)).toMatchObject({ ok: true });
    // An account that nothing was recorded in, such as the wizard makes, does not count; what was stated of it does.
    const somebody = written(await saveRecord(target.db, 'account', { name: 'Somebody' }));
    expect(await other.openBackup(bytes, PASSPHRASE)).toMatchObject({ ok: true });
    written(await saveExtra(target.db, 'account-settings', somebody.id, { fxAllowable: true }));
    expect(await other.openBackup(bytes, PASSPHRASE)).toEqual({ ok: false, code: 'notEmpty' });
    await worker.close();
    await other.close();
    const receipt = (await source.db.receipts.toArray())[0];
    expect(await readReceiptFile(source.db, receipt?.id ?? '')).toMatchObject({ kind: 'file' });
  });

  it('has the prices of the own securities that were typed by hand, and gives them back as a file to import', async () => {
    const source = await filled('extended');
    const day = '2025-01-14' as IsoDate;
    const price = {
      isin: 'IE00B4L5Y983',
      priceDate: day,
      closePrice: 75.125 as Price,
      currency: 'GBP',
      fetchedAt: NOW,
    };
    await applyPrices(source.db, [
      { ...price, byHand: true },
      { ...price, priceDate: '2025-01-13' as IsoDate },
      { ...price, isin: 'GB00BH4HKS39', byHand: true },
    ]);
    const worker = await workerOn(source);
    const exported = await worker.exportEverything({ passphrase: PASSPHRASE, fetched: [] });
    const open = await worker.exportEverything({ passphrase: '', fetched: [] });
    await worker.close();
    const files = await readZip(new Uint8Array(await open.blob.arrayBuffer()));
    const csv = 'ISIN,Date,Price,Currency\r\nIE00B4L5Y983,2025-01-14,75.125,GBP\r\n';
    expect(new TextDecoder().decode(files.get('csv/prices.csv'))).toBe(csv);
    const { typedPrices } = await restored(exported, await device('extended'), PASSPHRASE);
    expect(typedPrices).toEqual({ count: 1, csv: `\uFEFF${csv}` });
  });

  it('of other brokers and banks is restored by a user who may not add these only as far as it can be: brokers become Other', async () => {
    const source = await filled('plain');
    const worker = await workerOn(source);
    const exported = await worker.exportEverything({ passphrase: '', fetched: [] });
    await worker.close();
    const target = await device('extended');
    await target.settle();
    const other = await workerOn(target);
    expect(await other.openBackup(await exported.blob.arrayBuffer(), '')).toMatchObject({
      ok: true,
      missing: { brokers: ['Any Broker'], banks: ['Any Bank'] },
    });
    expect(await other.restoreBackup({ isAdministrator: false })).toEqual({ ok: false, code: 'missingBanks' });
    written(await saveRecord(target.db, 'bankName', { name: 'Any Bank', isActive: true }));
    expect(await other.restoreBackup({ isAdministrator: false })).toMatchObject({ ok: true, differences: [] });
    await other.close();
    await target.settle(30);
    expect(await listOutbox(target.db)).toEqual([]);
    const brokers = new Map((await listBrokers(target.db)).map((broker) => [broker.id, broker.name]));
    expect((await listTransactions(target.db)).map((row) => brokers.get(row.brokerId))).toEqual([
      'Other',
      'Other',
      'Other',
    ]);
  });
});
