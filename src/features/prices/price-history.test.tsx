import 'fake-indexeddb/auto';
import { readFileSync } from 'node:fs';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Percent, Price } from '../../../domain/values/amount.ts';
import { addDays, londonDate, type IsoDate } from '../../../domain/values/dates.ts';
import type { Asset, PricePoint } from '../../../domain/records/records.ts';
import { currentDatabase } from '../../data/database/database.ts';
import { openTestDatabase, removeTestDatabase } from '../../data/database/test-database.fixture.ts';
import { updateSyncState } from '../../data/database/meta.ts';
import { applyPrices } from '../../data/pulled/server-prices.ts';
import * as connections from '../../sync/network/connection.ts';
import { setCurrentSync, useSyncStatus } from '../../sync/engine/current-sync.ts';
import { chartIn, findPicture, standInCanvas } from '../../testing/drawn-chart.ts';
import { handInCompute } from '../../testing/hand-in-compute.ts';
import { leaveSession, signInAda } from '../../testing/signed-in.ts';
import * as chartColours from '../../ui/charts/chart-colours.ts';
import { ToastRegion } from '../../ui/messages/toast.tsx';
import { exportsHere } from '../../../workers/lists/exports.fixture.ts';
import { Exports } from '../../../workers/lists/exports.ts';
import { PriceHistoryPanel } from './price-history-panel.tsx';
import { PriceHistorySection } from './price-history-section.tsx';

handInCompute(exportsHere);

const asset: Asset = {
  id: 'asset-1',
  name: 'Vanguard FTSE All-World',
  type: 'ETF',
  category: 'DEVELOPED_WORLD_TSM',
  incomeTreatment: 'DISTRIBUTING',
  totalExpenseRatio: 0.19 as Percent,
  isin: 'IE00B3RBWM25',
  sedol: null,
  priceSource: 'LSE',
  fetchCode: 'VWRL',
  denomination: 'GBP',
  excludeFromPriceUpdates: false,
  cgtExempt: null,
};
const today = londonDate(Date.now());
const day = (ago: number): IsoDate => addDays(today, -ago);
const typed = (date: string) => `${date.slice(8)}/${date.slice(5, 7)}/${date.slice(0, 4)}`;

function price(ago: number, closePrice: number): PricePoint {
  return {
    isin: asset.isin,
    priceDate: day(ago),
    closePrice: closePrice as Price,
    currency: 'GBP',
    fetchedAt: new Date(Date.now() - 2 * 3_600_000).toISOString(),
  };
}

async function store(...prices: readonly PricePoint[]): Promise<void> {
  await applyPrices(currentDatabase(), prices);
}

