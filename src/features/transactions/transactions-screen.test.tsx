import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { IsoDate } from '../../../domain/dates.ts';
import type { Pounds, Quantity } from '../../../domain/amount.ts';
import type { TransactionQuery } from '../../../domain/lists/transaction-query.ts';
import { useShortcuts } from '../../ui/shortcuts.ts';
import { ToastRegion } from '../../ui/toast.tsx';
import { useValuesVisibility } from '../../ui/values-visibility.ts';
import type { TransactionPage, TransactionRow } from '../../../workers/list-types.ts';
import type { HoldfastWorker } from '../../../workers/worker-api.ts';
import { FILTERS_KEY } from './transaction-filters.ts';
import { transactionsView } from './transactions-view.ts';
import { TransactionsScreen } from './transactions-screen.tsx';

const worker = vi.hoisted(() => ({ listTransactions: vi.fn(), transactionIds: vi.fn(), exportTransactions: vi.fn() }));
const data = vi.hoisted(() => ({ removeTransactions: vi.fn(), undoRemoval: vi.fn() }));
const saved = vi.hoisted(() => vi.fn());
vi.mock('../../compute/compute.ts', () => ({
  compute: () => worker as unknown as HoldfastWorker,
  onComputeChange: () => () => undefined,
}));
vi.mock('../../data/database.ts', () => ({ currentDatabase: () => 'db' }));
vi.mock('../../data/transactions.ts', () => data);
vi.mock('../../ui/save-file.ts', () => ({ saveFile: saved }));

const TOTAL = 45;
const SIZE = 20;

function rowOf(index: number): TransactionRow {
  return {
    id: `t${index}`,
    accountId: 'a1',
    isin: 'GB00BP6MXD84',
    assetName: `Asset ${index}`,
    accountName: 'Main Account',
    transactionType: 'BUY',
    transactionTypeLabel: 'Buy',
    taxWrapper: 'ISA',
    taxWrapperLabel: 'ISA',
    quantity: 10 as Quantity,
    consideration: 1234.5 as Pounds,
    transactionDate: '2024-03-03' as IsoDate,
    pending: index === 1,
  };
}

function pageOf(total: number, page: number): TransactionPage {
  const first = (page - 1) * SIZE;
  const transactions = Array.from({ length: Math.min(SIZE, Math.max(total - first, 0)) }, (_, index) =>
    rowOf(first + index + 1),
  );
  const totalPages = Math.ceil(total / SIZE);
  return {
    transactions,
    totalCount: total,
    totalPages,
    currentPage: page,
    hasNextPage: page < totalPages,
    hasPreviousPage: page > 1,
  };
}

function Address() {
  const { pathname, search } = useLocation();
  return (
    <>
      <p data-testid="path">{pathname}</p>
      <p data-testid="address">{search}</p>
    </>
  );
}

function open(address = '/transactions') {
  const onImport = vi.fn();
  render(
    <MemoryRouter initialEntries={[address]}>
      <TransactionsScreen accounts={[{ id: 'a1', name: 'Main Account' }]} onImport={onImport} />
      <Address />
      <ToastRegion />
    </MemoryRouter>,
  );
  return { onImport, user: userEvent.setup({ delay: null }) };
}

const asked = () => worker.listTransactions.mock.lastCall?.[0] as TransactionQuery;
const header = () => screen.getByLabelText<HTMLInputElement>('Select all rows on this page');
const row = (index: number) => screen.getByLabelText<HTMLInputElement>(`Select Asset ${index}, Buy, 3 Mar 2024`);
const isDisabled = (label: string) => screen.getByLabelText(label).getAttribute('aria-disabled') === 'true';

