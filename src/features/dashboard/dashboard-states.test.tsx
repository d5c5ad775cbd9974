/** The dashboard in the app itself: the demo investor's and a newcomer's, waiting and failing. */
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { agePrices, storeDemo } from '../../testing/demo-records.ts';
import { button, shows } from '../../testing/page-parts.ts';
import { addDays, londonDate } from '../../../domain/values/dates.ts';
import { parseCalendar } from '../../../tests/calendar/parse-calendar.ts';
import { catchSavedFiles } from '../../testing/saved-files.ts';
import { renderScreen } from '../../testing/render-screen.tsx';

const saved = catchSavedFiles();
const table = () => screen.queryByRole('table', { name: 'Portfolio by asset class' });

it('hides its figures, shows them, and counts cash and savings or not', async () => {
  const { user } = await renderScreen('/dashboard', { records: storeDemo });
  const total = () => screen.getByText('Total Portfolio Value').nextElementSibling?.textContent ?? '';
  await waitFor(() => expect(total()).toContain('****'));
  expect(
    within(table() as HTMLElement)
      .getAllByRole('row')
      .at(-1)?.textContent,
  ).toContain('Total');
  await user.click(button('Show values'));
  expect(total()).toMatch(/^£\d[\d,]*/u);
  await user.click(button('Lock values'));
  const withCash = total();
  // In the header, and in what a phone shows instead.
  const [cash] = screen.getAllByRole('checkbox', { name: 'Include cash & savings' });
  if (cash === undefined) throw new Error('no choice');
  await user.click(cash);
  await waitFor(() => expect(total()).not.toBe(withCash));
  await user.click(cash);
  await waitFor(() => expect(total()).toBe(withCash));
  await shows(/Time-weighted return over the last year: [+−]\d+\.\d\d%/u);
  expect(screen.getByRole('link', { name: 'See returns' }).getAttribute('href')).toBe('/returns');
  await user.click(await screen.findByText('The figures as a table'));
  expect(await screen.findByRole('table', { name: 'Value and net invested' })).toBeTruthy();
  await user.click(button('Hide values'));
  expect(total()).toContain('****');
});

it('says what would be left if everything were sold and which tax dates come, once the first figures are there', async () => {
  const { user, stage, visit } = await renderScreen('/settings', {
    records: async (db) => {
      const { savingsAccounts } = await storeDemo(db);
      await agePrices(db, 9);
      const accountCloseDate = addDays(londonDate(Date.now()), 60);
      await db.savingsAccounts.bulkPut(savingsAccounts.map((one) => ({ ...one, accountCloseDate, version: 1 })));
    },
  });
  await stage({ held: ['dashboardSummary'], unreadable: ['summaries'] });
  await visit('/dashboard');
  await shows('Loading holdings summary...');
  expect(screen.queryByText('If everything were sold today')).toBeNull();
  await stage({});
  const sold = await screen.findByRole<HTMLTableElement>('table', { name: 'What would be left' });
  await waitFor(() => expect(within(sold).getByRole('row', { name: /^Alex Morgan/u }).textContent).toContain('****'));
  expect(sold.textContent).not.toMatch(/£\s*\d/u);
  expect(screen.getByText(/^At latest prices/u).textContent).toMatch(
    /(?:\d+ of|All) \d+ prices are older than a day; the oldest is from .+, \d+ days ago\./u,
  );
  expect(screen.getByRole('link', { name: 'See plans' }).getAttribute('href')).toBe('/plans');
  expect(screen.getByRole('link', { name: 'See allowances' }).getAttribute('href')).toBe('/allowances');
  await user.click(button('Show values'));
  expect(sold.textContent).toMatch(/£\d[\d,]* to £\d[\d,]*/u);
  const dates = (await screen.findAllByText(/^A savings account closes/u))[0]?.closest('ul');
  const before = dates?.children.length ?? 0;
  await user.click(screen.getByRole('button', { name: /^Show all \d+$/u }));
  expect(dates?.children.length).toBeGreaterThan(before);
  const read = async () => parseCalendar((await saved.mock.lastCall?.[0].blob.text()) ?? '');
  await user.click(button('Save as calendar file'));
  await waitFor(() => expect(saved).toHaveBeenCalledOnce());
  const plain = await read();
  expect(plain).toHaveLength(dates?.children.length ?? 0);
  expect(JSON.stringify(plain)).not.toMatch(/Morgan|£/u);
  await user.click(screen.getByRole('checkbox', { name: 'Include names' }));
  await user.click(button('Save as calendar file'));
  await waitFor(() => expect(saved).toHaveBeenCalledTimes(2));
  const named = await read();
  expect(JSON.stringify(named)).toMatch(/Morgan/u);
  expect(named.map(({ uid, start }) => [uid, start])).toEqual(plain.map(({ uid, start }) => [uid, start]));
  await stage({ failing: ['exportTaxDates', 'ifAllSold', 'taxDates'] });
  await user.click(button('Save as calendar file'));
  expect(await screen.findAllByText('The calendar file could not be created. Please try again.')).not.toEqual([]);
  await visit('/settings');
  await visit('/dashboard');
  await shows('What would be left could not be worked out.');
  await shows('The tax dates could not be worked out.');
});

it('says that it loads and what could not be loaded, figures and picture each for itself', async () => {
  const { stage, visit } = await renderScreen('/settings', { records: storeDemo });
  const again = async (staged: Parameters<typeof stage>[0]) => {
    await visit('/settings');
    await stage(staged);
    await visit('/dashboard');
  };
  // Nor are figures that were kept shown.
  await again({ held: ['dashboardSummary'], unreadable: ['summaries'] });
  await shows('Loading holdings summary...');
  await again({ failing: ['dashboardSummary'] });
  await shows('Failed to load holdings summary');
  expect(table()).toBeNull();
  await again({ held: ['valueHistory'] });
  await shows('Loading chart...');
  await again({ failing: ['valueHistory'] });
  await shows('The chart could not be computed. Please try again.');
  expect(table()).not.toBeNull();
});

it('leads to the first steps while it is empty, and says when a page is for administrators', async () => {
  const { user, visit, address } = await renderScreen('/settings');
  for (const path of ['/admin', '/assets/new']) {
    await visit(path);
    expect(address()).toBe('/dashboard?error=admin-required');
    await shows('That page is for administrators only.');
  }
  expect(screen.queryByRole('link', { name: 'Admin Portal' })).toBeNull();
  await user.click(button('Dismiss'));
  await waitFor(() => expect(address()).toBe('/dashboard'));
  await shows('No Holdings Found');
  expect(screen.getByRole('link', { name: 'Add your first transaction' }).getAttribute('href')).toBe(
    '/transactions/new',
  );
  await user.click(button('Import transactions'));
  expect(await screen.findByRole('dialog', { name: 'Import Transactions' })).toBeTruthy();
});
