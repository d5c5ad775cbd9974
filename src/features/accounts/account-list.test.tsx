import 'fake-indexeddb/auto';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Pounds, Quantity } from '../../../domain/values/amount.ts';
import type { IsoDate } from '../../../domain/values/dates.ts';
import { listAccounts } from '../../data/records/accounts.ts';
import { saveRecord } from '../../data/records/records.ts';
import { currentDatabase } from '../../data/database/database.ts';
import { openTestDatabase, removeTestDatabase } from '../../data/database/test-database.fixture.ts';
import { ToastRegion } from '../../ui/messages/toast.tsx';
import { usePageControls } from '../../ui/app-state/page-controls.ts';
import { Exports } from '../../../workers/lists/exports.ts';
import { AccountForm } from './account-form.tsx';
import { AccountList } from './account-list.tsx';
import { AccountSetup } from './account-setup.tsx';
import { handInCompute } from '../../testing/hand-in-compute.ts';
import { exportsHere } from '../../../workers/lists/exports.fixture.ts';

const onImport = vi.fn();
const onRestore = vi.fn();
const onFile = vi.fn();
handInCompute(exportsHere);

/** The accounts screens in a database of their own. */
function open(path: string) {
  const router = createMemoryRouter(
    [
      { path: '/accounts', element: <AccountList onImport={onImport} /> },
      { path: '/accounts/new', element: <AccountForm /> },
      { path: '/accounts/setup', element: <AccountSetup onRestore={onRestore} onFile={onFile} accept=".csv" /> },
      { path: '/accounts/:id/edit', element: <h1>Edit</h1> },
      { path: '/dashboard', element: <h1>Dashboard</h1> },
      { path: '/transactions/new', element: <h1>Add Transaction</h1> },
    ],
    { initialEntries: [path] },
  );
  render(
    <>
      <RouterProvider router={router} />
      <ToastRegion />
    </>,
  );
  return router;
}

beforeEach(async () => {
  await openTestDatabase();
});
afterEach(async () => {
  cleanup();
  await removeTestDatabase();
});

