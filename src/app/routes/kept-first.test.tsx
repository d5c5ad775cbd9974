import { act, cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Pounds } from '../../../domain/values/amount.ts';
import { londonDate } from '../../../domain/values/dates.ts';
import { currentDatabase, setCurrentDatabase } from '../../data/database/database.ts';
import { keepFigures, keptFigures } from '../../data/kept-figures/kept-figures.ts';
import { openTestDatabase, removeTestDatabase } from '../../data/database/test-database.fixture.ts';
import { endFirstReads, firstReads, readFirst } from '../../data/records/first-reads.ts';
import { saveRecord } from '../../data/records/records.ts';
import { makeHolding } from '../../features/holdings/holding.fixture.ts';
import { HoldingsScreen } from '../../features/holdings/holdings-screen.tsx';
import { handInCompute } from '../../testing/hand-in-compute.ts';
import { useValuesVisibility } from '../../ui/app-state/values-visibility.ts';
import type { HoldingsView } from '../../../workers/api/worker-api.ts';

const worker = vi.hoisted(() => ({ holdings: vi.fn(), exchangeRates: vi.fn() }));
handInCompute(() => worker);

let tell: (view: HoldingsView) => void = () => undefined;

beforeEach(async () => {
  await openTestDatabase();
  useValuesVisibility.setState({ valuesVisible: true, valuesLocked: true });
  worker.exchangeRates.mockReturnValue(new Promise(() => undefined));
  worker.holdings.mockReturnValue(new Promise((resolve) => (tell = resolve)));
  const stamps = { accounts: null };
  const none = { value: [], stamps } as never;
  await keepFigures(currentDatabase(), londonDate(Date.now()), {
    holdings: { value: [makeHolding()], stamps },
    dashboard: none,
    dashboardWithoutCash: none,
    gains: none,
    holderYears: none,
  });
});
afterEach(async () => {
  cleanup();
  await removeTestDatabase();
});

const show = (path = '/holdings') =>
  render(
    <MemoryRouter initialEntries={[path]}>
      <HoldingsScreen accounts={[]} />
    </MemoryRouter>,
  );
const total = () => screen.getByText('Total Value', { exact: false }).parentElement?.textContent;

it('shows the figures that were kept as final while the worker computes, where nothing has changed since', async () => {
  show();
  expect(await screen.findByText('Showing 1 of 1 holdings')).toBeTruthy();
  expect(total()).toContain('£9,876.50');
  expect(screen.queryByText('Updating…')).toBeNull();
  expect(screen.getByRole('table').getAttribute('aria-busy')).toBeNull();
});

it('draws figures at once where they were read while the screen was loading, and follows what is written afterwards', async () => {
  const db = currentDatabase();
  await readFirst(db, ['holdings'], londonDate(Date.now()));
  show();
  expect(screen.getByText('Showing 1 of 1 holdings')).toBeTruthy();
  expect(total()).toContain('£9,876.50');
  expect(screen.queryByText('Updating…')).toBeNull();
  await act(async () => {
    await saveRecord(db, 'account', { name: 'Another' });
  });
  expect(await screen.findByText('Updating…')).toBeTruthy();
});

it('reads nothing ahead once a screen was drawn, and nothing for the database of another user', async () => {
  const db = currentDatabase();
  await readFirst(db, ['holdings'], londonDate(Date.now()));
  expect(firstReads().holdings?.value).toHaveLength(1);
  endFirstReads();
  await readFirst(db, ['holdings'], londonDate(Date.now()));
  expect(firstReads()).toEqual({});
  await openTestDatabase();
  expect(firstReads()).toEqual({});
  await removeTestDatabase();
  setCurrentDatabase(db);
});

it('says that figures are being updated where something has changed, until the worker has answered', async () => {
  await saveRecord(currentDatabase(), 'account', { name: 'Another' });
  show();
  expect(await screen.findByText('Updating…')).toBeTruthy();
  expect(total()).toContain('£9,876.50');
  const today = londonDate(Date.now());
  const holdings = [makeHolding({ currentValueInGBP: 1234.5 as Pounds })];
  await act(async () => {
    tell({ asOf: today, holdings, totalValue: 1234.5 as Pounds, unvalued: 0 });
  });
  expect(total()).toContain('£1,234.50');
  expect(screen.queryByText('Updating…')).toBeNull();
});

it('shows none that were kept for another as-of day', async () => {
  show('/holdings?asOfDate=2020-01-15');
  // What the screen has asked the device is answered before this.
  const [today, db] = [londonDate(Date.now()), currentDatabase()];
  await act(async () => {
    for (let read = 0; read < 10; read += 1) expect(await keptFigures(db, 'holdings', today)).not.toBeNull();
  });
  expect(screen.queryByText('Showing 1 of 1 holdings')).toBeNull();
  expect(worker.holdings).toHaveBeenLastCalledWith({ asOf: '2020-01-15' });
});
