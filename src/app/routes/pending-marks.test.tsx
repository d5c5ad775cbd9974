/** The lists mark what the server has not got yet, and only that. */
import 'fake-indexeddb/auto';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import type { ReactElement } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Money, Percent, Pounds } from '../../../domain/values/amount.ts';
import type { IsoDate } from '../../../domain/values/dates.ts';
import { saveBroker } from '../../data/records/brokers.ts';
import {
  closeDatabase,
  currentDatabase,
  deleteDatabase,
  openUserDatabase,
  setCurrentDatabase,
} from '../../data/database/database.ts';
import { saveSavingsAccount } from '../../data/records/savings-accounts.ts';
import { saveRecord } from '../../data/records/records.ts';
import { PropertyPriceSection } from '../../features/properties/property-price-section.tsx';
import { AccountsPage } from '../../pages/accounts-page.tsx';
import { BankNamesPage } from '../../pages/bank-names-page.tsx';
import { BrokerCashPage } from '../../pages/broker-cash-page.tsx';
import { BrokersPage } from '../../pages/brokers-page.tsx';
import { PropertiesPage } from '../../pages/properties-page.tsx';
import { SavingsAccountsPage } from '../../pages/savings-accounts-page.tsx';
import { TargetAllocationsPage } from '../../pages/target-allocations-page.tsx';
import { handInCompute } from '../../testing/hand-in-compute.ts';

handInCompute(() => ({ poundTotal: () => new Promise(() => undefined) }));

const COTTAGE = {
  id: 'p1',
  accountId: 'ada',
  name: 'Cottage',
  address: '',
  datePurchased: '2019-06-01' as IsoDate,
  purchasePrice: 1 as Money,
  currency: 'GBP',
  notes: '',
} as const;
const SAVINGS = {
  bankNameId: 'zopa',
  accountType: 'Easy access',
  accountId: 'ada',
  accountOpenDate: '2023-02-01' as IsoDate,
  accountCloseDate: null,
  latestBalance: 1 as Pounds,
  latestBalanceDate: '2024-03-03' as IsoDate,
  interestRate: null,
  accountReference: '',
  sortCode: '',
  accountNumber: '',
  notes: '',
} as const;

/** What the server has; each list shows one such record. */
beforeEach(async () => {
  setCurrentDatabase(await openUserDatabase({ apiBase: '/api', userId: crypto.randomUUID() }));
  const db = currentDatabase();
  await db.accounts.add({ id: 'ada', name: 'Ada', version: 1 });
  await db.brokers.add({ id: 'x', name: 'Broker of Ada', version: 1 });
  await db.bankNames.add({ id: 'zopa', name: 'Zopa', isActive: true, version: 1 });
  await db.targetAllocations.add({ id: 't', assetCategory: 'CASH', targetPercentage: 10 as Percent, version: 1 });
  await db.savingsAccounts.add({ id: 's', ...SAVINGS, version: 1 });
  await db.brokerCashBalances.add({
    id: 'c',
    accountId: 'ada',
    brokerId: 'x',
    taxWrapper: 'ISA',
    cashBalance: 1 as Money,
    currency: 'GBP',
    notes: '',
    lastUpdated: '2024-03-03' as IsoDate,
    version: 1,
  });
  await db.properties.add({ ...COTTAGE, version: 1 });
  await db.propertyPrices.add({
    id: 'pp',
    propertyId: 'p1',
    priceDate: '2024-01-01' as IsoDate,
    price: 2 as Money,
    currency: 'GBP',
    version: 1,
  });
});
afterEach(async () => {
  cleanup();
  const db = currentDatabase();
  closeDatabase(db);
  await deleteDatabase(db.name);
});

type Case = readonly [
  list: string,
  screen: ReactElement,
  marked: string,
  save: () => Promise<{ readonly ok: boolean }>,
];

const CASES: readonly Case[] = [
  [
    'accounts',
    <AccountsPage key="" />,
    'Bea',
    async () => await saveRecord(currentDatabase(), 'account', { name: 'Bea' }),
  ],
  [
    'bank names',
    <BankNamesPage key="" />,
    'Aldermore',
    async () => await saveRecord(currentDatabase(), 'bankName', { name: 'Aldermore', isActive: true }),
  ],
  [
    'brokers',
    <BrokersPage key="" />,
    'Other broker',
    async () => await saveBroker(currentDatabase(), { name: 'Other broker' }),
  ],
  [
    'target allocations',
    <TargetAllocationsPage key="" />,
    'Long-Term Bonds',
    async () =>
      await saveRecord(currentDatabase(), 'targetAllocation', {
        assetCategory: 'LT_BONDS',
        targetPercentage: 20 as Percent,
      }),
  ],
  [
    'savings accounts',
    <SavingsAccountsPage key="" />,
    'Notice',
    async () => await saveSavingsAccount(currentDatabase(), { ...SAVINGS, accountType: 'Notice' }),
  ],
  [
    'broker cash',
    <BrokerCashPage key="" />,
    'SIPP',
    async () =>
      await saveRecord(currentDatabase(), 'brokerCashBalance', {
        accountId: 'ada',
        brokerId: 'x',
        taxWrapper: 'SIPP',
        cashBalance: 3 as Money,
        currency: 'GBP',
        notes: '',
        lastUpdated: '2024-03-04' as IsoDate,
      }),
  ],
  [
    'properties',
    <PropertiesPage key="" />,
    'Flat',
    async () => {
      const { id: _id, ...fields } = COTTAGE;
      return await saveRecord(currentDatabase(), 'property', { ...fields, name: 'Flat' });
    },
  ],
];

it.each(CASES)('the list of %s marks unsent changes', async (_list, element, marked, save) => {
  render(<MemoryRouter>{element}</MemoryRouter>);
  await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(2));
  expect(screen.queryByText('Waiting to be sent')).toBeNull();
  expect((await save()).ok).toBe(true);
  await screen.findByText('Waiting to be sent');
  const rows = screen.getAllByRole('row').filter((row) => within(row).queryByText('Waiting to be sent') !== null);
  expect(rows.map((row) => row.textContent)).toEqual([expect.stringContaining(marked)]);
});

it('the price history of a property marks unsent changes', async () => {
  render(
    <MemoryRouter>
      <PropertyPriceSection property={COTTAGE} onImport={vi.fn()} />
    </MemoryRouter>,
  );
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
  await saveRecord(currentDatabase(), 'propertyPrice', {
    propertyId: 'p1',
    priceDate: '2024-02-01' as IsoDate,
    price: 3 as Money,
    currency: 'GBP',
  });
  await screen.findByText('Waiting to be sent');
  expect(
    screen.getAllByRole('listitem').map((item) => within(item).queryByText('Waiting to be sent') !== null),
  ).toEqual([true, false]);
});
