import 'fake-indexeddb/auto';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter, MemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Money, Rate } from '../../../domain/values/amount.ts';
import type { IsoDate } from '../../../domain/values/dates.ts';
import { poundTotal, type CashBalance } from '../../../domain/holdings/pound-total.ts';
import type { BrokerCashBalance } from '../../../domain/records/records.ts';
import { listBrokerCashBalances } from '../../data/records/broker-cash-balances.ts';
import * as records from '../../data/records/records.ts';
import { currentDatabase } from '../../data/database/database.ts';
import { openTestDatabase, removeTestDatabase } from '../../data/database/test-database.fixture.ts';
import { listOutbox } from '../../data/outbox/outbox.ts';
import { handInCompute } from '../../testing/hand-in-compute.ts';
import { catchSavedFiles, type SavedFile } from '../../testing/saved-files.ts';
import { ToastRegion } from '../../ui/messages/toast.tsx';
import { useValuesVisibility } from '../../ui/app-state/values-visibility.ts';
import { exportsHere } from '../../../workers/lists/exports.fixture.ts';
import { FILTERS_KEY } from './broker-cash-filters.ts';
import { BrokerCashFormScreen, type BrokerCashFormScreenProps } from './broker-cash-form-screen.tsx';
import { BrokerCashScreen } from './broker-cash-screen.tsx';
import { brokerCashView } from './use-broker-cash.ts';

const saved = catchSavedFiles();
handInCompute(() =>
  Object.assign(exportsHere(), {
    poundTotal: async (amounts: readonly CashBalance[]) =>
      poundTotal(
        amounts,
        (from, to) =>
          from === 'USD' && to === 'GBP' ? { rate: 0.79 as Rate, rateDate: '2024-03-01' as IsoDate } : null,
        '2024-03-03' as IsoDate,
      ),
  }),
);

const ACCOUNTS = [
  { id: 'ada', name: 'Ada' },
  { id: 'bea', name: 'Bea' },
];
const BROKERS = [{ id: 'ajb', name: 'AJ Bell' }];
const live = <T,>(data: T | undefined, error?: unknown) => ({ data, error, loading: data === undefined });

function cash(change: Partial<BrokerCashBalance> = {}): BrokerCashBalance {
  return {
    id: 'c1',
    accountId: 'ada',
    brokerId: 'ajb',
    taxWrapper: 'ISA',
    cashBalance: 250.1 as Money,
    currency: 'GBP',
    notes: '',
    lastUpdated: '2024-03-03' as IsoDate,
    ...change,
  };
}
const TWO = [
  cash(),
  cash({
    id: 'c2',
    accountId: 'bea',
    taxWrapper: 'SIPP',
    cashBalance: 100 as Money,
    currency: 'USD',
    notes: 'dividends',
  }),
];
const MANY = Array.from({ length: 25 }, (_, index) =>
  cash({ id: `m${String(index).padStart(2, '0')}`, cashBalance: (index + 1) as Money }),
);

beforeEach(async () => {
  vi.spyOn(Date, 'now').mockReturnValue(Date.parse('2024-03-03T10:00:00Z'));
  sessionStorage.clear();
  brokerCashView.keep({ sort: null, page: 1 });
  useValuesVisibility.getState().reset();
  await openTestDatabase();
  const db = currentDatabase();
  await db.accounts.bulkAdd(ACCOUNTS.map((account) => ({ ...account, version: 1 })));
  await db.brokers.bulkAdd(BROKERS.map((broker) => ({ ...broker, version: 1 })));
});

afterEach(async () => {
  cleanup();
  vi.clearAllMocks();
  vi.restoreAllMocks();
  await removeTestDatabase();
});

