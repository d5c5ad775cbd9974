/** The states of funds' reporting periods on the income screen, and figures typed there (domain/income/RULES.md 4). */
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { buy, day, row } from '../../../tests/cgt/rows.ts';
import type { Transaction } from '../../../domain/records/records.ts';
import type { Money, Rate } from '../../../domain/values/amount.ts';
import type { OperatorFacts } from '../../../domain/facts/operator-facts.ts';
import { saveOperatorFacts } from '../../data/records/operator-facts.ts';
import { addOwnExcess } from '../../data/records/income-statements.ts';
import { listTransactions } from '../../data/records/transactions.ts';
import { removeRecords } from '../../data/outbox/removals.ts';
import { button, shows } from '../../testing/page-parts.ts';
import { renderScreen, type OpenScreen } from '../../testing/render-screen.tsx';
import { asset, own, rowWith, showValues, store, UNKNOWN_FUND, WORLD } from '../../testing/income-records.ts';

const CORE = 'IE00B4L5Y983';
const NIL = 'IE00013A2XD6';
const DOUBTED = 'LU1423753034';
const UK = 'GB00B3X7QG63';
const GERMAN = 'DE0005933931';

async function openWith(path: string, rows: readonly Transaction[]): Promise<OpenScreen> {
  const opened = await renderScreen(path, {
    records: async (db) => {
      await store(rows.map(own))(db);
      const funds = [
        asset(CORE, 'Core World ETF', 'ETF'),
        asset(NIL, 'Nil ETF', 'ETF'),
        asset(DOUBTED, 'Doubted Fund', 'FUND'),
        asset(UK, 'UK Fund', 'FUND'),
        asset(GERMAN, 'iShares Core DAX ETF', 'ETF'),
      ];
      await db.assets.bulkPut(funds.map((one) => ({ ...one, version: 1 })));
    },
  });
  showValues();
  return opened;
}

const period = (words: RegExp): string => rowWith('Reporting periods', words).textContent ?? '';
const held = (isin: string, from = '2023-07-04') => buy(from, 10, 100, { id: `held-${isin}`, isin });

it('shows every state of a period in words, and a UK fund has none', async () => {
  const rows = [held(CORE), held(NIL), held(WORLD), held(UNKNOWN_FUND), held(GERMAN), held(UK)];
  const recorded = { ...row('ACCUMULATION', '2024-06-28', null, 9, { id: 'recorded', isin: CORE }) };
  await openWith('/income?year=2024-25', [...rows, recorded]);
  await waitFor(() => expect(period(/Core World ETF/u)).toContain('Recorded'));
  expect(period(/Core World ETF/u)).toContain('£9.00');
  expect(period(/All-World ETF/u)).toMatch(/Not recorded yetFrom a report of Vanguard\..*£16\.29/u);
  expect(period(/Nil ETF/u)).toContain('Nothing to reportThere is no excess income according to a report of iShares.');
  const unknown = rowWith('Funds without a known report', /Quiet ETF/u).textContent;
  expect(unknown).toContain('Not known whether it is a reporting fund');
  expect(unknown).toContain('if it does not, gains on it would be taxed as income.');
  const missing = rowWith('Funds without a known report', /DAX/u).textContent;
  expect(missing).toContain('Not a reporting fund as far as we know');
  expect(missing).toContain(
    'The figures of iShares do not include this fund. Gains on such a fund would be taxed as income.',
  );
  for (const table of screen.getAllByRole('table')) expect(table.textContent).not.toContain('UK Fund');
});

it('an implausible figure is marked, and added only separately', async () => {
  const { user } = await openWith('/income?year=2021-22', [held(DOUBTED, '2021-01-04')]);
  await waitFor(() => expect(period(/Doubted Fund/u)).toContain('Doubtful figure'));
  expect(screen.queryByRole('button', { name: /^Add \d/u })).toBeNull();
  await user.click(button('Add it anyway: Doubted Fund, 31 May 2021'));
  await waitFor(() => expect(period(/Doubted Fund/u)).toContain('Recorded'));
});

