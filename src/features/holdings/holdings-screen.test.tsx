import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Pounds } from '../../../domain/values/amount.ts';
import type { Account } from '../../../domain/records/records.ts';
import { SCREEN_AUTO_HIDE, useValuesVisibility } from '../../ui/app-state/values-visibility.ts';
import { makeHolding, makeUnpriced } from './holding.fixture.ts';
import { HoldingsScreen } from './holdings-screen.tsx';
import { handInCompute } from '../../testing/hand-in-compute.ts';

const worker = vi.hoisted(() => ({ holdings: vi.fn(), exchangeRates: vi.fn(), holdingTransactions: vi.fn() }));
handInCompute(() => worker);

const accounts: readonly Account[] = [
  { id: 'account-1', name: 'Main Account' },
  { id: 'account-2', name: 'Partner' },
];

function Address() {
  return <output aria-label="Address">{useLocation().search}</output>;
}

function open(path = '/holdings') {
  return render(
    <MemoryRouter initialEntries={[path]}>
      <HoldingsScreen accounts={accounts} />
      <Address />
    </MemoryRouter>,
  );
}

function answer(...holdings: readonly ReturnType<typeof makeHolding>[]) {
  worker.holdings.mockImplementation(({ asOf = '2024-06-15' }: { asOf?: string }) =>
    Promise.resolve({ asOf, holdings, totalValue: 0, unvalued: 0 }),
  );
}

function rows(): string[] {
  return within(screen.getByRole('table', { name: 'Holdings' }))
    .getAllByRole('rowheader')
    .map((cell) => cell.textContent);
}

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2024-06-15T12:00:00Z'), shouldAdvanceTime: true });
  sessionStorage.clear();
  useValuesVisibility.getState().reset();
  worker.exchangeRates.mockResolvedValue({
    lastUpdateTime: '2024-06-13T12:00:00Z',
    totalCurrencies: 2,
    availableCurrencies: ['GBP', 'USD'],
  });
  worker.holdingTransactions.mockResolvedValue([]);
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.clearAllMocks();
});