describe('broker cash balances list (002 §2)', () => {
  async function open(rows: readonly BrokerCashBalance[], path = '/broker-cash-balances') {
    await currentDatabase().brokerCashBalances.bulkAdd(rows.map((row) => ({ ...row, version: 1 })));
    const onImport = vi.fn();
    render(
      <MemoryRouter initialEntries={[path]}>
        <BrokerCashScreen accounts={ACCOUNTS} onImport={onImport} />
        <ToastRegion />
      </MemoryRouter>,
    );
    return { onImport, user: userEvent.setup({ delay: null }) };
  }
  const figure = (label: string) => screen.getByText(label, { selector: 'dt' }).nextElementSibling?.textContent;
  const stored = () => JSON.parse(sessionStorage.getItem(FILTERS_KEY) ?? 'null') as unknown;
  const lines = () =>
    screen
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.textContent);
  const NONE = { accountFilter: '', taxWrapperFilter: '' };

  it('shows its columns in order, each balance in its own currency, and hides balances', async () => {
    const { user } = await open(TWO);
    expect((await screen.findByRole('link', { name: 'Ada' })).getAttribute('href')).toBe(
      '/broker-cash-balances/c1/edit',
    );
    expect(screen.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual([
      'Details',
      'Select all rows on this page',
      'Account',
      'Broker',
      'Tax Wrapper',
      'Cash Balance',
      'Currency',
      'Last Updated',
      'Notes',
    ]);
    expect(lines()[0]).toBe('Select Ada, AJ Bell, ISA, GBPAdaAJ BellISA••••••GBP3 Mar 2024-');
    expect(document.body.textContent).not.toContain('250.10');
    await user.click(screen.getByLabelText('Show values'));
    expect(lines()[0]).toContain('£250.10GBP');
    expect(lines()[1]).toContain('$100.00USD3 Mar 2024dividends');
  });

  it('sums the page up in pounds, and says which currencies were converted', async () => {
    const { user } = await open([
      ...TWO,
      cash({ id: 'c3', taxWrapper: 'LISA', currency: 'EUR', cashBalance: 9 as Money }),
    ]);
    expect(
      await screen.findByText(
        'USD converted to GBP at the rates of 1 Mar 2024. Without EUR: this device has no exchange rate for it.',
      ),
    ).toBeTruthy();
    expect([figure('Accounts'), figure('Total Balance')]).toEqual(['3', '••••••']);
    await user.click(screen.getByLabelText('Show values'));
    // 250.10 + 100 x 0.79
    expect(figure('Total Balance')).toBe('£329.10');
    // What it takes to add the total up by hand.
    expect(screen.getByText('is', { selector: 'span' }).textContent).toBe('$100.00 is £79.00');
  });

  it('says nothing of a conversion where all is in pounds', async () => {
    await open([cash()]);
    await waitFor(() => {
      expect(figure('Total Balance')).toBe('••••••');
    });
    expect(screen.queryByText(/converted/u)).toBeNull();
  });

  it('filters by account and tax wrapper, and keeps the filters for the session', async () => {
    const { user } = await open(TWO);
    await screen.findByText('Ada', { selector: 'a *, a' });
    const options = (label: string) =>
      within(screen.getByLabelText(label))
        .getAllByRole('option')
        .map((option) => option.textContent);
    expect(options('Account')).toEqual(['All Accounts', 'Ada', 'Bea']);
    expect(options('Tax Wrapper')).toEqual([
      'All Tax Wrappers',
      'DEALING',
      'SIPP',
      'ISA',
      'LISA',
      'SPECULATIVE',
      'JISA',
    ]);
    await user.selectOptions(screen.getByLabelText('Tax Wrapper'), 'SIPP');
    await waitFor(() => {
      expect(lines()).toHaveLength(1);
    });
    expect(stored()).toEqual({ ...NONE, taxWrapperFilter: 'SIPP' });
    await user.click(screen.getByText('Clear Filters'));
    await waitFor(() => {
      expect(lines()).toHaveLength(2);
    });
    expect(stored()).toEqual(NONE);
  });

  it('takes the filters that the address names, else those that were kept', async () => {
    await open(TWO, '/broker-cash-balances?accountId=bea&taxWrapper=SIPP');
    await waitFor(() => {
      expect(lines()).toHaveLength(1);
    });
    expect(stored()).toEqual({ accountFilter: 'bea', taxWrapperFilter: 'SIPP' });
    cleanup();
    await open([]);
    await waitFor(() => {
      expect(lines()[0]).toContain('Bea');
    });
    expect(screen.getByLabelText<HTMLSelectElement>('Account').value).toBe('bea');
  });

  it('sorts, pages by 20, and goes through the states of the selection', async () => {
    const { user } = await open(MANY);
    expect(await screen.findByText('Showing 1 to 20 of 25 results')).toBeTruthy();
    const header = () => screen.getByRole('columnheader', { name: /Cash Balance/u });
    await user.click(within(header()).getByRole('button'));
    await waitFor(() => {
      expect(header().getAttribute('aria-sort')).toBe('ascending');
    });
    await user.click(within(header()).getByRole('button'));
    await waitFor(() => {
      expect(header().getAttribute('aria-sort')).toBe('descending');
    });
    // The rows in that order are read: those before would be selected else.
    await waitFor(() => {
      expect(screen.getByRole('table').getAttribute('aria-busy')).toBeNull();
    });
    await user.click(screen.getByLabelText('Select all rows on this page'));
    expect(screen.getByText('20 selected on this page.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Select all 25' }));
    expect(await screen.findByText('All 25 selected.')).toBeTruthy();
    expect(screen.getByLabelText('Export 25 selected cash balances')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Clear selection' }));
    expect(screen.getByLabelText('Select cash balances to delete').getAttribute('aria-disabled')).toBe('true');
  });

  it('exports under its own names, and leads to form and import', async () => {
    const { user, onImport } = await open(TWO);
    await screen.findByLabelText('Select Ada, AJ Bell, ISA, GBP');
    await user.click(screen.getByLabelText('Export all cash balances (filtered)'));
    await waitFor(() => {
      expect(saved).toHaveBeenCalledOnce();
    });
    const file = () => saved.mock.lastCall?.[0] as SavedFile;
    expect(file().fileName).toBe('broker-cash-balances-export-2024-03-03.csv');
    await user.click(screen.getByLabelText('Select Ada, AJ Bell, ISA, GBP'));
    await user.click(screen.getByLabelText('Export 1 selected cash balances'));
    await waitFor(() => {
      expect(file().fileName).toBe('broker-cash-balances-export-selected-1-2024-03-03.csv');
    });
    expect((await file().blob.text()).trim().split('\r\n')[1]).toContain('Ada,AJ Bell,ISA,250.1,GBP,2024-03-03');
    await user.click(screen.getByLabelText('Import cash balances from CSV'));
    expect(onImport).toHaveBeenCalledOnce();
    expect(screen.getByRole('link', { name: 'Add new cash balance' }).getAttribute('href')).toBe(
      '/broker-cash-balances/new',
    );
  });

  it('deletes the chosen balances after asking, and takes it back', async () => {
    const { user } = await open(TWO);
    await user.click(await screen.findByLabelText('Select Ada, AJ Bell, ISA, GBP'));
    await user.click(screen.getByLabelText('Delete 1 selected cash balances'));
    const dialog = await screen.findByRole('dialog', { name: 'Confirm Delete' });
    expect(dialog.textContent).toContain(
      'Are you sure you want to delete 1 selected broker cash balance(s)? This action cannot be undone.',
    );
    expect(within(dialog).getByRole('button', { name: 'Cancel' })).toBeTruthy();
    await user.click(within(dialog).getByRole('button', { name: 'Delete 1 Cash Balance(s)' }));
    await waitFor(() => {
      expect(lines()).toHaveLength(1);
    });
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => {
      expect(lines()).toHaveLength(2);
    });
  });

  it('says that it is loading, that there is none, and that it could not load', async () => {
    const read = vi.spyOn(currentDatabase().brokerCashBalances, 'toArray');
    read.mockReturnValue(new Promise(() => undefined) as never);
    await open([]);
    expect((await screen.findAllByText('Loading broker cash balances...')).length).toBeGreaterThan(0);
    cleanup();
    read.mockRejectedValue(new Error('gone'));
    await open([]);
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Could not load broker cash balances. Please try again later.',
    );
    cleanup();
    read.mockRestore();
    await open([]);
    expect(await screen.findByText('No broker cash balances found.')).toBeTruthy();
  });

  it('says what failed: exporting, selecting all, fetching for deletion, deleting', async () => {
    const { user } = await open(MANY);
    await screen.findByText('Showing 1 to 20 of 25 results');
    const says = async (text: string) => {
      await waitFor(() => {
        expect(screen.getByRole('alert').textContent).toBe(text);
      });
    };
    const failOnce = () =>
      vi.spyOn(currentDatabase().brokerCashBalances, 'toArray').mockRejectedValueOnce(new Error('gone'));
    failOnce();
    await user.click(screen.getByLabelText('Export all cash balances (filtered)'));
    await says('Failed to export cash balances. Please try again.');
    await user.click(screen.getByLabelText('Select all rows on this page'));
    failOnce();
    await user.click(screen.getByLabelText('Export 20 selected cash balances'));
    await says('Failed to export selected cash balances. Please try again.');
    failOnce();
    await user.click(screen.getByRole('button', { name: 'Select all 25' }));
    await says('Failed to select all cash balances. Please try again.');
    await user.click(screen.getByRole('button', { name: 'Select all 25' }));
    await screen.findByText('All 25 selected.');
    failOnce();
    await user.click(screen.getByLabelText('Delete 25 selected cash balances'));
    await user.click(await screen.findByRole('button', { name: 'Delete 25 Cash Balance(s)' }));
    await says('Failed to fetch cash balances for deletion. Please try again.');
    await currentDatabase().meta.delete('owner');
    await user.click(screen.getByLabelText('Delete 25 selected cash balances'));
    await user.click(await screen.findByRole('button', { name: 'Delete 25 Cash Balance(s)' }));
    await says('Failed to delete selected cash balances. Please try again.');
  });
});

