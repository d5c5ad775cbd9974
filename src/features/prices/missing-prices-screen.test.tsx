import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { unlistedAsset } from '../../../domain/csv/stored/directory.ts';
import { londonDate } from '../../../domain/values/dates.ts';
import type { Asset } from '../../../domain/records/records.ts';
import type { HoldfastDatabase } from '../../data/database/schema.ts';
import { storeDemo } from '../../testing/demo-records.ts';
import { type OpenScreen, renderScreen } from '../../testing/render-screen.tsx';

interface Call {
  readonly path: string;
  readonly body: Record<string, unknown>;
}

let calls: Call[] = [];
/** What the server says to a fetch of a price; others are taken. */
let fetchAnswer: (nth: number) => Response;

beforeEach(() => {
  calls = [];
  fetchAnswer = () => reply({ priceDate: `${londonDate(Date.now())}T00:00:00Z`, closePrice: 12.5, currency: 'GBP' });
});

function reply(json: unknown, status = 200): Response {
  return new Response(JSON.stringify(json), { status, headers: { 'content-type': 'application/json' } });
}

/** The app's own synchronisation gets no answer here. */
async function answer(url: string, init: RequestInit): Promise<Response> {
  const path = new URL(url).pathname.replace('/api', '');
  if (!path.startsWith('/prices/asset/')) return await new Promise<Response>(() => undefined);
  const body = JSON.parse(typeof init.body === 'string' ? init.body : '{}') as Record<string, unknown>;
  calls.push({ path, body });
  if (path.endsWith('/fetch')) return fetchAnswer(calls.length);
  const stated = (body['prices'] ?? [body]) as { priceDate: string; closePrice: number; currency?: string }[];
  const prices = stated.map(({ currency = 'GBP', ...price }) => ({
    ...price,
    priceDate: `${price.priceDate}T00:00:00Z`,
    currency,
  }));
  return reply(path.endsWith('/import') ? { prices } : prices[0]);
}

/** What an import makes of a security that the catalogue lacks. */
function unlistedLike(asset: Asset): void {
  Object.assign(asset, unlistedAsset(asset.id, asset.isin, asset.name));
}

/** The demo portfolio without any price. */
async function open(
  isAdministrator = true,
  path = '/holdings/prices',
  change: (db: HoldfastDatabase) => Promise<unknown> = async () => undefined,
): Promise<OpenScreen> {
  return await renderScreen(path, {
    isAdministrator,
    fetch: answer,
    records: async (db) => {
      await storeDemo(db);
      await db.prices.clear();
      await change(db);
    },
  });
}

async function rows(): Promise<HTMLElement[]> {
  return within(await screen.findByRole('list', { name: 'Securities without a price' })).getAllByRole('listitem');
}

