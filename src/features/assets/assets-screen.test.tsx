import 'fake-indexeddb/auto';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi, type Mock, type MockInstance } from 'vitest';
import type { Pounds, Quantity } from '../../../domain/values/amount.ts';
import type { IsoDate } from '../../../domain/values/dates.ts';
import type { AssetQuery } from '../../../domain/lists/asset-list.ts';
import type { Asset } from '../../../domain/records/records.ts';
import { listAssets } from '../../data/records/assets.ts';
import { currentDatabase } from '../../data/database/database.ts';
import { readPriceStatuses, storePriceStatus } from '../../data/records/prices.ts';
import { saveRecord } from '../../data/records/records.ts';
import { openTestDatabase, removeTestDatabase } from '../../data/database/test-database.fixture.ts';
import * as priceCalls from '../../sync/ask/price-calls.ts';
import { catchSavedFiles } from '../../testing/saved-files.ts';
import { leaveSession, signInAda } from '../../testing/signed-in.ts';
import { startThreadWorker, type ThreadWorker } from '../../testing/thread-worker.ts';
import { ToastRegion } from '../../ui/messages/toast.tsx';
import { makeAsset } from './asset.fixture.ts';
import { FILTERS_KEY } from './asset-filters.ts';
import { AssetsScreen } from './assets-screen.tsx';
import { assetsView } from './use-assets.ts';

/** The real worker, whose answers a test may replace. */
let worker: Readonly<Record<'listAssets' | 'assetIds' | 'exportAssets', Mock<(asked: object) => Promise<unknown>>>>;
let thread: ThreadWorker;
let refresh: MockInstance<typeof priceCalls.refreshPriceStatus>;
const saved = catchSavedFiles();

const now = Date.now();
const CATALOGUE: readonly Asset[] = Array.from({ length: 45 }, (_, index) =>
  makeAsset({
    id: `a${index + 1}`,
    isin: `TEST${index + 1}`,
    name: `Fund ${String(index + 1).padStart(2, '0')}`,
    ...(index === 1 && { type: 'BOND', category: 'LT_BONDS', excludeFromPriceUpdates: true }),
  }),
);

function Address() {
  const { pathname, search } = useLocation();
  return <output aria-label="Address">{pathname + search}</output>;
}

function open(path = '/assets') {
  const onImport = vi.fn();
  render(
    <MemoryRouter initialEntries={[path]}>
      <AssetsScreen onImport={onImport} />
      <Address />
      <ToastRegion />
    </MemoryRouter>,
  );
  return { onImport, user: userEvent.setup({ delay: null }) };
}

const address = () => screen.getByLabelText('Address').textContent;
const asked = () => worker.listAssets.mock.lastCall?.[0] as AssetQuery;
const header = () => screen.getByLabelText<HTMLInputElement>('Select all rows on this page');
const row = (number: string) => screen.getByLabelText<HTMLInputElement>(`Select Fund ${number}`);
const isDisabled = (label: string) => screen.getByLabelText(label).getAttribute('aria-disabled') === 'true';
const stored = () => JSON.parse(sessionStorage.getItem(FILTERS_KEY) ?? 'null') as unknown;
const NONE = { categoryFilter: '', typeFilter: '', searchQuery: '', isSearchActive: false };

beforeEach(async () => {
  signInAda({ isAdministrator: true });
  sessionStorage.clear();
  assetsView.keep({ sort: null, page: 1 });
  await openTestDatabase();
  await currentDatabase().assets.bulkAdd(CATALOGUE.map((asset) => ({ ...asset, version: 1 })));
  refresh = vi.spyOn(priceCalls, 'refreshPriceStatus').mockResolvedValue();
  thread = startThreadWorker();
  await thread.worker.open(currentDatabase().name);
  const real = thread.worker as unknown as Readonly<Record<keyof typeof worker, (asked: object) => Promise<unknown>>>;
  worker = {
    listAssets: vi.fn(real.listAssets),
    assetIds: vi.fn(real.assetIds),
    exportAssets: vi.fn(real.exportAssets),
  };
  Object.assign(thread.worker, worker);
});