const picture = () => findPicture(/^Price History/u);
const rows = () =>
  within(screen.getByRole('table', { name: 'Prices' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent);
const user = userEvent.setup({ delay: null });
const choose = (label: string) => user.selectOptions(screen.getByLabelText('Time range'), label);

/** The server: its answers by `METHOD /path`, and what it was asked with its query or body. */
const answers = new Map<string, (query: URLSearchParams) => Response | Promise<Response>>();
const asked: string[] = [];
const FETCH = 'POST /prices/asset/asset-1/fetch';
const HISTORY = 'GET /prices/asset/asset-1/history';

async function serve(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const url = new URL(input instanceof Request ? input.url : input, 'http://localhost');
  const call = `${init?.method ?? 'GET'} ${url.pathname.replace(/^\/api/u, '')}`;
  asked.push(call + url.search + (typeof init?.body === 'string' && init.body !== '{}' ? ` ${init.body}` : ''));
  const answer = answers.get(call);
  return answer === undefined
    ? Response.json({ message: `no ${call}` }, { status: 404 })
    : await answer(url.searchParams);
}

/** A price as the server tells it. */
const told = ({ priceDate, closePrice, currency }: PricePoint) => ({
  priceDate: `${priceDate}T00:00:00.000Z`,
  closePrice,
  currency,
});

/** Returns the history with these prices in pages. */
function haveHistory(...prices: readonly PricePoint[]): void {
  answers.set(HISTORY, (query) => {
    const [page, size] = [Number(query.get('pageNumber')), Number(query.get('pageSize'))];
    return Response.json({
      prices: prices.slice((page - 1) * size, page * size).map(told),
      totalCount: prices.length,
      totalPages: Math.ceil(prices.length / size),
      hasPreviousPage: page > 1,
      hasNextPage: page * size < prices.length,
    });
  });
}

let canvas: ReturnType<typeof standInCanvas>;

beforeEach(async () => {
  sessionStorage.clear();
  answers.clear();
  asked.length = 0;
  signInAda();
  canvas = standInCanvas();
  vi.stubGlobal('fetch', serve);
  await openTestDatabase();
  vi.spyOn(connections, 'mayBeOnline').mockReturnValue(true);
});

afterEach(async () => {
  cleanup();
  vi.useRealTimers();
  vi.clearAllMocks();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  leaveSession();
  await removeTestDatabase();
});

describe('price history panel (001 §2.7)', () => {
  it('lists the last 90 days, newest first, with the change to each from the older one', async () => {
    await store(price(1, 102), price(2, 100.5), price(3, 100), price(4, 102), price(95, 110));
    render(<PriceHistoryPanel asset={asset} />);
    await screen.findByRole('table', { name: 'Prices' });
    expect(rows()).toEqual([
      `${typed(day(1))} 00:00£102.00+1.49%`,
      `${typed(day(2))} 00:00£100.50+0.50%`,
      `${typed(day(3))} 00:00£100.00−1.96%`,
      `${typed(day(4))} 00:00£102.00−7.27%`,
    ]);
    expect(screen.getByLabelText<HTMLSelectElement>('Time range').value).toBe('90d');
    expect(
      within(screen.getByLabelText('Time range'))
        .getAllByRole('option')
        .map((option) => option.textContent),
    ).toEqual(['Last 7 days', 'Last 30 days', 'Last 90 days', 'Last year', 'All available data', 'Custom range']);
    const arrow = (label: string) => screen.getByLabelText(label).querySelector('svg')?.getAttribute('class') ?? '';
    expect(arrow('Change from £100.50 to £102.00 (+1.49%)')).toContain('arrow-up');
    expect(arrow('Change from £102.00 to £100.00 (−1.96%)')).toContain('arrow-down');
    expect(screen.getByLabelText('Change from £100.50 to £102.00 (+1.49%)').className).toContain('rise');
    expect(screen.getByLabelText('Change from £100.00 to £100.50 (+0.50%)').className).not.toMatch(/rise|fall/u);
    expect(screen.getByLabelText('Change from £102.00 to £100.00 (−1.96%)').className).toContain('fall');
    expect(screen.getByText(/newest price from .*, fetched \d{1,2} \w{3} \d{4}, \d\d:\d\d:\d\d\.$/u)).toBeTruthy();
  });

  it('has - for the oldest price of all, and says when the period has none', async () => {
    await store(price(20, 5));
    render(<PriceHistoryPanel asset={asset} />);
    await screen.findByRole('table', { name: 'Prices' });
    expect(rows()[0]).toMatch(/£5\.00-$/u);
    await choose('Last 7 days');
    expect(await screen.findByText('No price data available for the selected period')).toBeTruthy();
  });

  it('exports the prices of the period as the file that the import of prices reads', async () => {
    await store(price(1, 102), price(2, 100.5), price(95, 110));
    const blobs: Blob[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => `blob:${blobs.push(blob as Blob)}`);
    render(<PriceHistoryPanel asset={asset} />);
    await screen.findByRole('table', { name: 'Prices' });
    await user.click(screen.getByRole('button', { name: 'Export the prices shown' }));
    await waitFor(() => {
      expect(blobs).toHaveLength(1);
    });
    expect((await blobs[0]?.text())?.replace('\uFEFF', '').split('\r\n')).toEqual([
      'ISIN,Date,Price,Currency',
      `${asset.isin},${day(1)},102,GBP`,
      `${asset.isin},${day(2)},100.5,GBP`,
      '',
    ]);
    vi.spyOn(Exports.prototype, 'exportPrices').mockRejectedValueOnce(new Error('gone'));
    await user.click(screen.getByRole('button', { name: 'Export the prices shown' }));
    expect((await screen.findByRole('alert')).textContent).toBe('Failed to export prices. Please try again.');
  });

  it('goes through pages of 20 by numbers, Previous and Next', async () => {
    await store(...Array.from({ length: 65 }, (_, index) => price(index, 100)));
    render(<PriceHistoryPanel asset={asset} />);
    expect(await screen.findByText('Showing 1 to 20 of 65 results')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Previous' }).hasAttribute('disabled')).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Page 4' }));
    expect(screen.getByText('Showing 61 to 65 of 65 results')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Next' }).hasAttribute('disabled')).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Previous' }));
    expect(screen.getByText('Showing 41 to 60 of 65 results')).toBeTruthy();
    await choose('Last 30 days');
    expect(await screen.findByText('Showing 1 to 20 of 31 results')).toBeTruthy();
  });

  it('keeps the chosen range for the asset, and forgets custom days with another range', async () => {
    await store(price(1, 100), price(40, 90));
    render(<PriceHistoryPanel asset={asset} />);
    await screen.findByRole('table', { name: 'Prices' });
    await choose('Custom range');
    await user.type(screen.getByLabelText('Start Date'), typed(day(50)));
    expect(rows()).toHaveLength(2);
    await user.type(screen.getByLabelText('End Date'), typed(day(30)));
    await waitFor(() => {
      expect(rows()).toHaveLength(1);
    });
    expect(JSON.parse(sessionStorage.getItem(`price-history-date-range-${asset.id}`) ?? '')).toMatchObject({
      selectedTimeRange: 'custom',
      customStartDate: day(50),
      customEndDate: day(30),
    });
    cleanup();
    render(<PriceHistoryPanel asset={asset} />);
    await waitFor(() => {
      expect(rows()).toHaveLength(1);
    });
    expect(screen.getByLabelText<HTMLInputElement>('Start Date').value).toBe(typed(day(50)));
    await choose('Last 90 days');
    await waitFor(() => {
      expect(rows()).toHaveLength(2);
    });
    expect(screen.queryByLabelText('Start Date')).toBeNull();
    await choose('Custom range');
    expect(screen.getByLabelText<HTMLInputElement>('Start Date').value).toBe('');
  });

  it('goes to page 1 and keeps a custom range that has no days yet; until it has them nothing is loaded', async () => {
    await store(...Array.from({ length: 45 }, (_, index) => price(index, 100)));
    render(<PriceHistoryPanel asset={asset} />);
    await user.click(await screen.findByRole('button', { name: 'Page 2' }));
    await choose('Custom range');
    expect(screen.getByText('Showing 1 to 20 of 45 results')).toBeTruthy();
    expect(JSON.parse(sessionStorage.getItem(`price-history-date-range-${asset.id}`) ?? '')).toMatchObject({
      selectedTimeRange: 'custom',
      customStartDate: '',
      customEndDate: '',
    });
    cleanup();
    render(<PriceHistoryPanel asset={asset} />);
    expect(await screen.findByText('No price data available for the selected period')).toBeTruthy();
    await user.type(screen.getByLabelText('Start Date'), typed(day(9)));
    await user.type(screen.getByLabelText('End Date'), typed(day(0)));
    await waitFor(() => {
      expect(rows()).toHaveLength(10);
    });
  });

  it('says under the days what is wrong with them, until one is changed', async () => {
    await store(price(1, 100));
    render(<PriceHistoryPanel asset={asset} timeRange="custom" startDate={day(10)} endDate={day(1)} />);
    await screen.findByRole('table', { name: 'Prices' });
    const end = screen.getByLabelText('End Date');
    await user.clear(end);
    await user.type(end, typed(day(20)));
    expect(screen.getByRole('alert').textContent).toBe('Start date must be before end date');
    await user.clear(end);
    expect(screen.queryByRole('alert')).toBeNull();
    await user.type(end, typed(addDays(today, 1)));
    expect(screen.getByRole('alert').textContent).toBe('Dates cannot be in the future');
  });

  it('turns into a chart on demand, and back', async () => {
    await store(price(1, 102), price(2, 100), price(3, 99.5), price(4, 102));
    const { useChartColours } = chartColours;
    vi.spyOn(chartColours, 'useChartColours').mockImplementation(() => ({
      ...useChartColours(),
      gain: 'green',
      loss: 'red',
      point: 'blue',
    }));
    render(<PriceHistoryPanel asset={asset} />);
    await user.click(await screen.findByRole('button', { name: 'Chart View' }));
    const { data, options } = chartIn(await picture());
    expect(data.datasets[0]?.data.map(({ y }) => y)).toEqual([102, 99.5, 100, 102]);
    expect(data.datasets[0]?.pointRadius).toEqual([4, 6, 4, 6]);
    expect(data.datasets[0]?.pointBackgroundColor).toEqual(['blue', 'red', 'blue', 'green']);
    expect(options.animation.duration).toBe(1000);
    expect([options.plugins.title.text, options.scales.x.title.text, options.scales.y.title.text]).toEqual([
      'Price History',
      'Date',
      'Price',
    ]);
    expect(options.scales.y.ticks.callback(101.5)).toBe('GBP 101.50');
    expect(options.plugins.tooltip.callbacks.label({ parsed: { y: 102 } })).toBe('GBP 102.00');
    act(() => screen.getByRole('img', { name: /^Price History/u }).focus());
    await user.keyboard('{End}');
    expect(screen.getByText(/^\d+ \w+ \d{4}, GBP 102\.00$/u)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Table View' }));
    expect(screen.queryByRole('img', { name: /^Price History/u })).toBeNull();
    await screen.findByRole('table', { name: 'Prices' });
  });

  it('draws its chart after 100 ms', async () => {
    await store(price(1, 102));
    render(<PriceHistoryPanel asset={asset} displayMode="chart" />);
    await picture();
    await user.click(screen.getByRole('button', { name: 'Table View' }));
    vi.useFakeTimers();
    fireEvent.click(screen.getByRole('button', { name: 'Chart View' }));
    act(() => {
      vi.advanceTimersByTime(99);
    });
    expect(screen.queryByRole('img', { name: /^Price History/u })).toBeNull();
    act(() => {
      vi.advanceTimersByTime(1);
    });
    // In a task of its own.
    act(() => {
      vi.advanceTimersByTime(0);
    });
    expect(screen.getByRole('img', { name: /^Price History/u })).toBeTruthy();
    vi.useRealTimers();
  });

  it('draws its chart 400 px tall', async () => {
    await store(price(1, 102), price(2, 100.5));
    render(<PriceHistoryPanel asset={asset} />);
    await user.click(await screen.findByRole('button', { name: 'Chart View' }));
    await waitFor(() => {
      expect(document.querySelector('[class*="chart"]')).toBeTruthy();
    });
    expect(readFileSync('src/features/prices/prices.module.css', 'utf8')).toMatch(/\.chart \{[^}]*block-size: 400px;/u);
  });

  it('keeps working when the chart cannot be drawn', async () => {
    await store(price(1, 102));
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    canvas.mockImplementation(() => {
      throw new Error('no canvas');
    });
    render(<PriceHistoryPanel asset={asset} displayMode="chart" />);
    await waitFor(() => {
      expect(canvas).toHaveBeenCalled();
    });
    await user.click(screen.getByRole('button', { name: 'Table View' }));
    await screen.findByRole('table', { name: 'Prices' });
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('loads when the kept range cannot be read', async () => {
    sessionStorage.setItem(`price-history-date-range-${asset.id}`, '{"selectedTimeRange":');
    await store(price(1, 102));
    render(<PriceHistoryPanel asset={asset} />);
    await screen.findByRole('table', { name: 'Prices' });
    expect(screen.getByLabelText<HTMLSelectElement>('Time range').value).toBe('90d');
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new Error('blocked');
    });
    await choose('Last 7 days');
    expect(rows()).toHaveLength(1);
  });

  it('has a grey box in place of a chart without prices', async () => {
    render(<PriceHistoryPanel asset={asset} displayMode="chart" />);
    expect(await screen.findByText('No price data available to display in chart')).toBeTruthy();
  });

  it('fetches the latest price once at a time, and says that it did for 3 seconds', async () => {
    await store(price(1, 100));
    let finish: (answer: Response) => void = () => undefined;
    answers.set(
      FETCH,
      async () =>
        await new Promise((resolve) => {
          finish = resolve;
        }),
    );
    render(<PriceHistoryPanel asset={asset} />);
    await screen.findByRole('table', { name: 'Prices' });
    await user.click(screen.getByRole('button', { name: 'Fetch Price' }));
    const busy = await screen.findByRole('button', { name: 'Fetching...' });
    expect(busy.getAttribute('aria-disabled')).toBe('true');
    await user.click(busy);
    expect(asked).toEqual([FETCH]);
    await store(price(1, 101));
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] });
    await act(async () => {
      finish(Response.json(told(price(0, 105))));
    });
    expect(await screen.findByText('Latest price fetched successfully!')).toBeTruthy();
    await act(async () => undefined);
    await waitFor(() => {
      expect(rows()).toHaveLength(2);
    });
    expect(rows()[0]).toContain('£105.00');
    expect(rows()[1]).toContain('£101.00');
    await act(async () => {
      vi.advanceTimersByTime(3000);
    });
    expect(screen.queryByText('Latest price fetched successfully!')).toBeNull();
    vi.useRealTimers();
  });

  it("shows the server's words when a fetch fails, for 5 seconds, and its own without any", async () => {
    answers.set(FETCH, () => Response.json({ message: 'No price source is configured' }, { status: 502 }));
    render(<PriceHistoryPanel asset={asset} />);
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] });
    await user.click(await screen.findByRole('button', { name: 'Fetch Price' }));
    expect((await screen.findByRole('alert')).textContent).toBe('No price source is configured');
    // Its time begins with what React does after it has drawn it.
    await act(async () => undefined);
    await act(async () => {
      vi.advanceTimersByTime(4900);
    });
    expect(screen.queryByRole('alert')).not.toBeNull();
    await act(async () => {
      vi.advanceTimersByTime(200);
    });
    expect(screen.queryByRole('alert')).toBeNull();
    vi.useRealTimers();
    answers.set(FETCH, () => Response.json({ message: '' }, { status: 502 }));
    await user.click(screen.getByRole('button', { name: 'Fetch Price' }));
    expect((await screen.findByRole('alert')).textContent).toBe('Failed to fetch latest price');
  });

  it("works from the device's copy while offline, and says why nothing can be fetched", async () => {
    vi.spyOn(connections, 'mayBeOnline').mockReturnValue(false);
    await updateSyncState(currentDatabase(), { mode: 'plain' });
    await store(price(1, 100));
    render(<PriceHistoryPanel asset={asset} />);
    expect(await screen.findByText(/newest price from/u)).toBeTruthy();
    const button = screen.getByRole('button', { name: 'Fetch Price' });
    expect(button.hasAttribute('disabled')).toBe(true);
    expect(document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent).toMatch(
      /^You are offline/u,
    );
    expect(asked).toEqual([]);
  });

  it('asks a plain server for nothing while sync finds that it does not answer, and for the range when it does again', async () => {
    useSyncStatus.setState({ phase: 'offline' });
    setCurrentSync({ pull: async () => undefined, stop: () => undefined });
    haveHistory();
    await updateSyncState(currentDatabase(), { mode: 'plain' });
    render(<PriceHistoryPanel asset={asset} />);
    expect(await screen.findByText(/^You are offline/u)).toBeTruthy();
    expect(await screen.findByText('No price data available for the selected period')).toBeTruthy();
    expect(asked).toEqual([]);
    act(() => {
      useSyncStatus.setState({ phase: 'idle' });
    });
    await waitFor(() => {
      expect(asked).toHaveLength(1);
    });
    expect(screen.getByRole('button', { name: 'Fetch Price' }).hasAttribute('disabled')).toBe(false);
    setCurrentSync(null);
  });

  it('asks a plain server again once sync has read from it, which a request did not reach', async () => {
    setCurrentSync({ pull: async () => undefined, stop: () => undefined });
    await updateSyncState(currentDatabase(), { mode: 'plain' });
    answers.set(HISTORY, () => Promise.reject(new TypeError('Failed to fetch')));
    render(<PriceHistoryPanel asset={asset} />);
    expect((await screen.findByRole('alert')).textContent).toContain('The server cannot be reached.');
    haveHistory(price(1, 102));
    act(() => {
      useSyncStatus.setState({ lastSyncedAt: '2026-11-27T09:00:00.000Z' });
    });
    await screen.findByRole('table', { name: 'Prices' });
    expect(screen.queryByRole('alert')).toBeNull();
    // A reply that is a refusal is not repeated: somebody has to decide.
    answers.set(HISTORY, () => Response.json({ message: 'The prices are being moved' }, { status: 500 }));
    await choose('Last 7 days');
    await screen.findByText('The prices are being moved');
    const before = asked.length;
    act(() => {
      useSyncStatus.setState({ lastSyncedAt: '2026-11-27T09:05:00.000Z' });
    });
    await act(async () => undefined);
    expect(asked).toHaveLength(before);
    setCurrentSync(null);
  });

  it('asks a plain server for each page of the range once, and offers to try again when that fails', async () => {
    await updateSyncState(currentDatabase(), { mode: 'plain' });
    let fail: (answer: Response) => void = () => undefined;
    answers.set(
      HISTORY,
      async () =>
        await new Promise((resolve) => {
          fail = resolve;
        }),
    );
    const now = Date.parse(`${today}T15:30:00.000Z`);
    vi.useFakeTimers({ toFake: ['Date'], now });
    render(<PriceHistoryPanel asset={asset} timeRange="30d" />);
    expect(
      (await screen.findByText('Loading price history...')).parentElement?.querySelectorAll('[class*=bar]'),
    ).toHaveLength(6);
    await waitFor(() => {
      expect(asked).toHaveLength(1);
    });
    await act(async () => {
      fail(Response.json({ message: 'The prices are being moved' }, { status: 500 }));
    });
    expect(await screen.findByText('Error loading price history')).toBeTruthy();
    expect(screen.getByText('The prices are being moved')).toBeTruthy();
    haveHistory(...Array.from({ length: 45 }, (_, index) => price(index, 100 + index)));
    asked.length = 0;
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Showing 1 to 20 of 31 results')).toBeTruthy();
    // What was brought is a change of the prices, and makes no further call.
    await act(async () => await store(price(0, 99)));
    await waitFor(() => expect(rows()[0]).toContain('£99.00'));
    await user.click(screen.getByRole('button', { name: 'Next' }));
    const bounds = `startDate=${encodeURIComponent(new Date(now - 30 * 86_400_000).toISOString())}&endDate=${encodeURIComponent(new Date(now).toISOString())}`;
    expect(asked).toEqual([1, 2, 3].map((page) => `${HISTORY}?pageNumber=${page}&pageSize=20&${bounds}`));
    vi.useRealTimers();
  });

  it('asks a plain server for all available data without dates', async () => {
    await updateSyncState(currentDatabase(), { mode: 'plain' });
    haveHistory(price(1, 100));
    render(<PriceHistoryPanel asset={asset} timeRange="all" />);
    await screen.findByRole('table', { name: 'Prices' });
    expect(asked).toEqual([`${HISTORY}?pageNumber=1&pageSize=20`]);
  });

  it('says that it failed where the failure has no words', async () => {
    await updateSyncState(currentDatabase(), { mode: 'plain' });
    answers.set(HISTORY, () => Response.json({}, { status: 500 }));
    render(<PriceHistoryPanel asset={asset} />);
    expect(await screen.findByText('Failed to load price history')).toBeTruthy();
  });
});

