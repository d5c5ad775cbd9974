import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Percent, Pounds, Price, Quantity } from '../../../domain/values/amount.ts';
import { londonDate, type IsoDate } from '../../../domain/values/dates.ts';
import type { HoldingTransactionView } from '../../../domain/holdings/holding-view.ts';
import type { Asset } from '../../../domain/records/records.ts';
import { currentDatabase } from '../../data/database/database.ts';
import { openTestDatabase, removeTestDatabase } from '../../data/database/test-database.fixture.ts';
import { handInCompute } from '../../testing/hand-in-compute.ts';
import { leaveSession, signInAda } from '../../testing/signed-in.ts';
import { ToastRegion } from '../../ui/messages/toast.tsx';
import { useValuesVisibility } from '../../ui/app-state/values-visibility.ts';
import { makeHolding } from './holding.fixture.ts';
import { HoldingsScreen } from './holdings-screen.tsx';

const worker = { holdings: vi.fn(), exchangeRates: vi.fn(), holdingTransactions: vi.fn() };
handInCompute(() => worker);

const SALE: HoldingTransactionView = {
  transactionId: 't1',
  transactionType: 'BUY',
  transactionDate: '2024-03-03' as IsoDate,
  quantity: 1.1234567 as Quantity,
  nativePrice: 3398.58 as Price,
  localPrice: 33.98581234 as Price,
  consideration: 1234.5 as Pounds,
  brokerCharge: 5 as Pounds,
  stampDuty: 0 as Pounds,
  fxCharge: 1.5 as Pounds,
  accruedInterest: 0 as Pounds,
};
const NULLS = {
  ...SALE,
  transactionId: 't2',
  quantity: null,
  nativePrice: null,
  localPrice: null,
} as HoldingTransactionView;

function Address() {
  const { pathname, search } = useLocation();
  return <output aria-label="Address">{pathname + search}</output>;
}

const address = () => screen.getByLabelText('Address').textContent;
const user = userEvent.setup({ delay: null });
const open = (path = '/holdings') =>
  render(
    <MemoryRouter initialEntries={[path]}>
      <HoldingsScreen
        accounts={[
          { id: 'account-1', name: 'Main Account' },
          { id: 'account-2', name: 'Partner' },
        ]}
      />
      <Address />
      <ToastRegion />
    </MemoryRouter>,
  );
const answer = (...holdings: readonly ReturnType<typeof makeHolding>[]) => {
  worker.holdings.mockImplementation(({ asOf = londonDate(Date.now()) }: { asOf?: string }) =>
    Promise.resolve({ asOf, holdings, totalValue: 0, unvalued: 0 }),
  );
};
const options = (label: string) =>
  within(screen.getByLabelText(label))
    .getAllByRole('option')
    .map((option) => option.textContent);

beforeEach(async () => {
  sessionStorage.clear();
  signInAda({ isAdministrator: true });
  await openTestDatabase();
  useValuesVisibility.setState({ valuesVisible: true, valuesLocked: true });
  worker.exchangeRates.mockResolvedValue({
    lastUpdateTime: new Date().toISOString(),
    totalCurrencies: 2,
    availableCurrencies: ['GBP', 'USD'],
  });
  worker.holdingTransactions.mockResolvedValue([SALE, NULLS]);
  answer(makeHolding());
});

afterEach(async () => {
  cleanup();
  vi.clearAllMocks();
  leaveSession();
  await removeTestDatabase();
});