afterEach(async () => {
  cleanup();
  vi.clearAllMocks();
  await thread.end();
  leaveSession();
  await removeTestDatabase();
});

describe('asset list (001 §2.3)', () => {
  it('shows its columns in order, a page of 20 by name, and the pager', async () => {
    open();
    expect(await screen.findByText('Showing 1 to 20 of 45 results')).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'Assets' })).toBeTruthy();
    expect(screen.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual([
      'Select all rows on this page',
      'Name',
      'ISIN',
      'Type',
      'Category',
      'TER %',
      'Price Source',
      'Denomination',
      'Price Update Status',
    ]);
    expect(screen.getAllByRole('row')[2]?.textContent).toBe(
      'Select Fund 02Fund 02TEST2BondLong-Term Bonds0.19%LSEGBPExcluded',
    );
    expect(screen.getByText('Page 1 of 3')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Previous' }).hasAttribute('disabled')).toBe(true);
  });

  it('has no pager while there is one page', async () => {
    open('/assets?category=LT_BONDS');
    await screen.findByText('Fund 02');
    expect(screen.queryByText(/results/u)).toBeNull();
  });

  it('takes the filters that the address names and keeps them for the session', async () => {
    open('/assets?category=LT_BONDS&type=BOND&search=fund');
    await waitFor(() => {
      expect(asked()).toEqual({ category: 'LT_BONDS', type: 'BOND', search: 'fund', page: 1 });
    });
    expect(stored()).toEqual({
      categoryFilter: 'LT_BONDS',
      typeFilter: 'BOND',
      searchQuery: 'fund',
      isSearchActive: true,
    });
  });

  it('restores the saved filters when the address names none', async () => {
    sessionStorage.setItem(FILTERS_KEY, JSON.stringify({ ...NONE, typeFilter: 'BOND' }));
    open();
    await waitFor(() => {
      expect(asked()).toMatchObject({ type: 'BOND', page: 1 });
    });
    expect(screen.getByLabelText<HTMLSelectElement>('Type').value).toBe('BOND');
  });

  it('offers all categories and types, and goes to page 1 with every change', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Next' }));
    await screen.findByText('Showing 21 to 40 of 45 results');
    const options = (label: string) =>
      within(screen.getByLabelText(label))
        .getAllByRole('option')
        .map((option) => option.textContent);
    expect(options('Category')).toEqual([
      'All Categories',
      'Emerging Markets Total Stock Market',
      'Long-Term Bonds',
      'Cash',
      'UK Total Stock Market',
      'US Total Stock Market',
      'US Small Cap Value',
      'Developed World Total Stock Market',
      'Precious Metals',
      'Non-Core',
    ]);
    expect(options('Type')).toEqual(['All Types', 'Equity', 'ETF', 'Fund', 'Bond', 'Cash', 'Commodity']);
    expect(screen.queryByText('Clear Filters')).toBeNull();
    await user.selectOptions(screen.getByLabelText('Category'), 'LT_BONDS');
    await waitFor(() => {
      expect(asked()).toMatchObject({ category: 'LT_BONDS', page: 1 });
    });
    expect(stored()).toEqual({ ...NONE, categoryFilter: 'LT_BONDS' });
    await user.click(screen.getByText('Clear Filters'));
    await waitFor(() => {
      expect(asked()).toEqual({ category: '', type: '', search: '', page: 1 });
    });
    expect(stored()).toEqual(NONE);
  });

  it('searches names and codes, and says that nothing matches', async () => {
    const { user } = open();
    await screen.findByText('Fund 01');
    await user.type(screen.getByPlaceholderText('Search assets...'), 'test45');
    expect(await screen.findByText('Fund 45')).toBeTruthy();
    expect(asked()).toMatchObject({ search: 'test45', page: 1 });
    expect(stored()).toEqual({ ...NONE, searchQuery: 'test45', isSearchActive: true });
    await user.type(screen.getByPlaceholderText('Search assets...'), 'x');
    expect(await screen.findByText('No assets found matching your search.')).toBeTruthy();
  });

  it('words an empty list by its reason', async () => {
    open('/assets?type=CASH');
    expect(await screen.findByText('No assets found with the selected filters.')).toBeTruthy();
    cleanup();
    await currentDatabase().assets.clear();
    sessionStorage.clear();
    open();
    expect(await screen.findByText('No assets found.')).toBeTruthy();
    expect(isDisabled('No assets to export')).toBe(true);
  });

  it('says when it could not load, and when it could not search', async () => {
    worker.listAssets.mockRejectedValue(new Error('gone'));
    open();
    expect((await screen.findByRole('alert')).textContent).toBe('Could not load assets. Please try again later.');
    cleanup();
    open('/assets?search=gold');
    expect((await screen.findByRole('alert')).textContent).toBe('Could not search assets. Please try again later.');
  });

  it('opens an asset for editing by an administrator, and for viewing by others', async () => {
    open();
    expect((await screen.findByRole('link', { name: 'Fund 01' })).getAttribute('href')).toBe('/assets/edit/a1');
    cleanup();
    signInAda();
    open();
    expect((await screen.findByRole('link', { name: 'Fund 01' })).getAttribute('href')).toBe('/assets/view/a1');
  });

  it('lets only administrators choose and change, and tells others why', async () => {
    signInAda();
    const { user, onImport } = open();
    await screen.findByText('Fund 01');
    expect(screen.queryByLabelText('Select all rows on this page')).toBeNull();
    for (const label of ['Import assets from CSV', 'Add new asset', 'Select assets to delete']) {
      expect(isDisabled(label)).toBe(true);
      expect(screen.getByLabelText(label).getAttribute('aria-description')).toBe(
        'Only administrators can change the asset catalogue',
      );
      await user.click(screen.getByLabelText(label));
    }
    expect(onImport).not.toHaveBeenCalled();
    expect(address()).toBe('/assets');
    expect(isDisabled('Export all assets (filtered)')).toBe(false);
  });

  it('goes to the form and to the import', async () => {
    const { user, onImport } = open();
    await screen.findByText('Fund 01');
    await user.click(screen.getByLabelText('Import assets from CSV'));
    expect(onImport).toHaveBeenCalledOnce();
    await user.click(screen.getByLabelText('Add new asset'));
    expect(address()).toBe('/assets/new');
  });

  it('shows how the last price fetch went, and when a good one was', async () => {
    await storePriceStatus(currentDatabase(), [
      { assetId: 'a1', status: 'Success', latestPrice: 1, lastFetchedAt: new Date(now - 5 * 60_000).toISOString() },
      { assetId: 'a3', status: 'Failed', latestPrice: null, lastFetchedAt: new Date(now).toISOString() },
      { assetId: 'a4', status: 'NeverFetched', latestPrice: null, lastFetchedAt: null },
      { assetId: 'a5', status: 'Excluded', latestPrice: null, lastFetchedAt: null },
    ]);
    open();
    await screen.findByText('Failed');
    const statuses = screen
      .getAllByRole('row')
      .slice(1, 7)
      .map((line) => line.lastElementChild?.textContent);
    expect(statuses).toEqual(['Success5 min ago', 'Excluded', 'Failed', 'Never Fetched', 'Excluded', '-']);
    const tone = (label: string) => screen.getAllByText(label)[0]?.className ?? '';
    expect(tone('Success')).toMatch(/good/u);
    expect(tone('Failed')).toMatch(/bad/u);
    expect(tone('Never Fetched')).toMatch(/warning/u);
    expect(tone('Excluded')).toMatch(/quiet/u);
    expect(refresh).toHaveBeenCalledOnce();
    expect(await readPriceStatuses(currentDatabase())).toHaveLength(4);
  });

  it('stays as it is when the status may not be asked for', async () => {
    refresh.mockRejectedValue(new Error('403'));
    open();
    expect(await screen.findByText('Fund 01')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('goes through the states of the selection', async () => {
    const { user } = open();
    await screen.findByText('Fund 01');
    await user.click(row('01'));
    expect(header().indeterminate).toBe(true);
    expect(screen.queryByText(/selected on this page/u)).toBeNull();
    await user.click(header());
    expect(screen.getByText('20 selected on this page.')).toBeTruthy();
    await user.click(row('01'));
    expect(screen.queryByText(/selected on this page/u)).toBeNull();
    await user.click(row('01'));
    await user.click(screen.getByRole('button', { name: 'Select all 45' }));
    expect(await screen.findByText('All 45 selected.')).toBeTruthy();
    expect(screen.getByLabelText('Export 45 selected assets')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Clear selection' }));
    expect(screen.queryByText('All 45 selected.')).toBeNull();
    await user.click(header());
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await screen.findByText('Showing 21 to 40 of 45 results');
    expect(screen.getByLabelText('Select assets to delete')).toBeTruthy();
  });

  it('exports the chosen assets, or all that the filters show', async () => {
    const { user } = open('/assets?search=fund');
    await screen.findByText('Fund 01');
    await user.click(screen.getByLabelText('Export all assets (filtered)'));
    await waitFor(() => {
      expect(saved).toHaveBeenCalledOnce();
    });
    expect(worker.exportAssets).toHaveBeenLastCalledWith({ query: { category: '', type: '', search: 'fund' } });
    await user.click(row('02'));
    await user.click(screen.getByLabelText('Export 1 selected assets'));
    await waitFor(() => {
      expect(worker.exportAssets).toHaveBeenLastCalledWith({ ids: ['a2'] });
    });
  });

  it('exports nothing a second time while it is exporting, and nothing while the list loads', async () => {
    worker.exportAssets.mockReturnValue(new Promise(() => undefined));
    const { user } = open();
    await screen.findByText('Fund 01');
    await user.click(screen.getByLabelText('Export all assets (filtered)'));
    await waitFor(() => {
      expect(isDisabled('Export all assets (filtered)')).toBe(true);
    });
    await user.click(screen.getByLabelText('Export all assets (filtered)'));
    expect(worker.exportAssets).toHaveBeenCalledOnce();
    cleanup();
    open();
    await screen.findByText('Fund 01');
    worker.listAssets.mockReturnValue(new Promise(() => undefined));
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await waitFor(() => {
      expect(isDisabled('Export all assets (filtered)')).toBe(true);
    });
  });

  it('says what failed: selecting all, exporting, exporting chosen ones, fetching for deletion', async () => {
    const { user } = open();
    await screen.findByText('Fund 01');
    const alert = async () => (await screen.findByRole('alert')).textContent;
    worker.exportAssets.mockRejectedValue(new Error('gone'));
    await user.click(screen.getByLabelText('Export all assets (filtered)'));
    expect(await alert()).toBe('Failed to export assets. Please try again.');
    await user.click(header());
    await user.click(screen.getByLabelText('Export 20 selected assets'));
    await waitFor(async () => {
      expect(await alert()).toBe('Failed to export selected assets. Please try again.');
    });
    worker.assetIds.mockRejectedValueOnce(new Error('gone'));
    await user.click(screen.getByRole('button', { name: 'Select all 45' }));
    await waitFor(async () => {
      expect(await alert()).toBe('Failed to select all assets. Please try again.');
    });
    await user.click(screen.getByRole('button', { name: 'Select all 45' }));
    await screen.findByText('All 45 selected.');
    worker.assetIds.mockRejectedValueOnce(new Error('gone'));
    await user.click(screen.getByLabelText('Delete 45 selected assets'));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
    await waitFor(async () => {
      expect(await alert()).toBe('Failed to fetch assets for deletion. Please try again.');
    });
  });

  it('deletes the chosen assets after asking, and takes it back', async () => {
    const { user } = open();
    await screen.findByText('Fund 01');
    expect(isDisabled('Select assets to delete')).toBe(true);
    await user.click(row('01'));
    await user.click(row('02'));
    await user.click(screen.getByLabelText('Delete 2 selected assets'));
    const dialog = await screen.findByRole('dialog', { name: 'Delete Assets' });
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(await listAssets(currentDatabase())).toHaveLength(45);
    await user.click(screen.getByLabelText('Delete 2 selected assets'));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('2 assets deleted.')).toBeTruthy();
    await waitFor(() => {
      expect(screen.queryByRole('dialog', { name: 'Delete Assets' })).toBeNull();
    });
    expect(await listAssets(currentDatabase())).toHaveLength(43);
    await screen.findByText('Showing 1 to 20 of 43 results');
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('2 assets restored.')).toBeTruthy();
    expect(await listAssets(currentDatabase())).toHaveLength(45);
  });

  it('deletes all that the filters show, asked for afresh', async () => {
    const { user } = open();
    await screen.findByText('Fund 01');
    await user.click(header());
    await user.click(screen.getByRole('button', { name: 'Select all 45' }));
    await user.click(await screen.findByLabelText('Delete 45 selected assets'));
    worker.assetIds.mockClear();
    await user.click(
      within(await screen.findByRole('dialog', { name: 'Delete Assets' })).getByRole('button', { name: 'Delete' }),
    );
    expect(await screen.findByText('45 assets deleted.')).toBeTruthy();
    expect(worker.assetIds).toHaveBeenCalledOnce();
    expect(await listAssets(currentDatabase())).toEqual([]);
  });

  it('deletes none while one of them is in use, and says why', async () => {
    await saveRecord(currentDatabase(), 'transaction', {
      transactionType: 'BUY',
      transactionDate: '2024-03-03' as IsoDate,
      brokerId: 'b',
      brokerDealReference: '',
      accountId: 'x',
      taxWrapper: 'ISA',
      isin: 'TEST1',
      quantity: 1 as Quantity,
      nativePrice: null,
      localPrice: null,
      consideration: 1 as Pounds,
      brokerCharge: 0 as Pounds,
      stampDuty: 0 as Pounds,
      fxCharge: 0 as Pounds,
      accruedInterest: 0 as Pounds,
    });
    const { user } = open();
    await screen.findByText('Fund 01');
    await user.click(row('01'));
    await user.click(row('02'));
    await user.click(screen.getByLabelText('Delete 2 selected assets'));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
    const dialog = await screen.findByRole('dialog', { name: 'Cannot Delete Assets' });
    expect(
      within(dialog).getByText(/^1 of your transactions is in these assets, so nothing was deleted/u),
    ).toBeTruthy();
    expect(within(dialog).queryByRole('button', { name: 'Delete' })).toBeNull();
    await user.click(within(dialog).getAllByRole('button', { name: 'Close' })[0] ?? dialog);
    expect(await listAssets(currentDatabase())).toHaveLength(45);
  });

  it('says that a deletion failed', async () => {
    const { user } = open();
    await screen.findByText('Fund 01');
    await user.click(row('01'));
    await user.click(screen.getByLabelText('Delete 1 selected assets'));
    const dialog = await screen.findByRole('dialog');
    await currentDatabase().meta.delete('owner');
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
    expect((await screen.findByRole('alert')).textContent).toBe('Failed to delete selected assets. Please try again.');
    await waitFor(() => {
      expect(screen.queryByRole('dialog', { name: 'Delete Assets' })).toBeNull();
    });
  });
});
