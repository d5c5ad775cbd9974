import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { unlistedAsset } from '../../../domain/csv/stored/directory.ts';
import { addDays, type IsoDate } from '../../../domain/values/dates.ts';
import type { TaxWrapper } from '../../../domain/fields/enums.ts';
import type { Pounds } from '../../../domain/values/amount.ts';
import { purchase, written } from '../../../tests/device/fixtures.ts';
import type { HoldfastDatabase } from '../../data/database/schema.ts';
import { button, isDisabled, shows } from '../../testing/page-parts.ts';
import { type OpenScreen, renderScreen } from '../../testing/render-screen.tsx';
import { catchSavedFiles } from '../../testing/saved-files.ts';
import { useShortcuts } from '../../ui/app-state/shortcuts.ts';
import { FILTERS_KEY } from './transaction-filters.ts';
import { transactionsView } from './use-transactions.ts';
import { saveRecord } from '../../data/records/records.ts';

const saved = catchSavedFiles();

/** Purchases of cash in an ISA, each of a security of its own, the newest first; and older ones of a share in a SIPP. */
const [IN_ISA, IN_SIPP] = [45, 3];
const TOTAL = IN_ISA + IN_SIPP;
const SIZE = 20;
const NEWEST = '2024-03-03' as IsoDate;

function rowOf(id: string, isin: string, taxWrapper: TaxWrapper, age: number) {
  const bought = { transactionDate: addDays(NEWEST, -age), consideration: 1234.5 as Pounds, quantity: 10 as never };
  return { ...purchase({ ...bought, accountId: 'ada', isin, taxWrapper }), id, version: 1 };
}

async function storeRows(db: HoldfastDatabase): Promise<void> {
  await db.accounts.put({ id: 'partner', name: 'Partner', version: 1 });
  const cash = Array.from({ length: IN_ISA }, (_, index) => `GB000000${String(index + 1).padStart(4, '0')}`);
  await db.assets.bulkPut([
    ...cash.map((isin, index) => ({
      ...unlistedAsset(isin, isin, `Asset ${index + 1}`),
      category: 'CASH' as const,
      version: 1,
    })),
    { ...unlistedAsset('shell', 'GB00BP6MXD84', 'Shell'), version: 1 },
  ]);
  await db.transactions.bulkPut([
    ...cash.map((isin, index) => rowOf(`t${index + 1}`, isin, 'ISA', index)),
    ...[1, 2, 3].map((index) => rowOf(`s${index}`, 'GB00BP6MXD84', 'SIPP', IN_ISA + index)),
  ]);
}

async function open(address = '/transactions', records = storeRows): Promise<OpenScreen> {
  return await renderScreen(address, { records });
}

