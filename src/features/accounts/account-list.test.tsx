import 'fake-indexeddb/auto';
import { act, cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Pounds, Quantity } from '../../../domain/amount.ts';
import type { IsoDate } from '../../../domain/dates.ts';
import { listAccounts, saveAccount } from '../../data/accounts.ts';
import { closeDatabase, currentDatabase, deleteDatabase, openUserDatabase, setCurrentDatabase } from '../../data/database.ts';
import { saveTransaction } from '../../data/transactions.ts';
import { usePageControls } from '../../ui/page-controls.ts';
import { AccountForm } from './account-form.tsx';
import { AccountList } from './account-list.tsx';
import { AccountSetup } from './account-setup.tsx';

/** The accounts screens in a database of their own. */
function open(path: string) {
  const router = createMemoryRouter(
    [
      { path: '/accounts', element: <AccountList /> },
      { path: '/accounts/new', element: <AccountForm /> },
      { path: '/accounts/setup', element: <AccountSetup /> },
      { path: '/dashboard', element: <h1>Dashboard</h1> },
    ],
    { initialEntries: [path] },
  );
  render(<RouterProvider router={router} />);
  return router;
}

beforeEach(async () => {
  setCurrentDatabase(await openUserDatabase({ apiBase: '/api', userId: 'ada' }));
});
afterEach(async () => {
  cleanup();
  const db = currentDatabase();
  closeDatabase(db);
  await deleteDatabase(db.name);
});

describe('accounts (001 §2.10)', () => {
  it('offers the first account when there is none, and creates it', async () => {
    open('/accounts');
    expect(await screen.findByText('Get started by creating your first account.')).toBeTruthy();
    await userEvent.click(screen.getByRole('link', { name: 'Add Account' }));
    const name = screen.getByLabelText('Account Name *');
    await userEvent.click(screen.getByRole('button', { name: 'Create Account' }));
    expect(screen.getByText('Account name is required')).toBeTruthy();
    await userEvent.type(name, 'x'.repeat(101));
    expect(screen.getByText('Account name cannot exceed 100 characters')).toBeTruthy();
    await userEvent.clear(name);
    await userEvent.type(name, ' Joint {enter}');
    expect(await screen.findByRole('rowheader', { name: 'Joint' })).toBeTruthy();
  });

  it('the wizard starts with Main Account and goes on to the dashboard', async () => {
    open('/accounts/setup');
    expect(screen.getByLabelText<HTMLInputElement>('Account Name').value).toBe('Main Account');
    await userEvent.click(screen.getByRole('button', { name: 'Create Account & Continue' }));
    expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeTruthy();
    expect((await listAccounts(currentDatabase())).map(({ name }) => name)).toEqual(['Main Account']);
  });

  it('shows the accounts that the header\'s search names', async () => {
    await saveAccount(currentDatabase(), { name: 'Joint' });
    await saveAccount(currentDatabase(), { name: 'Partner' });
    open('/accounts');
    await screen.findByRole('rowheader', { name: 'Joint' });
    act(() => {
      usePageControls.getState().setQuery('part');
    });
    expect(screen.getAllByRole('rowheader').map((cell) => cell.textContent)).toEqual(['Partner']);
  });

  it('deletes an unused account after asking', async () => {
    await saveAccount(currentDatabase(), { name: 'Joint' });
    open('/accounts');
    await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText('This action cannot be undone. If this account has transactions, it cannot be deleted.')).toBeTruthy();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('No accounts')).toBeTruthy();
  });

  it('says why an account in use stays, without a way to delete it', async () => {
    const account = await saveAccount(currentDatabase(), { name: 'Joint' });
    if (!account.ok) throw new Error('not saved');
    await saveTransaction(currentDatabase(), {
      transactionType: 'BUY', transactionDate: '2024-03-03' as IsoDate, brokerId: 'b', brokerDealReference: '', accountId: account.value.id, taxWrapper: 'ISA', isin: 'GB00BH4HKS39',
      quantity: 1 as Quantity, nativePrice: null, localPrice: null, consideration: 1 as Pounds, brokerCharge: 0 as Pounds, stampDuty: 0 as Pounds, fxCharge: 0 as Pounds, accruedInterest: 0 as Pounds,
    });
    open('/accounts');
    await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
    const dialog = await screen.findByRole('dialog', { name: 'Cannot Delete Account' });
    expect(within(dialog).getByText('This account has 1 transaction and cannot be deleted. Delete or move it first.')).toBeTruthy();
    expect(within(dialog).queryByRole('button', { name: 'Delete' })).toBeNull();
    await userEvent.click(within(dialog).getAllByRole('button', { name: 'Close' })[0] ?? dialog);
    expect(await listAccounts(currentDatabase())).toHaveLength(1);
  });
});
