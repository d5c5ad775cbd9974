import 'fake-indexeddb/auto';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AdminDashboard } from './admin-dashboard.tsx';
import { adminInstant } from '../shared/admin-text.ts';
import { AdminLayout } from './admin-layout.tsx';
import { type AnsweringServer, answeringServer, refusal } from '../../../testing/answering-server.ts';
import { CommodityDebugScreen } from '../market/commodity-debug-screen.tsx';
import { ExchangeRatesScreen } from '../market/exchange-rates-screen.tsx';
import { PriceServiceScreen } from '../market/price-service-screen.tsx';
import { SystemLogsScreen } from '../system/system-logs-screen.tsx';

const AT = '2026-03-03T14:02:11';
const HEALTH = {
  serviceName: 'PriceFetchService',
  status: 'Healthy',
  isRunning: true,
  currentTimeUtc: `${AT}Z`,
  checkedAt: `${AT}Z`,
};
const RATE_STATUS = {
  isDataStale: true,
  lastUpdateTime: null,
  dataAge: null,
  totalCurrencies: 11,
  availableCurrencies: ['AED', 'AUD', 'BRL', 'CAD', 'CHF', 'CNY', 'DKK', 'EUR', 'GBP', 'HKD', 'INR'],
};
const RATE_HEALTH = {
  healthStatus: 'critical',
  lastUpdateTime: `${AT}Z`,
  dataAge: '3.02:01:00',
  totalCurrenciesAvailable: 11,
  healthCheckTime: `${AT}Z`,
};

let server: AnsweringServer;

beforeEach(async () => {
  server = await answeringServer({
    'GET /prices/background-service/health': HEALTH,
    'GET /prices/fetch-history': [],
    'GET /exchangerates/status': RATE_STATUS,
    'GET /exchangerates/health': RATE_HEALTH,
    'GET /admin/logs/levels': ['Error', 'Information'],
    'GET /admin/system-info': {
      environment: 'production',
      machineName: 'box',
      processId: 12,
      workingSet: 157_286_400,
      serverTime: `${AT}Z`,
      tickCount: 5_400_000,
    },
    'GET /admin/logs': { logs: [], totalCount: 0, totalPages: 0, page: 1 },
  });
});

afterEach(async () => {
  cleanup();
  vi.useRealTimers();
  await server.close();
});

function open(element: ReactElement) {
  const router = createMemoryRouter(
    [
      {
        element: <AdminLayout />,
        children: [
          { path: '/admin', element },
          { path: '/admin/brokers', element: <h1>Brokers</h1> },
        ],
      },
    ],
    { initialEntries: ['/admin'] },
  );
  return render(<RouterProvider router={router} />);
}

/** What the page states, term by term. */
const facts = () => screen.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent]);

const rateAnswer = (code: string, rate: number) => ({
  fromCurrency: 'USD',
  toCurrency: code,
  rate,
  fetchedAt: `${AT}Z`,
});

