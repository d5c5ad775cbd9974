/** The server's parts of the admin portal without it: what they say, what stays, and how they come back. */
import 'fake-indexeddb/auto';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setCurrentSync, useSyncStatus } from '../../../sync/engine/current-sync.ts';
import { AdminDashboard } from './admin-dashboard.tsx';
import { type AnsweringServer, answeringServer } from '../../../testing/answering-server.ts';
import { CommodityDebugScreen } from '../market/commodity-debug-screen.tsx';
import { ExchangeRatesScreen } from '../market/exchange-rates-screen.tsx';
import { PriceServiceScreen } from '../market/price-service-screen.tsx';
import { RateHistory } from '../market/rate-history.tsx';
import { SystemLogsScreen } from '../system/system-logs-screen.tsx';

const AT = '2026-03-03T14:02:11Z';
const RUN = { id: 'r1', lastRunDate: AT, status: 'Success', updatedCount: 24, createdAt: AT, errorMessage: null };
const HEALTH = {
  serviceName: 'PriceFetchService',
  status: 'Switched off',
  isRunning: false,
  currentTimeUtc: AT,
  checkedAt: AT,
};
const STATUS = {
  isDataStale: false,
  lastUpdateTime: AT,
  dataAge: '02:01:00',
  totalCurrencies: 171,
  availableCurrencies: ['EUR'],
};
const RATES_OF = 'GET /exchangerates/history/';

let server: AnsweringServer;

