import 'fake-indexeddb/auto';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import { currentDatabase, deleteDatabase } from '../../data/database/database.ts';
import { databaseName } from '../../data/database/database-name.ts';
import { deviceBase, DEVICE_USER } from '../../data/database/places.ts';
import { readDevicePlace, readRecordCopy } from '../../data/device/local-settings.ts';
import { latestPrice } from '../../data/records/prices.ts';
import { askBrokerUsage, askSystemInfo } from '../../sync/ask/admin-calls.ts';
import { statePrice } from '../../sync/ask/price-calls.ts';
import { currentSession, endSession, restoreSession } from '../../sync/session/session.ts';
import { startThreadWorker } from '../../testing/thread-worker.ts';
import type { Price } from '../../../domain/values/amount.ts';
import { parseIsoDate } from '../../../domain/values/dates.ts';
import { followSession } from './follow-session.ts';
import { loadRuntime } from '../runtime/load-runtime.ts';
import { appRoutes } from './router.tsx';

const fetches = vi.fn(async () => await Promise.reject(new TypeError('nothing may be asked')));
let end: () => Promise<void> = async () => await Promise.resolve();

afterEach(async () => {
  await end();
  for (const place of ['own', 'madeUp'] as const)
    await deleteDatabase(await databaseName({ apiBase: deviceBase(place), userId: DEVICE_USER }));
  localStorage.clear();
  vi.unstubAllGlobals();
});

/** The app at the sign-in page. */
function openApp() {
  vi.stubGlobal('fetch', fetches);
  const worker = startThreadWorker();
  const router = createMemoryRouter(appRoutes(), { initialEntries: ['/login'] });
  const stop = followSession(router, null, () => {
    void loadRuntime().then((runtime) => runtime.closeSession());
  });
  render(<RouterProvider router={router} />);
  end = async () => {
    if (currentSession() !== null) act(() => endSession('elsewhere'));
    stop();
    cleanup();
    router.dispose();
    (await loadRuntime()).closeSession();
    await worker.end();
  };
  return { user: userEvent.setup({ delay: null }), router };
}

const day = parseIsoDate('2025-03-03');

it('opens this device with the starter lists, asks whose investments are kept, sends nothing, and stays open', async () => {
  const { user, router } = openApp();
  await user.click(await screen.findByRole('button', { name: 'Use on this device only' }));
  await screen.findByLabelText('Account Name');
  expect(router.state.location.pathname).toBe('/accounts/setup');
  const db = currentDatabase();
  expect(await db.accounts.count()).toBe(0);
  expect(await db.brokers.count()).toBeGreaterThan(20);
  expect(await db.outbox.count()).toBe(0);
  await user.click(screen.getByRole('button', { name: 'Add another person' }));
  await user.keyboard('Ben');
  await user.click(screen.getByRole('button', { name: 'Create Account & Continue' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'));
  expect((await db.accounts.toArray()).map(({ name }) => name).toSorted()).toEqual(['Ben', 'Main Account']);
  expect(screen.getByText('On this device only')).toBeTruthy();

  const asset = (await db.assets.toArray())[0];
  if (asset === undefined || day === null) throw new Error('the starter catalogue is empty');
  expect(await statePrice(db, asset, { priceDate: day, closePrice: 1.25 as Price })).toMatchObject({ kind: 'answer' });
  expect(await latestPrice(db, asset.isin)).toMatchObject({ closePrice: 1.25, currency: asset.denomination });
  expect(await askSystemInfo(db)).toMatchObject({ kind: 'refused', message: /needs a server/u });

  const broker = (await db.brokers.toArray())[0]?.id ?? '';
  await db.brokerCashBalances.add({ id: 'balance', brokerId: broker } as never);
  expect(await askBrokerUsage(db)).toEqual({ kind: 'answer', value: [{ id: broker, usageCount: 1 }] });

  await act(async () => await router.navigate('/admin/users'));
  expect(await screen.findByText(/That page needs a server/u)).toBeTruthy();

  // As after a reload.
  expect(restoreSession()).toMatchObject({ apiBase: deviceBase('own'), token: null });
  expect(fetches).not.toHaveBeenCalled();
});

it('marks made-up records, removes them with one button, and never mixes them with own ones', async () => {
  const { user, router } = openApp();
  await user.click(await screen.findByRole('button', { name: 'Look around with made-up records' }));
  await screen.findByRole('region', { name: 'Made-up records' });
  await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'));
  expect(await currentDatabase().transactions.count()).toBeGreaterThan(500);
  await act(async () => await router.navigate('/sync'));
  expect(await screen.findByText(/^These records are made up/u)).toBeTruthy();
  const { name } = currentDatabase();
  await user.click(screen.getByRole('button', { name: 'Remove made-up records' }));
  await screen.findByRole('button', { name: 'Use on this device only' });
  expect(readDevicePlace()).toBeNull();
  await waitFor(async () => expect((await indexedDB.databases()).map((known) => known.name)).not.toContain(name));
  await user.click(screen.getByRole('button', { name: 'Use on this device only' }));
  await screen.findByLabelText('Account Name');
  expect(await currentDatabase().transactions.count()).toBe(0);
  expect(fetches).not.toHaveBeenCalled();
});

it('says where no server answers, and leads back to the records', async () => {
  const { user, router } = openApp();
  await user.click(await screen.findByRole('button', { name: 'Use on this device only' }));
  await screen.findByLabelText('Account Name');
  const { name } = currentDatabase();
  await act(async () => await router.navigate('/settings'));
  expect(await screen.findByText('There is nothing to back up yet.')).toBeTruthy();
  await act(async () => await router.navigate('/sync'));
  await user.click(await screen.findByRole('button', { name: 'Connect to a server' }));
  await user.type(await screen.findByLabelText(/^Email Address/u), 'ada@example.org');
  await user.type(screen.getByLabelText(/^Password/u, { selector: 'input' }), 'correct horse battery');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  expect(await screen.findByText(/^No server answered at this address\. Your records are unchanged/u)).toBeTruthy();
  fetches.mockClear();
  await user.click(screen.getByRole('button', { name: 'Use on this device only' }));
  await screen.findByLabelText('Account Name');
  expect(currentDatabase().name).toBe(name);
  expect(readRecordCopy()).toBeNull();
});