it('a figure that is missing is typed in its row, as the address asks, changed and removed again', async () => {
  const path = `/income?account=ada&year=2025-26&fund=${CORE}&period=2025-06-30`;
  const { user, db } = await openWith(path, [held(CORE)]);
  await shows("One period is missing from this year's income: Core World ETF to 30 Jun 2025.");
  expect(period(/Core World ETF/u)).toContain(
    `No figure is known for the period to 30\u00a0Jun\u00a02025. Look in the UK report of iShares for ${CORE}.`,
  );
  const form = () => screen.getByRole('form', { name: 'Figure of Core World ETF' });
  const field = (name: string) => within(form()).getByLabelText<HTMLInputElement>(name);
  expect(field('Currency').value).toBe('USD');
  await user.type(field('Excess per unit'), '-1');
  await user.click(button('Save figure'));
  await shows('"-1" is not valid. Enter the excess per unit, or 0 if there is none.');
  await user.clear(field('Excess per unit'));
  await user.type(field('Excess per unit'), '1.3545');
  await user.type(field('Source of the figure'), 'its report');
  await user.type(field('Income on'), '31/10/2025');
  await user.click(button('Save figure'));
  // Ten units at HMRC's rate for October 2025.
  await waitFor(() => expect(period(/Core World ETF/u)).toContain('From your own figure (its report).'));
  expect(period(/Core World ETF/u)).toContain('31 Oct 2025');
  expect(period(/Core World ETF/u)).toContain("HMRC's rate for 2025-10");
  expect(button('Add 1 notional distribution')).toBeTruthy();
  expect(await db.extras.get(`excess-income/${CORE}`)).toMatchObject({
    value: {
      periods: [
        {
          periodEnd: '2025-06-30',
          currency: 'USD',
          excessPerUnit: 1.3545,
          provider: 'its report',
          distributionDate: '2025-10-31',
        },
      ],
    },
  });
  await user.click(button('Change the figure: Core World ETF, 30 Jun 2025'));
  expect(field('Income on').value).toBe('31/10/2025');
  await user.click(button('Remove'));
  await shows("One period is missing from this year's income: Core World ETF to 30 Jun 2025.");
});

it('a figure and a rate of the operator fill a gap, win over the supplied ones, and say where they are from', async () => {
  const { db, user } = await openWith(`/income?account=ada&year=2025-26`, [held(CORE)]);
  await shows("One period is missing from this year's income: Core World ETF to 30 Jun 2025.");
  const source = "the funds' own pages";
  const figure = { isin: CORE, periodEnd: day('2025-06-30'), currency: 'USD', provider: 'ishares', source };
  const facts: OperatorFacts = {
    excessIncome: [{ ...figure, excessPerUnit: 2 as Money }],
    monthlyRates: [{ month: '2025-12', currency: 'USD', perPound: 1.25 as Rate, source: 'a bulletin' }],
  };
  await act(async () => await saveOperatorFacts(db, { version: '1', facts }));
  await waitFor(() =>
    expect(period(/Core World ETF/u)).toContain(
      "From a figure that the operator of your server has added (the funds' own pages).",
    ),
  );
  // Ten units at 2 dollars, at 1.25 dollars for a pound.
  expect(period(/Core World ETF/u)).toContain('£16.00');
  expect(period(/Core World ETF/u)).toContain(
    '1.25 USD per £1, the rate for 2025-12 that the operator of your server has added (a bulletin)',
  );
  await shows(
    "The operator of your server has added figures or rates, which are used in place of the supplied ones. They are from: a bulletin; the funds' own pages.",
  );
  const print = vi.fn();
  vi.stubGlobal('print', print);
  await user.click(button('Print income'));
  await waitFor(() => expect(print).toHaveBeenCalledOnce());
  expect(document.querySelector('[data-print]')?.textContent).toContain(
    "They are from: a bulletin; the funds' own pages.",
  );
  act(() => {
    dispatchEvent(new Event('afterprint'));
  });
  await user.click(button('Add 1 notional distribution'));
  await waitFor(() => expect(period(/Core World ETF/u)).toContain('Recorded'));
  // One's own figure wins.
  await act(async () => await addOwnExcess(db, [{ ...figure, excessPerUnit: 3 as Money }]));
  await waitFor(() => expect(period(/Core World ETF/u)).toContain('Figure changed'));
  await user.click(button('Add 1 notional distribution'));
  await waitFor(() => expect(period(/Core World ETF/u)).toContain('£24.00'));
});

