/** The catalogue, an asset's form and its prices in the app itself: waiting, failing, and for whom is no administrator. */
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Price } from '../../../domain/values/amount.ts';
import { addDays, londonDate } from '../../../domain/values/dates.ts';
import { purchase } from '../../../tests/device/fixtures.ts';
import type { HoldfastDatabase } from '../../data/database/schema.ts';
import { button, isDisabled, shows, titled } from '../../testing/page-parts.ts';
import { type OpenScreen, renderScreen, type ScreenOptions } from '../../testing/render-screen.tsx';
import { makeAsset } from './asset.fixture.ts';

const TOTAL = 45;
const PRICED = '/assets/edit/a1';
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const failed = async (message: string) => {
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain(message));
};

/** Funds, the first of them in use and priced on each of the last forty days. */
async function storeFunds(db: HoldfastDatabase): Promise<void> {
  await db.assets.bulkPut(
    Array.from({ length: TOTAL }, (_, index) => ({
      ...makeAsset({
        id: `a${index + 1}`,
        isin: `TEST${index + 1}`,
        name: `Fund ${String(index + 1).padStart(2, '0')}`,
      }),
      version: 1,
    })),
  );
  await db.transactions.put({ ...purchase({ accountId: 'ada', isin: 'TEST1' }), id: 't1', version: 1 });
  const today = londonDate(Date.now());
  await db.prices.bulkPut(
    Array.from({ length: 40 }, (_, index) => ({
      isin: 'TEST1',
      priceDate: addDays(today, -index),
      closePrice: (100 + index) as Price,
      currency: 'GBP',
      fetchedAt: `${today}T00:00:00.000Z`,
    })),
  );
}

async function open(path: string, options: ScreenOptions = {}): Promise<OpenScreen> {
  return await renderScreen(path, { isAdministrator: true, records: storeFunds, ...options });
}

it('the catalogue says that it loads, what could not be loaded, selected, exported or deleted, and why', async () => {
  const { user, stage, visit, db } = await open('/assets');
  await shows(`Showing 1 to 20 of ${TOTAL} results`);
  await user.click(screen.getByLabelText('Select all rows on this page'));
  await stage({ failing: ['assetIds', 'exportAssets'] });
  await user.click(button(`Select all ${TOTAL}`));
  await failed('Failed to select all assets. Please try again.');
  await user.click(screen.getByLabelText('Export 20 selected assets'));
  await failed('Failed to export selected assets. Please try again.');
  await stage({});
  await user.click(button(`Select all ${TOTAL}`));
  await shows(`All ${TOTAL} selected.`);
  const remove = async () => {
    await user.click(screen.getByLabelText(`Delete ${TOTAL} selected assets`));
    const dialog = await screen.findByRole('dialog', { name: 'Delete Assets' });
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
  };
  await stage({ failing: ['assetIds'] });
  await remove();
  await failed('Failed to fetch assets for deletion. Please try again.');
  await stage({});
  await remove();
  const refused = await screen.findByRole('dialog', { name: 'Cannot Delete Assets' });
  expect(refused.textContent).toMatch(
    /1 of your transactions (?:is|are) in (?:this|these) assets?, so nothing was deleted/u,
  );
  expect(within(refused).queryByRole('button', { name: 'Delete' })).toBeNull();
  expect(await db.assets.count()).toBe(TOTAL);

  await visit('/settings');
  await stage({ held: ['listAssets'] });
  await visit('/assets');
  await shows('Loading assets...');
  await visit('/settings');
  await stage({ failing: ['listAssets'] });
  await visit('/assets');
  await failed('Could not load assets. Please try again later.');
  await user.type(screen.getByRole('searchbox', { name: 'Search assets...' }), 'gold');
  await failed('Could not search assets. Please try again later.');
});

