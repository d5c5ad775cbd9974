import 'fake-indexeddb/auto';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Fraction, Pounds } from '../../../domain/values/amount.ts';
import type { IsoDate } from '../../../domain/values/dates.ts';
import { closeDatabase, currentDatabase, deleteDatabase } from '../../data/database/database.ts';
import { listSavingsAccounts } from '../../data/records/savings-accounts.ts';
import { ToastRegion } from '../../ui/messages/toast.tsx';
import { useValuesVisibility } from '../../ui/app-state/values-visibility.ts';
import { ClosingSoon } from './closing-soon.tsx';
import { FILTERS_KEY } from './savings-filters.ts';
import { makeSavings, openSavingsDatabase } from './savings.fixture.ts';
import { SavingsScreen } from './savings-screen.tsx';
import { savingsView } from './use-savings.ts';
import { handInCompute } from '../../testing/hand-in-compute.ts';
import { exportsHere } from '../../../workers/lists/exports.fixture.ts';
import { catchSavedFiles } from '../../testing/saved-files.ts';

const saved = catchSavedFiles();
handInCompute(exportsHere);

const ACCOUNTS = [
  { id: 'ada', name: 'Ada' },
  { id: 'bea', name: 'Bea' },
];
const TODAY = Date.parse('2024-03-03T10:00:00Z');
const THREE = [
  makeSavings(),
  makeSavings({
    id: 's2',
    bankNameId: 'zopa',
    accountType: 'Fixed bond',
    accountId: 'bea',
    latestBalance: 250.2 as Pounds,
    interestRate: null,
    accountReference: '',
    notes: 'for the roof',
  }),
  makeSavings({
    id: 's3',
    bankNameId: 'gone',
    accountType: 'ISA',
    accountCloseDate: '2023-12-31' as IsoDate,
    latestBalance: 5000 as Pounds,
    interestRate: 0.05 as Fraction,
  }),
];
const MANY = Array.from({ length: 45 }, (_, index) =>
  makeSavings({ id: `m${String(index).padStart(2, '0')}`, accountType: `Type ${String(index).padStart(2, '0')}` }),
);

function Address() {
  const { pathname, search } = useLocation();
  return <output aria-label="Address">{pathname + search}</output>;
}

async function open(rows: readonly ReturnType<typeof makeSavings>[], path = '/savings-accounts') {
  await currentDatabase().savingsAccounts.bulkAdd(rows.map((row) => ({ ...row, version: 1 })));
  const onImport = vi.fn();
  render(
    <MemoryRouter initialEntries={[path]}>
      <SavingsScreen accounts={ACCOUNTS} onImport={onImport} />
      <Address />
      <ToastRegion />
    </MemoryRouter>,
  );
  return { onImport, user: userEvent.setup({ delay: null }) };
}

const address = () => screen.getByLabelText('Address').textContent;
const stored = () => JSON.parse(sessionStorage.getItem(FILTERS_KEY) ?? 'null') as unknown;
const NONE = { accountFilter: '', excludeClosedAccounts: false, searchQuery: '', isSearchActive: false };
const types = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[1]?.textContent);
const figure = (label: string) => screen.getByText(label, { selector: 'dt' }).nextElementSibling?.textContent;
const isDisabled = (label: string) => screen.getByLabelText(label).getAttribute('aria-disabled') === 'true';

beforeEach(async () => {
  vi.spyOn(Date, 'now').mockReturnValue(TODAY);
  sessionStorage.clear();
  savingsView.keep({ sort: null, page: 1 });
  useValuesVisibility.getState().reset();
  await openSavingsDatabase();
});

afterEach(async () => {
  cleanup();
  vi.clearAllMocks();
  vi.restoreAllMocks();
  const db = currentDatabase();
  closeDatabase(db);
  await deleteDatabase(db.name);
});