describe('the admin portal', () => {
  it('has its screens in a collapsible sidebar, with the present one marked', async () => {
    open(<AdminDashboard brokers={3} />);
    const nav = screen.getByRole('navigation', { name: 'Admin Portal' });
    expect(
      within(nav)
        .getAllByRole('link')
        .map((link) => `${link.textContent} ${link.getAttribute('href') ?? ''}`),
    ).toEqual([
      'Dashboard /admin',
      'Broker Management /admin/brokers',
      'Price Service /admin/price-service',
      'Exchange Rates /admin/exchange-rates',
      'System Logs /admin/system-logs',
      'Commodity Debug /admin/commodity-debug',
      'Bank Names /admin/bank-names',
      'Target Allocations /admin/target-allocations',
      'Users /admin/users',
      'Back to Main Site /dashboard',
    ]);
    expect(within(nav).getByRole('link', { name: 'Dashboard' }).getAttribute('aria-current')).toBe('page');
    expect(within(nav).getByRole('link', { name: 'Broker Management' }).getAttribute('aria-current')).toBeNull();
    expect(
      within(nav)
        .getAllByRole('link')
        .every((link) => link.querySelector('svg') !== null),
    ).toBe(true);
    for (const text of ['Administration', 'Manage your Holdfast system', 'Admin Dashboard'])
      expect(screen.getByText(text)).toBeTruthy();
    expect(within(nav).getByText('Admin Portal')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Collapse the sidebar' }));
    expect(screen.getByRole('button', { name: 'Expand the sidebar' }).getAttribute('aria-expanded')).toBe('false');
    await userEvent.click(within(nav).getByRole('link', { name: 'Broker Management' }));
    expect(
      within(nav)
        .getAllByRole('link')
        .filter((link) => link.getAttribute('aria-current') === 'page')
        .map(({ textContent }) => textContent),
    ).toEqual(['Broker Management']);
  });
});

describe('the admin dashboard', () => {
  it('counts the brokers and offers the quick actions', () => {
    const { unmount } = open(<AdminDashboard brokers={undefined} />);
    expect(screen.getByText('Loading...')).toBeTruthy();
    unmount();
    open(<AdminDashboard brokers={4} />);
    expect(screen.getByText('4 Broker(s)')).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'Quick Actions' })).toBeTruthy();
    expect(
      screen
        .getByRole('link', { name: /Manage Brokers.*Add, edit, or remove brokers from the system/u })
        .getAttribute('href'),
    ).toBe('/admin/brokers');
    expect(
      screen.getByRole('link', { name: /Monitor and refresh currency exchange rates/u }).getAttribute('href'),
    ).toBe('/admin/exchange-rates');
  });

  it("has static words on its cards, and the server's state below them", async () => {
    server.answers['GET /prices/background-service/health'] = { ...HEALTH, status: 'Switched off', isRunning: false };
    open(<AdminDashboard brokers={4} />);
    const card = (name: string) => screen.getByRole('heading', { name, level: 2 }).closest('a');
    const word = (name: string) => card(name)?.querySelector('strong')?.textContent;
    expect([word('Price Service'), word('Exchange Rates')]).toEqual(['Active', 'Current']);
    expect(await within(card('Exchange Rates') ?? document.body).findByText('No rates yet.')).toBeTruthy();
    expect(
      await within(card('Price Service') ?? document.body).findByText('Daily updates are off. No run yet.'),
    ).toBeTruthy();
    expect([word('Price Service'), word('Exchange Rates')]).toEqual(['Active', 'Current']);
  });
});