const header = () => screen.getByLabelText<HTMLInputElement>('Select all rows on this page');
const row = (index: number) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^Select Asset ${index},`, 'u'));
const isOff = (label: string) => isDisabled(screen.getByLabelText(label));
const names = () =>
  within(screen.getByRole('table'))
    .getAllByRole('rowheader')
    .flatMap((cell) => within(cell).getByRole('link').textContent ?? []);
const failed = async (message: string) => {
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(message));
};
const savedFiles = async (count: number) => {
  await waitFor(() => expect(saved).toHaveBeenCalledTimes(count));
};
const linesOf = async (nth: number) => (await saved.mock.calls[nth]?.[0].blob.text())?.trim().split('\r\n').length;

beforeEach(() => {
  useShortcuts.setState({ enabled: true });
  transactionsView.keep({ sort: null, page: 1 });
});
afterEach(() => {
  vi.useRealTimers();
  saved.mockClear();
});

describe('transactions list (000 §2.9)', () => {
  it('shows a page of rows with the amount masked until values are shown', async () => {
    const { user } = await open('/transactions', async (db) => {
      await storeRows(db);
      const opened = await db.transactions.get('t1');
      if (opened === undefined) throw new Error('no such row');
      written(await saveRecord(db, 'transaction', { ...opened, brokerDealReference: 'A-1', opened }, Date.now()));
    });
    const link = await screen.findByRole('link', { name: 'Asset 1' });
    expect(link.getAttribute('href')).toBe('/transactions/edit/t1');
    await shows(`Showing 1 to 20 of ${TOTAL} results`);
    expect(screen.getByText('Page 1 of 3')).toBeTruthy();
    expect(screen.getAllByText('••••••')).toHaveLength(SIZE);
    expect(screen.getAllByText('Waiting to be sent')).toHaveLength(1);
    await user.click(screen.getByLabelText('Show values'));
    expect(screen.getAllByRole('row')[1]?.textContent).toContain('£1,234.50');
    expect(screen.queryByText('••••••')).toBeNull();
    await user.click(screen.getByLabelText('Lock values'));
    await user.click(screen.getByLabelText('Hide values'));
    expect(screen.getAllByText('••••••')).toHaveLength(SIZE);
  });

  it('goes through the pages, and sorts ascending, then descending, from page 1', async () => {
    const { user } = await open();
    await shows('Page 1 of 3');
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await shows(`Showing 21 to 40 of ${TOTAL} results`);
    await user.click(screen.getByRole('button', { name: 'Asset' }));
    await shows('Page 1 of 3');
    expect(names()[0]).toBe('Asset 1');
    expect(screen.getByRole('columnheader', { name: 'Asset' }).getAttribute('aria-sort')).toBe('ascending');
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await shows('Page 2 of 3');
    await user.click(screen.getByRole('button', { name: 'Asset' }));
    await shows('Page 1 of 3');
    expect(names()[0]).toBe('Shell');
    expect(screen.getByRole('columnheader', { name: 'Asset' }).getAttribute('aria-sort')).toBe('descending');
  });

  it('offers the first step while there is nothing', async () => {
    const { user, address } = await open('/transactions', async () => undefined);
    await shows('No transactions found.');
    expect(isOff('No transactions to export')).toBe(true);
    expect(screen.queryByRole('navigation', { name: 'Pages' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Import transactions' }));
    const dialog = await screen.findByRole('dialog', { name: 'Import Transactions' });
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await user.click(screen.getByRole('link', { name: 'Add your first transaction' }));
    await shows('Add New Transaction');
    expect(address()).toBe('/transactions/new');
  });

  it('says when it could not load, and when it could not search', async () => {
    const { stage, visit } = await open('/settings');
    await stage({ held: ['listTransactions'] });
    await visit('/transactions');
    await shows('Loading transactions...');
    await stage({ failing: ['listTransactions'] });
    await visit('/settings');
    await visit('/transactions');
    await failed('Could not load transactions. Please try again later.');
    await visit('/settings');
    await visit('/transactions?search=gold');
    await failed('Could not search transactions. Please try again later.');
    expect(screen.queryByText(/^Found/u)).toBeNull();
  });

  it('hides shown values again after 5 seconds', async () => {
    await open();
    await shows('Page 1 of 3');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
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
    await open();
    await shows('Page 1 of 3');
    expect(screen.getByRole('heading', { level: 1, name: 'Transactions' })).toBeTruthy();
    expect(optionsOf('Account')).toEqual(['All Accounts', 'Ada', 'Partner']);
    expect(optionsOf('Tax Wrapper')).toEqual([
      'All Tax Wrappers',
      'DEALING',
      'SIPP',
      'ISA',
      'LISA',
      'SPECULATIVE',
      'JISA',
    ]);
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
    await open();
    await shows('Page 1 of 3');
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
    ).toEqual(['Ada', 'Buy', 'ISA', '10', '••••••', '03/03/2024']);
  });

  it('names its buttons by tooltips, shows the whole name on focus, and leads to the form', async () => {
    const { user, address } = await open();
    const link = await screen.findByRole('link', { name: 'Asset 1' });
    await user.click(screen.getByLabelText('Import transactions from CSV'));
    const dialog = await screen.findByRole('dialog', { name: 'Import Transactions' });
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await user.hover(screen.getByLabelText('Export all transactions (filtered)'));
    await shows('Export all transactions (filtered)');
    await user.hover(link);
    await waitFor(() => expect(screen.getAllByText('Asset 1').length).toBeGreaterThan(1));
    await user.click(screen.getByLabelText('Add new transaction'));
    await shows('Add New Transaction');
    expect(address()).toBe('/transactions/new');
  });

  it('has a pager only for more than one page, that goes to pages that exist', async () => {
    const { user } = await open('/transactions?taxWrapper=SIPP');
    await waitFor(() => expect(names()).toHaveLength(IN_SIPP));
    expect(screen.queryByText(/^Showing/u)).toBeNull();
    expect(screen.queryByRole('button', { name: 'Next' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Clear Filters' }));
    await shows('Page 1 of 3');
    const pager = () => [isDisabled(button('Previous')), isDisabled(button('Next'))];
    expect(pager()).toEqual([true, false]);
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await shows('Page 2 of 3');
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await shows(`Showing 41 to ${TOTAL} of ${TOTAL} results`);
    expect(pager()).toEqual([false, true]);
  });

  it('is not exported while it is loading or being exported, and saves under the names that the worker gives', async () => {
    const { user, stage, visit } = await open();
    await shows('Page 1 of 3');
    await stage({ held: ['exportTransactions'] });
    await user.click(screen.getByLabelText('Export all transactions (filtered)'));
    expect(isOff('Export all transactions (filtered)')).toBe(true);
    await stage({});
    await savedFiles(1);
    expect(saved.mock.calls[0]?.[0].fileName).toMatch(/^transactions-export-\d{4}-\d\d-\d\d\.csv$/u);
    await waitFor(() => expect(isOff('Export all transactions (filtered)')).toBe(false));
    await user.click(row(2));
    await user.click(screen.getByLabelText('Export 1 selected transactions'));
    await savedFiles(2);
    expect(saved.mock.calls[1]?.[0].fileName).toMatch(/^transactions-export-selected-1-\d{4}-\d\d-\d\d\.csv$/u);
    await stage({ held: ['listTransactions'] });
    await visit('/settings');
    await visit('/transactions');
    await shows('Loading transactions...');
    expect(isOff('No transactions to export')).toBe(true);
  });

  it('is worked by single keys: j and k, x, / and n', async () => {
    const { user, address } = await open();
    await shows('Page 1 of 3');
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
    await shows('Add New Transaction');
    expect(address()).toBe('/transactions/new');
  });

  it('leaves single keys alone when they are turned off', async () => {
    useShortcuts.setState({ enabled: false });
    const { user, address } = await open();
    await shows('Page 1 of 3');
    const focused = document.activeElement;
    await user.keyboard('jn');
    expect(document.activeElement).toBe(focused);
    expect(address()).toBe('/transactions');
  });

  it('makes a link that brings its filters back', async () => {
    const { user, address } = await open();
    await shows('Page 1 of 3');
    await user.selectOptions(screen.getByLabelText('Tax Wrapper'), 'SIPP');
    await user.selectOptions(screen.getByLabelText('Asset Category'), 'CASH');
    await user.click(screen.getByRole('button', { name: 'Copy link to this view' }));
    expect(address()).toBe('/transactions?taxWrapper=SIPP&assetCategory=CASH');
    await shows('Link copied.');
    expect(await navigator.clipboard.readText()).toMatch(/\?taxWrapper=SIPP&assetCategory=CASH$/u);
  });
});

describe('filters and search (000 §4.6)', () => {
  const kept = { accountFilter: '', assetCategoryFilter: '', searchQuery: '', isSearchActive: false };

  it('takes filters from the address, keeps them, and forgets the address once they change', async () => {
    sessionStorage.setItem(
      FILTERS_KEY,
      JSON.stringify({ ...kept, taxWrapperFilter: 'SIPP', searchQuery: 'gold', isSearchActive: true }),
    );
    const { user, address } = await open('/transactions?accountId=ada&taxWrapper=ISA&assetCategory=CASH');
    await shows(`Showing 1 to 20 of ${IN_ISA} results`);
    expect(JSON.parse(sessionStorage.getItem(FILTERS_KEY) ?? '')).toEqual({
      accountFilter: 'ada',
      taxWrapperFilter: 'ISA',
      assetCategoryFilter: 'CASH',
      searchQuery: '',
      isSearchActive: false,
    });
    await user.click(screen.getByRole('button', { name: 'Clear Filters' }));
    await shows(`Showing 1 to 20 of ${TOTAL} results`);
    expect(address()).toBe('/transactions');
    expect(screen.queryByRole('button', { name: 'Clear Filters' })).toBeNull();
  });

  it('keeps its head, and the focus on what sorts, when a filter leaves nothing', async () => {
    const { user } = await open('/transactions?taxWrapper=JISA');
    const sort = await screen.findByRole('button', { name: 'Asset' });
    await shows('No transactions found.');
    await user.click(sort);
    expect(screen.getByRole('columnheader', { name: 'Asset' }).getAttribute('aria-sort')).toBe('ascending');
    await shows('No transactions found.');
    expect(document.activeElement).toBe(sort);
  });

  it('does not show "All Accounts" for a deleted account, and counts the active filters on a phone', async () => {
    await open('/transactions?accountId=gone&search=shell');
    await shows('Found 0 result(s) for "shell"');
    await shows('No transactions found.');
    const account = screen.getByLabelText<HTMLSelectElement>('Account');
    expect(account.selectedOptions[0]?.text).toBe('Unknown account');
    expect(screen.getByText('Filters (1)')).toBeTruthy();
  });

  it('restores the saved filters', async () => {
    sessionStorage.setItem(FILTERS_KEY, JSON.stringify({ ...kept, taxWrapperFilter: 'SIPP' }));
    await open();
    await waitFor(() => expect(names()).toEqual(['Shell', 'Shell', 'Shell']));
    expect(screen.getByLabelText<HTMLSelectElement>('Tax Wrapper').value).toBe('SIPP');
  });

  it('searches after a pause, says what it found, and ends the search', async () => {
    const { user } = await open();
    await shows('Page 1 of 3');
    await user.click(screen.getByPlaceholderText('Search transactions...'));
    await user.paste('shell');
    await shows('Found 3 result(s) for "shell"');
    expect(names()).toEqual(['Shell', 'Shell', 'Shell']);
    await user.click(screen.getByRole('button', { name: 'Clear search' }));
    await shows('Page 1 of 3');
    expect(screen.queryByText(/Found/u)).toBeNull();
  });

  it('says that it is searching', async () => {
    const { stage, visit } = await open('/settings');
    await stage({ held: ['listTransactions'] });
    await visit('/transactions?search=gold');
    await shows('Searching for "gold"...');
    await shows('Loading transactions...');
  });
});

describe('selection, export and delete (000 §4.5)', () => {
  it('selects the page, then everything that the filters show, and deletes exactly that', async () => {
    const { user, db } = await open('/transactions?taxWrapper=ISA');
    await shows('Page 1 of 3');
    expect(isOff('Select transactions to delete')).toBe(true);
    await user.click(screen.getByLabelText('Select transactions to delete'));
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.click(header());
    expect(screen.getByText('20 selected on this page.')).toBeTruthy();
    await user.click(button('Clear selection'));
    expect(screen.queryByText('20 selected on this page.')).toBeNull();
    await user.click(header());
    await user.click(button(`Select all ${IN_ISA}`));
    await shows(`All ${IN_ISA} selected.`);
    expect(button('Clear selection')).toBeTruthy();
    await user.click(screen.getByLabelText(`Delete ${IN_ISA} selected transactions`));
    const dialog = await screen.findByRole('dialog', { name: 'Confirm Delete' });
    expect(
      within(dialog).getByText(
        `Are you sure you want to delete ${IN_ISA} selected transaction(s)? This action cannot be undone.`,
      ),
    ).toBeTruthy();
    // A row that arrives now was not selected and stays.
    await db.transactions.put(rowOf('late', 'GB00BP6MXD84', 'ISA', 0));
    await user.click(within(dialog).getByRole('button', { name: `Delete ${IN_ISA} Transaction(s)` }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Confirm Delete' })).toBeNull());
    expect(screen.queryByText(`All ${IN_ISA} selected.`)).toBeNull();
    expect((await db.transactions.toCollection().primaryKeys()).toSorted()).toEqual(['late', 's1', 's2', 's3']);
    await waitFor(() => expect(names()).toEqual(['Shell']));
    const queued = await db.outbox.toArray();
    expect(queued.map(({ kind }) => kind)).toEqual(Array.from({ length: IN_ISA }, () => 'delete'));
  });

  it('shows a partly selected page by the header alone, and clears on another page', async () => {
    const { user, visit } = await open();
    await shows('Page 1 of 3');
    await user.click(row(2));
    expect(header().indeterminate).toBe(true);
    expect(screen.queryByText(/selected on this page/u)).toBeNull();
    expect(screen.getByLabelText('Export 1 selected transactions')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await shows('Page 2 of 3');
    expect(header().indeterminate).toBe(false);
    expect(screen.getByLabelText('Export all transactions (filtered)')).toBeTruthy();
    await visit('/settings');
    await visit('/transactions');
    await shows('Page 2 of 3');
  });

  it('exports the selected rows, or everything that the filters show', async () => {
    const { user } = await open('/transactions?assetCategory=CASH');
    await shows('Page 1 of 3');
    await user.click(screen.getByLabelText('Export all transactions (filtered)'));
    await savedFiles(1);
    expect(await linesOf(0)).toBe(IN_ISA + 1);
    await user.click(row(3));
    await user.click(screen.getByLabelText('Export 1 selected transactions'));
    await savedFiles(2);
    expect(await saved.mock.calls[1]?.[0].blob.text()).toContain('Asset 3');
    expect(await linesOf(1)).toBe(2);
    await user.click(header());
    await user.click(screen.getByRole('button', { name: `Select all ${IN_ISA}` }));
    await user.click(await screen.findByLabelText(`Export ${IN_ISA} selected transactions`));
    await savedFiles(3);
    expect(await linesOf(2)).toBe(IN_ISA + 1);
  });

  it('takes a deletion back', async () => {
    const { user, db } = await open();
    await shows('Page 1 of 3');
    await user.click(row(4));
    await user.click(screen.getByLabelText('Delete 1 selected transactions'));
    await user.click(await screen.findByRole('button', { name: 'Delete 1 Transaction(s)' }));
    await shows('1 transaction deleted.');
    expect(await db.transactions.get('t4')).toBeUndefined();
    await user.click(screen.getByText('Undo'));
    await shows('1 transaction restored.');
    expect(await db.transactions.get('t4')).toBeTruthy();
    expect(await db.outbox.count()).toBe(0);
    await waitFor(() => expect(names()).toContain('Asset 4'));
  });

  it('says what failed: selecting all, exporting, fetching, deleting', async () => {
    const { user, stage, db } = await open();
    await shows('Page 1 of 3');
    await stage({ failing: ['exportTransactions', 'transactionIds'], unwritable: ['outbox'] });
    await user.click(screen.getByLabelText('Export all transactions (filtered)'));
    await failed('Failed to export transactions. Please try again.');
    await user.click(header());
    await user.click(screen.getByLabelText('Export 20 selected transactions'));
    await failed('Failed to export selected transactions. Please try again.');
    await user.click(screen.getByLabelText('Delete 20 selected transactions'));
    await user.click(await screen.findByRole('button', { name: 'Delete 20 Transaction(s)' }));
    await failed('Failed to delete selected transactions. Please try again.');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(screen.getByRole('button', { name: `Select all ${TOTAL}` }));
    await failed('Failed to select all transactions. Please try again.');
    await stage({});
    await user.click(screen.getByRole('button', { name: `Select all ${TOTAL}` }));
    const remove = await screen.findByLabelText(`Delete ${TOTAL} selected transactions`);
    await stage({ failing: ['transactionIds'] });
    await user.click(remove);
    await user.click(await screen.findByRole('button', { name: `Delete ${TOTAL} Transaction(s)` }));
    await failed('Failed to fetch transactions for deletion. Please try again.');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await db.transactions.count()).toBe(TOTAL);
  });
});
