/** The returns screen in the app itself: its figures, periods and scopes, waiting, failing and empty. */
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { Price, Rate } from '../../../domain/values/amount.ts';
import { unlistedAsset } from '../../../domain/csv/stored/directory.ts';
import { addDays, londonDate, type IsoDate } from '../../../domain/values/dates.ts';
import type { HoldfastDatabase } from '../../data/database/schema.ts';
import { storeDemo } from '../../testing/demo-records.ts';
import { button, shows } from '../../testing/page-parts.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { catchSavedFiles } from '../../testing/saved-files.ts';
import { buy, row, sell } from '../../../tests/cgt/rows.ts';

const FUND = 'GB00BH4HKS39';
const OTHER = 'GB0002374006';

/** Two purchases, a sale, a dividend and a move between brokers, with a price on each day of trade. */
async function storeSmall(db: HoldfastDatabase): Promise<void> {
  const of = (isin: string) => ({ account: 'ada', isin, broker: 'one' });
  const asset = (isin: string, name: string) => ({ ...unlistedAsset(isin, isin, name), version: 1 });
  await db.brokers.bulkAdd([
    { id: 'one', name: 'First Broker', version: 1 },
    { id: 'two', name: 'Second Broker', version: 1 },
  ]);
  await db.assets.bulkAdd([asset(FUND, 'World Fund'), asset(OTHER, 'Other plc')]);
  const rows = [
    buy('2023-05-01', 100, 10_000, { ...of(FUND), id: 'bought' }),
    row('DIVIDEND', '2023-09-01', null, 150, { ...of(FUND), id: 'paid' }),
    sell('2024-02-01', 40, 4800, { ...of(FUND), id: 'sold', brokerCharge: 10 }),
    row('TRANSFER_OUT', '2024-02-10', 60, 0, { ...of(FUND), id: 'out', transferId: 'move' }),
    row('TRANSFER_IN', '2024-02-10', 60, 0, { ...of(FUND), broker: 'two', id: 'in', transferId: 'move' }),
  ];
  await db.transactions.bulkAdd(rows.map((each) => ({ ...each, version: 1 })));
  const price = (isin: string, priceDate: string, closePrice: number) => ({
    isin,
    priceDate: priceDate as IsoDate,
    closePrice: closePrice as Price,
    currency: 'GBP',
    fetchedAt: '',
  });
  await db.prices.bulkAdd([
    price(FUND, '2023-05-01', 100),
    price(FUND, '2024-02-01', 120),
    price(FUND, '2024-03-31', 130),
    price(OTHER, '2023-05-01', 50),
    price(OTHER, '2024-03-31', 60),
  ]);
}

const PERIOD = '/returns?from=2023-05-01&to=2024-03-31';
const bar = (name: RegExp) => screen.getByRole('button', { name });
/** The title of the chart has an amount of its own. */
const shown = () => (document.querySelector('main')?.textContent ?? '').replace('Growth of £100', '');
const saved = catchSavedFiles();

it('shows rates, the bridge whose parts come to the closing value, and opens a bar to its rows', async () => {
  const { user } = await renderScreen(PERIOD, { records: storeSmall });
  await shows(/Securities only/u);
  await user.click(button('Show values'));
  await user.click(button('Lock values'));
  // 10,000 grew to 12,000 with 150 paid on the way, 4,790 came out, and 7,200 to 7,800 after that.
  expect(shown()).toContain('Sum of parts = closing: £7,800.00 = £7,800.00');
  expect(bar(/^Realised/u).textContent).toContain('+£800.00');
  expect(bar(/^Unrealised/u).textContent).toContain('+£1,800.00');
  expect(bar(/^Paid out/u).textContent).toContain('−£4,940.00');
  expect(shown()).toContain('Under a year, so there is no yearly rate.');
  await user.click(bar(/^Paid out/u));
  const rows = await screen.findByRole('table', { name: 'Rows of Paid out' });
  expect(within(rows).getByRole('link', { name: 'Sell' }).getAttribute('href')).toBe('/transactions/sold');
  expect(within(rows).getByRole('link', { name: 'Dividend' }).getAttribute('href')).toBe('/transactions/paid');
  expect(within(rows).getByRole('row', { name: /^Total/u }).textContent).toContain('−£4,940.00');
  expect(rows.textContent).toContain('−£4,790.00');
  expect(bar(/^Paid out/u).getAttribute('aria-expanded')).toBe('true');
});