describe('the price service', () => {
  it('shows its status, and that nothing was fetched yet', async () => {
    open(<PriceServiceScreen />);
    expect(await screen.findByText('PriceFetchService')).toBeTruthy();
    expect(facts()).toEqual([
      ['Service', 'PriceFetchService'],
      ['Status', 'Healthy'],
      ['Running', 'Running'],
      ['Current UTC Time', '3 Mar 2026, 14:02:11 UTC'],
      ['Checked At', adminInstant(`${AT}Z`)],
    ]);
    expect(await screen.findByText('No tracking history')).toBeTruthy();
    expect(screen.getByText('Price fetch operations will appear here once they have been executed.')).toBeTruthy();
    expect(
      screen.getByText(
        'Testing Only: This manually triggers the price fetch process. Use only for testing and troubleshooting.',
      ),
    ).toBeTruthy();
    expect(server.asked).toContain('GET /prices/fetch-history?count=20');
    for (const name of ['Service Health Status', 'Manual Price Fetch', 'Recent Price Fetch History', 'How to Use'])
      expect(screen.getByRole('heading', { name })).toBeTruthy();
    for (const name of ['Refresh Status', 'Trigger Price Fetch', 'Refresh'])
      expect(screen.getByRole('button', { name })).toBeTruthy();
  });

  it('names the running action on its button, and ignores a second press meanwhile', async () => {
    let finish: (answer: unknown) => void = () => undefined;
    server.answers['POST /prices/background-service/trigger'] = new Promise((resolve) => {
      finish = resolve;
    });
    open(<PriceServiceScreen />);
    await screen.findByText('PriceFetchService');
    await userEvent.click(screen.getByRole('button', { name: 'Trigger Price Fetch' }));
    await userEvent.click(screen.getByRole('button', { name: 'Fetching Prices...' }));
    expect(server.asked.filter((call) => call.startsWith('POST'))).toHaveLength(1);
    finish({ updatedCount: 0, triggerTime: `${AT}Z`, message: 'Nothing to do', samplePrices: [] });
    expect(await screen.findByRole('heading', { name: 'Last Trigger Result' })).toBeTruthy();
    server.answers['GET /prices/background-service/health'] = new Promise(() => undefined);
    await userEvent.click(screen.getByRole('button', { name: 'Refresh Status' }));
    expect(screen.getByRole('button', { name: 'Checking...' })).toBeTruthy();
  });

  it('triggers a fetch, shows its result and reads the history again', async () => {
    server.answers['POST /prices/background-service/trigger'] = {
      updatedCount: 2,
      triggerTime: `${AT}Z`,
      message: 'Prices updated',
      samplePrices: [{ isin: 'GB00B3X7QG63', closePrice: 264.5, fetchedAt: `${AT}Z` }],
    };
    open(<PriceServiceScreen />);
    await screen.findByText('No tracking history');
    server.answers['GET /prices/fetch-history'] = [
      {
        id: 'r1',
        lastRunDate: `${AT}Z`,
        status: 'NotFound',
        updatedCount: 2,
        createdAt: `${AT}Z`,
        errorMessage: 'FT knows no such code',
      },
    ];
    await userEvent.click(screen.getByRole('button', { name: 'Trigger Price Fetch' }));
    expect(await screen.findByText('Prices updated')).toBeTruthy();
    expect(facts().slice(-3)).toEqual([
      ['Updated Count', '2'],
      ['Trigger Time', adminInstant(`${AT}Z`)],
      ['Message', 'Prices updated'],
    ]);
    expect(within(screen.getByRole('table', { name: 'Sample Prices' })).getAllByRole('row')[1]?.textContent).toBe(
      `GB00B3X7QG63264.5000${adminInstant(`${AT}Z`)}`,
    );
    expect(await screen.findByText('FT knows no such code')).toBeTruthy();
    expect(screen.getByText('NotFound')).toBeTruthy();
    const history = screen.getByRole('table', { name: 'Recent Price Fetch History' });
    expect(
      within(history)
        .getAllByRole('columnheader')
        .map(({ textContent }) => textContent),
    ).toEqual(['Run Date', 'Status', 'Updated Count', 'Created At', 'Error']);
  });

  it('says what failed, in the words of the specification and the server', async () => {
    server.answers['GET /prices/background-service/health'] = refusal(500, { message: 'down' });
    server.answers['GET /prices/fetch-history'] = refusal(500, { message: 'no table' });
    server.answers['POST /prices/background-service/trigger'] = refusal(503, { message: 'busy' });
    open(<PriceServiceScreen />);
    expect(await screen.findByText('Failed to check service health: down')).toBeTruthy();
    expect(await screen.findByText('Failed to load tracking history: no table')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Trigger Price Fetch' }));
    expect(await screen.findByText('Failed to trigger price fetch: busy')).toBeTruthy();
  });
});

describe('the system logs', () => {
  const ENTRY = {
    timestamp: `${AT}Z`,
    level: 'Error',
    source: 'prices',
    message: 'Source timed out',
    exception: 'TimeoutError: 10 s',
  };

  it('shows the system information and that there are no logs', async () => {
    open(<SystemLogsScreen />);
    expect(await screen.findByText('production')).toBeTruthy();
    expect(facts()).toEqual([
      ['Environment', 'production'],
      ['Machine Name', 'box'],
      ['Process ID', '12'],
      ['Working Set', '150.0 MB'],
      ['Server Time', adminInstant(`${AT}Z`)],
      ['Uptime', '1.5 hours'],
    ]);
    expect(await screen.findByText('No logs found')).toBeTruthy();
    expect(screen.getByText('Try adjusting your filters or refresh the page.')).toBeTruthy();
    expect(
      within(screen.getByRole('combobox', { name: 'Log Level' }))
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['All Levels', 'Error', 'Information']);
    expect(screen.getByPlaceholderText('Filter by source...')).toBeTruthy();
    expect(screen.getByPlaceholderText('Search in messages...')).toBeTruthy();
    for (const label of ['Start Time', 'End Time'])
      expect(screen.getByLabelText<HTMLInputElement>(label).placeholder).toBe('dd/mm/yyyy hh:mm');
  });

  it('takes times as the rest of the app does, and says so where a text is none', async () => {
    open(<SystemLogsScreen />);
    await screen.findByText('No logs found');
    const start = screen.getByLabelText<HTMLInputElement>('Start Time');
    await userEvent.type(start, '3/3/2026 9:00');
    await userEvent.tab();
    expect(start.value).toBe('03/03/2026 09:00');
    const end = screen.getByLabelText<HTMLInputElement>('End Time');
    await userEvent.type(end, 'noon');
    expect(screen.queryByRole('alert')).toBeNull();
    await userEvent.tab();
    expect(screen.getByRole('alert').textContent).toBe('"noon" is not a date and time. Use dd/mm/yyyy hh:mm.');
    await waitFor(() =>
      expect(server.asked.at(-1)).toContain(
        `startTime=${encodeURIComponent(new Date('2026-03-03T09:00').toISOString())}&page=1`,
      ),
    );
  });

  it('lists entries with their exceptions, pages, and asks for page 1 when a filter changes', async () => {
    server.answers['GET /admin/logs'] = { logs: [ENTRY], totalCount: 301, totalPages: 7, page: 6 };
    open(<SystemLogsScreen />);
    expect(await screen.findByText('Showing 1 of 301 logs (Page 6 of 7)')).toBeTruthy();
    const entry = within(screen.getByRole('list', { name: 'Logs' })).getAllByRole('listitem')[0] ?? document.body;
    for (const text of [adminInstant(ENTRY.timestamp), 'Error', 'prices', 'Source timed out'])
      expect(within(entry).getByText(text)).toBeTruthy();
    expect(screen.getByRole('img', { name: 'Has an exception' })).toBeTruthy();
    await userEvent.click(screen.getByText('Show Exception Details'));
    expect(screen.getByRole('button', { name: 'Copy to clipboard' })).toBeTruthy();
    expect(
      within(screen.getByRole('navigation', { name: 'Pages' }))
        .getAllByRole('button')
        .map((button) => button.textContent),
    ).toEqual(['Previous', '4', '5', '6', '7', 'Next']);
    const step = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
    expect([step('Previous').disabled, step('Next').disabled]).toEqual([false, false]);
    server.answers['GET /admin/logs'] = { logs: [ENTRY], totalCount: 301, totalPages: 7, page: 7 };
    await userEvent.click(step('Page 7'));
    await screen.findByText('Showing 1 of 301 logs (Page 7 of 7)');
    expect([step('Previous').disabled, step('Next').disabled]).toEqual([false, true]);
    server.answers['GET /admin/logs'] = { logs: [ENTRY], totalCount: 301, totalPages: 7, page: 5 };
    await userEvent.click(step('Page 5'));
    await waitFor(() => expect(server.asked).toContain('GET /admin/logs?page=5&pageSize=50'));
    server.answers['GET /admin/logs'] = { logs: [ENTRY], totalCount: 301, totalPages: 7, page: 1 };
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Log Level' }), 'Error');
    await waitFor(() => expect(server.asked.at(-1)).toBe('GET /admin/logs?level=Error&page=1&pageSize=50'));
    await userEvent.type(screen.getByRole('textbox', { name: 'Search Text' }), 'time');
    await waitFor(() =>
      expect(server.asked.at(-1)).toBe('GET /admin/logs?level=Error&searchText=time&page=1&pageSize=50'),
    );
    expect([step('Previous').disabled, step('Next').disabled]).toEqual([true, false]);
    await userEvent.type(screen.getByRole('textbox', { name: 'Source' }), 'mail');
    fireEvent.change(screen.getByLabelText('Start Time'), { target: { value: '2026-03-03T09:00' } });
    fireEvent.change(screen.getByLabelText('End Time'), { target: { value: '2026-03-03T10:00' } });
    const instant = (local: string) => encodeURIComponent(new Date(local).toISOString());
    await waitFor(() =>
      expect(server.asked.at(-1)).toBe(
        `GET /admin/logs?level=Error&source=mail&searchText=time&startTime=${instant('2026-03-03T09:00')}&endTime=${instant('2026-03-03T10:00')}&page=1&pageSize=50`,
      ),
    );
    await userEvent.click(screen.getByRole('button', { name: 'Clear Filters' }));
    await waitFor(() => expect(server.asked.at(-1)).toBe('GET /admin/logs?page=1&pageSize=50'));
  });

  it('refreshes by itself every 5 s while switched on, and not while the page is hidden or left', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { unmount } = open(<SystemLogsScreen />);
    await screen.findByText('No logs found');
    const count = () => server.asked.filter((call) => call.startsWith('GET /admin/logs?')).length;
    const pass = async (ms: number) => await act(async () => await vi.advanceTimersByTimeAsync(ms));
    await pass(20_000);
    expect(count()).toBe(1);
    await userEvent
      .setup({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) })
      .click(screen.getByRole('button', { name: 'Auto Refresh OFF' }));
    await pass(5000);
    await waitFor(() => expect(count()).toBe(2));
    const hidden = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    await pass(20_000);
    expect(count()).toBe(2);
    hidden.mockRestore();
    await pass(5000);
    await waitFor(() => expect(count()).toBe(3));
    const press = async (name: string) => {
      await userEvent
        .setup({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) })
        .click(screen.getByRole('button', { name }));
    };
    await press('Auto Refresh ON');
    await pass(20_000);
    expect(count()).toBe(3);
    await press('Auto Refresh OFF');
    await pass(5000);
    await waitFor(() => expect(count()).toBe(4));
    unmount();
    await pass(20_000);
    expect(count()).toBe(4);
  });

  it('keeps the last answer visible, with its time, when the server cannot be reached', async () => {
    server.answers['GET /admin/logs'] = { logs: [ENTRY], totalCount: 1, totalPages: 1, page: 1 };
    const { unmount } = open(<SystemLogsScreen />);
    expect(await screen.findByText('Source timed out')).toBeTruthy();
    unmount();
    server.online = false;
    open(<SystemLogsScreen />);
    // The time of the system's information may come before the logs do.
    expect(await screen.findByText('Source timed out')).toBeTruthy();
    expect((await screen.findAllByText(/Last reply: \d{1,2} \w{3} 20/u)).length).toBeGreaterThan(0);
  });

  it('says that it loads, and stays silent when levels or system information cannot be loaded', async () => {
    server.answers['GET /admin/logs'] = new Promise(() => undefined);
    server.answers['GET /admin/logs/levels'] = refusal(500, { message: 'levels broke' });
    server.answers['GET /admin/system-info'] = refusal(500, { message: 'info broke' });
    open(<SystemLogsScreen />);
    expect(await screen.findByText('Loading logs...')).toBeTruthy();
    await waitFor(() => expect(server.asked).toContain('GET /admin/system-info'));
    expect(screen.queryByText(/broke/u)).toBeNull();
  });

  it('says why the logs could not be loaded', async () => {
    server.answers['GET /admin/logs'] = refusal(500, { message: 'disk full' });
    open(<SystemLogsScreen />);
    expect(await screen.findByText('Failed to load logs: disk full')).toBeTruthy();
  });
});

