/** Holdings in the app itself: the demo investor's and a newcomer's, waiting, failing, and where the menu leads. */
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { unlistedAsset } from '../../../domain/csv/stored/directory.ts';
import type { Quantity } from '../../../domain/values/amount.ts';
import { purchase } from '../../../tests/device/fixtures.ts';
import { storeDemo } from '../../testing/demo-records.ts';
import { button, shows, titled } from '../../testing/page-parts.ts';
import { renderScreen } from '../../testing/render-screen.tsx';

const FOOTER = /^Showing \d+ of \d+ holdings across \d+ accounts$/u;
const details = (index: number) => {
  const found = screen.getAllByLabelText(/^Details of/u)[index];
  if (found === undefined) throw new Error(`no holding ${index}`);
  return found;
};
const opened = () => screen.queryAllByRole('table', { name: 'Transactions of this holding' });

it('holdings are opened one at a time, grouped and filtered away, and hidden again', async () => {
  const { user, stage } = await renderScreen('/holdings', { records: storeDemo });
  await shows(FOOTER);
  const total = () => screen.getByText('Total Value').nextElementSibling?.textContent;
  expect(total()).toBe('••••••');
  await user.click(button('Show values'));
  expect(total()).toMatch(/^£[\d,]+\.\d\d$/u);
  await user.click(button('Lock values'));
  await user.click(button('Hide values'));
  expect(total()).toBe('••••••');
  await shows(/^Exchange Rates:/u);

  await user.click(details(0));
  await waitFor(() => expect(opened()).toHaveLength(1));
  const [link] = await within(opened()[0] as HTMLElement).findAllByRole('link');
  expect(link?.getAttribute('href')).toMatch(/^\/transactions\/edit\//u);
  await user.click(details(1));
  await waitFor(() => expect(details(1).getAttribute('aria-expanded')).toBe('true'));
  await waitFor(() => expect(opened()).toHaveLength(1));
  await stage({ failing: ['holdingTransactions'] });
  await user.click(details(2));
  await shows('Could not load the transactions of this holding. Please try again later.');
  await stage({ held: ['holdingTransactions'] });
  await user.click(details(3));
  await shows('Loading transactions...');
  await stage({});

  await user.selectOptions(screen.getByLabelText('Group by'), 'Tax wrapper');
  const group = within(await screen.findByRole('region', { name: 'ISA' }));
  expect(group.getAllByRole('row').at(-1)?.textContent).toMatch(/Subtotal.*••••••/u);
  await user.selectOptions(screen.getByLabelText('Group by'), 'No groups');

  await user.type(screen.getByRole('searchbox', { name: 'Search by asset name or ISIN...' }), 'no such thing');
  await shows('No Holdings Match Your Filters');
  await shows('Try adjusting your filters to see more results.');
  await user.click(button('Clear All Filters'));
  await shows(FOOTER);
});

it('says that it loads and what could not be loaded, even beside stored figures', async () => {
  const { stage, visit } = await renderScreen('/settings', { records: storeGold });
  await stage({ held: ['holdings'], unreadable: ['summaries'] });
  await visit('/holdings');
  await shows('Loading holdings...');
  await visit('/settings');
  await stage({ failing: ['holdings', 'exchangeRates'] });
  await visit('/holdings');
  expect((await screen.findByRole('alert')).textContent).toBe('Error:Could not load holdings. Please try again later.');
  expect(screen.queryByText(/^Exchange Rates:/u)).toBeNull();
});

it('shows a past day, in the address too, and why a day is refused', async () => {
  const { user, visit, address } = await renderScreen('/holdings?asOfDate=2022-03-04');
  await shows('Showing holdings as of 4 March 2022');
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'View As Of Date' });
  await user.clear(field);
  await user.type(field, '05/06/2023{Enter}');
  await shows('Showing holdings as of 5 June 2023');
  await waitFor(() => expect(address()).toBe('/holdings?asOfDate=2023-06-05'));
  await user.click(button('Clear'));
  await waitFor(() => expect(address()).toBe('/holdings'));
  for (const [asked, message] of [
    ['', 'Date parameter cannot be empty.'],
    ['04-03-2022', 'Invalid date format: "04-03-2022". Please use YYYY-MM-DD format (e.g., 2024-01-15).'],
    ['2022-13-41', 'Invalid date: "2022-13-41". Please enter a valid date.'],
    ['2023-02-30', 'Invalid date: "2023-02-30". The date was automatically corrected to 2023-03-02.'],
    ['2199-01-01', /^Future date not allowed: "2199-01-01"\. Please select a date up to today \(\d{4}-\d\d-\d\d\)\.$/u],
    ['1999-12-31', 'Date too far in the past: "1999-12-31". Please select a date from 2000-01-01 onwards.'],
  ] as const) {
    await visit(`/holdings?asOfDate=${asked}`);
    await shows(message);
    await waitFor(() => expect(address()).toBe('/holdings'));
  }
});

async function storeGold(db: Parameters<typeof storeDemo>[0]): Promise<void> {
  await db.assets.put({ ...unlistedAsset('gold', 'XAU', ''), version: 1 });
  await db.transactions.put({ ...purchase({ accountId: 'ada', isin: 'XAU' }), id: 't1', version: 1 });
}

it('the menu of a holding leads to its transactions, the asset and a trial sale', async () => {
  const { user, visit } = await renderScreen('/holdings', { records: storeGold, isAdministrator: true });
  for (const [item, title] of [
    ['View Transactions', 'Transactions'],
    ['View Asset Details', 'Edit Asset'],
    ['Try a sale', 'Try a sale'],
  ] as const) {
    await visit('/holdings');
    await user.click(await screen.findByRole('button', { name: /^Actions for Gold/u }));
    await user.click(await screen.findByRole('menuitem', { name: item }));
    await titled(title);
    if (item === 'View Transactions') await shows('Found 1 result(s) for "XAU"');
  }
});

it('offers the first transaction without any holding', async () => {
  await renderScreen('/holdings');
  await shows('No Holdings Found');
  await shows("You don't have any investment positions yet.");
  expect(screen.getByRole('link', { name: 'Add Your First Transaction' }).getAttribute('href')).toBe(
    '/transactions/new',
  );
});

it('leads from what is wrong with the data to its row', async () => {
  const { user } = await renderScreen('/holdings', {
    records: async (db) => {
      await db.assets.put({ ...unlistedAsset('unilever', 'GB00B10RZP78', 'Unilever'), version: 1 });
      const bought = purchase({ accountId: 'ada', isin: 'GB00B10RZP78', quantity: 5 as Quantity });
      await db.transactions.bulkPut([
        { ...bought, id: 't1', version: 1 },
        { ...bought, id: 't2', version: 1, transactionType: 'SELL', quantity: 8 as Quantity },
      ]);
    },
  });
  await user.click(await screen.findByText('2 things need attention in your data'));
  await shows(/there is no price\./u);
  await shows(/more was sold than was held\./u);
  const [first] = screen.getAllByRole('button', { name: /^Unilever.*Ada, DEALING$/u });
  await user.click(first as HTMLElement);
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Details of Unilever/u));
  await waitFor(() => expect(opened()).toHaveLength(1));
  expect(within(screen.getByRole('table', { name: 'Holdings' })).getByText('More sold than held')).toBeTruthy();
});