beforeEach(async () => {
  server = await answeringServer({
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
  it('shows figures beside its words, keeps them without a connection and gives their time', async () => {
    const { unmount } = open(<AdminDashboard brokers={4} />);
    expect(
      await screen.findByText('Daily updates are off. Last run 3 Mar 2026, 14:02:11: Success, 24 updated.'),
    ).toBeTruthy();
    expect(await screen.findByText('171 currencies, last update 3 Mar 2026, 14:02:11.')).toBeTruthy();
    unmount();
    server.online = false;
    open(<AdminDashboard brokers={4} />);
    expect(
      await screen.findByText(/Last run .*24 updated\. No connection. Last reply: \d{1,2} \w+ 20\d\d/u),
    ).toBeTruthy();
    expect(await screen.findByText(/^171 currencies.* No connection. Last reply:/u)).toBeTruthy();
  });

  it('keeps the specified words, and says that there is no connection, where the server never answered', async () => {
    server.online = false;
    open(<AdminDashboard brokers={4} />);
    expect(await screen.findAllByText('No connection to the server.')).toHaveLength(2);
    for (const word of ['Active', 'Current', '4 Broker(s)']) expect(screen.getByText(word)).toBeTruthy();
  });
});

describe('a part that only the server can fill', () => {
  it('says that it needs the server, and loads automatically when the connection is back', async () => {
    server.online = false;
    open(<CommodityDebugScreen />);
    expect(await screen.findByText('No connection to the server.')).toBeTruthy();
    expect(screen.getByText(/This part is not stored on this device/u)).toBeTruthy();
    server.online = true;
    server.answers['GET /commodities/debug-gold'] = {
      rawData: { XAU_Rate_From_API: null, USD_To_GBP_Rate: null, Comment: 'no metals here' },
      calculations: { USD_Price_Per_Ounce: null, GBP_Price_Per_Ounce: null, Formula: '' },
      assetInfo: null,
      storedPrice: null,
    };
    act(() => {
      window.dispatchEvent(new Event('online'));
    });
    expect(await screen.findByText('no metals here')).toBeTruthy();
    expect(screen.queryByText('No connection to the server.')).toBeNull();
  });
});

describe('a screen of the server while sync finds that it does not answer', () => {
  const pull = vi.fn<() => Promise<void>>();

  beforeEach(() => {
    pull.mockReset().mockResolvedValue();
    setCurrentSync({ pull, stop: () => undefined });
  });
  afterEach(() => {
    setCurrentSync(null);
  });

  const trigger = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

  it('shows the kept answer and its time without a failed call, and loads automatically when the server answers sync again', async () => {
    const { unmount } = open(<PriceServiceScreen />);
    expect(await screen.findByText('Switched off')).toBeTruthy();
    expect(trigger('Trigger Price Fetch').disabled).toBe(false);
    unmount();
    useSyncStatus.setState({ phase: 'offline' });
    let fail: () => void = () => undefined;
    const hanging = new Promise((_, reject) => {
      fail = () => {
        reject(new TypeError('Failed to fetch'));
      };
    });
    server.answers['GET /prices/background-service/health'] = hanging;
    server.answers['GET /prices/fetch-history'] = hanging;
    open(<PriceServiceScreen />);
    await waitFor(() => {
      expect(screen.getAllByText(/Last reply:/u)).toHaveLength(2);
    });
    expect(screen.getByText('Switched off')).toBeTruthy();
    expect(trigger('Trigger Price Fetch').disabled).toBe(true);
    expect(trigger('Trigger Price Fetch').title).toMatch(/^You are offline\. Prices are fetched by the server/u);
    await act(async () => {
      fail();
      await hanging.catch(() => undefined);
    });
    server.answers['GET /prices/background-service/health'] = { ...HEALTH, status: 'Healthy', isRunning: true };
    server.answers['GET /prices/fetch-history'] = [RUN];
    act(() => {
      useSyncStatus.setState({ phase: 'idle' });
    });
    expect(await screen.findByText('Healthy')).toBeTruthy();
    await waitFor(() => {
      expect(screen.queryByText('No connection to the server.')).toBeNull();
    });
    expect(trigger('Trigger Price Fetch').disabled).toBe(false);
  });

  it('says so at once when it is lost while the screen is open', async () => {
    open(<ExchangeRatesScreen today="2026-03-03" />);
    expect(await screen.findByText('171')).toBeTruthy();
    expect(trigger('Trigger Manual Refresh').disabled).toBe(false);
    server.online = false;
    act(() => {
      useSyncStatus.setState({ phase: 'offline' });
    });
    expect((await screen.findAllByText('No connection to the server.')).length).toBeGreaterThan(0);
    expect(trigger('Trigger Manual Refresh').title).toBe(
      'You are offline. Rates are fetched by the server: try again when you are connected.',
    );
    expect(trigger('Trigger Manual Refresh').disabled).toBe(true);
  });

  it('lets sync try again as soon as the server answers a question', async () => {
    useSyncStatus.setState({ phase: 'offline' });
    open(<PriceServiceScreen />);
    expect(await screen.findByText('Switched off')).toBeTruthy();
    expect(pull).toHaveBeenCalled();
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

  it('stay, under their own day, when those of another day cannot be loaded', async () => {
    server.answers[ratesOf('2026-03-03')] = [rate('GBP'), rate('EUR')];
    open(<RateHistory today="2026-03-03" />);
    expect(await screen.findByText('Showing 2 rates')).toBeTruthy();
    server.online = false;
    const field = screen.getByRole('textbox', { name: 'Select Date:' });
    await userEvent.clear(field);
    await userEvent.type(field, '01/03/2026');
    await userEvent.click(screen.getByRole('button', { name: 'Load Rates' }));
    expect(await screen.findByText('The rates of 3 Mar 2026:')).toBeTruthy();
    expect(screen.getByText(/Last reply:/u)).toBeTruthy();
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
    server.answers['GET /admin/logs'] = new Promise((resolve) => {
      answer = resolve;
    });
    await userEvent
      .setup({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) })
      .click(screen.getByRole('button', { name: 'Auto Refresh OFF' }));
    await act(async () => await vi.advanceTimersByTimeAsync(20_000));
    await waitFor(() => expect(count()).toBe(2));
    await act(async () => {
      answer({
        logs: [{ timestamp: AT, level: 'Error', source: 'prices', message: 'late but here', exception: null }],
        totalCount: 1,
        totalPages: 1,
        page: 1,
      });
      await vi.advanceTimersByTimeAsync(100);
    });
    expect(await screen.findByText('late but here')).toBeTruthy();
  });
});
