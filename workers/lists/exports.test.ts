import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Fraction, Money, Pounds, Price } from '../../domain/values/amount.ts';
import type { IsoDate } from '../../domain/values/dates.ts';
import type { HoldfastDatabase } from '../../src/data/database/schema.ts';
import { freshDatabase } from '../../tests/device/fixtures.ts';
import { createHoldfastWorker } from '../opening/holdfast-worker.ts';
import type { ExportFile } from '../api/export-types.ts';
import type { HoldfastWorker } from '../api/worker-api.ts';

const DAY = '2026-11-20' as IsoDate;
let db: HoldfastDatabase;
let worker: HoldfastWorker;

beforeEach(async () => {
  db = await freshDatabase();
  await db.accounts.bulkAdd([
    { id: 'ada', name: 'Ada', version: 1 },
    { id: 'bea', name: 'Bea', version: 1 },
  ]);
  await db.brokers.add({ id: 'ajb', name: 'AJ Bell', version: 1 });
  await db.bankNames.add({
    id: 'zopa',
    name: 'Zopa',
    isActive: true,
    createdAt: '2024-01-01T00:00:00Z',
    updatedAt: '2024-01-01T00:00:00Z',
    version: 1,
  });
  worker = createHoldfastWorker(() => Date.parse('2026-11-21T10:00:00Z'));
  await worker.open(db.name);
});
afterEach(async () => {
  await worker.close();
});

/** The file's name, its count, and a column of its rows. */
async function fileOf(
  { fileName, rows, blob }: ExportFile,
  column: string,
): Promise<readonly [string, number, ...string[]]> {
  const [header = '', ...lines] = (await blob.text()).replace('\uFEFF', '').trim().split('\r\n');
  const at = header.split(',').indexOf(column);
  return [fileName, rows, ...lines.map((line) => line.split(',')[at] ?? '')];
}

it('an export of accounts has those that a search shows', async () => {
  expect(await fileOf(await worker.exportAccounts({ query: '' }), 'Name')).toEqual([
    'accounts-export-2026-11-21.csv',
    2,
    'Ada',
    'Bea',
  ]);
  expect(await fileOf(await worker.exportAccounts({ query: 'BE' }), 'Name')).toEqual([
    'accounts-export-2026-11-21.csv',
    1,
    'Bea',
  ]);
});

it('an export of savings accounts has exactly the named ones, closed or not, or those that the filters show', async () => {
  const savings = (id: string, accountId: string, accountCloseDate: IsoDate | null) => ({
    id,
    bankNameId: 'zopa',
    accountType: id,
    accountId,
    accountOpenDate: '2023-02-01' as IsoDate,
    accountCloseDate,
    latestBalance: 1 as Pounds,
    latestBalanceDate: DAY,
    interestRate: 0.04 as Fraction,
    accountReference: '',
    sortCode: '',
    accountNumber: '',
    notes: '',
    version: 1,
  });
  await db.savingsAccounts.bulkAdd([
    savings('Saver', 'ada', null),
    savings('Closed', 'ada', DAY),
    savings('Cash ISA', 'bea', null),
  ]);
  expect(
    await fileOf(
      await worker.exportSavingsAccounts({ query: { includeClosedAccounts: false, accountId: 'ada' } }),
      'Account Type',
    ),
  ).toEqual(['bank-accounts-export-2026-11-21.csv', 1, 'Saver']);
  expect(
    await fileOf(await worker.exportSavingsAccounts({ ids: ['Closed', 'Cash ISA', 'gone'] }), 'Account Type'),
  ).toEqual(['bank-accounts-export-selected-2-2026-11-21.csv', 2, 'Cash ISA', 'Closed']);
  expect(await fileOf(await worker.savingsTemplate(), 'Bank Name')).toEqual(['bank-accounts-template.csv', 0]);
});

it('an export of cash balances has exactly the named ones, or those that the filters show', async () => {
  const cash = (id: string, accountId: string, cashBalance: number) => ({
    id,
    accountId,
    brokerId: 'ajb',
    taxWrapper: 'ISA' as const,
    cashBalance: cashBalance as Money,
    currency: 'GBP' as const,
    notes: '',
    lastUpdated: DAY,
    version: 1,
  });
  await db.brokerCashBalances.bulkAdd([cash('c1', 'ada', 1), cash('c2', 'bea', 2), cash('c3', 'bea', 3)]);
  expect(
    await fileOf(
      await worker.exportBrokerCash({ query: { accountId: 'bea', sortField: 'cashBalance', sortDirection: 'desc' } }),
      'Cash Balance',
    ),
  ).toEqual(['broker-cash-balances-export-2026-11-21.csv', 2, '3', '2']);
  expect(await fileOf(await worker.exportBrokerCash({ ids: ['c1'] }), 'Cash Balance')).toEqual([
    'broker-cash-balances-export-selected-1-2026-11-21.csv',
    1,
    '1',
  ]);
});

it('an export of prices has those of a security in a period, or those of a property', async () => {
  const price = (priceDate: string, closePrice: number) => ({
    isin: 'GB00BH4HKS39',
    priceDate: priceDate as IsoDate,
    closePrice: closePrice as Price,
    currency: 'GBX',
    fetchedAt: '2026-11-21T10:00:00Z',
  });
  await db.prices.bulkAdd([price('2026-11-18', 70), price('2026-11-19', 71), price('2026-11-20', 72)]);
  expect(
    await fileOf(await worker.exportPrices({ isin: 'GB00BH4HKS39', from: '2026-11-19' as IsoDate, to: null }), 'Price'),
  ).toEqual(['prices-export-GB00BH4HKS39-2026-11-21.csv', 2, '72', '71']);
  await db.properties.add({
    id: 'p1',
    accountId: 'ada',
    name: 'Cottage',
    address: '',
    datePurchased: DAY,
    purchasePrice: 1 as Money,
    currency: 'GBP',
    notes: '',
    version: 1,
  });
  await db.propertyPrices.add({
    id: 'x1',
    propertyId: 'p1',
    priceDate: DAY,
    price: 250_000 as Money,
    currency: 'GBP',
    version: 1,
  });
  expect(await fileOf(await worker.exportPropertyPrices({ propertyId: 'p1' }), 'Price')).toEqual([
    'property-prices-export-2026-11-21.csv',
    1,
    '250000',
  ]);
  await expect(worker.exportPropertyPrices({ propertyId: 'gone' })).rejects.toThrow('deleted');
});
