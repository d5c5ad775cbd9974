import 'fake-indexeddb/auto';
import { readFileSync } from 'node:fs';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter, MemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Money, Rate } from '../../../domain/values/amount.ts';
import type { IsoDate } from '../../../domain/values/dates.ts';
import { poundTotal, type CashBalance } from '../../../domain/holdings/pound-total.ts';
import type { Property, PropertyPrice } from '../../../domain/records/records.ts';
import { currentDatabase } from '../../data/database/database.ts';
import { openTestDatabase, removeTestDatabase } from '../../data/database/test-database.fixture.ts';
import * as removals from '../../data/outbox/removals.ts';
import { listProperties, priceHistoryOf } from '../../data/records/properties.ts';
import * as records from '../../data/records/records.ts';
import { chartIn, findPicture, standInCanvas } from '../../testing/drawn-chart.ts';
import { handInCompute } from '../../testing/hand-in-compute.ts';
import { ToastRegion } from '../../ui/messages/toast.tsx';
import { useValuesVisibility } from '../../ui/app-state/values-visibility.ts';
import { exportsHere } from '../../../workers/lists/exports.fixture.ts';
import { Exports } from '../../../workers/lists/exports.ts';
import { PropertyChart } from './property-chart.tsx';
import { PropertiesScreen } from './properties-screen.tsx';
import { PropertyFormScreen, type PropertyFormScreenProps } from './property-form-screen.tsx';
import { FILTERS_KEY, propertiesView } from './use-properties.ts';

handInCompute(() =>
  Object.assign(exportsHere(), {
    poundTotal: async (amounts: readonly CashBalance[]) =>
      poundTotal(
        amounts,
        (from, to) =>
          from === 'EUR' && to === 'GBP' ? { rate: 0.85 as Rate, rateDate: '2024-03-01' as IsoDate } : null,
        '2024-03-03' as IsoDate,
      ),
  }),
);

const gone = new Error('gone');
const ACCOUNTS = [
  { id: 'ada', name: 'Ada' },
  { id: 'bea', name: 'Bea' },
];
const live = <T,>(data: T | undefined, error?: unknown) => ({ data, error, loading: data === undefined });

function home(change: Partial<Property> = {}): Property {
  return {
    id: 'p1',
    accountId: 'ada',
    name: 'Cottage',
    address: '1 Lane\nTown',
    datePurchased: '2019-06-01' as IsoDate,
    purchasePrice: 200_000 as Money,
    currency: 'GBP',
    notes: '',
    ...change,
  };
}
function price(id: string, day: string, amount: number, change: Partial<PropertyPrice> = {}): PropertyPrice {
  return { id, propertyId: 'p1', priceDate: day as IsoDate, price: amount as Money, currency: 'GBP', ...change };
}
const THREE = [
  home(),
  home({
    id: 'p2',
    name: 'Flat',
    accountId: 'bea',
    address: '',
    datePurchased: '2021-01-31' as IsoDate,
    currency: 'EUR',
    purchasePrice: 100_000 as Money,
  }),
  home({ id: 'p3', name: 'Barn', datePurchased: '2015-01-01' as IsoDate, purchasePrice: 50_000 as Money }),
];
const PRICES = [
  price('x1', '2022-06-01', 240_000),
  price('x2', '2023-06-01', 250_000),
  price('x3', '2023-01-01', 45_000, { propertyId: 'p3' }),
];
const MANY = Array.from({ length: 25 }, (_, index) =>
  home({ id: `m${String(index).padStart(2, '0')}`, name: `House ${String(index).padStart(2, '0')}` }),
);

async function store(rows: readonly Property[], prices: readonly PropertyPrice[] = []) {
  await currentDatabase().properties.bulkAdd(rows.map((row) => ({ ...row, version: 1 })));
  await currentDatabase().propertyPrices.bulkAdd(prices.map((row) => ({ ...row, version: 1 })));
}