describe('Missing prices', () => {
  it('lists each held security once, with a field and a day, and saves what was typed', async () => {
    const { user, db } = await open();
    const listed = await rows();
    const isins = new Set(listed.map((row) => /[A-Z]{2}[0-9A-Z]{10}/u.exec(row.textContent ?? '')?.[0]));
    expect(isins.size).toBe(listed.length);
    expect(screen.getByText(`${listed.length} securities without a price`)).toBeTruthy();
    const [field, other] = screen.getAllByRole('textbox', { name: /^Price of / });
    if (field === undefined || other === undefined) throw new Error('no fields');
    expect(screen.getByRole('button', { name: 'Save 0 Prices' })).toHaveProperty('disabled', true);
    await user.type(field, '-1');
    await user.click(screen.getByRole('button', { name: 'Save 1 Price' }));
    expect((await screen.findByRole('alert')).textContent).toMatch(/Price "-1" is not valid/u);
    expect(calls).toEqual([]);
    await user.clear(field);
    await user.type(field, '1234.5');
    await user.type(other, '7');
    await user.click(screen.getByRole('button', { name: 'Save 2 Prices' }));
    expect(await screen.findByText('The prices of 2 securities were saved.')).toBeTruthy();
    expect(calls.map(({ body }) => body)).toEqual([
      { priceDate: londonDate(Date.now()), closePrice: 1234.5 },
      { priceDate: londonDate(Date.now()), closePrice: 7 },
    ]);
    await waitFor(async () => expect(await rows()).toHaveLength(listed.length - 2));
    expect(await db.prices.count()).toBe(2);
  });

  it('asks for the currency of a security that an import made: 400 typed is not worth £400 by itself', async () => {
    const { user, db } = await open(true, '/holdings/prices', async (records) => {
      await records.assets.toCollection().modify(unlistedLike);
    });
    const [field] = await screen.findAllByRole('textbox', { name: /^Price of / });
    const [currency] = screen.getAllByRole('combobox', { name: /^Currency of the price of / });
    if (field === undefined || currency === undefined) throw new Error('no fields');
    await user.type(field, '400');
    await user.click(screen.getByRole('button', { name: 'Save 1 Price' }));
    expect((await screen.findByRole('alert')).textContent).toBe('Choose the currency of the price.');
    await user.selectOptions(currency, 'USD');
    await user.click(screen.getByRole('button', { name: 'Save 1 Price' }));
    expect(await screen.findByText('The prices of 1 security were saved.')).toBeTruthy();
    expect(calls.map(({ body }) => body)).toEqual([
      { priceDate: londonDate(Date.now()), closePrice: 400, currency: 'USD' },
    ]);
    expect((await db.prices.toArray()).map((price) => [price.currency, price.byHand])).toEqual([['USD', true]]);
  });

  it('brings two pasted columns through a preview to the server', async () => {
    const { user, db } = await open();
    const asset = (await db.assets.toArray()).find(({ denomination }) => denomination === 'GBP');
    if (asset === undefined) throw new Error('no asset in pounds');
    await rows();
    const [field] = screen.getAllByRole('textbox', { name: /^Price of / });
    if (field === undefined) throw new Error('no field');
    await user.click(field);
    await user.paste(`${asset.isin}\t3.25\nNobody plc\t4`);
    await user.click(await screen.findByRole('button', { name: 'Preview Import' }));
    const preview = await screen.findByRole('dialog', { name: /Import Preview/u });
    expect(within(preview).getByRole('tab', { name: 'Errors (1)' })).toBeTruthy();
    await user.click(within(preview).getByRole('button', { name: 'Import 1 Selected' }));
    await waitFor(() =>
      expect(calls).toEqual([
        {
          path: `/prices/asset/${asset.id}/history/import`,
          body: { prices: [{ priceDate: londonDate(Date.now()), closePrice: 3.25, currency: 'GBP' }] },
        },
      ]),
    );
  });

  it('fetches for the own holdings one after another, and stops where the server says that it is enough', async () => {
    fetchAnswer = (nth) =>
      nth === 3
        ? reply({ message: 'You have fetched many prices just now. Please wait and try again.' }, 429)
        : reply({ priceDate: `${londonDate(Date.now())}T00:00:00Z`, closePrice: 12.5, currency: 'GBP' });
    const { user } = await open(false);
    const before = (await rows()).length;
    expect(screen.queryAllByRole('textbox', { name: /^Price of / })).toEqual([]);
    expect(screen.getByText(/only administrators can type them in/u)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Fetch all' }));
    expect(
      await screen.findByText(/^2 of \d+ securities received a price. You have fetched many prices just now/u),
    ).toBeTruthy();
    expect(calls.map(({ path }) => path.endsWith('/fetch'))).toEqual([true, true, true]);
    await waitFor(async () => expect(await rows()).toHaveLength(before - 2));
  });

  it('is where holdings lead to, which count a security once', async () => {
    await open(true, '/holdings');
    const banner = await screen.findByText(/^\d+ things need attention in your data$/u);
    expect(screen.getByRole('link', { name: 'Add prices' }).getAttribute('href')).toBe('/holdings/prices');
    const named = within(banner.closest('details') as HTMLElement).getAllByText(/there is no price/u);
    const texts = named.map((item) => item.textContent);
    expect(new Set(texts).size).toBe(texts.length);
  });
});