beforeEach(() => {
  useValuesVisibility.setState({ valuesVisible: false, valuesLocked: false });
  useShortcuts.setState({ enabled: true });
  sessionStorage.clear();
  transactionsView.keep({ sort: null, page: 1 });
  worker.listTransactions.mockImplementation(async ({ page = 1, search = '' }: TransactionQuery) =>
    pageOf(search === 'none' ? 0 : TOTAL, page),
  );
  worker.transactionIds.mockImplementation(async () => Array.from({ length: TOTAL }, (_, index) => `t${index + 1}`));
  worker.exportTransactions.mockImplementation(async () => ({
    fileName: 'transactions-export-2024-03-03.csv',
    blob: new Blob(),
    rows: 1,
  }));
  data.removeTransactions.mockImplementation(async (_db: unknown, ids: readonly string[]) => ({
    ok: true,
    value: { count: ids.length, removals: [], undoUntil: 0 },
  }));
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.clearAllMocks();
});

describe('transactions list (000 §2.9)', () => {
  it('shows a page of rows with the amount masked until values are shown', async () => {
    const { user } = open();
    const link = await screen.findByRole('link', { name: 'Asset 1' });
    expect(link.getAttribute('href')).toBe('/transactions/edit/t1');
    expect(screen.getByText('Showing 1 to 20 of 45 results')).toBeTruthy();
    expect(screen.getByText('Page 1 of 3')).toBeTruthy();
    expect(screen.getAllByText('••••••')).toHaveLength(SIZE);
    expect(screen.getAllByText('Waiting to be sent')).toHaveLength(1);
    await user.click(screen.getByLabelText('Show values'));
    expect(screen.getAllByRole('row')[1]?.textContent).toContain('£1,234.50');
    expect(screen.queryByText('••••••')).toBeNull();
  });

  it('goes through the pages, and sorts ascending, then descending, from page 1', async () => {
    const { user } = open();
    await screen.findByText('Page 1 of 3');
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await screen.findByText('Showing 21 to 40 of 45 results');
    await user.click(screen.getByRole('button', { name: 'Asset' }));
    await waitFor(() => {
      expect(asked()).toMatchObject({ sortField: 'assetName', sortDirection: 'asc', page: 1 });
    });
    await user.click(screen.getByRole('button', { name: 'Asset' }));
    await waitFor(() => {
      expect(asked()).toMatchObject({ sortField: 'assetName', sortDirection: 'desc', page: 1 });
    });
  });

  it('offers the first step while there is nothing', async () => {
    worker.listTransactions.mockResolvedValue(pageOf(0, 1));
    const { user, onImport } = open();
    expect(await screen.findByText('No transactions found.')).toBeTruthy();
    expect(isDisabled('No transactions to export')).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Import transactions' }));
    expect(onImport).toHaveBeenCalledOnce();
    expect(screen.getByRole('link', { name: 'Add your first transaction' }).getAttribute('href')).toBe(
      '/transactions/new',
    );
  });

  it('says when it could not load, and when it could not search', async () => {
    worker.listTransactions.mockRejectedValue(new Error('gone'));
    open();
    expect((await screen.findByRole('alert')).textContent).toBe('Could not load transactions. Please try again later.');
    cleanup();
    open('/transactions?search=gold');
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Could not search transactions. Please try again later.',
    );
    expect(screen.queryByText(/^Found/u)).toBeNull();
  });

  it('hides shown values again after 5 seconds', async () => {
    open();
    await screen.findByText('Page 1 of 3');
    vi.useFakeTimers();
    fireEvent.click(screen.getByLabelText('Show values'));
    act(() => {
      vi.advanceTimersByTime(4999);
    });
    expect(screen.queryByText('••••••')).toBeNull();
    act(() => {
      vi.advanceTimersByTime(1);
    });
    expect(screen.getAllByText('••••••')).toHaveLength(SIZE);
  });
});