describe('broker cash balance form (002 §2, §5)', () => {
  function open(props: Partial<BrokerCashFormScreenProps> = {}) {
    const router = createMemoryRouter(
      [
        {
          path: '/form',
          element: <BrokerCashFormScreen accounts={live(ACCOUNTS)} brokers={live(BROKERS)} {...props} />,
        },
        { path: '/broker-cash-balances', element: <p>The list</p> },
      ],
      { initialEntries: ['/form'] },
    );
    render(<RouterProvider router={router} />);
    return { user: userEvent.setup({ delay: null }) };
  }
  const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
  const submit = (name = 'Create Cash Balance') => screen.getByRole<HTMLButtonElement>('button', { name });

  it('saves a new balance as of today, and goes to the list', async () => {
    const { user } = open({ accounts: live([{ id: 'bea', name: 'Bea' }]) });
    expect(await screen.findByRole('heading', { name: 'Add Broker Cash Balance' })).toBeTruthy();
    await screen.findByLabelText('Account *');
    // The only account is chosen beforehand.
    expect([field('Account *').value, field('Currency *').value, field('Cash Balance *').value]).toEqual([
      'bea',
      'GBP',
      '0.00',
    ]);
    expect(
      within(field('Currency *'))
        .getAllByRole('option')
        .map((option) => option.textContent),
    ).toEqual(['GBP', 'USD', 'EUR']);
    expect(field('Notes').tagName).toBe('TEXTAREA');
    expect(submit().disabled).toBe(true);
    expect(screen.getByRole('link', { name: 'Cancel' }).getAttribute('href')).toBe('/broker-cash-balances');
    await user.selectOptions(field('Broker *'), 'ajb');
    await user.selectOptions(field('Tax Wrapper *'), 'LISA');
    await user.click(field('Cash Balance *'));
    await user.keyboard('{ArrowUp}');
    expect(field('Cash Balance *').value).toBe('0.01');
    await waitFor(() => {
      expect(submit().disabled).toBe(false);
    });
    await user.click(submit());
    expect(await screen.findByText('The list')).toBeTruthy();
    expect(await listBrokerCashBalances(currentDatabase())).toMatchObject([
      {
        accountId: 'bea',
        brokerId: 'ajb',
        taxWrapper: 'LISA',
        cashBalance: 0.01,
        currency: 'GBP',
        notes: '',
        lastUpdated: '2024-03-03',
      },
    ]);
  });

  it('requires account, broker, wrapper and a balance of 0 or more, and sends nothing until then', async () => {
    const { user } = open();
    await screen.findByLabelText('Account *');
    await user.clear(field('Cash Balance *'));
    await user.keyboard('{Enter}');
    for (const label of ['Account', 'Broker', 'Tax Wrapper', 'Cash Balance'])
      expect(await screen.findByText(`${label} is required`)).toBeTruthy();
    await user.type(field('Cash Balance *'), '-1');
    expect(await screen.findByText('Cash Balance must be greater than or equal to 0')).toBeTruthy();
    expect(await listOutbox(currentDatabase())).toEqual([]);
  });

  it('locks account, broker and wrapper when editing, and saves the rest', async () => {
    await currentDatabase().brokerCashBalances.add({ ...cash(), version: 1 });
    const { user } = open({ id: 'c1' });
    expect(await screen.findByRole('heading', { name: 'Edit Broker Cash Balance' })).toBeTruthy();
    await screen.findByLabelText('Account *');
    for (const [label, note] of [
      ['Account *', 'Account cannot be changed when editing'],
      ['Broker *', 'Broker cannot be changed when editing'],
      ['Tax Wrapper *', 'Tax wrapper cannot be changed when editing'],
    ] as const) {
      expect(field(label).disabled).toBe(true);
      expect(screen.getByText(note)).toBeTruthy();
    }
    await user.clear(field('Cash Balance *'));
    await user.type(field('Cash Balance *'), '300');
    expect(field('Cash Balance *').parentElement?.textContent).toBe('£');
    await user.selectOptions(field('Currency *'), 'EUR');
    expect(field('Cash Balance *').parentElement?.textContent).toBe('€');
    await waitFor(() => {
      expect(submit('Update Cash Balance').disabled).toBe(false);
    });
    await user.click(submit('Update Cash Balance'));
    await screen.findByText('The list');
    expect(await listBrokerCashBalances(currentDatabase())).toMatchObject([
      { id: 'c1', accountId: 'ada', brokerId: 'ajb', taxWrapper: 'ISA', cashBalance: 300, currency: 'EUR' },
    ]);
  });

  it('offers active brokers, and the one that a balance is at though that is inactive now', async () => {
    const brokers = live([...BROKERS, { id: 'gone', name: 'Gone Broker', isActive: false }]);
    const offered = () =>
      within(field('Broker *'))
        .getAllByRole('option')
        .map((option) => option.textContent);
    open({ brokers });
    await screen.findByLabelText('Broker *');
    expect(offered()).toEqual(['Select a broker...', 'AJ Bell']);
    cleanup();
    await currentDatabase().brokerCashBalances.add({ ...cash({ brokerId: 'gone' }), version: 1 });
    open({ brokers, id: 'c1' });
    await screen.findByLabelText('Broker *');
    expect(offered()).toEqual(['Select a broker...', 'AJ Bell', 'Gone Broker']);
  });

  it('says what failed: the form data, the balance, creating, updating', async () => {
    open({ brokers: live<readonly { id: string; name: string }[]>(undefined, new Error('gone')) });
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to load form data');
    cleanup();
    open({ id: 'none' });
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to load cash balance');
    cleanup();
    vi.spyOn(records, 'saveRecord').mockRejectedValue(new Error('gone'));
    const { user } = open();
    await screen.findByLabelText('Account *');
    await user.selectOptions(field('Account *'), 'ada');
    await user.selectOptions(field('Broker *'), 'ajb');
    await user.selectOptions(field('Tax Wrapper *'), 'ISA');
    await waitFor(() => {
      expect(submit().disabled).toBe(false);
    });
    await user.click(submit());
    expect((await screen.findByRole('alert')).textContent).toBe('Failed to create broker cash balance');
    cleanup();
    await currentDatabase().brokerCashBalances.add({ ...cash(), version: 1 });
    open({ id: 'c1' });
    await screen.findByLabelText('Account *');
    await waitFor(() => {
      expect(submit('Update Cash Balance').disabled).toBe(false);
    });
    await user.click(submit('Update Cash Balance'));
    expect((await screen.findByRole('alert')).textContent).toBe('Failed to update broker cash balance');
  });
});