describe("holdings in the specification's words (001 §2.8)", () => {
  it('has its filters with their first choices, the search and the date', async () => {
    open();
    await screen.findByText('Showing 1 of 1 holdings');
    expect(screen.getByRole('heading', { name: 'Filters:' })).toBeTruthy();
    expect(options('Account')).toEqual(['All Accounts', 'Main Account', 'Partner']);
    expect(options('Tax Wrapper')).toEqual([
      'All Tax Wrappers',
      'DEALING',
      'SIPP',
      'ISA',
      'LISA',
      'SPECULATIVE',
      'JISA',
    ]);
    expect(options('Asset Category')[0]).toBe('All Asset Categories');
    expect(screen.getByPlaceholderText('Search by asset name or ISIN...')).toBeTruthy();
    const calendar = screen.getByLabelText('View As Of Date').parentElement?.querySelector('input[type=date]');
    expect(calendar?.getAttribute('max')).toBe(londonDate(Date.now()));
    expect(screen.queryByRole('button', { name: 'Clear' })).toBeNull();
    expect(screen.queryByText('Clear Filters')).toBeNull();
    await user.selectOptions(screen.getByLabelText('Account'), 'Main Account');
    await user.click(screen.getByText('Clear Filters'));
    expect(screen.getByLabelText<HTMLSelectElement>('Account').value).toBe('');
  });

  it('says which past day it shows, above and in the footer, and goes back with Clear', async () => {
    open('/holdings?asOfDate=2024-01-31');
    expect(await screen.findByText('Showing holdings as of 31 January 2024')).toBeTruthy();
    expect(await screen.findByText('Historical data as of 31 January 2024')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Clear' }));
    await waitFor(() => expect(screen.queryByText(/as of 31 January/u)).toBeNull());
    expect(address()).toBe('/holdings');
  });

  it('has its columns in order, and sorts by those that are specified', async () => {
    open();
    await screen.findByText('Showing 1 of 1 holdings');
    const heads = within(screen.getByRole('table', { name: 'Holdings' })).getAllByRole('columnheader');
    expect(heads.map((cell) => cell.textContent)).toEqual([
      'Details',
      'Type',
      'Asset',
      'Account',
      'Tax Wrapper',
      'Quantity',
      'Total Cost',
      'Current Price',
      'Current Value',
      'Gain/Loss',
      'Actions',
    ]);
    expect(heads.filter((cell) => within(cell).queryByRole('button') !== null).map((cell) => cell.textContent)).toEqual(
      ['Asset', 'Account', 'Tax Wrapper', 'Quantity', 'Total Cost', 'Current Price', 'Current Value'],
    );
  });

  it('shows name and ISIN, money in pounds, prices to 4 decimals, and the gain with its sign and percentage', async () => {
    answer(
      makeHolding(),
      makeHolding({
        isin: 'B',
        unrealizedGainLoss: -5 as Pounds,
        unrealizedGainLossPercentage: -0.5 as Percent,
        totalCost: 1 as Pounds,
        currentPriceDate: null,
        currentPriceFetchedAt: null,
      }),
      makeHolding({ isin: 'C', totalCost: 0.5 as Pounds, currentPriceFetchedAt: null }),
    );
    open();
    await screen.findByText('Showing 3 of 3 holdings');
    const [first, second, third] = within(screen.getByRole('table', { name: 'Holdings' }))
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.textContent);
    expect(first).toContain('IE00B3RBWM25');
    expect(first).toContain('£8,000.00');
    expect(first).toContain('£98.7650');
    expect(first).toContain('£9,876.50+£1,876.50+23.46%');
    expect(second).toContain('−£5.00−0.50%');
    expect(screen.getByText(/^Price fetched 14 Jun 2024/u)).toBeTruthy();
    expect(second).toContain('No price date available');
    // Its day is shown, so the tooltip does not deny it.
    expect(third).toContain('Price of 14 Jun 2024, without a time of fetching');
    expect(screen.getByText('Total Value').parentElement?.textContent).toContain('£29,629.50');
  });

  it('opens to the transactions with their figures in the specified decimals, - for what is missing', async () => {
    open();
    await user.click(await screen.findByRole('button', { name: /^Details of/u }));
    const table = within(await screen.findByRole('table', { name: 'Transactions of this holding' }));
    await table.findAllByRole('link', { name: 'Buy' });
    const rows = table.getAllByRole('row').slice(1);
    expect(rows[0]?.textContent).toBe('Buy03/03/20241.1234573,398.5833.985812£1,234.50£5.00£0.00£1.50£0.00');
    expect(rows[1]?.textContent).toBe('Buy03/03/2024---£1,234.50£5.00£0.00£1.50£0.00');
    expect(table.getAllByRole('link')[0]?.getAttribute('href')).toBe('/transactions/edit/t1');
    useValuesVisibility.getState().reset();
    await waitFor(() => expect(rows[0]?.textContent).toBe(`Buy03/03/20241.123457${'••••••'.repeat(7)}`));
  });

  it('leads to the transactions, and to the asset for editing or viewing', async () => {
    await currentDatabase().assets.add({ ...({ id: 'asset-7', isin: 'IE00B3RBWM25' } as Asset), version: 1 });
    open();
    await user.click(await screen.findByRole('button', { name: /^Actions for/u }));
    expect((await screen.findByRole('menuitem', { name: 'View Transactions' })).getAttribute('href')).toBe(
      '/transactions?accountId=account-1&search=IE00B3RBWM25&taxWrapper=DEALING',
    );
    expect(screen.getByRole('menuitem', { name: 'Try a sale' }).getAttribute('href')).toBe(
      '/capital-gains/simulate?accountId=account-1&isin=IE00B3RBWM25&taxWrapper=DEALING',
    );
    await user.click(screen.getByRole('menuitem', { name: 'View Asset Details' }));
    await waitFor(() => expect(address()).toBe('/assets/edit/asset-7'));
    cleanup();
    signInAda();
    open();
    await user.click(await screen.findByRole('button', { name: /^Actions for/u }));
    await user.click(await screen.findByRole('menuitem', { name: 'View Asset Details' }));
    await waitFor(() => expect(address()).toBe('/assets/view/asset-7'));
  });

  it('says when the catalogue does not have the asset', async () => {
    open();
    await user.click(await screen.findByRole('button', { name: /^Actions for/u }));
    await user.click(await screen.findByRole('menuitem', { name: 'View Asset Details' }));
    expect((await screen.findAllByText('Asset with ISIN IE00B3RBWM25 not found.')).length).toBeGreaterThan(0);
  });

  it('opens one actions menu at a time', async () => {
    answer(makeHolding(), makeHolding({ isin: 'B' }));
    open();
    const [first, second] = await screen.findAllByRole('button', { name: /^Actions for/u });
    await user.click(first as HTMLElement);
    await screen.findByRole('menu');
    await user.click(second as HTMLElement);
    await waitFor(() => expect(screen.queryAllByRole('menu').length).toBeLessThanOrEqual(1));
  });

  it('shows the age of the exchange rates, and nothing when it is unknown', async () => {
    open();
    expect(await screen.findByText('Current')).toBeTruthy();
    expect(screen.getByText(/Exchange Rates:/u).textContent).toMatch(
      /^Exchange Rates: Current Last updated Just now \(\d{1,2} \w{3,4} \d{4}, /u,
    );
    cleanup();
    worker.exchangeRates.mockRejectedValue(new Error('closed'));
    open();
    await screen.findByText('Showing 1 of 1 holdings');
    expect(screen.queryByText(/Exchange Rates/u)).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('words a refused future day in its own way', async () => {
    worker.holdings.mockRejectedValue(new Error('asOf is a future date'));
    open();
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Error:Cannot retrieve holdings for a future date. Please select a current or past date.',
    );
  });

  it('shows a spinner while it loads', async () => {
    worker.holdings.mockReturnValue(new Promise(() => undefined));
    open();
    await waitFor(() => expect(screen.getByText('Total Value').querySelector('svg, [class*=spinner]')).not.toBeNull());
    // Nothing is known yet: not that the value is nil either.
    expect(screen.getByText('Total Value').nextElementSibling?.textContent).toBe('-');
  });
});
