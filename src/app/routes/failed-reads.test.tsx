/** What a page shows when one of the lists that it hands on cannot be read. */
import 'fake-indexeddb/auto';
import { cleanup, render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { IsoDate } from '../../../domain/values/dates.ts';
import type { Money } from '../../../domain/values/amount.ts';
import { currentDatabase } from '../../data/database/database.ts';
import { openTestDatabase, removeTestDatabase } from '../../data/database/test-database.fixture.ts';
import * as accounts from '../../features/accounts/use-accounts.ts';
import * as brokers from '../../features/brokers/use-brokers.ts';
import { AdminDashboardPage } from '../../pages/admin-dashboard-page.tsx';
import { PropertiesPage } from '../../pages/properties-page.tsx';
import { SavingsImportPage } from '../../pages/savings-import-page.tsx';
import { handInCompute } from '../../testing/hand-in-compute.ts';

const failed = { data: undefined, error: new Error('gone'), loading: false };
handInCompute(() => ({ poundTotal: () => new Promise(() => undefined) }));

beforeEach(async () => {
  await openTestDatabase();
  vi.spyOn(accounts, 'useAccounts').mockReturnValue(failed);
  vi.spyOn(brokers, 'useBrokers').mockReturnValue(failed);
});
afterEach(async () => {
  cleanup();
  vi.restoreAllMocks();
  await removeTestDatabase();
});

it('the properties list shows without a message though its accounts cannot be read', async () => {
  await currentDatabase().properties.add({
    id: 'p1',
    accountId: 'ada',
    name: 'Cottage',
    address: '',
    datePurchased: '2019-06-01' as IsoDate,
    purchasePrice: 1 as Money,
    currency: 'GBP',
    notes: '',
    version: 1,
  });
  render(
    <MemoryRouter>
      <PropertiesPage />
    </MemoryRouter>,
  );
  expect(await screen.findByRole('link', { name: 'Cottage' })).toBeTruthy();
  expect(
    within(screen.getByLabelText('Account'))
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['All Accounts']);
  expect(screen.queryByRole('alert')).toBeNull();
});

it('the import page of savings accounts says that the accounts cannot be read', async () => {
  render(
    <MemoryRouter>
      <SavingsImportPage />
    </MemoryRouter>,
  );
  expect(screen.getByRole('heading', { name: 'Import Bank Accounts' })).toBeTruthy();
  expect((await screen.findByRole('alert')).textContent).toBe('Import ErrorFailed to load accounts');
});

it('the admin dashboard counts no brokers when they cannot be read', async () => {
  render(
    <MemoryRouter>
      <AdminDashboardPage />
    </MemoryRouter>,
  );
  expect(await screen.findByText('0 Broker(s)')).toBeTruthy();
});