describe('accounts (001 §2.10)', () => {
  it('opens the import, and exports the accounts that the search shows, harmless to a spreadsheet', async () => {
    await saveRecord(currentDatabase(), 'account', { name: '=Ada' });
    await saveRecord(currentDatabase(), 'account', { name: 'Partner' });
    const blobs: Blob[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => `blob:${blobs.push(blob as Blob)}`);
    open('/accounts');
    await screen.findByText('Partner');
    act(() => {
      usePageControls.getState().setQuery('ada');
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Export all accounts (filtered)' }));
    await waitFor(() => {
      expect(blobs).toHaveLength(1);
    });
    expect((await blobs[0]?.text())?.split('\r\n').map((line) => line.split(',')[1])).toEqual([
      'Name',
      "'=Ada",
      undefined,
    ]);
    vi.spyOn(Exports.prototype, 'exportAccounts').mockRejectedValueOnce(new Error('gone'));
    await userEvent.click(screen.getByRole('button', { name: 'Export all accounts (filtered)' }));
    expect((await screen.findByRole('alert')).textContent).toBe('Failed to export accounts. Please try again.');
    await userEvent.click(screen.getByRole('button', { name: 'Import accounts from CSV' }));
    expect(onImport).toHaveBeenCalledOnce();
  });

  it('offers the first account when there is none, and creates it', async () => {
    open('/accounts');
    expect(await screen.findByText('Get started by creating your first account.')).toBeTruthy();
    await userEvent.click(screen.getByRole('link', { name: 'Add Account' }));
    const name = screen.getByLabelText('Account Name *');
    expect(screen.queryByText('Account name is required')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Create Account' }));
    expect(screen.getByText('Account name is required')).toBeTruthy();
    await userEvent.type(name, 'x'.repeat(101));
    expect(screen.getByText('Account name cannot exceed 100 characters')).toBeTruthy();
    await userEvent.clear(name);
    await userEvent.type(name, ' Joint {enter}');
    expect(await screen.findByRole('rowheader', { name: /^Joint/u })).toBeTruthy();
  });

  it('the wizard starts with Main Account and goes on to the dashboard', async () => {
    open('/accounts/setup');
    expect(screen.getByLabelText<HTMLInputElement>('Account Name').value).toBe('Main Account');
    await userEvent.click(screen.getByRole('button', { name: 'Create Account & Continue' }));
    expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeTruthy();
    expect((await listAccounts(currentDatabase())).map(({ name }) => name)).toEqual(['Main Account']);
  });

  it("shows the accounts that the header's search names", async () => {
    await saveRecord(currentDatabase(), 'account', { name: 'Joint' });
    await saveRecord(currentDatabase(), 'account', { name: 'Partner' });
    open('/accounts');
    await screen.findByRole('rowheader', { name: /^Joint/u });
    act(() => {
      usePageControls.getState().setQuery('part');
    });
    expect(screen.getAllByRole('rowheader').map((cell) => cell.textContent)).toEqual([
      expect.stringMatching(/^Partner/u),
    ]);
  });

  it('deletes an unused account after saying that this cannot be undone, and offers no undo', async () => {
    await saveRecord(currentDatabase(), 'account', { name: 'Joint' });
    open('/accounts');
    await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
    const dialog = await screen.findByRole('dialog');
    expect(
      within(dialog).getByText('This action cannot be undone. If this account has transactions, it cannot be deleted.'),
    ).toBeTruthy();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('No accounts')).toBeTruthy();
    expect(await screen.findByText('1 account deleted.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  it('says why an account in use stays, without a way to delete it', async () => {
    const account = await saveRecord(currentDatabase(), 'account', { name: 'Joint' });
    if (!account.ok) throw new Error('not saved');
    await saveRecord(currentDatabase(), 'transaction', {
      transactionType: 'BUY',
      transactionDate: '2024-03-03' as IsoDate,
      brokerId: 'b',
      brokerDealReference: '',
      accountId: account.value.id,
      taxWrapper: 'ISA',
      isin: 'GB00BH4HKS39',
      quantity: 1 as Quantity,
      nativePrice: null,
      localPrice: null,
      consideration: 1 as Pounds,
      brokerCharge: 0 as Pounds,
      stampDuty: 0 as Pounds,
      fxCharge: 0 as Pounds,
      accruedInterest: 0 as Pounds,
    });
    open('/accounts');
    await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
    const dialog = await screen.findByRole('dialog', { name: 'Cannot Delete Account' });
    expect(
      within(dialog).getByText('This account has 1 transaction and cannot be deleted. Delete or move it first.'),
    ).toBeTruthy();
    expect(within(dialog).queryByRole('button', { name: 'Delete' })).toBeNull();
    await userEvent.click(within(dialog).getAllByRole('button', { name: 'Close' })[0] ?? dialog);
    expect(await listAccounts(currentDatabase())).toHaveLength(1);
  });

  it('lists the accounts with Edit and Delete, and leads to the forms', async () => {
    const joint = await saveRecord(currentDatabase(), 'account', { name: 'Joint' });
    if (!joint.ok) throw new Error('not saved');
    const router = open('/accounts');
    expect(await screen.findByRole('heading', { name: 'Your Accounts' })).toBeTruthy();
    await screen.findByRole('rowheader', { name: /^Joint/u });
    expect(screen.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual(['Name', 'Actions']);
    expect(screen.getByRole('link', { name: 'Add New Account' }).getAttribute('href')).toBe('/accounts/new');
    await userEvent.click(screen.getByRole('button', { name: 'Edit' }));
    await waitFor(() => {
      expect(router.state.location.pathname).toBe(`/accounts/${joint.value.id}/edit`);
    });
  });

  it('renames an account in the form, and comes back to the list', async () => {
    const joint = await saveRecord(currentDatabase(), 'account', { name: 'Joint' });
    if (!joint.ok) throw new Error('not saved');
    render(
      <RouterProvider
        router={createMemoryRouter(
          [
            { path: '/edit', element: <AccountForm id={joint.value.id} /> },
            { path: '/accounts', element: <AccountList onImport={onImport} /> },
          ],
          { initialEntries: ['/edit'] },
        )}
      />,
    );
    expect(screen.getByRole('heading', { name: 'Edit Account' })).toBeTruthy();
    expect(screen.getByRole('navigation', { name: 'Breadcrumb' }).textContent).toBe('AccountsEdit');
    const name = await screen.findByLabelText<HTMLInputElement>('Account Name *');
    expect([name.value, name.placeholder]).toEqual(['Joint', 'Enter account name']);
    expect(screen.getByRole('link', { name: 'Cancel' }).getAttribute('href')).toBe('/accounts');
    await userEvent.clear(name);
    await userEvent.type(name, 'Ours');
    await userEvent.click(screen.getByRole('button', { name: 'Update Account' }));
    expect(await screen.findByRole('rowheader', { name: /^Ours/u })).toBeTruthy();
  });

  it('says that it is creating or updating while it does', async () => {
    const joint = await saveRecord(currentDatabase(), 'account', { name: 'Joint' });
    if (!joint.ok) throw new Error('not saved');
    for (const [id, idle, busy] of [
      [undefined, 'Create Account', 'Creating...'],
      [joint.value.id, 'Update Account', 'Updating...'],
    ] as const) {
      render(<RouterProvider router={createMemoryRouter([{ path: '/', element: <AccountForm id={id} /> }])} />);
      await userEvent.type(await screen.findByLabelText('Account Name *'), 'X');
      const slow = vi.spyOn(currentDatabase().meta, 'get').mockReturnValue(new Promise(() => undefined) as never);
      await userEvent.click(screen.getByRole('button', { name: idle }));
      expect(await screen.findByRole('button', { name: busy })).toBeTruthy();
      cleanup();
      slow.mockRestore();
    }
  });

  it('says that an account is being loaded, or that it could not be', async () => {
    const slow = vi.spyOn(currentDatabase().aliases, 'bulkGet').mockReturnValue(new Promise(() => undefined) as never);
    render(<RouterProvider router={createMemoryRouter([{ path: '/', element: <AccountForm id="x" /> }])} />);
    expect(await screen.findByText('Loading account...')).toBeTruthy();
    cleanup();
    slow.mockRestore();
    render(<RouterProvider router={createMemoryRouter([{ path: '/', element: <AccountForm id="x" /> }])} />);
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to load account');
  });

  it('says that the accounts are being loaded, or that they could not be', async () => {
    const slow = vi
      .spyOn(currentDatabase().accounts, 'toArray')
      .mockReturnValueOnce(new Promise(() => undefined) as never);
    open('/accounts');
    expect(await screen.findByText('Loading accounts...')).toBeTruthy();
    cleanup();
    slow.mockRejectedValueOnce(new Error('closed'));
    open('/accounts');
    expect((await screen.findByRole('alert')).textContent).toBe('Failed to load accounts');
  });

  it('says what could not be saved, created first or deleted', async () => {
    const joint = await saveRecord(currentDatabase(), 'account', { name: 'Joint' });
    if (!joint.ok) throw new Error('not saved');
    const owner = await currentDatabase().meta.get('owner');
    if (owner === undefined) throw new Error('no owner');
    const alert = async () => (await screen.findByRole('alert')).textContent;
    await currentDatabase().meta.delete('owner');
    open('/accounts/new');
    await userEvent.type(screen.getByLabelText('Account Name *'), 'Mine{enter}');
    expect(await alert()).toMatch(/^Failed to create account/u);
    cleanup();
    render(
      <RouterProvider router={createMemoryRouter([{ path: '/', element: <AccountForm id={joint.value.id} /> }])} />,
    );
    await userEvent.type(await screen.findByLabelText('Account Name *'), 'X{enter}');
    expect(await alert()).toMatch(/^Failed to update account/u);
    cleanup();
    open('/accounts/setup');
    await userEvent.click(screen.getByRole('button', { name: 'Create Account & Continue' }));
    expect(await alert()).toMatch(/^Failed to create account. Please try again./u);
    cleanup();
    open('/accounts');
    await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
    expect(await alert()).toMatch(/^Failed to delete account. Please try again./u);
    expect(screen.queryByRole('dialog')).toBeNull();
    await currentDatabase().meta.put(owner);
  });

  it('keeps the form usable after an unexpected failure', async () => {
    const fail = () => {
      throw new Error('unforeseen');
    };
    const creating = currentDatabase().accounts.hook('creating');
    creating.subscribe(fail);
    open('/accounts/new');
    await userEvent.type(screen.getByLabelText('Account Name *'), 'Mine{enter}');
    expect((await screen.findByRole('alert')).textContent).toBe('Failed to create account');
    expect(screen.getByRole('button', { name: 'Create Account' }).hasAttribute('disabled')).toBe(false);
    creating.unsubscribe(fail);
  });

  it("the wizard welcomes by the product's name, explains accounts, and leads to more of them", async () => {
    open('/accounts/setup');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('Holdfast');
    expect(screen.getByText("Let's set up your first account to get started")).toBeTruthy();
    expect(
      screen.getByText(
        "Accounts represent different financial account holders, each account holder can have transactions recorded against different account/holdings types. You'll assign transactions to specific accounts when you add them.",
      ),
    ).toBeTruthy();
    expect(screen.getByPlaceholderText('e.g., Account Name...')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Restore a backup' }));
    expect(onRestore).toHaveBeenCalledOnce();
    await userEvent.click(screen.getByRole('button', { name: 'Create & Add More Accounts' }));
    expect(await screen.findByRole('rowheader', { name: /^Main Account/u })).toBeTruthy();
  });

  it('makes an account for each person, leaves empty names out, and begins by hand', async () => {
    open('/accounts/setup');
    const add = screen.getByRole('button', { name: 'Add another person' });
    await userEvent.click(add);
    expect(document.activeElement).toBe(screen.getByLabelText('Name of person 2'));
    await userEvent.keyboard('Ben');
    await userEvent.click(add);
    await userEvent.click(add);
    await userEvent.type(screen.getByLabelText('Name of person 4'), 'Child');
    await userEvent.click(screen.getByRole('button', { name: 'Remove person 2' }));
    expect(document.activeElement).toBe(add);
    expect(screen.getByLabelText<HTMLInputElement>('Name of person 3').value).toBe('Child');
    await userEvent.click(screen.getByRole('button', { name: 'Type a transaction' }));
    expect(await screen.findByRole('heading', { name: 'Add Transaction' })).toBeTruthy();
    expect((await listAccounts(currentDatabase())).map(({ name }) => name)).toEqual(['Child', 'Main Account']);
  });

  it('gives no two people the same name, and makes no account until that is mended', async () => {
    open('/accounts/setup');
    await userEvent.click(screen.getByRole('button', { name: 'Add another person' }));
    const second = screen.getByLabelText('Name of person 2');
    await userEvent.type(second, 'Main Account {enter}');
    expect(await screen.findByText('Another person above has this name')).toBeTruthy();
    expect(await listAccounts(currentDatabase())).toEqual([]);
    await userEvent.clear(second);
    await userEvent.type(second, 'x'.repeat(101));
    expect(await screen.findByText('Account name cannot exceed 100 characters')).toBeTruthy();
    await userEvent.clear(second);
    await userEvent.type(second, 'Ben{enter}');
    expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeTruthy();
    expect((await listAccounts(currentDatabase())).map(({ name }) => name)).toEqual(['Ben', 'Main Account']);
  });

  it('begins with a file, which is for the account that it makes', async () => {
    onFile.mockClear();
    open('/accounts/setup');
    const file = new File(['Date\n'], 'trades.csv', { type: 'text/csv' });
    const picker = screen.getByLabelText('Choose a transactions file');
    const name = screen.getByRole('textbox');
    await userEvent.clear(name);
    await userEvent.upload(picker, file);
    expect(await screen.findByText('Account name is required')).toBeTruthy();
    expect(onFile).not.toHaveBeenCalled();
    await userEvent.type(name, 'Ada');
    await userEvent.upload(picker, file);
    await waitFor(() => expect(onFile).toHaveBeenCalledExactlyOnceWith(file));
    expect((await listAccounts(currentDatabase())).map((account) => account.name)).toEqual(['Ada']);
  });

  it("both of the wizard's buttons read Creating... while it works", async () => {
    vi.spyOn(currentDatabase().meta, 'get').mockReturnValue(new Promise(() => undefined) as never);
    for (const name of ['Create Account & Continue', 'Create & Add More Accounts']) {
      open('/accounts/setup');
      await userEvent.click(screen.getByRole('button', { name }));
      expect(await screen.findAllByRole('button', { name: 'Creating...' })).toHaveLength(2);
      cleanup();
    }
    vi.restoreAllMocks();
  });
});