describe('the exchange rates', () => {
  function answerRates(rates: unknown) {
    const at = (call: string) => call.startsWith('GET /exchangerates/history/');
    server = Object.assign(server, {
      answers: new Proxy(server.answers, { get: (known, call: string) => (at(call) ? rates : known[call]) }),
    });
  }

  it('derives the latest rates and shows health and status', async () => {
    answerRates([rateAnswer('GBP', 0.8), rateAnswer('EUR', 0.64)]);
    open(<ExchangeRatesScreen today="2026-03-03" />);
    expect(await screen.findByText('1 EUR = 1.2500 GBP')).toBeTruthy();
    for (const text of ['1 USD = 0.8000 GBP', '1 GBP = 1.2500 USD', '1 GBP = 0.8000 EUR'])
      expect(screen.getByText(text)).toBeTruthy();
    expect(await screen.findByText('critical')).toBeTruthy();
    expect(facts().map(([name]) => name)).toEqual([
      'Status',
      'Last Update',
      'Data Age',
      'Currencies Available',
      'Health Check',
      'Status',
      'Last Update',
      'Data Age',
      'Total Currencies',
      'Available Currencies',
    ]);
    for (const name of ['Latest Exchange Rates', 'System Health', 'Exchange Rate Status', 'Historical Exchange Rates'])
      expect(screen.getByRole('heading', { name })).toBeTruthy();
    for (const name of ['USD→GBP', 'EUR→GBP', 'GBP→USD', 'GBP→EUR'])
      expect(screen.getByRole('heading', { name }).parentElement?.textContent).toContain(adminInstant(`${AT}Z`));
    expect(screen.getByRole('button', { name: 'Refresh Status' })).toBeTruthy();
    expect(screen.getByText('3d 2h 1m')).toBeTruthy();
    expect(screen.getByText('Stale')).toBeTruthy();
    expect(screen.getByText('Never')).toBeTruthy();
    expect(screen.getByText('N/A')).toBeTruthy();
    expect(screen.getByText('AED, AUD, BRL, CAD, CHF, CNY, DKK, EUR, GBP, HKD...')).toBeTruthy();
    const instants = server.asked
      .filter((call) => call.startsWith('GET /exchangerates/history/'))
      .map((call) => Date.parse(decodeURIComponent(call.slice('GET /exchangerates/history/'.length))));
    expect(instants.some((instant) => Math.abs(Date.now() - instant) < 60_000)).toBe(true);
  });

  it('shows no rate that the server does not have, before loading and when the latest cannot be loaded', async () => {
    open(<ExchangeRatesScreen today="2026-03-03" />);
    const cards = screen.getByRole('region', { name: 'Latest Exchange Rates' });
    const shown = () => [within(cards).getAllByText('No rate yet').length, cards.textContent?.match(/\d/gu) ?? []];
    expect(shown()).toEqual([4, []]);
    await screen.findByText('critical');
    expect(await screen.findByText(/^Failed to load rates for selected date: /u)).toBeTruthy();
    expect(shown()).toEqual([4, []]);
  });

  it('searches and pages the rates of a day', async () => {
    const codes = Array.from(
      { length: 45 },
      (_, index) => `X${String.fromCodePoint(65 + Math.floor(index / 26), 65 + (index % 26))}`,
    );
    answerRates(codes.map((code) => rateAnswer(code, 1.5)));
    open(<ExchangeRatesScreen today="2026-03-03" />);
    expect(await screen.findByText('Showing 45 rates')).toBeTruthy();
    expect(screen.getByText('Page 1 of 3 (1-20 of 45)')).toBeTruthy();
    const table = screen.getByRole('table', { name: 'Historical Exchange Rates' });
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map(({ textContent }) => textContent),
    ).toEqual(['From', 'To', 'Rate', 'Fetched At']);
    expect(screen.getByPlaceholderText('Search by currency code (e.g., USD, GBP, EUR)')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Select Date:').value).toBe('03/03/2026');
    expect(screen.getAllByText('1.500000')).toHaveLength(20);
    await userEvent.click(screen.getByRole('button', { name: 'Page 3' }));
    expect(screen.getByText('Page 3 of 3 (41-45 of 45)')).toBeTruthy();
    await userEvent.type(screen.getByRole('searchbox'), 'xb');
    expect(screen.queryByText(/^Page 3/u)).toBeNull();
    expect(screen.getByText('Showing 19 of 45 rates matching "xb"')).toBeTruthy();
    await userEvent.type(screen.getByRole('searchbox'), 'zz');
    expect(screen.getByText('No exchange rates found matching "xbzz"')).toBeTruthy();
  });

  it('puts a page of 1,000 rates on the screen, never all of them', async () => {
    const letters = Array.from({ length: 10 }, (_, index) => String.fromCodePoint(65 + index));
    answerRates(letters.flatMap((a) => letters.flatMap((b) => letters.map((c) => rateAnswer(a + b + c, 1.5)))));
    open(<ExchangeRatesScreen today="2026-03-03" />);
    expect(await screen.findByText('Page 1 of 50 (1-20 of 1000)')).toBeTruthy();
    const table = screen.getByRole('table', { name: 'Historical Exchange Rates' });
    expect(within(table).getAllByRole('row')).toHaveLength(21);
    const pages = () =>
      within(screen.getByRole('navigation', { name: 'Pages' }))
        .getAllByRole('button')
        .map(({ textContent }) => textContent);
    expect(pages()).toEqual(['Previous', '1', '2', '3', 'Next']);
    await userEvent.click(screen.getByRole('button', { name: 'Page 3' }));
    await userEvent.click(screen.getByRole('button', { name: 'Page 5' }));
    expect(within(table).getAllByRole('row')).toHaveLength(21);
    expect(pages()).toEqual(['Previous', '3', '4', '5', '6', '7', 'Next']);
    await userEvent.type(screen.getByRole('searchbox'), 'jjj');
    expect(within(table).getAllByRole('row')).toHaveLength(2);
  });

  it('says that a day has no rates, and makes no call without a date', async () => {
    answerRates([]);
    open(<ExchangeRatesScreen today="2026-03-03" />);
    expect(await screen.findByText('No exchange rates found for 3 Mar 2026')).toBeTruthy();
    await userEvent.clear(screen.getByRole('textbox', { name: 'Select Date:' }));
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Load Rates' }).disabled).toBe(true);
  });

  it('refreshes by hand and then reads status, health and rates again', async () => {
    answerRates([rateAnswer('GBP', 0.8)]);
    server.answers['POST /exchangerates/refresh'] = {
      success: true,
      message: 'Fetched 170 rates',
      ratesFetched: 170,
      refreshCompletionTime: `${AT}Z`,
    };
    open(<ExchangeRatesScreen today="2026-03-03" />);
    await screen.findByText('critical');
    expect(await screen.findByText('Stale')).toBeTruthy();
    const before = server.asked.length;
    server.answers['GET /exchangerates/status'] = { ...RATE_STATUS, isDataStale: false };
    await userEvent.click(screen.getByRole('button', { name: 'Trigger Manual Refresh' }));
    expect(await screen.findByText('Fetched 170 rates')).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'Last Refresh Result' })).toBeTruthy();
    expect(facts().slice(0, 2)).toEqual([
      ['Message', 'Fetched 170 rates'],
      ['Rates Fetched', '170'],
    ]);
    expect(facts()[2]).toEqual(['Duration', expect.stringMatching(/^\d+\.\d s$/u)]);
    // The second status says so.
    expect(await screen.findByText('Current')).toBeTruthy();
    expect(screen.queryByText('Stale')).toBeNull();
    await waitFor(() =>
      expect(
        server.asked
          .slice(before)
          .map((call) => call.split('/').slice(0, 3).join('/'))
          .toSorted(),
      ).toEqual([
        'GET /exchangerates/health',
        'GET /exchangerates/history',
        'GET /exchangerates/status',
        'POST /exchangerates/refresh',
      ]),
    );
  });

  it('ignores a second manual refresh while one runs, and says that rates load', async () => {
    answerRates(new Promise(() => undefined));
    server.answers['POST /exchangerates/refresh'] = new Promise(() => undefined);
    server.answers['GET /exchangerates/health'] = refusal(500, { message: 'health broke' });
    open(<ExchangeRatesScreen today="2026-03-03" />);
    expect(await screen.findByText('Loading rates...')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Trigger Manual Refresh' }));
    await userEvent.click(screen.getByRole('button', { name: 'Trigger Manual Refresh' }));
    await waitFor(() => expect(server.asked.filter((call) => call.startsWith('POST'))).toHaveLength(1));
    expect(screen.queryByText(/health broke/u)).toBeNull();
  });

  it('says why a refresh or the status failed', async () => {
    server.answers['GET /exchangerates/status'] = refusal(500, { message: 'no rates table' });
    server.answers['POST /exchangerates/refresh'] = refusal(502, { message: 'source down' });
    open(<ExchangeRatesScreen today="2026-03-03" />);
    expect(await screen.findByText('Failed to check exchange rate status: no rates table')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Trigger Manual Refresh' }));
    expect(await screen.findByText('Failed to trigger exchange rate refresh: source down')).toBeTruthy();
  });
});