describe('savings accounts list (002 §2)', () => {
  it('shows its columns in order, each account with its bank as a link, and hides balances', async () => {
    await open(THREE);
    expect((await screen.findByRole('link', { name: 'Aldermore' })).getAttribute('href')).toBe(
      '/savings-accounts/s1/edit',
    );
    expect(screen.getByRole('heading', { name: 'Savings Accounts' })).toBeTruthy();
    expect(screen.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual([
      'Select all rows on this page',
      'Bank',
      'Account Type',
      'Associated Account',
      'Opened',
      'Closed',
      'Balance',
      'Interest Rate',
      'Last Updated',
      'Status',
    ]);
    const [, first, gone, zopa] = screen.getAllByRole('row');
    expect(first?.textContent).toBe(
      'Select Aldermore, Easy accessAldermoreEasy accessAda1 Feb 2023-••••••4.32%3 Mar 2024Active',
    );
    expect(gone?.textContent).toContain('31 Dec 2023••••••5.00%3 Mar 2024Closed');
    expect(zopa?.textContent).toContain('-••••••N/A3 Mar 2024Active');
    expect(gone?.className).toContain('muted');
    expect(first?.className).not.toContain('muted');
    expect(document.body.textContent).not.toContain('1,000.10');
  });

  it('sums up the page: active accounts, their balance, closed ones, and the interest expected this tax year', async () => {
    const { user } = await open(THREE);
    await screen.findByText('Aldermore');
    expect([figure('Active Accounts'), figure('Total Balance'), figure('Closed Accounts')]).toEqual([
      '2',
      '••••••',
      '1',
    ]);
    await user.click(screen.getByLabelText('Show values'));
    // 1,000.10 + 250.20; the closed account's 5,000 is not in it.
    expect(figure('Total Balance')).toBe('£1,250.30');
    expect(screen.getByLabelText('Lock values')).toBeTruthy();
    // 1,000.10 x 4.32 % = 43.20; 5,000 x 5 % x 269 days (6 April to 30 December 2023) / 366 = 183.74.
    expect(screen.getByText(/Interest expected in the tax year 2023-24/u).textContent).toBe(
      'Interest expected in the tax year 2023-24, if balances and rates stay as they are: £226.94. 1 account without a rate is not included.',
    );
  });

  it('says which part of the expected interest is free of tax in cash ISAs', async () => {
    const { user } = await open([
      makeSavings(),
      makeSavings({ id: 'isa', accountType: 'Fixed cash ISA', latestBalance: 1000 as Pounds, isCashIsa: true }),
    ]);
    await screen.findAllByText('Aldermore');
    await user.click(screen.getByLabelText('Show values'));
    // 1,000.10 x 4.32 % = 43.20, and 1,000 x 4.32 % in the ISA.
    expect(screen.getByText(/Interest expected in the tax year 2023-24/u).textContent).toBe(
      'Interest expected in the tax year 2023-24, if balances and rates stay as they are: £86.40, of which £43.20 in cash ISAs is free of tax.',
    );
  });

  it('has no cards while there is nothing to sum up', async () => {
    await open([]);
    expect(await screen.findByText('No savings accounts found.')).toBeTruthy();
    expect(screen.queryByText('Total Balance')).toBeNull();
    expect(isDisabled('No savings accounts to export')).toBe(true);
  });

  it('says that it is loading', async () => {
    vi.spyOn(currentDatabase().savingsAccounts, 'toArray').mockReturnValue(new Promise(() => undefined) as never);
    await open([]);
    expect((await screen.findAllByText('Loading savings accounts...')).length).toBeGreaterThan(0);
    expect(screen.queryByText('Active Accounts')).toBeNull();
  });

  it('filters by account and closed accounts, and keeps the filters for the session', async () => {
    const { user } = await open(THREE);
    await screen.findByText('Aldermore');
    expect(screen.getByText('Filters:')).toBeTruthy();
    expect(
      within(screen.getByLabelText('Account'))
        .getAllByRole('option')
        .map((option) => option.textContent),
    ).toEqual(['All Accounts', 'Ada', 'Bea']);
    expect(screen.queryByText('Clear Filters')).toBeNull();
    await user.click(screen.getByLabelText('Exclude closed accounts'));
    await waitFor(() => {
      expect(types()).toEqual(['Easy access', 'Fixed bond']);
    });
    expect(stored()).toEqual({ ...NONE, excludeClosedAccounts: true });
    await user.selectOptions(screen.getByLabelText('Account'), 'bea');
    await waitFor(() => {
      expect(types()).toEqual(['Fixed bond']);
    });
    expect(stored()).toEqual({ ...NONE, excludeClosedAccounts: true, accountFilter: 'bea' });
    await user.click(screen.getByText('Clear Filters'));
    await waitFor(() => {
      expect(types()).toHaveLength(3);
    });
    expect(stored()).toEqual(NONE);
  });

  it('takes the filters that the address names and keeps them', async () => {
    await open(THREE, '/savings-accounts?accountId=ada&search=rainy&excludeClosed=true');
    await waitFor(() => {
      expect(types()).toEqual(['Easy access']);
    });
    expect(stored()).toEqual({
      accountFilter: 'ada',
      excludeClosedAccounts: true,
      searchQuery: 'rainy',
      isSearchActive: true,
    });
    expect(screen.getByLabelText<HTMLInputElement>('Exclude closed accounts').checked).toBe(true);
  });

  it('restores the kept filters when the address names none', async () => {
    sessionStorage.setItem(FILTERS_KEY, JSON.stringify({ ...NONE, accountFilter: 'bea' }));
    await open(THREE);
    await waitFor(() => {
      expect(types()).toEqual(['Fixed bond']);
    });
    expect(screen.getByLabelText<HTMLSelectElement>('Account').value).toBe('bea');
  });

  it('searches, says what it found, and clears the search', async () => {
    const { user } = await open(THREE);
    await screen.findByText('Aldermore');
    await user.type(screen.getByPlaceholderText('Search savings accounts...'), 'roof');
    expect(await screen.findByText('Found 1 result(s) for "roof"')).toBeTruthy();
    expect(types()).toEqual(['Fixed bond']);
    expect(screen.queryByText('Clear Filters')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Clear search' }));
    await waitFor(() => {
      expect(types()).toHaveLength(3);
    });
    expect(screen.queryByText(/result\(s\)/u)).toBeNull();
  });

  it('says that it is searching', async () => {
    vi.spyOn(currentDatabase().savingsAccounts, 'toArray').mockReturnValue(new Promise(() => undefined) as never);
    await open([], '/savings-accounts?search=roof');
    expect(await screen.findByText('Searching for "roof"...')).toBeTruthy();
  });

  it('sorts a new column ascending, the same one the other way, and shows which', async () => {
    const { user } = await open(THREE);
    await screen.findByText('Aldermore');
    const header = () => screen.getByRole('columnheader', { name: /Balance/u });
    await user.click(within(header()).getByRole('button'));
    await waitFor(() => {
      expect(types()).toEqual(['Fixed bond', 'Easy access', 'ISA']);
    });
    expect(header().getAttribute('aria-sort')).toBe('ascending');
    await user.click(within(header()).getByRole('button'));
    await waitFor(() => {
      expect(types()).toEqual(['ISA', 'Easy access', 'Fixed bond']);
    });
    expect(header().getAttribute('aria-sort')).toBe('descending');
  });

  it('pages by 20, and goes to page 1 with every change of filter or order', async () => {
    const { user } = await open(MANY);
    expect(await screen.findByText('Showing 1 to 20 of 45 results')).toBeTruthy();
    expect(screen.getByText('Page 1 of 3')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Previous' }).hasAttribute('disabled')).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await screen.findByText('Showing 21 to 40 of 45 results');
    await user.click(within(screen.getByRole('columnheader', { name: /Account Type/u })).getByRole('button'));
    await screen.findByText('Showing 1 to 20 of 45 results');
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await screen.findByText('Page 2 of 3');
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await screen.findByText('Showing 41 to 45 of 45 results');
    expect(screen.getByRole('button', { name: 'Next' }).hasAttribute('disabled')).toBe(true);
    await user.selectOptions(screen.getByLabelText('Account'), 'ada');
    expect(await screen.findByText('Showing 1 to 20 of 45 results')).toBeTruthy();
  });

  it('has no pager while there is one page', async () => {
    await open(THREE);
    await screen.findByText('Aldermore');
    expect(screen.queryByText(/results/u)).toBeNull();
  });

  it('goes through the states of the selection', async () => {
    const { user } = await open(MANY);
    await screen.findByText('Type 00');
    const header = () => screen.getByLabelText<HTMLInputElement>('Select all rows on this page');
    const row = () => screen.getByLabelText<HTMLInputElement>('Select Aldermore, Type 00');
    expect(isDisabled('Select savings accounts to delete')).toBe(true);
    await user.click(row());
    expect(header().indeterminate).toBe(true);
    expect(screen.queryByText(/selected on this page/u)).toBeNull();
    await user.click(header());
    expect(screen.getByText('20 selected on this page.')).toBeTruthy();
    expect(screen.getByLabelText('Delete 20 selected savings accounts')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Select all 45' }));
    expect(await screen.findByText('All 45 selected.')).toBeTruthy();
    expect(screen.getByLabelText('Export 45 selected savings accounts')).toBeTruthy();
    await user.click(header());
    expect(screen.queryByText('All 45 selected.')).toBeNull();
    await user.click(header());
    await user.click(screen.getByRole('button', { name: 'Clear selection' }));
    expect(screen.queryByText('20 selected on this page.')).toBeNull();
    await user.click(header());
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await screen.findByText('Showing 21 to 40 of 45 results');
    expect(screen.getByLabelText('Select savings accounts to delete')).toBeTruthy();
  });

  it('exports what the filters show, or the chosen accounts, under their own names', async () => {
    const { user } = await open(THREE, '/savings-accounts?excludeClosed=true');
    await screen.findByText('Aldermore');
    const file = () => saved.mock.lastCall?.[0] as { readonly fileName: string; readonly blob: Blob };
    await user.click(screen.getByLabelText('Export all savings accounts (filtered)'));
    await waitFor(() => {
      expect(saved).toHaveBeenCalledOnce();
    });
    expect(file().fileName).toBe('bank-accounts-export-2024-03-03.csv');
    const lines = (await file().blob.text()).trim().split('\r\n');
    expect(lines.map((line) => line.split(',')[1])).toEqual(['Bank Name', 'Aldermore', 'Zopa']);
    expect(lines[1]).toContain('1000.1,2024-03-03,4.32,Rainy day,20-36-43,12345678');
    await user.click(screen.getByLabelText('Select Zopa, Fixed bond'));
    await user.click(screen.getByLabelText('Export 1 selected savings accounts'));
    await waitFor(() => {
      expect(saved).toHaveBeenCalledTimes(2);
    });
    expect(file().fileName).toBe('bank-accounts-export-selected-1-2024-03-03.csv');
    expect(
      (await file().blob.text())
        .trim()
        .split('\r\n')
        .map((line) => line.split(',')[1]),
    ).toEqual(['Bank Name', 'Zopa']);
  });

  it('deletes the chosen accounts after asking, and takes it back', async () => {
    const { user } = await open(THREE);
    await screen.findByText('Aldermore');
    await user.click(screen.getByLabelText('Select Zopa, Fixed bond'));
    await user.click(screen.getByLabelText('Delete 1 selected savings accounts'));
    const dialog = await screen.findByRole('dialog', { name: 'Confirm Delete' });
    expect(dialog.textContent).toContain(
      'Are you sure you want to delete 1 selected savings account(s)? This action cannot be undone.',
    );
    expect(within(dialog).getByRole('button', { name: 'Cancel' })).toBeTruthy();
    await user.click(within(dialog).getByRole('button', { name: 'Delete 1 Savings Account(s)' }));
    await waitFor(() => {
      expect(types()).toEqual(['Easy access', 'ISA']);
    });
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => {
      expect(types()).toHaveLength(3);
    });
    expect(await listSavingsAccounts(currentDatabase())).toHaveLength(3);
  });

  it('goes to the form by a link, and opens the import', async () => {
    const { user, onImport } = await open(THREE);
    await screen.findByText('Aldermore');
    await user.click(screen.getByLabelText('Import savings accounts from CSV'));
    expect(onImport).toHaveBeenCalledOnce();
    const add = screen.getByRole('link', { name: 'Add new savings account' });
    expect(add.getAttribute('href')).toBe('/savings-accounts/new');
    await user.click(add);
    expect(address()).toBe('/savings-accounts/new');
  });

  it('says when it could not load, and when it could not search', async () => {
    vi.spyOn(currentDatabase().savingsAccounts, 'toArray').mockRejectedValue(new Error('gone'));
    await open([]);
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Could not load savings accounts. Please try again later.',
    );
    cleanup();
    await open([], '/savings-accounts?search=roof');
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Could not search savings accounts. Please try again later.',
    );
  });

  it('says what failed: selecting all, exporting, fetching for deletion, deleting', async () => {
    const { user } = await open(MANY);
    await screen.findByText('Type 00');
    const says = async (text: string) => {
      await waitFor(() => {
        expect(screen.getByRole('alert').textContent).toBe(text);
      });
    };
    const failOnce = () =>
      vi.spyOn(currentDatabase().savingsAccounts, 'toArray').mockRejectedValueOnce(new Error('gone'));
    failOnce();
    await user.click(screen.getByLabelText('Export all savings accounts (filtered)'));
    await says('Failed to export savings accounts. Please try again.');
    await user.click(screen.getByLabelText('Select all rows on this page'));
    failOnce();
    await user.click(screen.getByLabelText('Export 20 selected savings accounts'));
    await says('Failed to export selected savings accounts. Please try again.');
    failOnce();
    await user.click(screen.getByRole('button', { name: 'Select all 45' }));
    await says('Failed to select all savings accounts. Please try again.');
    await user.click(screen.getByRole('button', { name: 'Select all 45' }));
    await screen.findByText('All 45 selected.');
    failOnce();
    await user.click(screen.getByLabelText('Delete 45 selected savings accounts'));
    await user.click(await screen.findByRole('button', { name: 'Delete 45 Savings Account(s)' }));
    await says('Failed to fetch savings accounts for deletion. Please try again.');
    await waitFor(() => {
      expect(screen.queryByRole('dialog', { name: 'Confirm Delete' })).toBeNull();
    });
    await currentDatabase().meta.delete('owner');
    await user.click(screen.getByLabelText('Delete 45 selected savings accounts'));
    await user.click(await screen.findByRole('button', { name: 'Delete 45 Savings Account(s)' }));
    await says('Failed to delete selected savings accounts. Please try again.');
  });
});

describe('reminder of close dates', () => {
  const closing = (id: string, day: string) => ({
    ...makeSavings({ id, accountType: `Bond ${id}`, accountCloseDate: day as IsoDate }),
    version: 1,
  });

  it('names the accounts that close within 30 days, with a link to each', async () => {
    await currentDatabase().savingsAccounts.bulkAdd([
      closing('a', '2024-03-15'),
      closing('b', '2024-03-03'),
      closing('c', '2024-04-03'),
      closing('d', '2024-03-02'),
    ]);
    render(
      <MemoryRouter>
        <ClosingSoon />
      </MemoryRouter>,
    );
    expect(await screen.findByText('2 savings accounts close soon')).toBeTruthy();
    expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'Aldermore, Bond b closes today, on 3\u00a0Mar\u00a02024',
      'Aldermore, Bond a closes in 12 days, on 15\u00a0Mar\u00a02024',
    ]);
    expect(screen.getByRole('link', { name: 'Aldermore, Bond a' }).getAttribute('href')).toBe(
      '/savings-accounts/a/edit',
    );
    expect(document.body.textContent).not.toContain('£');
  });
});