it('names what moved between two brokers, and that the parts add up', async () => {
  const { user, address } = await renderScreen(PERIOD, { records: storeSmall });
  await shows(/Securities only/u);
  await user.click(button('Show values'));
  await user.selectOptions(screen.getByLabelText('Split by'), 'Broker');
  const table = screen.getByRole('table', { name: 'Parts of the scope' });
  await waitFor(() => expect(table.textContent).toContain('Second Broker'));
  expect(address()).toContain('by=brokerId');
  expect(within(table).getByRole('row', { name: /Moved between parts/u }).textContent).toContain('−£7,200.00');
  // The signs are those of the bars.
  const total = within(table).getByRole('row', { name: /^Total/u }).textContent;
  for (const amount of ['−£4,940.00', '+£800.00', '+£1,800.00']) expect(total).toContain(amount);
  await shows(/The parts add up to the whole in every column/u);
});

it('names what was sold beyond what was held, and shows no rate', async () => {
  await renderScreen(PERIOD, {
    records: async (db) => {
      await storeSmall(db);
      const sold = sell('2024-01-10', 5, 300, { account: 'ada', isin: OTHER, broker: 'one', id: 'oversold' });
      await db.transactions.add({ ...sold, version: 1 });
    },
  });
  await shows(/more was sold than was held: Other plc from 10 Jan 2024 to 31 Mar 2024\. Add the missing purchases/u);
  expect(screen.getByRole('link', { name: 'Add transaction' }).getAttribute('href')).toBe('/transactions/new');
  await shows('More was sold than was held, so growth cannot be measured.');
  await shows('More had been sold than was held at the start or the end of this period.');
});

it('names an old exchange rate that was used', async () => {
  await renderScreen(PERIOD, {
    records: async (db) => {
      await storeSmall(db);
      await db.prices.toCollection().modify({ currency: 'USD' });
      const rateDate = '2023-05-01' as IsoDate;
      await db.rates.add({ fromCurrency: 'USD', toCurrency: 'GBP', rate: 0.8 as Rate, rateDate });
    },
  });
  await shows(/Exchange rates over a week old were used: USD has its rate of 1 May 2023 until 31 Mar 2024\./u);
});

it('keeps period and scope in the address, and reads them from it', async () => {
  const { user, address } = await renderScreen('/returns?wrapper=DEALING&period=5y', { records: storeSmall });
  await shows(/Securities only/u);
  expect(screen.getByLabelText<HTMLSelectElement>('Tax wrapper').value).toBe('DEALING');
  expect(screen.getByLabelText<HTMLSelectElement>('Period').value).toBe('5y');
  await user.selectOptions(screen.getByLabelText('Broker'), 'First Broker');
  expect(address()).toBe('/returns?period=5y&wrapper=DEALING&broker=one');
  await user.selectOptions(screen.getByLabelText('Period'), 'Since start');
  expect(address()).toBe('/returns?period=all&wrapper=DEALING&broker=one');
  await user.selectOptions(screen.getByLabelText('Holding'), 'World Fund');
  expect(address()).toBe(`/returns?period=all&wrapper=DEALING&broker=one&holding=${FUND}`);
  await user.selectOptions(screen.getByLabelText('Period'), 'Own dates');
  expect(address()).toContain('from=2023-05-01');
});

it('says at its field what is wrong with a date, and shows no figure for it', async () => {
  const { visit } = await renderScreen('/returns?from=2024-04-01&to=2024-03-31', { records: storeSmall });
  await shows('The opening day must not be after the closing day.');
  expect(screen.getByLabelText('From').getAttribute('aria-invalid')).toBe('true');
  expect(screen.queryByText(/Sum of parts/u)).toBeNull();
  await visit(`/returns?from=2024-02-30&to=${addDays(londonDate(Date.now()), 1)}`);
  await shows('Enter a date as dd/mm/yyyy.');
  await shows('The date must not be in the future.');
});

it('compares with a security that the same money might have bought, and remembers it', async () => {
  const { user, visit } = await renderScreen(PERIOD, { records: storeSmall });
  await shows(/Securities only/u);
  await user.click(button('Show values'));
  await user.click(button('Lock values'));
  await user.selectOptions(screen.getByLabelText('Compare with'), 'Other plc');
  await shows(/into Other plc would have come to £.*Dividends of Other plc are not counted\./u);
  await visit('/settings');
  await visit(PERIOD);
  await waitFor(() => expect(screen.getByLabelText<HTMLSelectElement>('Compare with').value).toBe(OTHER));
});