describe('HoldingsScreen', () => {
  it('shows each position with its findings', async () => {
    answer(makeHolding(), makeUnpriced());
    open();
    expect(await screen.findByText('Showing 2 of 2 holdings')).toBeTruthy();
    expect(rows()[0]).toContain('IE00B3RBWM25');
    expect(await screen.findByText(/Last updated 2d ago/u)).toBeTruthy();
    expect(screen.getByText('Stale')).toBeTruthy();
  });

  it('has no hidden amount in the page, and shows all of them on the values button', async () => {
    answer(makeHolding());
    const { container } = open();
    await screen.findByText('Showing 1 of 1 holdings');
    expect(container.textContent).not.toMatch(/9,876|8,000|1,876|98\.76/u);
    expect(screen.getAllByText('••••••').length).toBeGreaterThan(3);
    await userEvent.click(screen.getByRole('button', { name: 'Show values' }));
    expect(container.textContent).toContain('£9,876.50');
    expect(container.textContent).toContain('+£1,876.50');
    vi.advanceTimersByTime(SCREEN_AUTO_HIDE);
    await waitFor(() => expect(container.textContent).not.toContain('9,876'));
  });

  it('shows a missing price as missing and leaves it out of the total', async () => {
    useValuesVisibility.setState({ valuesVisible: true, valuesLocked: true });
    answer(makeHolding(), makeUnpriced());
    open();
    expect(await screen.findByText('No price')).toBeTruthy();
    expect(screen.getByText('1 holding without a price is not included.')).toBeTruthy();
    expect(screen.getByText('Total Value').parentElement?.textContent).toContain('£9,876.50');
  });

  it('says what to do when nothing is held, and when the filters exclude everything', async () => {
    answer();
    open();
    expect(await screen.findByText('No Holdings Found')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Add Your First Transaction' }).getAttribute('href')).toBe(
      '/transactions/new',
    );
    cleanup();

    answer(makeHolding());
    open();
    await screen.findByText('Showing 1 of 1 holdings');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Tax Wrapper' }), 'ISA');
    expect(await screen.findByText('No Holdings Match Your Filters')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Clear All Filters' }));
    expect(await screen.findByText('Showing 1 of 1 holdings')).toBeTruthy();
  });

  it('keeps the filters for the session', async () => {
    answer(makeHolding());
    open();
    await screen.findByText('Showing 1 of 1 holdings');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Account' }), 'account-1');
    expect(JSON.parse(sessionStorage.getItem('holdings-filters') ?? '')).toEqual({
      accountFilter: 'account-1',
      assetNameFilter: '',
      taxWrapperFilter: '',
      assetCategoryFilter: '',
      historicalDateString: '',
    });
  });

  it('asks for the day that the address names', async () => {
    answer(makeHolding(), makeHolding({ accountId: 'account-2' }));
    open('/holdings?asOfDate=2023-03-31');
    expect(await screen.findByText('Showing holdings as of 31 March 2023')).toBeTruthy();
    expect(await screen.findByText('Historical data as of 31 March 2023')).toBeTruthy();
    expect(screen.getByText(/^Showing 2 of 2 holdings across 2 accounts/u)).toBeTruthy();
    expect(worker.holdings).toHaveBeenCalledWith({ asOf: '2023-03-31' });
    await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
    await waitFor(() => expect(screen.getByLabelText('Address').textContent).toBe(''));
    expect(worker.holdings).toHaveBeenLastCalledWith({});
  });

  it('names the day with its figures, never before them', async () => {
    answer(makeHolding());
    open();
    await screen.findByText('Showing 1 of 1 holdings');
    let give = (_holdings: readonly ReturnType<typeof makeHolding>[]): void => undefined;
    worker.holdings.mockImplementation(
      ({ asOf }: { asOf: string }) =>
        new Promise((resolve) => {
          give = (holdings) => {
            resolve({ asOf, holdings, totalValue: 0, unvalued: 0 });
          };
        }),
    );
    await userEvent.type(screen.getByLabelText('View As Of Date'), '31/03/2023');
    await waitFor(() => expect(worker.holdings).toHaveBeenLastCalledWith({ asOf: '2023-03-31' }));
    expect(screen.getByText('Showing 1 of 1 holdings')).toBeTruthy();
    expect(screen.queryByText(/as of 31 March 2023/u)).toBeNull();
    give([makeHolding(), makeHolding({ isin: 'B' })]);
    expect(await screen.findByText('Showing holdings as of 31 March 2023')).toBeTruthy();
    expect(screen.getByText(/^Showing 2 of 2 holdings/u).textContent).toContain('Historical data as of 31 March 2023');
  });

  it('clears an invalid date in the address, says why, and removes the message after 5 seconds', async () => {
    answer(makeHolding());
    open('/holdings?asOfDate=2024-02-30');
    const message = 'Invalid date: "2024-02-30". The date was automatically corrected to 2024-03-01.';
    expect((await screen.findByRole('alert')).textContent).toBe(`Error:${message}`);
    expect(screen.getByLabelText('Address').textContent).toBe('');
    expect(worker.holdings).not.toHaveBeenCalledWith({ asOf: '2024-02-30' });
    vi.advanceTimersByTime(5000);
    await waitFor(() => expect(screen.queryByText(message)).toBeNull());
  });

  it('restores the date of the session into the address', async () => {
    sessionStorage.setItem('holdings-filters', JSON.stringify({ historicalDateString: '2022-12-31' }));
    answer(makeHolding());
    open();
    expect(await screen.findByText('Showing holdings as of 31 December 2022')).toBeTruthy();
    expect(screen.getByLabelText('Address').textContent).toBe('?asOfDate=2022-12-31');
    expect(worker.holdings).not.toHaveBeenCalledWith({});
  });

  it('refuses a typed day in the future and clears it', async () => {
    answer(makeHolding());
    open();
    await screen.findByText('Showing 1 of 1 holdings');
    await userEvent.type(screen.getByLabelText('View As Of Date'), '16/06/2024');
    expect(
      await screen.findByText('Future date not allowed: "2024-06-16". Please select a date up to today (2024-06-15).'),
    ).toBeTruthy();
    expect(screen.getByLabelText('Address').textContent).toBe('');
  });

  it('opens one position at a time to its transactions', async () => {
    answer(makeHolding(), makeUnpriced());
    worker.holdingTransactions.mockResolvedValue([
      {
        transactionId: 't1',
        transactionType: 'BUY',
        transactionDate: '2023-04-05',
        quantity: 12.5,
        nativePrice: null,
        localPrice: 33.9858,
        consideration: 424.82,
        brokerCharge: 5,
        stampDuty: 0,
        fxCharge: 0,
        accruedInterest: 0,
      },
    ]);
    open();
    await screen.findByText('Showing 2 of 2 holdings');
    const [first, second] = screen.getAllByRole('button', { name: /^Details of/u });
    await userEvent.click(first as HTMLElement);
    const link = await screen.findByRole('link', { name: 'Buy' });
    expect(link.getAttribute('href')).toBe('/transactions/edit/t1');
    expect(screen.getByText('05/04/2023')).toBeTruthy();
    expect(first?.getAttribute('aria-expanded')).toBe('true');
    await userEvent.click(second as HTMLElement);
    expect(first?.getAttribute('aria-expanded')).toBe('false');
    expect(screen.getAllByRole('table', { name: 'Transactions of this holding' })).toHaveLength(1);
  });

  it('says so when holdings cannot be read', async () => {
    worker.holdings.mockRejectedValue(new Error('closed'));
    open();
    expect(await screen.findByText('Could not load holdings. Please try again later.')).toBeTruthy();
    expect(screen.getByText('Error:')).toBeTruthy();
  });

  it('puts holdings together by account, with subtotals', async () => {
    useValuesVisibility.setState({ valuesVisible: true, valuesLocked: true });
    answer(
      makeHolding(),
      makeHolding({ isin: 'B', totalCost: 1000.5 as Pounds }),
      makeHolding({ isin: 'C', accountId: 'account-2', accountName: 'Partner' }),
    );
    open();
    await screen.findByText('Showing 3 of 3 holdings across 2 accounts');
    await userEvent.selectOptions(screen.getByLabelText('Group by'), 'Account');
    const main = within(screen.getByRole('table', { name: 'Main Account' }));
    expect(main.getAllByRole('row').at(-1)?.textContent).toBe('Subtotal£9,000.50£19,753.00+£3,753.00');
    expect(
      within(screen.getByRole('table', { name: 'Partner' }))
        .getAllByRole('row')
        .at(-1)?.textContent,
    ).toContain('£8,000.00');
    await userEvent.click(main.getAllByRole('button', { name: /^Details of/u })[0] as HTMLElement);
    await userEvent.click(
      within(screen.getByRole('table', { name: 'Partner' })).getByRole('button', { name: /^Details of/u }),
    );
    expect(screen.getAllByRole('button', { expanded: true })).toHaveLength(1);
  });

  it('leads from a notice to the row that it is about, whatever the filters show', async () => {
    answer(makeHolding(), makeUnpriced());
    open();
    await screen.findByText('Showing 2 of 2 holdings');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Account' }), 'Partner');
    await screen.findByText('No Holdings Match Your Filters');
    await userEvent.click(screen.getByText('1 thing needs attention in your data'));
    await userEvent.click(screen.getByRole('button', { name: new RegExp(makeUnpriced().assetName, 'u') }));
    expect(await screen.findByText('Showing 2 of 2 holdings')).toBeTruthy();
    await waitFor(() =>
      expect(document.activeElement?.getAttribute('aria-label')).toContain(`Details of ${makeUnpriced().assetName}`),
    );
    expect(document.activeElement?.getAttribute('aria-expanded')).toBe('true');
  });
});