describe('the list to the letter (000 §2.9)', () => {
  const optionsOf = (label: string) =>
    [...screen.getByLabelText<HTMLSelectElement>(label).options].map((option) => option.text);

  it('has its title, filters with their first options, and the categories in their order', async () => {
    open();
    await screen.findByText('Page 1 of 3');
    expect(screen.getByRole('heading', { level: 1, name: 'Transactions' })).toBeTruthy();
    expect(optionsOf('Account')).toEqual(['All Accounts', 'Main Account']);
    expect(optionsOf('Tax Wrapper')).toEqual(['All Tax Wrappers', 'DEALING', 'SIPP', 'ISA', 'LISA', 'SPECULATIVE']);
    expect(optionsOf('Asset Category')).toEqual([
      'All Asset Categories',
      'Cash',
      'Precious Metals',
      'Long-Term Bonds',
      'US Small Cap Value',
      'Emerging Markets Total Stock Market',
      'UK Total Stock Market',
      'US Total Stock Market',
      'Developed World Total Stock Market',
      'Non-Core',
    ]);
    expect(screen.queryByText('Clear Filters')).toBeNull();
  });

  it('sorts by its seven columns, and shows a row in each', async () => {
    open();
    await screen.findByText('Page 1 of 3');
    expect(screen.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual([
      'Select all rows on this page',
      'Asset',
      'Account',
      'Type',
      'Tax Wrapper',
      'Quantity',
      'Consideration',
      'Date',
    ]);
    for (const name of ['Asset', 'Account', 'Type', 'Tax Wrapper', 'Quantity', 'Consideration', 'Date'])
      expect(screen.getByRole('button', { name })).toBeTruthy();
    const [firstRow] = screen.getAllByRole('row').slice(1);
    expect(
      within(firstRow as HTMLElement)
        .getAllByRole('cell')
        .map((cell) => cell.textContent)
        .slice(1),
    ).toEqual(['Main Account', 'Buy', 'ISA', '10', '••••••', '03/03/2024']);
  });

  it('names its buttons by tooltips, shows the whole name on focus, and leads to the form', async () => {
    const { user, onImport } = open();
    const link = await screen.findByRole('link', { name: 'Asset 1' });
    await user.click(screen.getByLabelText('Import transactions from CSV'));
    expect(onImport).toHaveBeenCalledOnce();
    await user.hover(screen.getByLabelText('Export all transactions (filtered)'));
    expect(await screen.findByText('Export all transactions (filtered)')).toBeTruthy();
    await user.hover(link);
    await waitFor(() => {
      expect(screen.getAllByText('Asset 1').length).toBeGreaterThan(1);
    });
    await user.click(screen.getByLabelText('Add new transaction'));
    expect(screen.getByTestId('path').textContent).toBe('/transactions/new');
  });

  it('has a pager only for more than one page, that goes to pages that exist', async () => {
    worker.listTransactions.mockResolvedValue(pageOf(20, 1));
    open();
    await screen.findByRole('link', { name: 'Asset 20' });
    expect(screen.queryByText(/^Showing/u)).toBeNull();
    expect(screen.queryByRole('button', { name: 'Next' })).toBeNull();
    cleanup();
    worker.listTransactions.mockImplementation(async ({ page = 1 }: TransactionQuery) => pageOf(TOTAL, page));
    const { user } = open();
    await screen.findByText('Page 1 of 3');
    const isOff = (name: string) => {
      const button = screen.getByRole<HTMLButtonElement>('button', { name });
      return button.disabled || button.getAttribute('aria-disabled') === 'true';
    };
    expect([isOff('Previous'), isOff('Next')]).toEqual([true, false]);
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await screen.findByText('Page 2 of 3');
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await screen.findByText('Showing 41 to 45 of 45 results');
    expect([isOff('Previous'), isOff('Next')]).toEqual([false, true]);
  });

  it('is not exported while it is loading or being exported, and saves under the names that the worker gives', async () => {
    let finish: (file: unknown) => void = () => undefined;
    worker.exportTransactions.mockImplementation(
      () =>
        new Promise((resolve) => {
          finish = resolve;
        }),
    );
    const { user } = open();
    await screen.findByText('Page 1 of 3');
    await user.click(screen.getByLabelText('Export all transactions (filtered)'));
    expect(isDisabled('Export all transactions (filtered)')).toBe(true);
    finish({ fileName: 'transactions-export-2024-03-03.csv', blob: new Blob(), rows: 45 });
    await waitFor(() => {
      expect(saved).toHaveBeenCalledWith(expect.objectContaining({ fileName: 'transactions-export-2024-03-03.csv' }));
    });
    await waitFor(() => {
      expect(isDisabled('Export all transactions (filtered)')).toBe(false);
    });
    cleanup();
    worker.listTransactions.mockImplementation(() => new Promise(() => undefined));
    open();
    await screen.findByText('Loading transactions...');
    expect(isDisabled('No transactions to export')).toBe(true);
  });

  it('is worked by single keys: j and k, x, / and n', async () => {
    const { user } = open();
    await screen.findByText('Page 1 of 3');
    await user.keyboard('jj');
    expect(document.activeElement?.textContent).toBe('Asset 2');
    await user.keyboard('kx');
    expect(row(1).checked).toBe(true);
    await user.keyboard('/');
    expect(document.activeElement).toBe(screen.getByPlaceholderText('Search transactions...'));
    await user.keyboard('jx');
    expect(screen.getByPlaceholderText<HTMLInputElement>('Search transactions...').value).toBe('jx');
    await user.click(header());
    await user.keyboard('n');
    expect(screen.getByTestId('path').textContent).toBe('/transactions/new');
  });

  it('leaves single keys alone when they are turned off', async () => {
    useShortcuts.setState({ enabled: false });
    const { user } = open();
    await screen.findByText('Page 1 of 3');
    await user.keyboard('jn');
    expect(document.activeElement).toBe(document.body);
    expect(screen.getByTestId('path').textContent).toBe('/transactions');
  });

  it('makes a link that brings its filters back', async () => {
    const { user } = open();
    await screen.findByText('Page 1 of 3');
    await user.selectOptions(screen.getByLabelText('Tax Wrapper'), 'SIPP');
    await user.selectOptions(screen.getByLabelText('Asset Category'), 'CASH');
    await user.click(screen.getByRole('button', { name: 'Copy Link to This View' }));
    expect(screen.getByTestId('address').textContent).toBe('?taxWrapper=SIPP&assetCategory=CASH');
    expect(await screen.findByText('Link copied.')).toBeTruthy();
    expect(await navigator.clipboard.readText()).toMatch(/\?taxWrapper=SIPP&assetCategory=CASH$/u);
  });
});

describe('filters and search (000 §4.6)', () => {
  it('takes filters from the address, keeps them, and forgets the address once they change', async () => {
    sessionStorage.setItem(
      FILTERS_KEY,
      JSON.stringify({
        accountFilter: '',
        taxWrapperFilter: 'SIPP',
        assetCategoryFilter: '',
        searchQuery: 'gold',
        isSearchActive: true,
      }),
    );
    const { user } = open('/transactions?accountId=a1&taxWrapper=ISA&assetCategory=CASH');
    await screen.findByText('Page 1 of 3');
    expect(asked()).not.toHaveProperty('search');
    expect(asked()).toMatchObject({ accountId: 'a1', taxWrapper: 'ISA', assetCategory: 'CASH' });
    expect(JSON.parse(sessionStorage.getItem(FILTERS_KEY) ?? '')).toEqual({
      accountFilter: 'a1',
      taxWrapperFilter: 'ISA',
      assetCategoryFilter: 'CASH',
      searchQuery: '',
      isSearchActive: false,
    });
    await user.click(screen.getByRole('button', { name: 'Clear Filters' }));
    await waitFor(() => {
      expect(asked()).toMatchObject({ taxWrapper: '', assetCategory: '', page: 1 });
    });
    expect(asked()).not.toHaveProperty('accountId');
    expect(screen.getByTestId('address').textContent).toBe('');
    expect(screen.queryByRole('button', { name: 'Clear Filters' })).toBeNull();
  });

  it("does not call an account that is gone all accounts, and counts behind the phone's button what is there", async () => {
    open('/transactions?accountId=gone&search=gold');
    await screen.findByText('Page 1 of 3');
    expect(asked()).toMatchObject({ accountId: 'gone', search: 'gold' });
    const account = screen.getByLabelText<HTMLSelectElement>('Account');
    expect(account.selectedOptions[0]?.text).toBe('Unknown account');
    expect(screen.getByText('Filters (1)')).toBeTruthy();
  });

  it('restores the saved filters', async () => {
    sessionStorage.setItem(
      FILTERS_KEY,
      JSON.stringify({
        accountFilter: '',
        taxWrapperFilter: 'SIPP',
        assetCategoryFilter: '',
        searchQuery: '',
        isSearchActive: false,
      }),
    );
    open();
    await screen.findByText('Page 1 of 3');
    expect(asked()).toMatchObject({ taxWrapper: 'SIPP' });
    expect(screen.getByLabelText<HTMLSelectElement>('Tax Wrapper').value).toBe('SIPP');
  });

  it('searches after a pause, says what it found, and ends the search', async () => {
    const { user } = open();
    await screen.findByText('Page 1 of 3');
    await user.click(screen.getByPlaceholderText('Search transactions...'));
    await user.paste('shell');
    expect(await screen.findByText('Found 45 result(s) for "shell"')).toBeTruthy();
    expect(asked()).toMatchObject({ search: 'shell', page: 1 });
    await user.click(screen.getByRole('button', { name: 'Clear search' }));
    await waitFor(() => {
      expect(asked()).not.toHaveProperty('search');
    });
    expect(screen.queryByText(/Found/u)).toBeNull();
  });

  it('says that it is searching', async () => {
    worker.listTransactions.mockImplementation(() => new Promise(() => undefined));
    open('/transactions?search=gold');
    expect(await screen.findByText('Searching for "gold"...')).toBeTruthy();
    expect(await screen.findByText('Loading transactions...')).toBeTruthy();
  });
});

describe('selection, export and delete (000 §4.5)', () => {
  it('selects the page, then everything that the filters show, and deletes exactly that', async () => {
    const { user } = open('/transactions?taxWrapper=ISA');
    await screen.findByText('Page 1 of 3');
    expect(isDisabled('Select transactions to delete')).toBe(true);
    await user.click(screen.getByLabelText('Select transactions to delete'));
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.click(header());
    expect(screen.getByText('20 selected on this page.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Select all 45' }));
    expect(await screen.findByText('All 45 selected.')).toBeTruthy();
    expect(worker.transactionIds.mock.lastCall?.[0]).toMatchObject({ taxWrapper: 'ISA' });
    await user.click(screen.getByLabelText('Delete 45 selected transactions'));
    const dialog = await screen.findByRole('dialog', { name: 'Confirm Delete' });
    expect(
      within(dialog).getByText(
        'Are you sure you want to delete 45 selected transaction(s)? This action cannot be undone.',
      ),
    ).toBeTruthy();
    // A row that arrived since was not selected and stays.
    worker.transactionIds.mockResolvedValue(['t1', 't2', 'late']);
    await user.click(within(dialog).getByRole('button', { name: 'Delete 45 Transaction(s)' }));
    await waitFor(() => {
      expect(data.removeTransactions).toHaveBeenCalledWith('db', ['t1', 't2']);
    });
    await waitFor(() => {
      expect(screen.queryByRole('dialog', { name: 'Confirm Delete' })).toBeNull();
    });
    expect(screen.queryByText('All 45 selected.')).toBeNull();
  });

  it('shows a partly selected page by the header alone, and clears on another page', async () => {
    const { user } = open();
    await screen.findByText('Page 1 of 3');
    await user.click(row(2));
    expect(header().indeterminate).toBe(true);
    expect(screen.queryByText(/selected on this page/u)).toBeNull();
    expect(screen.getByLabelText('Export 1 selected transactions')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await screen.findByText('Page 2 of 3');
    expect(header().indeterminate).toBe(false);
    expect(screen.getByLabelText('Export all transactions (filtered)')).toBeTruthy();
    cleanup();
    open();
    expect(await screen.findByText('Page 2 of 3')).toBeTruthy();
  });

  it('exports the selected rows, or everything that the filters show', async () => {
    const { user } = open('/transactions?assetCategory=CASH');
    await screen.findByText('Page 1 of 3');
    await user.click(screen.getByLabelText('Export all transactions (filtered)'));
    await waitFor(() => {
      expect(saved).toHaveBeenCalledOnce();
    });
    expect(worker.exportTransactions.mock.lastCall?.[0]).toMatchObject({ query: { assetCategory: 'CASH' } });
    await user.click(row(3));
    await user.click(screen.getByLabelText('Export 1 selected transactions'));
    await waitFor(() => {
      expect(saved).toHaveBeenCalledTimes(2);
    });
    expect(worker.exportTransactions.mock.lastCall?.[0]).toEqual({ ids: ['t3'] });
    await user.click(header());
    await user.click(screen.getByRole('button', { name: 'Select all 45' }));
    await user.click(await screen.findByLabelText('Export 45 selected transactions'));
    await waitFor(() => {
      expect(saved).toHaveBeenCalledTimes(3);
    });
    expect(worker.exportTransactions.mock.lastCall?.[0]).toEqual({
      ids: Array.from({ length: TOTAL }, (_, index) => `t${index + 1}`),
    });
  });

  it('takes a deletion back', async () => {
    data.undoRemoval.mockResolvedValue({ ok: true, value: null });
    const { user } = open();
    await screen.findByText('Page 1 of 3');
    await user.click(row(4));
    await user.click(screen.getByLabelText('Delete 1 selected transactions'));
    await user.click(await screen.findByRole('button', { name: 'Delete 1 Transaction(s)' }));
    expect(await screen.findByText('1 transaction deleted.')).toBeTruthy();
    await user.click(screen.getByText('Undo'));
    await waitFor(() => {
      expect(data.undoRemoval).toHaveBeenCalledWith('db', { count: 1, removals: [], undoUntil: 0 });
    });
    expect(await screen.findByText('1 transaction restored.')).toBeTruthy();
  });

  it('says what failed: selecting all, exporting, fetching, deleting', async () => {
    const { user } = open();
    await screen.findByText('Page 1 of 3');
    const failed = async (message: string) => {
      await waitFor(() => {
        expect(screen.getByRole('alert').textContent).toBe(message);
      });
    };
    worker.exportTransactions.mockRejectedValue(new Error('gone'));
    await user.click(screen.getByLabelText('Export all transactions (filtered)'));
    await failed('Failed to export transactions. Please try again.');
    await user.click(header());
    await user.click(screen.getByLabelText('Export 20 selected transactions'));
    await failed('Failed to export selected transactions. Please try again.');
    data.removeTransactions.mockResolvedValue({ ok: false, fault: { code: 'storageFull' } });
    await user.click(screen.getByLabelText('Delete 20 selected transactions'));
    await user.click(await screen.findByRole('button', { name: 'Delete 20 Transaction(s)' }));
    await failed('Failed to delete selected transactions. Please try again.');
    expect(screen.queryByRole('dialog')).toBeNull();
    worker.transactionIds.mockRejectedValueOnce(new Error('gone'));
    await user.click(screen.getByRole('button', { name: 'Select all 45' }));
    await failed('Failed to select all transactions. Please try again.');
    await user.click(screen.getByRole('button', { name: 'Select all 45' }));
    worker.transactionIds.mockRejectedValueOnce(new Error('gone'));
    await user.click(await screen.findByLabelText('Delete 45 selected transactions'));
    await user.click(await screen.findByRole('button', { name: 'Delete 45 Transaction(s)' }));
    await failed('Failed to fetch transactions for deletion. Please try again.');
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