it('reads out each day by keys', async () => {
  const { user } = await renderScreen(PERIOD, { records: storeSmall });
  await shows(/Securities only/u);
  await user.click(button('Show values'));
  await user.click(button('Lock values'));
  const day = await screen.findByRole<HTMLInputElement>('slider', { name: 'Day' });
  expect(day.getAttribute('aria-valuetext')).toContain('31 Mar 2024');
  expect(day.getAttribute('aria-valuetext')).toContain('Value: £7,800.00');
});

it('the page has no amount, rate or chart while values are hidden', async () => {
  const { user } = await renderScreen(PERIOD, { records: storeSmall });
  await shows(/Securities only/u);
  await shows('Values are hidden. Show them to see the chart.');
  expect(shown()).not.toMatch(/£\d|\d%/u);
  expect(document.querySelector('main canvas')).toBeNull();
  expect(document.querySelector('main [style*="--size"]')).toBeNull();
  await user.click(bar(/^Paid out/u));
  const rows = await screen.findByRole('table', { name: 'Rows of Paid out' });
  await within(rows).findByRole('link', { name: 'Sell' });
  expect(shown()).not.toMatch(/£\d|\d%/u);
  await user.click(button('Show values'));
  expect(shown()).toMatch(/£\d/u);
});

it('names what has no price, and leaves out the figures that need it', async () => {
  await renderScreen('/returns?from=2023-04-01&to=2023-06-30', {
    records: async (db) => {
      await storeSmall(db);
      await db.prices.where('isin').equals(FUND).delete();
    },
  });
  await shows(/World Fund: no price from 1 May 2023 to 30 Jun 2023/u);
  await shows('A price or rate is missing, so the parts cannot be worked out.');
  expect(screen.getAllByText('Not known').length).toBe(3);
  expect(screen.queryByText(/Sum of parts/u)).toBeNull();
});

it('says that it loads, that it failed, and that there is nothing yet', async () => {
  const { stage, visit } = await renderScreen('/settings', { records: storeSmall });
  await stage({ held: ['returns'] });
  await visit(PERIOD);
  await shows('Loading returns...');
  await visit('/settings');
  await stage({ failing: ['returns'] });
  await visit(PERIOD);
  await shows('The returns could not be computed. Please try again.');
  await visit('/settings');
  await stage({});
  await visit('/returns?from=2020-01-01&to=2020-12-31');
  await shows('Nothing to show');
});

it('gives the figures as a file, and prints', async () => {
  const print = vi.fn();
  vi.stubGlobal('print', print);
  const { user, stage } = await renderScreen(PERIOD, { records: storeSmall });
  await shows(/Securities only/u);
  await user.click(button('Print returns'));
  expect(print).toHaveBeenCalledOnce();
  await user.click(button('Export to CSV'));
  await waitFor(() => expect(saved).toHaveBeenCalledOnce());
  const file = saved.mock.calls[0]?.[0];
  expect(file?.fileName).toBe(`returns-${londonDate(Date.now())}.csv`);
  const [header, chosen, ...years] = ((await file?.blob.text()) ?? '').split('\r\n');
  expect(header).toContain('Period,From,To,Opening value,Paid in,Paid out,Realised,Unrealised,Income');
  expect(chosen).toContain(
    'Chosen period,2023-05-01,2024-03-31,0.00,10000.00,4940.00,800.00,1800.00,150.00,0.00,10.00,0.00,7800.00,',
  );
  expect(years.find((line) => line.startsWith('2023-24,'))).toMatch(
    /^2023-24,2023-04-06,2024-04-05,0.00,.*,7800.00,5060.00,2740.00,/u,
  );
  await stage({ failing: ['exportReturns'] });
  await user.click(button('Export to CSV'));
  // Shown, and said to who cannot see it.
  expect(await screen.findAllByText('Failed to export returns. Please try again.')).not.toEqual([]);
});

it("shows the demo investor's years, which open where the one before closed", async () => {
  const { user } = await renderScreen('/returns?period=all', { records: storeDemo });
  await shows(/Alex Morgan, AJ Bell, DEALING: from 8 Apr 2016/u);
  await user.click(button('Show values'));
  expect(screen.getByRole('table', { name: 'Tax years' })).toBeTruthy();
  await user.click(screen.getByRole('tab', { name: 'Calendar years' }));
  expect(await screen.findByRole('table', { name: 'Calendar years' })).toBeTruthy();
});