beforeEach(async () => {
  vi.spyOn(Date, 'now').mockReturnValue(Date.parse('2024-03-03T10:00:00Z'));
  standInCanvas();
  sessionStorage.clear();
  propertiesView.keep({ sort: { field: 'datePurchased', direction: 'desc' }, page: 1 });
  useValuesVisibility.getState().reset();
  await openTestDatabase();
  await currentDatabase().accounts.bulkAdd(ACCOUNTS.map((account) => ({ ...account, version: 1 })));
});

afterEach(async () => {
  cleanup();
  vi.clearAllMocks();
  vi.restoreAllMocks();
  await removeTestDatabase();
});

describe('properties list (002 §2, §4)', () => {
  async function open(rows: readonly Property[], prices: readonly PropertyPrice[] = []) {
    await store(rows, prices);
    render(
      <MemoryRouter initialEntries={['/properties']}>
        <PropertiesScreen accounts={ACCOUNTS} />
        <ToastRegion />
      </MemoryRouter>,
    );
    return { user: userEvent.setup({ delay: null }) };
  }
  const lines = () =>
    screen
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.textContent);
  const names = () =>
    screen
      .getAllByRole('row')
      .slice(1)
      .map((row) => within(row).getByRole('rowheader').textContent);
  const total = () => screen.getByText('Portfolio Total', { selector: 'dt' }).nextElementSibling?.textContent;
  const header = () => screen.getByLabelText<HTMLInputElement>('Select all rows on this page');

  it('shows its columns in order, the latest bought first, and masks values with four bullets', async () => {
    const { user } = await open(THREE, PRICES);
    expect((await screen.findByRole('link', { name: 'Cottage' })).getAttribute('href')).toBe('/properties/edit/p1');
    expect(screen.getByRole('heading', { name: 'Properties' })).toBeTruthy();
    expect(screen.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual([
      'Select all rows on this page',
      'Name',
      'Account',
      'Address',
      'Date Purchased',
      'Purchase Price',
      'Current Price',
      'Gain/Loss',
    ]);
    expect(names()).toEqual(['Flat', 'Cottage', 'Barn']);
    expect(lines()[0]).toBe('Select FlatFlatBea-31 Jan 2021••••--');
    expect(lines()[1]).toBe('Select CottageCottageAda1 Lane, Town1 Jun 2019••••••••••••');
    expect(document.body.textContent).not.toContain('200,000');
    await user.click(screen.getByLabelText('Show values'));
    expect(lines()[0]).toContain('€100,000.00--');
    expect(lines()[1]).toContain('£200,000.00£250,000.00+£50,000.00 (+25.00%)');
    expect(lines()[2]).toContain('£50,000.00£45,000.00−£5,000.00 (−10.00%)');
    const toned = (tone: string) =>
      [...document.querySelectorAll(`tbody [class*=${tone}]`)].map((figure) => figure.textContent);
    expect([toned('gain'), toned('loss')]).toEqual([
      ['+£50,000.00', '+25.00%'],
      ['−£5,000.00', '−10.00%'],
    ]);
  });

  it('totals current prices, or purchase prices where there is none, in pounds', async () => {
    const { user } = await open(THREE, PRICES);
    expect(await screen.findByText('EUR converted to GBP at the rates of 1 Mar 2024.')).toBeTruthy();
    expect(total()).toBe('••••');
    await user.click(screen.getByLabelText('Show values'));
    // 250,000 + 100,000 x 0.85 + 45,000
    expect(total()).toBe('£380,000.00');
    await user.selectOptions(screen.getByLabelText('Account'), 'ada');
    await waitFor(() => {
      expect(total()).toBe('£295,000.00');
    });
  });

  it('filters by account, keeps the filter for the session, restores it, and clears it', async () => {
    const { user } = await open(THREE);
    await screen.findByRole('link', { name: 'Cottage' });
    expect(screen.getByText('Filters:')).toBeTruthy();
    expect(
      within(screen.getByLabelText('Account'))
        .getAllByRole('option')
        .map((option) => option.textContent),
    ).toEqual(['All Accounts', 'Ada', 'Bea']);
    expect(screen.queryByText('Clear Filters')).toBeNull();
    await user.click(screen.getByLabelText('Select Flat'));
    await user.selectOptions(screen.getByLabelText('Account'), 'bea');
    await waitFor(() => {
      expect(names()).toEqual(['Flat']);
    });
    expect(screen.getByLabelText('Select properties to delete')).toBeTruthy();
    expect(JSON.parse(sessionStorage.getItem(FILTERS_KEY) ?? '')).toEqual({ accountFilter: 'bea' });
    cleanup();
    await open([]);
    await waitFor(() => {
      expect(names()).toEqual(['Flat']);
    });
    await user.click(screen.getByText('Clear Filters'));
    await waitFor(() => {
      expect(names()).toHaveLength(3);
    });
  });

  it('sorts a new column descending and the same one the other way, but not by address', async () => {
    const { user } = await open(THREE);
    await screen.findByRole('link', { name: 'Cottage' });
    const column = (name: RegExp) => screen.getByRole('columnheader', { name });
    expect(column(/Date Purchased/u).getAttribute('aria-sort')).toBe('descending');
    for (const name of [/Name/u, /Account/u, /Purchase Price/u, /Current Price/u, /Gain\/Loss/u])
      expect(within(column(name)).getByRole('button')).toBeTruthy();
    expect(within(column(/Address/u)).queryByRole('button')).toBeNull();
    await user.click(within(column(/Purchase Price/u)).getByRole('button'));
    await waitFor(() => {
      expect(names()).toEqual(['Cottage', 'Flat', 'Barn']);
    });
    await user.click(within(column(/Purchase Price/u)).getByRole('button'));
    await waitFor(() => {
      expect(names()).toEqual(['Barn', 'Flat', 'Cottage']);
    });
  });

  it('goes to page 1 with every change of order', async () => {
    const { user } = await open(MANY);
    await screen.findByText('Page 1 of 2');
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await screen.findByText('Showing 21 to 25 of 25 properties');
    await user.click(within(screen.getByRole('columnheader', { name: /Name/u })).getByRole('button'));
    expect(await screen.findByText('Showing 1 to 20 of 25 properties')).toBeTruthy();
    expect(names()[0]).toBe('House 24');
  });

  it('selects by its own rules and in its own words', async () => {
    const { user } = await open(MANY);
    expect(await screen.findByText('Showing 1 to 20 of 25 properties')).toBeTruthy();
    expect(screen.getByText('Page 1 of 2')).toBeTruthy();
    await user.click(header());
    expect(screen.getByText('All 20 properties on this page are selected.')).toBeTruthy();
    const first = screen.getAllByRole<HTMLInputElement>('checkbox', { name: /^Select House/u })[0] ?? header();
    await user.click(first);
    expect(screen.queryByText(/on this page are selected/u)).toBeNull();
    expect(header().indeterminate).toBe(true);
    await user.click(first);
    await user.click(screen.getByRole('button', { name: 'Select all 25 properties' }));
    expect(await screen.findByText('All 25 properties are selected.')).toBeTruthy();
    await user.click(first);
    expect(screen.queryByText('All 25 properties are selected.')).toBeNull();
    await user.click(first);
    // The page is whole again; the header now takes it out.
    await user.click(header());
    expect(screen.queryByText(/properties (on this page )?are selected/u)).toBeNull();
    expect(screen.getByLabelText('Delete 5 selected properties')).toBeTruthy();
    await user.click(header());
    await user.click(screen.getByRole('button', { name: 'Clear selection' }));
    expect(screen.getByLabelText('Select properties to delete').getAttribute('aria-disabled')).toBe('true');
  });

  it('has no banner where one page is all there is', async () => {
    const { user } = await open(THREE);
    await screen.findByRole('link', { name: 'Cottage' });
    await user.click(header());
    expect(screen.getByLabelText('Delete 3 selected properties')).toBeTruthy();
    expect(screen.queryByText(/are selected/u)).toBeNull();
    expect(screen.queryByText(/Page 1/u)).toBeNull();
    await user.click(header());
    expect(screen.getByLabelText('Select properties to delete')).toBeTruthy();
  });

  it('deletes after asking, in the singular for one', async () => {
    const { user } = await open(THREE);
    await screen.findByRole('link', { name: 'Cottage' });
    await user.click(screen.getByLabelText('Select Flat'));
    await user.click(screen.getByLabelText('Delete 1 selected properties'));
    const dialog = () => screen.findByRole('dialog', { name: 'Confirm Bulk Delete' });
    expect((await dialog()).textContent).toContain('Are you sure you want to delete 1 property?');
    await user.click(within(await dialog()).getByRole('button', { name: 'Cancel' }));
    await user.click(screen.getByLabelText('Delete 1 selected properties'));
    await dialog();
    await user.click(document.querySelector('[class*="backdrop"]') as HTMLElement);
    await waitFor(() => {
      expect(screen.queryByRole('dialog')).toBeNull();
    });
    expect(names()).toHaveLength(3);
    await user.click(screen.getByLabelText('Select Barn'));
    await user.click(screen.getByLabelText('Delete 2 selected properties'));
    expect((await dialog()).textContent).toContain('Are you sure you want to delete 2 properties?');
    await user.click(within(await dialog()).getByRole('button', { name: 'Delete' }));
    await waitFor(() => {
      expect(names()).toEqual(['Cottage']);
    });
    expect(screen.getByLabelText('Select properties to delete')).toBeTruthy();
    expect(await listProperties(currentDatabase())).toHaveLength(1);
  });

  it('says what goes here while there is nothing, with the first step', async () => {
    await open([]);
    expect(await screen.findByText('No Properties Found')).toBeTruthy();
    expect(screen.getByText('Add your first property to start tracking your real estate investments.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Add Property' }).getAttribute('href')).toBe('/properties/new');
    expect(screen.getByRole('link', { name: 'Add new property' }).getAttribute('href')).toBe('/properties/new');
  });

  it('says what failed: selecting all, deleting, loading', async () => {
    const { user } = await open(MANY);
    await screen.findByText('Page 1 of 2');
    const says = async (text: string) => {
      await waitFor(() => {
        expect(screen.getByRole('alert').textContent).toBe(text);
      });
    };
    await user.click(header());
    vi.spyOn(currentDatabase().properties, 'toArray').mockRejectedValueOnce(new Error('gone'));
    await user.click(screen.getByRole('button', { name: 'Select all 25 properties' }));
    await says('Failed to select all properties');
    vi.spyOn(removals, 'removeRecords').mockRejectedValueOnce(gone);
    await user.click(screen.getByLabelText('Delete 20 selected properties'));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
    await says('Failed to delete properties');
    await waitFor(() => {
      expect(screen.queryByRole('dialog')).toBeNull();
    });
    cleanup();
    vi.spyOn(currentDatabase().properties, 'toArray').mockRejectedValue(new Error('gone'));
    await open([]);
    await says('Failed to load properties. Please try again.');
  });
});