describe('the commodity debug screen', () => {
  it('shows each step of the price of gold, whatever the case of the keys', async () => {
    const answer = {
      RawData: { xauRateFromApi: 0.00025, usdToGbpRate: 0.8, comment: 'XAU per USD', more: 1 },
      Calculations: { usdPricePerOunce: 4000, gbpPricePerOunce: 3200, formula: '(1 / XAU) x USD->GBP' },
      AssetInfo: { name: 'Gold', isin: 'XAU', type: 'COMMODITY', priceSource: 'MANUAL' },
      StoredPrice: { closePrice: 3199.5, currency: 'GBP', priceDate: `${AT}Z`, source: 'RATES' },
    };
    server.answers['GET /commodities/debug-gold'] = answer;
    open(<CommodityDebugScreen />);
    expect(screen.getByRole('button', { name: 'Loading...' })).toBeTruthy();
    expect(await screen.findByText('0.00025000')).toBeTruthy();
    expect(facts()).toEqual([
      ['XAU Rate from API', '0.00025000'],
      ['USD to GBP Rate', '0.8000'],
      ['Comment', 'XAU per USD'],
      ['USD Price per Ounce', '$4,000.00'],
      ['GBP Price per Ounce', '£3,200.00'],
      ['Formula', '(1 / XAU) x USD->GBP'],
      ['Name', 'Gold'],
      ['ISIN', 'XAU'],
      ['Type', 'COMMODITY'],
      ['Price Source', 'MANUAL'],
      ['Close Price', '3,199.50 GBP'],
      ['Price Date', '3 Mar 2026'],
      ['Source', 'RATES'],
    ]);
    // The answer as it came, with its own keys and what nobody asked for.
    expect(
      JSON.parse(screen.getByLabelText('Raw API Response (for debugging)', { selector: 'pre' }).textContent),
    ).toEqual(answer);
    for (const name of [
      'Raw API Response (for debugging)',
      'Raw API Data',
      'Price Calculations',
      'Asset Information',
      'Stored Price Data',
    ])
      expect(screen.getByRole('heading', { name })).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'Commodity Price Debug - Gold' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Refresh Debug Info' })).toBeTruthy();
  });

  it("says why it has nothing: the server's words, or that loading failed", async () => {
    server.answers['GET /commodities/debug-gold'] = refusal(500, { message: 'No metals source' });
    const { unmount } = open(<CommodityDebugScreen />);
    expect(await screen.findByText('No metals source')).toBeTruthy();
    unmount();
    server.answers['GET /commodities/debug-gold'] = refusal(500, {});
    open(<CommodityDebugScreen />);
    expect(await screen.findByText('Failed to load debug information')).toBeTruthy();
  });
});
