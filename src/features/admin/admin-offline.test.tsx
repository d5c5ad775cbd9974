/** The server's parts of the admin portal without it: what they say, what stays, and how they come back. */
import 'fake-indexeddb/auto';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AdminDashboard } from './admin-dashboard.tsx';
import { type AdminServer, adminServer } from './admin-server.fixture.ts';
import { CommodityDebugScreen } from './commodity-debug-screen.tsx';
import { RateHistory } from './rate-history.tsx';
import { SystemLogsScreen } from './system-logs-screen.tsx';

const AT = '2026-03-03T14:02:11Z';
const RUN = { id: 'r1', lastRunDate: AT, status: 'Success', updatedCount: 24, createdAt: AT, errorMessage: null };
const HEALTH = { serviceName: 'PriceFetchService', status: 'Switched off', isRunning: false, currentTimeUtc: AT, checkedAt: AT };
const STATUS = { isDataStale: false, lastUpdateTime: AT, dataAge: '02:01:00', totalCurrencies: 171, availableCurrencies: ['EUR'] };
const RATES_OF = 'GET /exchangerates/history/';

let server: AdminServer;

beforeEach(async () => {
  server = await adminServer({
    'GET /prices/background-service/health': HEALTH,
    'GET /prices/fetch-history': [RUN],
    'GET /exchangerates/status': STATUS,
    'GET /admin/logs': { logs: [], totalCount: 0, totalPages: 0, page: 1 },
  });
});

afterEach(async () => {
  cleanup();
  vi.useRealTimers();
  await server.close();
});

const open = (element: ReactElement) => render(<MemoryRouter>{element}</MemoryRouter>);

describe('the admin dashboard', () => {
  it('puts figures to its words, keeps them without a connection and says of when they are', async () => {
    const { unmount } = open(<AdminDashboard brokers={4} />);
    expect(await screen.findByText('Last run 03 Mar 2026, 14:02:11: Success, 24 updated.')).toBeTruthy();
    expect(await screen.findByText('171 currencies, last update 03 Mar 2026, 14:02:11.')).toBeTruthy();
    expect(screen.getByText('Switched off')).toBeTruthy();
    unmount();
    server.online = false;
    open(<AdminDashboard brokers={4} />);
    expect(await screen.findByText(/^Last run .*24 updated\. No connection: the answer of \d\d \w+ 20\d\d/u)).toBeTruthy();
    expect(await screen.findByText(/^171 currencies.* No connection: the answer of/u)).toBeTruthy();
  });

  it('keeps the specified words, and says that there is no connection, where the server never answered', async () => {
    server.online = false;
    open(<AdminDashboard brokers={4} />);
    expect(await screen.findAllByText('No connection to the server.')).toHaveLength(2);
    for (const word of ['Active', 'Current', '4 Broker(s)']) expect(screen.getByText(word)).toBeTruthy();
  });
});

describe('a part that only the server can fill', () => {
  it('says what it needs, and is asked for by itself when the connection is back', async () => {
    server.online = false;
    open(<CommodityDebugScreen />);
    expect(await screen.findByText('No connection to the server.')).toBeTruthy();
    expect(screen.getByText(/This needs the server/u)).toBeTruthy();
    server.online = true;
    server.answers['GET /commodities/debug-gold'] = {
      rawData: { XAU_Rate_From_API: null, USD_To_GBP_Rate: null, Comment: 'no metals here' }, calculations: { USD_Price_Per_Ounce: null, GBP_Price_Per_Ounce: null, Formula: '' }, assetInfo: null, storedPrice: null,
    };
    act(() => { window.dispatchEvent(new Event('online')); });
    expect(await screen.findByText('no metals here')).toBeTruthy();
    expect(screen.queryByText('No connection to the server.')).toBeNull();
  });
});

describe('the rates of a day', () => {
  const ratesOf = (day: string): string => `${RATES_OF}${encodeURIComponent(`${day}T22:59:59Z`)}`;
  const rate = (toCurrency: string) => ({ fromCurrency: 'USD', toCurrency, rate: 1.5, fetchedAt: AT });

  it('are those at its end in London, in summer as in winter', async () => {
    // 22:59:59 UTC is 23:59:59 in London in July; an hour later is the next day there.
    server.answers[ratesOf('2026-07-01')] = [rate('GBP')];
    open(<RateHistory today="2026-07-01" />);
    expect(await screen.findByText('Showing 1 rates')).toBeTruthy();
    expect(server.asked).toEqual([ratesOf('2026-07-01')]);
  });

  it('stay, under their own day, when another one cannot be asked for', async () => {
    server.answers[ratesOf('2026-03-03')] = [rate('GBP'), rate('EUR')];
    open(<RateHistory today="2026-03-03" />);
    expect(await screen.findByText('Showing 2 rates')).toBeTruthy();
    server.online = false;
    const field = screen.getByRole('textbox', { name: 'Select Date:' });
    await userEvent.clear(field);
    await userEvent.type(field, '01/03/2026');
    await userEvent.click(screen.getByRole('button', { name: 'Load Rates' }));
    expect(await screen.findByText('The rates of 3 Mar 2026:')).toBeTruthy();
    expect(screen.getByText(/Shown is its answer of/u)).toBeTruthy();
    expect(screen.getByText('Showing 2 rates')).toBeTruthy();
  });
});

describe('auto-refresh of the logs', () => {
  it('waits for a slow answer instead of dropping it for the next question', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    open(<SystemLogsScreen />);
    await screen.findByText('No logs found');
    const count = () => server.asked.filter((call) => call.startsWith('GET /admin/logs?')).length;
    let answer: (page: unknown) => void = () => undefined;
    server.answers['GET /admin/logs'] = new Promise((resolve) => { answer = resolve; });
    await userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) }).click(screen.getByRole('button', { name: 'Auto Refresh OFF' }));
    await act(async () => await vi.advanceTimersByTimeAsync(20_000));
    await waitFor(() => expect(count()).toBe(2));
    await act(async () => {
      answer({ logs: [{ timestamp: AT, level: 'Error', source: 'prices', message: 'late but here', exception: null }], totalCount: 1, totalPages: 1, page: 1 });
      await vi.advanceTimersByTimeAsync(100);
    });
    expect(await screen.findByText('late but here')).toBeTruthy();
  });
});