describe('price history section (001 §2.6)', () => {
  function open() {
    const onImport = vi.fn();
    render(
      <>
        <PriceHistorySection asset={asset} onImport={onImport} />
        <ToastRegion />
      </>,
    );
    return { onImport };
  }
  const head = () => screen.getByRole('button', { name: /^Price History/u });

  it('is collapsed at first and shows the latest price', async () => {
    await store(price(3, 98.765), price(9, 90));
    open();
    await waitFor(() => {
      expect(head().textContent).toBe(`Price HistoryGBP 98.77 (${typed(day(3))})• Click to view history`);
    });
    expect(head().getAttribute('aria-expanded')).toBe('false');
    expect(screen.queryByLabelText('Time range')).toBeNull();
    await user.click(head());
    expect(head().textContent).toContain('Click to collapse');
    expect((await screen.findByLabelText<HTMLSelectElement>('Time range')).value).toBe('90d');
    expect(screen.getByRole('button', { name: 'Chart View' })).toBeTruthy();
  });

  it('says when there is no price', async () => {
    open();
    expect(head().textContent).toContain('Loading...');
    await waitFor(() => {
      expect(head().textContent).toBe('Price HistoryNo price data• Click to view history');
    });
  });

  it('lets administrators state, delete and import prices, and nobody else', async () => {
    await store(price(1, 100));
    open();
    await user.click(head());
    await screen.findByRole('table', { name: 'Prices' });
    expect(screen.queryByLabelText('Price Date')).toBeNull();
    expect(screen.queryByRole('button', { name: /^Delete the price/u })).toBeNull();
    cleanup();
    signInAda({ isAdministrator: true });
    const { onImport } = open();
    await user.click(head());
    await user.click(await screen.findByRole('button', { name: 'Add Price' }));
    expect(screen.getByRole('alert').textContent).toBe(
      'Date is required: expected a date as yyyy-MM-dd. Price is required: expected the closing price of the day.',
    );
    await user.type(screen.getByLabelText('Price Date'), typed(day(2)));
    await user.type(screen.getByLabelText('Closing Price (GBP)'), '98.5');
    answers.set(`POST /prices/asset/asset-1/history`, () => Response.json(told(price(2, 98.5))));
    await user.click(screen.getByRole('button', { name: 'Add Price' }));
    expect(await screen.findByText(`Price of ${typed(day(2))} saved.`)).toBeTruthy();
    expect(asked).toEqual([`POST /prices/asset/asset-1/history {"priceDate":"${day(2)}","closePrice":98.5}`]);
    await user.click(screen.getByRole('button', { name: 'Import Prices' }));
    expect(onImport).toHaveBeenCalledOnce();
    const deletion = `DELETE /prices/asset/asset-1/history/${day(1)}`;
    answers.set(deletion, () => new Response(null, { status: 204 }));
    await user.click(screen.getByRole('button', { name: `Delete the price of ${typed(day(1))}` }));
    await user.click(
      within(await screen.findByRole('dialog', { name: 'Delete Price' })).getByRole('button', { name: 'Delete' }),
    );
    await waitFor(() => expect(rows()).toHaveLength(1));
    expect(asked.at(-1)).toBe(deletion);
  });
});
