import 'fake-indexeddb/auto';
import { act, cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { checkAsset } from '../../../domain/records/asset.ts';
import { listAssets, saveAsset } from '../../data/records/assets.ts';
import { currentDatabase } from '../../data/database/database.ts';
import { openTestDatabase, removeTestDatabase } from '../../data/database/test-database.fixture.ts';
import * as connections from '../../sync/network/connection.ts';
import { endSession, startOfflineSession, startSession } from '../../sync/session/session.ts';
import { setCurrentSync, useSyncStatus } from '../../sync/engine/current-sync.ts';
import { PriceTestScreen } from './price-test-screen.tsx';

const base64 = (value: object): string => btoa(JSON.stringify(value));
const TOKEN = `${base64({ alg: 'none' })}.${base64({ sub: 'ada', unique_name: 'Ada', UserType: 1, exp: 4_000_000_000 })}.x`;

const STORED = {
  assetName: 'World ETF',
  closePrice: 98.76,
  currency: 'USD',
  priceDate: '2026-03-02T00:00:00.000Z',
  source: 'FT',
};
const FETCHED = {
  ...STORED,
  closePrice: 101.5,
  isin: 'IE00B3RBWM25',
  source: 'LSE',
  priceDate: '2026-03-03T00:00:00.000Z',
  fetchedAt: '2026-03-03T14:02:11Z',
  currency: undefined,
};

/** Below the API base: a JSON body, a refusal with its status, or a promise of either. */
let answers: Record<string, unknown>;
let asked: [call: string, body: unknown][];
let online: boolean;
const pull = vi.fn<() => Promise<void>>();
const before = globalThis.fetch;

class Refusal {
  readonly status: number;
  readonly message: string;
  constructor(status: number, message: string) {
    this.status = status;
    this.message = message;
  }
}

beforeEach(async () => {
  answers = {};
  asked = [];
  online = true;
  pull.mockReset().mockResolvedValue();
  startSession(TOKEN, 'ada@example.test');
  await openTestDatabase();
  setCurrentSync({ pull, stop: () => undefined });
  globalThis.fetch = async (input, init) => {
    await Promise.resolve();
    if (!online) throw new TypeError('Failed to fetch');
    const { pathname } = new URL(input instanceof Request ? input.url : input, 'http://localhost');
    const call = `${init?.method ?? 'GET'} ${pathname.replace(/^.*\/api/u, '')}`;
    asked.push([call, typeof init?.body === 'string' ? JSON.parse(init.body) : undefined]);
    const answer = (await answers[call]) ?? new Refusal(404, `no ${call}`);
    return answer instanceof Refusal
      ? Response.json({ message: answer.message }, { status: answer.status })
      : Response.json(answer);
  };
});

afterEach(async () => {
  cleanup();
  vi.restoreAllMocks();
  globalThis.fetch = before;
  endSession('signedOut');
  setCurrentSync(null);
  await removeTestDatabase();
});

async function keep(name: string, isin: string, priceSource: string, fetchCode: string): Promise<void> {
  const checked = checkAsset({
    name,
    type: 'ETF',
    category: 'NON_CORE',
    incomeTreatment: 'NA',
    totalExpenseRatio: 0,
    isin,
    priceSource,
    fetchCode,
    denomination: 'GBP',
  });
  if (!checked.ok) throw new Error(JSON.stringify(checked.issues));
  const written = await saveAsset(currentDatabase(), checked.value);
  if (!written.ok) throw new Error(written.fault.code);
}

const NEED_SERVER = [
  'Create Test Asset & Fetch Price',
  'Fetch Current Price',
  'Get Latest Stored Price',
  'Force Batch Update All Prices',
];
const open = () =>
  render(
    <MemoryRouter>
      <PriceTestScreen />
    </MemoryRouter>,
  );
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const choice = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Asset' });
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const panel = (name: string) => screen.findByRole('region', { name });
const facts = (region: HTMLElement) =>
  within(region)
    .getAllByRole('term')
    .map((term) => [term.textContent, term.nextElementSibling?.textContent]);

async function openWithAsset(): Promise<void> {
  await keep('World ETF', 'IE00B3RBWM25', 'LSE', 'VWRL');
  open();
  await screen.findByRole('option', { name: 'World ETF (LSE: VWRL)' });
}

async function enter(code: string, name: string): Promise<void> {
  if (code !== '') await userEvent.type(field('Fetch Code'), code);
  if (name !== '') await userEvent.type(field('Asset Name'), name);
}

describe('the price lookup test page', () => {
  it('explains what it is for and how to use it', async () => {
    open();
    expect(screen.getByText('Test Page - Admin Login Required')).toBeTruthy();
    expect(
      screen.getByText(
        'This is a temporary test page for price fetching functionality. You must be logged in as an admin user to access existing assets. It will be removed in the future.',
      ),
    ).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'Price Lookup Test', level: 1 })).toBeTruthy();
    for (const name of ['Select Existing Asset', 'Or Create Test Asset', 'How to Use'])
      expect(screen.getByRole('heading', { name })).toBeTruthy();
    expect(screen.getByText(/Force Batch Update All Prices fetches every asset/u)).toBeTruthy();
    for (const name of [
      'Create Test Asset & Fetch Price',
      'Fetch Current Price',
      'Get Latest Stored Price',
      'Force Batch Update All Prices',
      'Clear All',
    ])
      expect(button(name)).toBeTruthy();
    expect(await screen.findByRole('option', { name: 'No assets available' })).toBeTruthy();
  });

  it('lists the assets that have a source and a fetch code', async () => {
    await keep('Gold', 'XAU', 'MANUAL', 'none');
    await keep('No code', 'TEST2', 'FT', 'x');
    await currentDatabase().assets.where('isin').equals('TEST2').modify({ fetchCode: '' });
    await keep('No source', 'TEST3', 'FT', 'y');
    await currentDatabase()
      .assets.where('isin')
      .equals('TEST3')
      .modify((asset) => {
        Object.assign(asset, { priceSource: '' });
      });
    await openWithAsset();
    expect(
      within(choice())
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['Choose an existing asset...', 'Gold (MANUAL: none)', 'World ETF (LSE: VWRL)']);
  });

  it('wants a sign-in before it shows assets', async () => {
    const session = startSession(TOKEN, 'ada@example.test');
    if (session === null) throw new Error('no session');
    startOfflineSession(session);
    await keep('World ETF', 'IE00B3RBWM25', 'LSE', 'VWRL');
    open();
    expect(screen.getByRole('heading', { name: 'Select Existing Asset (Login Required)' })).toBeTruthy();
    await act(async () => {
      await listAssets(currentDatabase());
    });
    expect(
      within(choice())
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['Please login to view assets']);
    expect(choice().disabled).toBe(true);
  });

  it('hints at the code of the chosen source, LSE at first', async () => {
    open();
    const [lse, ft] = within(screen.getByRole('group', { name: 'Price Source' })).getAllByRole<HTMLInputElement>(
      'radio',
    );
    expect([lse?.labels?.[0]?.textContent, ft?.labels?.[0]?.textContent]).toEqual([
      'London Stock Exchange (LSE)',
      'Financial Times (FT)',
    ]);
    expect([lse?.checked, ft?.checked]).toEqual([true, false]);
    expect(screen.getByText('LSE ticker e.g. AAPL')).toBeTruthy();
    await userEvent.click(screen.getByRole('radio', { name: 'Financial Times (FT)' }));
    expect(screen.getByText('FT code e.g. AAPL:NSQ')).toBeTruthy();
    expect(screen.queryByText('LSE ticker e.g. AAPL')).toBeNull();
  });

  it('needs a fetch code and a name to create, and says so', async () => {
    open();
    expect(button('Create Test Asset & Fetch Price').disabled).toBe(true);
    await enter('AAPL', '');
    expect(button('Create Test Asset & Fetch Price').disabled).toBe(true);
    await userEvent.type(field('Fetch Code'), '{Enter}');
    expect(screen.getByRole('alert').textContent).toBe('ErrorPlease enter both fetch code and asset name');
    await userEvent.clear(field('Fetch Code'));
    await enter('', 'Apple');
    expect(button('Create Test Asset & Fetch Price').disabled).toBe(true);
    await enter('AAPL', '');
    expect(button('Create Test Asset & Fetch Price').disabled).toBe(false);
    expect(asked).toEqual([]);
  });

  it('needs a selection to fetch a price and to get the stored one, and says so', async () => {
    await openWithAsset();
    expect([button('Fetch Current Price').disabled, button('Get Latest Stored Price').disabled]).toEqual([true, true]);
    expect([button('Fetch Current Price').title, button('Get Latest Stored Price').title]).toEqual([
      'Please select or create an asset first',
      'Please select an asset first',
    ]);
    act(() => {
      choice().focus();
    });
    await userEvent.keyboard('{Enter}');
    expect(screen.getByRole('alert').textContent).toBe('ErrorPlease select or create an asset first');
    await userEvent.selectOptions(choice(), 'IE00B3RBWM25');
    expect([button('Fetch Current Price').disabled, button('Get Latest Stored Price').disabled]).toEqual([
      false,
      false,
    ]);
    expect(asked).toEqual([]);
  });

  it('creates a test asset, selects it, reads the assets again and fetches its price at once', async () => {
    vi.spyOn(Date, 'now').mockReturnValue(1_772_546_531_123);
    const isin = 'TEST1772546531123';
    let finish: (answer: unknown) => void = () => undefined;
    let price: (answer: unknown) => void = () => undefined;
    answers['POST /assets'] = new Promise((resolve) => {
      finish = resolve;
    });
    answers['POST /prices/fetch'] = new Promise((resolve) => {
      price = resolve;
    });
    await openWithAsset();
    await userEvent.click(screen.getByRole('radio', { name: 'Financial Times (FT)' }));
    await enter(' AAPL:NSQ ', 'Apple');
    await userEvent.click(button('Create Test Asset & Fetch Price'));
    expect(button('Creating...').getAttribute('aria-busy')).toBe('true');
    await userEvent.click(button('Creating...'));
    finish({ isin });
    expect(await screen.findByRole('button', { name: 'Fetching...' })).toBeTruthy();
    expect(choice().value).toBe(isin);
    expect(within(choice()).getByRole('option', { name: 'Apple (FT: AAPL:NSQ)' })).toBeTruthy();
    expect(pull).toHaveBeenCalledTimes(1);
    price({ ...FETCHED, assetName: 'Apple', isin });
    expect(facts(await panel('Fetched Price')).slice(0, 2)).toEqual([
      ['Asset', 'Apple'],
      ['ISIN', isin],
    ]);
    expect(asked).toEqual([
      [
        'POST /assets',
        {
          name: 'Apple',
          isin,
          priceSource: 'FT',
          fetchCode: 'AAPL:NSQ',
          type: 'EQUITY',
          category: 'EQUITY',
          incomeTreatment: 'NA',
          totalExpenseRatio: 0,
          sedol: '',
          denomination: 'GBP',
        },
      ],
      ['POST /prices/fetch', { isin }],
    ]);
    // The pull brings it: it is listed once.
    await act(async () => {
      await keep('Apple', isin, 'FT', 'AAPL:NSQ');
    });
    expect(await screen.findAllByRole('option', { name: 'Apple (FT: AAPL:NSQ)' })).toHaveLength(1);
    expect(choice().value).toBe(isin);
  });

  it('fetches the current price, in pounds where no currency is named', async () => {
    let price: (answer: unknown) => void = () => undefined;
    answers['POST /prices/fetch'] = new Promise((resolve) => {
      price = resolve;
    });
    await openWithAsset();
    await userEvent.selectOptions(choice(), 'IE00B3RBWM25');
    await userEvent.click(button('Fetch Current Price'));
    await userEvent.click(button('Fetching...'));
    price(FETCHED);
    expect(facts(await panel('Fetched Price'))).toEqual([
      ['Asset', 'World ETF'],
      ['ISIN', 'IE00B3RBWM25'],
      ['Price', '101.50 GBP'],
      ['Source', 'LSE'],
      ['Price Date', '3 Mar 2026'],
      ['Fetched At', expect.stringMatching(/^3 Mar 2026, \d{2}:02:11$/u)],
    ]);
    expect(asked).toEqual([['POST /prices/fetch', { isin: 'IE00B3RBWM25' }]]);
  });

  it('gets the latest stored price', async () => {
    answers['GET /prices/latest/IE00B3RBWM25'] = STORED;
    await openWithAsset();
    await userEvent.selectOptions(choice(), 'IE00B3RBWM25');
    await userEvent.click(button('Get Latest Stored Price'));
    expect(facts(await panel('Latest Stored Price'))).toEqual([
      ['Asset', 'World ETF'],
      ['Price', '98.76 USD'],
      ['Price Date', '2 Mar 2026'],
      ['Source', 'FT'],
    ]);
  });

  it('updates all prices, by force, and shows the first five', async () => {
    let finish: (answer: unknown) => void = () => undefined;
    answers['POST /prices/batch-update'] = new Promise((resolve) => {
      finish = resolve;
    });
    open();
    await userEvent.click(button('Force Batch Update All Prices'));
    expect(button('Updating All Prices...').getAttribute('aria-busy')).toBe('true');
    finish({
      updatedCount: 7,
      totalAssetsProcessed: 9,
      prices: Array.from({ length: 7 }, (_, index) => ({
        assetName: `Fund ${index + 1}`,
        closePrice: 1.5 + index,
        currency: 'GBX',
      })),
    });
    const results = await panel('Batch Update Results');
    expect(facts(results)).toEqual([
      ['Updated Count', '7'],
      ['Total Assets Processed', '9'],
    ]);
    expect(
      within(within(results).getByRole('list', { name: 'Sample Updated Prices' }))
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Fund 1: 1.50 GBX', 'Fund 2: 2.50 GBX', 'Fund 3: 3.50 GBX', 'Fund 4: 4.50 GBX', 'Fund 5: 5.50 GBX']);
    expect(within(results).getByText('...and 2 more')).toBeTruthy();
    expect(asked).toEqual([['POST /prices/batch-update', { updateAllAssets: true, specificISINs: [], force: true }]]);
    expect(pull).toHaveBeenCalledTimes(1);
  });

  it('clears everything', async () => {
    answers['GET /prices/latest/IE00B3RBWM25'] = STORED;
    await openWithAsset();
    await userEvent.selectOptions(choice(), 'IE00B3RBWM25');
    await userEvent.click(screen.getByRole('radio', { name: 'Financial Times (FT)' }));
    await enter('AAPL', 'Apple');
    await userEvent.click(button('Get Latest Stored Price'));
    await panel('Latest Stored Price');
    await userEvent.click(button('Fetch Current Price'));
    await screen.findByRole('alert');
    await userEvent.click(button('Clear All'));
    expect([screen.queryByRole('region', { name: 'Latest Stored Price' }), screen.queryByRole('alert')]).toEqual([
      null,
      null,
    ]);
    expect([choice().value, field('Fetch Code').value, field('Asset Name').value]).toEqual(['', '', '']);
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'London Stock Exchange (LSE)' }).checked).toBe(true);
  });

  it('says what failed, in the words of the server', async () => {
    answers['POST /assets'] = new Refusal(400, 'Name is taken');
    answers['POST /prices/fetch'] = new Refusal(502, 'LSE does not answer');
    answers['GET /prices/latest/IE00B3RBWM25'] = new Refusal(404, 'Price not found');
    answers['POST /prices/batch-update'] = new Refusal(503, 'busy');
    await openWithAsset();
    await enter('AAPL', 'Apple');
    await userEvent.click(button('Create Test Asset & Fetch Price'));
    expect((await screen.findByText('Error creating test asset: Name is taken')).closest('[role=alert]')).toBeTruthy();
    expect([choice().value, pull.mock.calls.length]).toEqual(['', 0]);
    await userEvent.selectOptions(choice(), 'IE00B3RBWM25');
    await userEvent.click(button('Fetch Current Price'));
    expect(await screen.findByText('Error fetching price: LSE does not answer')).toBeTruthy();
    await userEvent.click(button('Get Latest Stored Price'));
    expect(await screen.findByText('Error getting latest price: Price not found')).toBeTruthy();
    await userEvent.click(button('Force Batch Update All Prices'));
    expect(await screen.findByText('Error updating prices: busy')).toBeTruthy();
    expect(screen.getAllByRole('alert')).toHaveLength(1);
  });

  it('says in general words what failed without an answer, and offline that it needs the server', async () => {
    await openWithAsset();
    await enter('AAPL', 'Apple');
    await userEvent.selectOptions(choice(), 'IE00B3RBWM25');
    online = false;
    for (const [name, failure] of [
      ['Create Test Asset & Fetch Price', 'creating test asset'],
      ['Fetch Current Price', 'fetching price'],
      ['Get Latest Stored Price', 'getting latest price'],
      ['Force Batch Update All Prices', 'updating prices'],
    ] as const) {
      await userEvent.click(button(name));
      expect(await screen.findByText(`Error ${failure}: The server cannot be reached.`)).toBeTruthy();
    }
    vi.spyOn(connections, 'mayBeOnline').mockReturnValue(false);
    act(() => {
      window.dispatchEvent(new Event('offline'));
    });
    expect(screen.getByText(/^You are offline\. Prices are fetched by the server/u)).toBeTruthy();
    for (const name of NEED_SERVER) expect(button(name).disabled).toBe(true);
  });

  it('says so too when sync finds that the server does not answer, though the browser has a connection', async () => {
    await openWithAsset();
    await enter('AAPL', 'Apple');
    await userEvent.selectOptions(choice(), 'IE00B3RBWM25');
    act(() => {
      useSyncStatus.setState({ phase: 'offline' });
    });
    expect(screen.getByText(/^You are offline\. Prices are fetched by the server/u)).toBeTruthy();
    for (const name of NEED_SERVER) expect(button(name).disabled).toBe(true);
    act(() => {
      useSyncStatus.setState({ phase: 'idle' });
    });
    expect(screen.queryByText(/^You are offline/u)).toBeNull();
    for (const name of NEED_SERVER) expect(button(name).disabled).toBe(false);
  });
});