it('a fund without a known report takes its first figure, and a currency without a rate one in pounds', async () => {
  const { user } = await openWith(`/income?account=ada&year=2024-25&fund=${UNKNOWN_FUND}`, [held(UNKNOWN_FUND)]);
  const form = await screen.findByRole('form', { name: 'Figure of Quiet ETF' });
  const field = (name: string) => within(form).getByLabelText<HTMLInputElement>(name);
  await user.type(field('End of the reporting period'), '30/06/2024');
  await user.type(field('Excess per unit'), '0.5');
  await user.selectOptions(field('Currency'), 'CNH');
  await user.click(button('Save figure'));
  await waitFor(() => expect(period(/Quiet ETF/u)).toContain('Exchange rate missing'));
  await user.click(button('Change the figure: Quiet ETF, 30 Jun 2024'));
  await user.type(screen.getByLabelText('Excess per unit'), '0.05');
  expect(screen.getByLabelText<HTMLSelectElement>('Currency').value).toBe('GBP');
  await user.click(button('Save figure'));
  await waitFor(() => expect(period(/Quiet ETF/u)).toContain('£0.50'));
});

it('a correction offers the difference once, and a year of two kinds of rates says so', async () => {
  const { user, db } = await openWith('/income?account=ada&year=2024-25', [held(CORE), held(WORLD)]);
  await user.click(await screen.findByRole('button', { name: 'Add 2 notional distributions' }));
  await waitFor(() => expect(period(/Core World ETF/u)).toContain('Recorded'));
  expect(screen.queryByText(/^This year mixes exchange rates/u)).toBeNull();
  const correction = { isin: CORE, periodEnd: day('2024-06-30'), currency: 'USD', provider: 'corrected report' };
  await act(async () => await addOwnExcess(db, [{ ...correction, excessPerUnit: 2 as Money }]));
  await waitFor(() => expect(period(/Core World ETF/u)).toContain('Figure changed'));
  await user.click(button('Add 1 notional distribution'));
  await waitFor(() => expect(period(/Core World ETF/u)).toContain('Recorded'));
  // Ten units at 2 dollars, at 1.2662 dollars for a pound.
  expect(period(/Core World ETF/u)).toContain('£15.80');
  expect(screen.queryByRole('button', { name: /^Add \d/u })).toBeNull();
  // The other fund's record goes, and is proposed at another kind of rate.
  const world = (await listTransactions(db)).find(({ isin, incomeDate }) => isin === WORLD && incomeDate !== undefined);
  await act(async () => await removeRecords(db, 'transaction', [world?.id ?? '']));
  await user.selectOptions(screen.getByLabelText('Day of the rate'), 'End of the period');
  await shows(
    "This year mixes exchange rates: HMRC's monthly rate of the distribution date (Core World ETF to 30 Jun 2024); HMRC's monthly rate of the period's end (All-World ETF to 30 Jun 2024).",
  );
});

it('missing figures of other years link to those years, and on the gains screen to the field', async () => {
  const { user, address, visit } = await openWith('/income?year=2022-23', [held(CORE)]);
  await user.click(await screen.findByText('2 things are missing in other tax years'));
  const link = screen.getByRole('link', { name: 'Core World ETF, Ada, period to 30\u00a0Jun\u00a02025' });
  await user.click(link);
  expect(address()).toBe(`/income?account=ada&year=2025-26&fund=${CORE}&period=2025-06-30`);
  expect(await screen.findByRole('form', { name: 'Figure of Core World ETF' })).toBeTruthy();
  await visit('/capital-gains');
  await user.click(await screen.findByText('2 things need attention in your data'));
  expect(screen.getByRole('link', { name: 'Core World ETF, Ada, period to 30\u00a0Jun\u00a02025' })).toBeTruthy();
  await shows(': Excess reportable income of one fund is known but not recorded.');
  expect(screen.getByRole('link', { name: 'Ada, income of 2024-25' })).toBeTruthy();
});