describe('property form (002 §2, §5)', () => {
  function open(props: Partial<PropertyFormScreenProps> = {}) {
    const router = createMemoryRouter(
      [
        {
          path: '/form',
          element: <PropertyFormScreen accounts={live(ACCOUNTS)} onImportPrices={vi.fn()} {...props} />,
        },
        { path: '/properties', element: <p>The list</p> },
      ],
      { initialEntries: ['/form'] },
    );
    render(
      <>
        <RouterProvider router={router} />
        <ToastRegion />
      </>,
    );
    return { user: userEvent.setup({ delay: null }) };
  }
  const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
  const submit = (name = 'Create Property') => screen.getByRole<HTMLButtonElement>('button', { name });
  const entries = () =>
    within(screen.getByRole('list', { name: 'Prices' }))
      .getAllByRole('listitem')
      .map((item) => item.textContent?.replace('Waiting to be sent', ''));

  async function fill(user: ReturnType<typeof userEvent.setup>) {
    await screen.findByLabelText('Account *');
    await user.selectOptions(field('Account *'), 'ada');
    await user.type(field('Property Name *'), 'Cottage');
    await user.type(field('Date Purchased *'), '01/06/2019');
    await user.type(field('Purchase Price *'), '200000');
    await waitFor(() => {
      expect(submit().disabled).toBe(false);
    });
  }

  it('saves a new property and goes to the list', async () => {
    const { user } = open();
    expect(await screen.findByRole('heading', { name: 'Add Property' })).toBeTruthy();
    await screen.findByLabelText('Account *');
    expect(within(field('Account *')).getAllByRole('option')[0]?.textContent).toBe('Select Account');
    expect([field('Address').placeholder, field('Address').tagName]).toEqual(['Full address', 'TEXTAREA']);
    expect([field('Notes').placeholder, field('Notes').tagName]).toEqual(['Additional information', 'TEXTAREA']);
    expect(
      within(field('Currency *'))
        .getAllByRole('option')
        .map((option) => option.textContent),
    ).toEqual(['GBP', 'USD', 'EUR']);
    expect(field('Currency *').value).toBe('GBP');
    expect(submit().disabled).toBe(true);
    expect(screen.getByRole('link', { name: 'Cancel' }).getAttribute('href')).toBe('/properties');
    expect(screen.queryByText('Price History')).toBeNull();
    await fill(user);
    await user.click(submit());
    expect(await screen.findByText('The list')).toBeTruthy();
    expect(await listProperties(currentDatabase())).toMatchObject([
      {
        accountId: 'ada',
        name: 'Cottage',
        address: '',
        datePurchased: '2019-06-01',
        purchasePrice: 200_000,
        currency: 'GBP',
        notes: '',
      },
    ]);
  });

  it('words what is missing on Enter, and a price that is not positive', async () => {
    const { user } = open();
    await screen.findByLabelText('Account *');
    expect(screen.queryByText('Account is required')).toBeNull();
    await user.type(field('Property Name *'), '{Enter}');
    for (const message of [
      'Account is required',
      'Property name is required',
      'Date purchased is required',
      'Purchase price is required and must be positive',
    ])
      expect(await screen.findByText(message)).toBeTruthy();
    await user.type(field('Purchase Price *'), '0.01');
    await waitFor(() => {
      expect(screen.queryByText('Purchase price is required and must be positive')).toBeNull();
    });
    await user.keyboard('{ArrowUp}');
    expect(field('Purchase Price *').value).toBe('0.02');
    for (const text of ['0', 'a house']) {
      await user.clear(field('Purchase Price *'));
      await user.type(field('Purchase Price *'), text);
      expect(await screen.findByText('Purchase price is required and must be positive')).toBeTruthy();
    }
  });

  it('says that it is saving, and stops at the first press', async () => {
    const { user } = open();
    await fill(user);
    vi.spyOn(records, 'saveRecord').mockReturnValue(new Promise(() => undefined));
    await user.click(submit());
    expect((await screen.findByRole('button', { name: 'Saving...' })).getAttribute('aria-disabled')).toBe('true');
  });

  it('says what failed: accounts, the property, creating, updating', async () => {
    open({ accounts: live<readonly { id: string; name: string }[]>(undefined, new Error('gone')) });
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to load accounts');
    cleanup();
    open({ id: 'none' });
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to load property');
    cleanup();
    vi.spyOn(records, 'saveRecord').mockRejectedValue(gone);
    const { user } = open();
    await fill(user);
    await user.click(submit());
    expect((await screen.findByRole('alert')).textContent).toBe('Failed to create property');
    expect(submit().disabled).toBe(false);
    cleanup();
    await store([home()]);
    open({ id: 'p1' });
    await screen.findByLabelText('Account *');
    await waitFor(() => {
      expect(submit('Update Property').disabled).toBe(false);
    });
    await user.click(submit('Update Property'));
    expect((await screen.findByRole('alert')).textContent).toBe('Failed to update property');
  });

  it('lists the price history newest first; hidden prices are not in the page', async () => {
    await store([home()], PRICES);
    const { user } = open({ id: 'p1' });
    expect(await screen.findByRole('heading', { name: 'Edit Property' })).toBeTruthy();
    await screen.findByRole('heading', { name: 'Price History' });
    expect(field('Date Purchased *').value).toBe('01/06/2019');
    await waitFor(() => {
      expect(entries()).toEqual(['••••01/06/2023', '••••01/06/2022']);
    });
    expect(document.body.textContent).not.toContain('250,000');
    await user.click(screen.getByLabelText('Show values'));
    expect(entries()).toEqual(['£250,000.0001/06/2023', '£240,000.0001/06/2022']);
  });

  it('adds a price, which starts in pounds again the next time', async () => {
    await store([home()]);
    const { user } = open({ id: 'p1' });
    expect(await screen.findByText('No price history yet')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Show Chart' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Add Price' }));
    const form = () => within(screen.getByRole('form', { name: 'Add Price' }));
    const add = () => form().getByRole<HTMLButtonElement>('button', { name: 'Add' });
    expect(add().disabled).toBe(true);
    await user.type(form().getByLabelText('Date *'), '01/06/2023');
    expect(add().disabled).toBe(true);
    await user.type(form().getByLabelText('Price *'), '0');
    expect(add().disabled).toBe(true);
    await user.clear(form().getByLabelText('Price *'));
    await user.type(form().getByLabelText('Price *'), '250000');
    expect(form().queryByRole('status')).toBeNull();
    await user.selectOptions(form().getByLabelText('Currency *'), 'EUR');
    expect(form().getByRole('status').textContent).toBe(
      'The property is in GBP: a price in EUR is kept, but does not count as its value.',
    );
    vi.spyOn(records, 'saveRecord').mockRejectedValueOnce(gone);
    await user.click(add());
    expect((await screen.findByRole('alert')).textContent).toBe('Failed to add price');
    await user.click(add());
    await waitFor(() => {
      expect(screen.queryByRole('form', { name: 'Add Price' })).toBeNull();
    });
    await waitFor(() => {
      expect(entries()).toEqual(['••••01/06/2023']);
    });
    expect(await priceHistoryOf(currentDatabase(), 'p1')).toMatchObject([
      { priceDate: '2023-06-01', price: 250_000, currency: 'EUR' },
    ]);
    await user.click(screen.getByRole('button', { name: 'Add Price' }));
    expect(form().getByLabelText<HTMLSelectElement>('Currency *').value).toBe('GBP');
    await user.click(form().getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('form', { name: 'Add Price' })).toBeNull();
  });

  it('says nothing when the price history cannot be read, and goes on without it', async () => {
    await store([home()], PRICES);
    const read = vi.spyOn(currentDatabase().propertyPrices, 'where').mockImplementation(() => {
      throw new Error('gone');
    });
    open({ id: 'p1' });
    expect(await screen.findByRole('heading', { name: 'Price History' })).toBeTruthy();
    await waitFor(() => {
      expect(read).toHaveBeenCalled();
    });
    await waitFor(() => {
      expect(field('Property Name *').value).toBe('Cottage');
    });
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.queryByRole('list', { name: 'Prices' })).toBeNull();
    expect(screen.queryByText('No price history yet')).toBeNull();
    expect(screen.getByRole('button', { name: 'Add Price' })).toBeTruthy();
  });

  it('leads into and out of a file of prices', async () => {
    await store([home()], PRICES);
    const blobs: Blob[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => `blob:${blobs.push(blob as Blob)}`);
    const onImportPrices = vi.fn();
    const { user } = open({ id: 'p1', onImportPrices });
    await user.click(await screen.findByRole('button', { name: 'Export prices' }));
    await waitFor(() => {
      expect(blobs).toHaveLength(1);
    });
    expect((await blobs[0]?.text())?.split('\r\n').map((line) => line.split(',').slice(2).join())).toEqual([
      'Date,Price,Currency',
      '2023-06-01,250000,GBP',
      '2022-06-01,240000,GBP',
      '',
    ]);
    vi.spyOn(Exports.prototype, 'exportPropertyPrices').mockRejectedValueOnce(new Error('gone'));
    await user.click(screen.getByRole('button', { name: 'Export prices' }));
    expect((await screen.findByRole('alert')).textContent).toBe('Failed to export prices. Please try again.');
    await user.click(screen.getByRole('button', { name: 'Import prices from CSV' }));
    expect(onImportPrices).toHaveBeenCalledWith(expect.objectContaining({ id: 'p1' }));
  });

  it('deletes a price after asking', async () => {
    await store([home()], PRICES);
    const { user } = open({ id: 'p1' });
    await waitFor(() => {
      expect(entries()).toHaveLength(2);
    });
    await user.click(screen.getByLabelText('Show values'));
    const ask = async () => {
      await user.click(screen.getByLabelText('Delete the price of 01/06/2023'));
      return await screen.findByRole('dialog', { name: 'Confirm Delete' });
    };
    expect((await ask()).textContent).toContain(
      'Are you sure you want to delete the price entry for 01/06/2023 (£250,000.00)?',
    );
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel' }));
    vi.spyOn(removals, 'removeRecords').mockRejectedValueOnce(gone);
    await user.click(within(await ask()).getByRole('button', { name: 'Delete' }));
    expect((await screen.findByRole('alert')).textContent).toBe('Failed to delete price');
    await user.click(within(await ask()).getByRole('button', { name: 'Delete' }));
    await waitFor(() => {
      expect(entries()).toHaveLength(1);
    });
    // The button that was pressed has gone.
    await waitFor(() => {
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add Price' }));
    });
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => {
      expect(entries()).toHaveLength(2);
    });
    expect(await screen.findByText('1 price restored.')).toBeTruthy();
  });

  it('draws the chart 100 ms after it was asked for, 400 px tall', () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { container } = render(<PropertyChart prices={PRICES.slice(0, 2)} currency="GBP" />);
    act(() => {
      vi.advanceTimersByTime(99);
    });
    expect(screen.queryByRole('img')).toBeNull();
    act(() => {
      vi.advanceTimersByTime(1);
    });
    // The canvas, then its figures.
    for (const _task of [1, 2])
      act(() => {
        vi.runOnlyPendingTimers();
      });
    expect(chartIn(screen.getByRole('img')).data.datasets[0]?.data).toHaveLength(2);
    vi.useRealTimers();
    expect(container.firstElementChild?.className).toContain('chart');
    expect(readFileSync('src/features/properties/properties.module.css', 'utf8')).toMatch(
      /\.chart \{[^}]*block-size: 400px;/u,
    );
  });

  it('draws the prices by day as a chart on demand, again when they change, and without figures while values are hidden', async () => {
    await store([home()], PRICES);
    const { user } = open({ id: 'p1' });
    await user.click(await screen.findByRole('button', { name: 'Show Chart' }));
    const canvas = await findPicture(/^Property Value History/u);
    const chart = () => chartIn(canvas);
    const { scales, plugins } = chart().options;
    expect(chart().data.datasets[0]?.data.map(({ y }) => y)).toEqual([240_000, 250_000]);
    expect([plugins.title.text, scales.x.title.text, scales.y.title.text]).toEqual([
      'Property Value History',
      'Date',
      'Value (£)',
    ]);
    expect([plugins.tooltip.enabled, scales.y.ticks.display]).toEqual([false, false]);
    expect(plugins.tooltip.callbacks.label({ parsed: { y: 250_000 } })).toBe('Value: £250,000.00');
    act(() => canvas.focus());
    await user.keyboard('{Home}');
    expect(screen.getByText('1 Jun 2022')).toBeTruthy();
    await user.click(screen.getByLabelText('Show values'));
    await waitFor(() => {
      expect(chart().options.plugins.tooltip.enabled).toBe(true);
    });
    act(() => canvas.focus());
    await user.keyboard('{Home}');
    expect(screen.getByText('1 Jun 2022, Value: £240,000.00')).toBeTruthy();
    await user.click(screen.getByLabelText('Delete the price of 01/06/2022'));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
    await waitFor(() => {
      expect(chart().data.datasets[0]?.data.map(({ y }) => y)).toEqual([250_000]);
    });
    await user.click(screen.getByRole('button', { name: 'Hide Chart' }));
    expect(screen.queryByRole('img', { name: /^Property Value History/u })).toBeNull();
  });
});
