import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { buy, row, sell } from '../../../tests/cgt/rows.ts';
import type { Price } from '../../../domain/values/amount.ts';
import { addDays } from '../../../domain/values/dates.ts';
import type { Transaction } from '../../../domain/records/records.ts';
import { standInCanvas } from '../../testing/drawn-chart.ts';
import { fact, GLENCORE, own, showValues, store, VODAFONE } from '../../testing/income-records.ts';
import { OPENED_ON, type OpenScreen, renderScreen } from '../../testing/render-screen.tsx';
import { useValuesVisibility } from '../../ui/app-state/values-visibility.ts';
import { dateInSentence, formatDate } from '../../ui/texts/date-text.ts';

const ROWS = [
  buy('2020-05-04', 100, 150, { id: 'bought', isin: VODAFONE }),
  sell('2023-06-01', 40, 90, { id: 'sold', isin: VODAFONE }),
  buy('2022-01-10', 10, 12, { id: 'sheltered', isin: VODAFONE, wrapper: 'ISA' }),
  row('DIVIDEND', '2024-06-03', null, 7.5, { id: 'paid', isin: VODAFONE }),
  row('DIVIDEND', '2024-06-03', null, 55, { id: 'isa', isin: VODAFONE, wrapper: 'ISA' }),
  buy('2019-05-04', 5, 20, { id: 'former', isin: 'GB0001234568' }),
  { ...row('ISIN_CHANGE', '2021-05-04', 5, 0, { id: 'change', isin: 'GB0001234568' }), relatedIsin: GLENCORE },
].map((one) => own(one as Transaction));

async function open(path: string): Promise<OpenScreen> {
  const opened = await renderScreen(path, {
    records: async (db) => {
      await store(ROWS)(db);
      await db.accounts.put({ id: 'ada', name: 'Ada', version: 1 });
    },
  });
  return opened;
}

const table = async (name: string) => await screen.findByRole('table', { name });
const texts = (found: HTMLElement) =>
  within(found)
    .getAllByRole('row')
    .map((line) => line.textContent);

beforeEach(() => {
  standInCanvas();
});

it('shows units held, transactions, pools and income of one security, reached from the list', async () => {
  const { user, address } = await open('/holdings');
  await user.click((await screen.findAllByRole('link', { name: 'Vodafone Group' }))[0] as HTMLElement);
  expect(await screen.findByRole('heading', { level: 1, name: 'Vodafone Group' })).toBeTruthy();
  expect(address()).toBe(`/holdings/${VODAFONE}`);
  const income = await table('Income by tax year');
  // Not in the page as long as they are hidden.
  expect(document.body.textContent).not.toContain('55.00');
  expect(screen.getByRole('button', { name: 'Show values' })).toBeTruthy();
  act(showValues);
  expect(fact('Units')).toBe('70');
  expect(fact('Cost')).toBe('£102.00');
  expect(fact('Value')).toBe('Not valued');
  expect(texts(await table('Ada, DEALING'))).toHaveLength(1 + 3);
  expect(texts(await table('Ada, ISA'))).toHaveLength(1 + 2);
  expect(texts(income).slice(1)).toEqual([
    '2024-25£7.50£0.00£7.50',
    '2024-25 in ISA, LISA, JISA or SIPP£55.00£0.00£55.00',
  ]);
  await user.click(screen.getByText('Pool ledger'));
  expect(texts(await table('Pool ledger, taxable wrappers')).at(-1)).toContain('£90.00');
  expect(screen.getByRole('link', { name: 'Try a sale' }).getAttribute('href')).toContain(VODAFONE);
});

it('draws the price of a year small, in the list and on the page, and only while values are shown', async () => {
  const opened = await renderScreen('/holdings', {
    records: async (db) => {
      await store(ROWS)(db);
      await db.prices.bulkPut(
        [
          [400, 999],
          [300, 70],
          [200, 80.5],
          [100, 60],
          [1, 75],
        ].map(([before = 0, closePrice = 0]) => ({
          isin: VODAFONE,
          priceDate: addDays(OPENED_ON, -before),
          closePrice: closePrice as Price,
          currency: 'GBX',
          fetchedAt: '',
        })),
      );
    },
  });
  const link = (await screen.findAllByRole('link', { name: 'Vodafone Group' }))[0] as HTMLElement;
  const lines = () => screen.queryAllByRole('img', { name: /^Price/u });
  expect(lines()).toEqual([]);
  act(showValues);
  // Dealing and ISA; the other security has no price.
  await waitFor(() => expect(lines()).toHaveLength(2));
  const words = `Price from ${formatDate(addDays(OPENED_ON, -300))} to ${formatDate(addDays(OPENED_ON, -1))}: 70.00 to 75.00 GBX, lowest 60.00, highest 80.50`;
  expect(lines()[0]?.getAttribute('aria-label')).toBe(words);
  const [first, ...others] = lines()[0]?.querySelector('polyline')?.getAttribute('points')?.split(' ') ?? [];
  expect([first?.split(',')[0], others.length, others.at(-1)?.split(',')[0]]).toEqual(['2', 3, '62']);
  await opened.user.click(link);
  await screen.findByRole('img', { name: words });
  act(() => {
    useValuesVisibility.getState().reset();
  });
  expect(lines()).toEqual([]);
  expect(screen.queryByText('Price over a year')).toBeNull();
});

it('RULES 2.3 of returns: a split is no step of the small line, and is named below the chart of the prices of each day', async () => {
  const split = addDays(OPENED_ON, -150);
  const before = own(buy('2020-05-04', 100, 150, { isin: VODAFONE }));
  await renderScreen(`/holdings/${VODAFONE}`, {
    records: async (db) => {
      await store([before, own(row('SPLIT', split, 100, 0, { isin: VODAFONE, ratio: [2, 1] }))])(db);
      await db.prices.bulkPut(
        [
          [200, 80],
          [100, 41],
          [1, 42],
        ].map(([ago = 0, closePrice = 0]) => ({
          isin: VODAFONE,
          priceDate: addDays(OPENED_ON, -ago),
          closePrice: closePrice as Price,
          currency: 'GBX',
          fetchedAt: '',
        })),
      );
    },
  });
  act(showValues);
  const line = await screen.findByRole('img', { name: /^Price from/u });
  expect(line.getAttribute('aria-label')).toMatch(
    /: 40\.00 to 42\.00 GBX, lowest 40\.00, highest 42\.00, with prices before a split converted to units of today$/u,
  );
  const named = await screen.findByText(/^A split, consolidation or bonus issue changed the units on/u);
  expect(named.textContent).toBe(
    `A split, consolidation or bonus issue changed the units on ${dateInSentence(split)}. Each price is that of a unit on its own day.`,
  );
});

it('the page of a security is also found under a former ISIN', async () => {
  const { user } = await open('/holdings/GB0001234568');
  expect(await screen.findByRole('heading', { level: 1, name: 'Jersey Mining' })).toBeTruthy();
  expect(texts(await table('Ada, DEALING'))).toHaveLength(1 + 2);
  await user.click(screen.getByText('Pool ledger'));
  expect(texts(await table('Pool ledger'))[1]).toContain('Acquisition');
});

it('says that nothing is recorded for a security without transactions', async () => {
  await open('/holdings/US0378331005');
  expect(await screen.findByText('Nothing is recorded for this security')).toBeTruthy();
});
