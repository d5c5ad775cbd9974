import { cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Pounds } from '../../../domain/values/amount.ts';
import type { HoldingReturn } from '../../../domain/returns/answers/holding-returns.ts';
import { handInCompute } from '../../testing/hand-in-compute.ts';
import { useValuesVisibility } from '../../ui/app-state/values-visibility.ts';
import { makeHolding, makeUnpriced } from './holding.fixture.ts';
import { HoldingsScreen } from './holdings-screen.tsx';

const worker = vi.hoisted(() => ({ holdings: vi.fn(), exchangeRates: vi.fn(), holdingReturns: vi.fn() }));
handInCompute(() => worker);

const earned: HoldingReturn = {
  accountId: 'account-1',
  isin: 'IE00B3RBWM25',
  taxWrapper: 'DEALING',
  gain: 312.5 as Pounds,
  timeWeighted: { rate: 0.342, perYear: 0.158447, fault: null, days: 730, unmeasured: 0 as Pounds },
  moneyWeighted: { found: true, forPeriod: 0.05, perYear: 0.2, days: 120 },
};
const unknown: HoldingReturn = {
  ...earned,
  isin: 'GB0008706128',
  gain: null,
  timeWeighted: { ...earned.timeWeighted, rate: null, perYear: null, fault: 'missing' },
  moneyWeighted: null,
};

beforeEach(() => {
  localStorage.clear();
  useValuesVisibility.getState().reset();
  worker.exchangeRates.mockResolvedValue({ lastUpdateTime: null, totalCurrencies: 0, availableCurrencies: [] });
  worker.holdings.mockResolvedValue({ asOf: '2099-01-01', holdings: [makeHolding(), makeUnpriced()] });
  worker.holdingReturns.mockResolvedValue([earned, unknown]);
});

afterEach(() => {
  cleanup();
  vi.clearAllMocks();
});

function open() {
  return render(
    <MemoryRouter initialEntries={['/holdings']}>
      <HoldingsScreen accounts={[{ id: 'account-1', name: 'Main Account' }]} />
    </MemoryRouter>,
  );
}

const names = () =>
  within(screen.getByRole('table', { name: 'Holdings' }))
    .getAllByRole('rowheader')
    .map((cell) => cell.textContent.slice(0, 8));

it('shows what each holding earned when asked for, sorts by it, and remembers that on this device', async () => {
  const first = open();
  await screen.findByText('Showing 2 of 2 holdings');
  expect(worker.holdingReturns).not.toHaveBeenCalled();
  expect(screen.queryByRole('columnheader', { name: /Time-weighted/u })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Show values' }));
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Returns' }), '1 year');
  expect(await screen.findByText('+15.84%')).toBeTruthy();
  expect(worker.holdingReturns).toHaveBeenCalledWith('1y');
  expect(screen.getByText('a year')).toBeTruthy();
  // Under a year: the rate of the period, never of a year.
  expect(screen.getByText('+5.00%')).toBeTruthy();
  expect(screen.getByText('in the period')).toBeTruthy();
  expect(first.container.textContent).toContain('+£312.50');
  expect(screen.getAllByText('Not known')).toHaveLength(3);
  await userEvent.click(screen.getByRole('button', { name: /^Time-weighted/u }));
  expect(names()[0]).toBe('Vanguard');
  await userEvent.click(screen.getByRole('button', { name: /^Time-weighted/u }));
  expect(names()[0]).toBe('Lloyds B');
  first.unmount();
  open();
  expect(await screen.findByText('+15.84%')).toBeTruthy();
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Returns' }), 'Not shown');
  expect(screen.queryByText('+15.84%')).toBeNull();
});

it('the page has no return while values are hidden', async () => {
  localStorage.setItem('holdfast-holding-returns', 'all');
  const { container } = open();
  await screen.findByRole('columnheader', { name: /Money-weighted/u });
  expect(container.textContent).not.toMatch(/15\.84|312\.50|5\.00%/u);
});