it('an asset is added and edited by an administrator, at the second try when it could not be saved', async () => {
  const { user, stage, visit, db, address } = await open('/assets/new');
  await titled('Add Asset');
  expect(isDisabled(await screen.findByRole('button', { name: 'Create Asset' }))).toBe(true);
  await user.type(field('Asset Name'), 'Orchard Trust');
  await user.type(field('ISIN'), 'GB00B10RZP79');
  await user.type(field('Fetch Code'), 'ORCH.L');
  await shows(/an ISIN with a correct check digit/u);
  expect(isDisabled(button('Create Asset'))).toBe(true);
  await user.clear(field('ISIN'));
  await user.type(field('ISIN'), 'TESTORCHARD1');
  await user.clear(field('Total Expense Ratio'));
  await user.type(field('Total Expense Ratio'), '11');
  await user.tab();
  await waitFor(() => expect(isDisabled(button('Create Asset'))).toBe(true));
  await user.clear(field('Total Expense Ratio'));
  await user.type(field('Total Expense Ratio'), '0.15');
  await waitFor(() => expect(isDisabled(button('Create Asset'))).toBe(false));
  await stage({ unwritable: ['assets', 'outbox'] });
  await user.click(button('Create Asset'));
  await failed('Failed to save asset. Please try again.');
  await stage({});
  await user.click(button('Create Asset'));
  await titled('Assets');
  await user.type(screen.getByRole('searchbox', { name: 'Search assets...' }), 'orchard');
  await user.click(await screen.findByRole('link', { name: 'Orchard Trust' }));
  await titled('Edit Asset');
  const edit = address();
  await waitFor(() => expect(field('Asset Name').value).toBe('Orchard Trust'));
  await user.type(field('Asset Name'), ' plc');
  await user.click(button('Update Asset'));
  expect(await screen.findByRole('link', { name: 'Orchard Trust plc' })).toBeTruthy();
  expect(await db.assets.where('isin').equals('TESTORCHARD1').count()).toBe(1);

  await visit(edit.replace('edit', 'view'));
  await titled('Asset Details');
  await shows('Not provided');
  expect(screen.getByRole('link', { name: 'Edit This Asset' })).toBeTruthy();
  await visit('/settings');
  await stage({ locked: ['assets'] });
  await visit(edit);
  await shows('Loading asset...');
  await visit('/settings');
  await stage({ unreadable: ['assets'] });
  await visit(edit);
  await failed('Failed to load asset data. Please try again.');
});

it('others look at the catalogue, and change nothing', async () => {
  const { user } = await open('/assets', { isAdministrator: false });
  await user.click(await screen.findByRole('link', { name: 'Fund 02' }));
  await titled('Asset Details');
  const close = await screen.findByRole('link', { name: 'Close' });
  expect(screen.queryByRole('link', { name: /^Edit/u })).toBeNull();
  await user.click(close);
  await titled('Assets');
  expect(within(await screen.findByRole('table')).queryAllByRole('checkbox')).toEqual([]);
  for (const name of ['Select assets to delete', 'Import assets from CSV', 'Add new asset'])
    expect(isDisabled(screen.getByLabelText(name))).toBe(true);
});

it('the price history waits, fails, is tried again, and says what is wrong with the days', async () => {
  const { user, stage, visit } = await open('/settings');
  const head = async () => await screen.findByRole('button', { name: /^Price History/u });
  await stage({ locked: ['prices'] });
  await visit(PRICED);
  expect((await head()).textContent).toMatch(/Loading\.\.\./u);
  await user.click(await head());
  await shows('Loading price history...');
  await stage({});
  await waitFor(async () =>
    expect((await head()).textContent).toMatch(/GBP 100\.00 \(\d\d\/\d\d\/\d{4}\).*Click to collapse/u),
  );
  await visit('/settings');
  await stage({ unreadable: ['prices'] });
  await visit(PRICED);
  await waitFor(async () => expect((await head()).textContent).toMatch(/No price data/u));
  await user.click(await head());
  await failed('Error loading price history');
  await stage({});
  await user.click(button('Retry'));
  expect(await screen.findByRole('table', { name: 'Prices' })).toBeTruthy();
  await shows('Showing 1 to 20 of 40 results');
  await shows(/^From this device's copy: newest price from/u);

  await user.selectOptions(field('Time range'), 'custom');
  const [start, end] = [
    screen.getByRole('textbox', { name: 'Start Date' }),
    screen.getByRole('textbox', { name: 'End Date' }),
  ];
  const choose = async (from: string, to: string) => {
    for (const [day, text] of [
      [start, from],
      [end, to],
    ] as const) {
      await user.clear(day);
      await user.type(day, text);
    }
    await user.tab();
  };
  for (const [from, to, message] of [
    ['01/01/2025', '01/01/2199', 'Dates cannot be in the future'],
    ['02/01/2025', '01/01/2025', 'Start date must be before end date'],
    ['01/01/2015', '01/01/2025', 'Date range cannot exceed 5 years'],
  ] as const) {
    await choose(from, to);
    await failed(message);
  }
  await choose('01/01/1990', '02/01/1990');
  await shows('No price data available for the selected period');
  await user.click(button('Chart View'));
  await shows('No price data available to display in chart');
});
