/** The income of a tax year in the app itself: its figures, boxes, proposals and states (domain/income/RULES.md). */
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { buy, row } from '../../../tests/cgt/rows.ts';
import { listTransactions } from '../../data/records/transactions.ts';
import { button, isDisabled, shows } from '../../testing/page-parts.ts';
import { chartIn, findPicture } from '../../testing/drawn-chart.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { catchSavedFiles } from '../../testing/saved-files.ts';
import { useValuesVisibility } from '../../ui/app-state/values-visibility.ts';
import {
  fact,
  GLENCORE,
  openIncome,
  own,
  rowWith,
  ROWS,
  showValues,
  store,
  UNKNOWN_FUND,
  VODAFONE,
  WORLD,
} from '../../testing/income-records.ts';

const saved = catchSavedFiles();
const ALL_DIVIDENDS = /^Until you state your other income, all dividends count towards the dividend allowance/u;

it('shows the year of the address: totals, allowances, tax as a range, and the ISA apart', async () => {
  const { user, address } = await openIncome();
  expect([fact('Gross income'), fact('Tax withheld'), fact('Net income')]).toEqual(['£900.50', '£30.00', '£870.50']);
  expect(fact('In ISA, not taxed')).toBe('£55.00');
  expect(fact('Dividend allowance')).toBe('£500.00 of £500.00');
  // It depends on the other income, as the allowances say too (income/RULES 5.1).
  expect(fact('Savings allowance')).toBe('Not known');
  expect(screen.queryByText(ALL_DIVIDENDS)).not.toBeNull();
  expect(screen.getByText(/^Tax on this income:/u).textContent).toMatch(
    /^Tax on this income: £0\.00 to £\d+\.\d\d, depending/u,
  );
  await user.selectOptions(screen.getByLabelText('Tax year'), '2022-23');
  await shows('No income in 2022-23');
  expect(address()).toBe('/income?account=ada&year=2022-23');
  expect(isDisabled(button('Export to CSV'))).toBe(true);
});

it('takes the other income of the year, and the tax is one figure', async () => {
  const { user, db } = await openIncome();
  await user.click(button('Record other income'));
  const field = () => screen.getByLabelText<HTMLInputElement>('Other income in 2024-25');
  await user.type(field(), '-5');
  await user.click(button('Save'));
  await shows('Other income "-5" is not valid. Enter an amount in pounds of 0 or more.');
  await user.clear(field());
  await user.type(field(), '60000');
  await user.click(button('Save'));
  // 400.50 above the allowance, at 33.75 %.
  const tax = () => screen.getByText(/^Tax on this income/u).textContent;
  await waitFor(() =>
    expect(tax()).toBe(
      'Tax on this income beside other income of £60,000.00: £135.17. Less relief for foreign tax of £30.00: £105.17.',
    ),
  );
  expect(screen.queryByText(ALL_DIVIDENDS)).toBeNull();
  const relief = () => rowWith('Relief for foreign tax', /US dividends/u).textContent;
  expect(relief()).toContain('£200.00£30.0015 %Change£30.00£67.50£30.00');
  await user.click(button("Change the treaty's rate: US dividends"));
  const rate = () => screen.getByLabelText<HTMLInputElement>('Percentage that the treaty leaves to the country');
  await user.clear(rate());
  await user.type(rate(), '101{Enter}');
  await shows('"101" is not valid. Enter a percentage from 0 to 100, or leave it empty.');
  await user.clear(rate());
  await user.type(rate(), '10{Enter}');
  await waitFor(() => expect(tax()).toContain('Less relief for foreign tax of £20.00: £115.17.'));
  // What is stated beside it moves what it can move, and no figure is given where rates are not known.
  await user.selectOptions(screen.getByLabelText('Marriage allowance'), 'None');
  await user.selectOptions(screen.getByLabelText('Where you live'), 'Scotland');
  await shows('The tax is not worked out: the rates of Scotland are not in this version.');
  await user.selectOptions(screen.getByLabelText('Where you live'), 'Not stated');
  await waitFor(() => expect(tax()).toContain('£135.17'));
  expect(await db.extras.get('other-income/ada')).toMatchObject({
    value: {
      '2024-25': 60_000,
      treatyRates: { 'US-dividend': 10 },
      circumstances: { '2024-25': { marriageAllowance: 'none', residence: null } },
    },
  });
  await user.click(button('Change other income'));
  await user.click(button('Remove'));
  await waitFor(() => expect(tax()).toContain('depending on your other income.'));
  expect(tax()).toContain('Relief for foreign tax takes off up to £20.00.');
});

it('a box opens to the rows that it is the sum of', async () => {
  const { user } = await openIncome();
  const details = () => button('Details of SA106, US: Foreign dividends');
  await user.click(details());
  const rows = await screen.findByRole('table', { name: 'Rows of SA106, US: Foreign dividends' });
  expect(within(rows).getByText('Apple')).toBeTruthy();
  expect(rows.textContent).toContain('£200.00');
  expect(rowWith('Boxes of the tax return', /SA100 box 4: Dividends from UK companies/u).textContent).toContain('£700');
  await user.click(details());
  await waitFor(() => expect(screen.queryByRole('table', { name: /^Rows of/u })).toBeNull());
});

it('an unknown kind of income is asked about, and the choice applies from this year on', async () => {
  const asked = own(row('DIVIDEND', '2024-07-01', null, 90, { id: 'asked', isin: GLENCORE }));
  const { user, db } = await openIncome('/income?year=2024-25', [...ROWS, asked]);
  await shows(/^One security pays income of an unknown kind, so it is not in any box: Jersey Mining\./u);
  await user.click(screen.getByRole('tab', { name: 'By security' }));
  await user.selectOptions(
    await screen.findByLabelText('Nature of the income from Jersey Mining'),
    'Foreign dividends',
  );
  await shows('Stated by you');
  await waitFor(() => expect(screen.queryByText(/income of an unknown kind/u)).toBeNull());
  expect(screen.getByText('SA106, JE: Foreign dividends')).toBeTruthy();
  expect(await db.extras.get(`income-nature/${GLENCORE}`)).toMatchObject({
    value: { statements: [{ from: null, nature: 'foreignDividend', country: null }] },
  });
});

it("takes the tax withheld of a row in the list, the treaty's rate only when it is asked for", async () => {
  const bare = own(row('DIVIDEND', '2024-11-04', null, 85, { id: 'bare', isin: 'US0378331005' }));
  const { user, db } = await openIncome('/income?year=2024-25', [...ROWS, bare]);
  await user.click(screen.getByRole('tab', { name: 'Every row' }));
  const line = () => rowWith('Every row of the year', /4 Nov 2024/u).textContent;
  await waitFor(() => expect(line()).toContain('£85.00£0.00Add£85.00'));
  await user.click(button('Add tax withheld: Apple, 4 Nov 2024, DEALING'));
  const field = () => screen.getByLabelText<HTMLInputElement>('Tax withheld');
  expect(field().value).toBe('');
  await user.type(field(), '-1');
  await user.click(button('Save'));
  await shows('"-1" is not valid. Enter an amount in pounds of 0 or more.');
  await user.click(button("Use the US treaty's rate, 15 %"));
  expect(field().value).toBe('15.00');
  expect((await db.transactions.get('bare'))?.taxWithheld).toBeUndefined();
  await user.click(button('Save'));
  await waitFor(() => expect(line()).toContain('£100.00£15.00Change£85.00'));
  expect(await db.transactions.get('bare')).toMatchObject({ consideration: 85, grossIncome: 100, taxWithheld: 15 });
  // It was recorded before the tax, after all.
  await user.click(button('Change tax withheld: Apple, 4 Nov 2024, DEALING'));
  await user.selectOptions(screen.getByLabelText('The recorded £85.00 is'), 'Before the tax');
  await user.click(button("Use the US treaty's rate, 15 %"));
  await user.click(button('Save'));
  await waitFor(() => expect(line()).toContain('£85.00£12.75Change£72.25'));
  // No other country's rate is known, and nothing is withheld from what is not paid.
  await user.click(button('Add tax withheld: Vodafone Group, 3 Jun 2024, DEALING'));
  expect(screen.queryByRole('button', { name: /^Use the/u })).toBeNull();
});

it('adds what reporting funds kept in one step, raises the cost, and undoes it as one', async () => {
  const { user, db } = await openIncome();
  // 1,000 units at 2.063 dollars, at HMRC's rate for December 2024.
  const period = () => rowWith('Reporting periods', /All-World ETF/u).textContent;
  expect(period()).toContain('Not recorded yet');
  expect(period()).toContain("1.2662 USD per £1, HMRC's rate for 2024-12");
  expect(period()).toContain('£1,629.28');
  await user.click(button('Add 1 notional distribution'));
  await shows('1 notional distribution added.');
  await waitFor(() => expect(period()).toContain('Recorded'));
  expect(screen.queryByRole('button', { name: /^Add 1 notional/u })).toBeNull();
  const added = (await listTransactions(db)).filter(({ transactionType }) => transactionType === 'ACCUMULATION');
  expect(added).toMatchObject([
    {
      transactionDate: '2024-06-30',
      incomeDate: '2024-12-30',
      consideration: 1629.28,
      isin: WORLD,
      accountId: 'ada',
    },
  ]);
  await waitFor(() => expect(screen.getByText('SA106, IE: Foreign dividends')).toBeTruthy());
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(period()).toContain('Not recorded yet'));
  expect((await listTransactions(db)).map(({ id }) => id).toSorted()).toEqual(['bought', 'isa', 'paid', 'us']);
});

it('another rate changes the proposed amount, and recorded amounts keep their own rate', async () => {
  const { user } = await openIncome();
  const amount = () => rowWith('Reporting periods', /All-World ETF/u).textContent;
  const before = amount();
  await user.selectOptions(screen.getByLabelText('Day of the rate'), 'End of the period');
  await waitFor(() => expect(amount()).toContain("HMRC's rate for 2024-06"));
  expect(amount()).not.toBe(before);
  await user.click(button('Add 1 notional distribution'));
  await waitFor(() => expect(amount()).toContain('Recorded'));
  await user.selectOptions(screen.getByLabelText('Day of the rate'), 'Distribution date');
  await waitFor(() => expect(amount()).toContain('as recorded'));
  expect(amount()).toContain('£1,623.26');
});

it("names what is missing, and takes the user's own figures, all or nothing", async () => {
  const held = own(buy('2020-01-06', 100, 1000, { id: 'world-2026', isin: WORLD }));
  const quiet = own(buy('2024-05-01', 10, 100, { id: 'quiet', isin: UNKNOWN_FUND }));
  const { user, db } = await openIncome('/income?year=2024-25', [...ROWS, held, quiet]);
  await shows('Not known whether it is a reporting fund');
  const zone = () => screen.getByLabelText<HTMLInputElement>('Choose a file of figures');
  await user.click(screen.getByText("Add figures from a fund's report"));
  const file = (text: string) => new File([`isin,periodEnd,currency,excessPerUnit,provider\n${text}\n`], 'figures.csv');
  await user.upload(zone(), file(`${UNKNOWN_FUND},2024-06-30,USD,0.5,its report\n${UNKNOWN_FUND},2024-06-31,USD,1,x`));
  await shows('Line 3: periodEnd "2024-06-31" is not valid. Expected a date as yyyy-mm-dd.');
  expect(await db.extras.count()).toBe(0);
  await user.upload(zone(), file(`${UNKNOWN_FUND},2024-06-30,USD,0.5,its report`));
  await waitFor(() =>
    expect(rowWith('Reporting periods', /Quiet ETF/u).textContent).toContain('From your own figure (its report).'),
  );
  await waitFor(() => expect(screen.queryByText(/^Not known whether/u)).toBeNull());
  expect(button('Add 2 notional distributions')).toBeTruthy();
  await user.upload(zone(), file(`${UNKNOWN_FUND},2024-06-30,USD,0.6,another report`));
  await shows(/^Line 2: excessPerUnit "0\.6 USD" is not valid\. Expected 0\.5 USD, already stored/u);
});

it("expects the last year's payments again, for the units held today", async () => {
  const rows = [
    own(buy('2020-01-06', 100, 1000, { id: 'held', isin: VODAFONE })),
    own(row('DIVIDEND', '2025-12-15', null, 20, { id: 'forecast', isin: VODAFONE })),
  ];
  const { user } = await renderScreen('/income', { records: store(rows) });
  showValues();
  const table = await screen.findByRole('table', { name: 'Expected income of the next twelve months' });
  await user.click(within(table).getByRole('button', { name: /^Details of Dec /u }));
  const lines = await screen.findByRole('table', { name: /^Expected income of Dec /u });
  expect(lines.textContent).toContain('for 100 units; 100 held today');
  expect(lines.textContent).toContain('ex-date not known');
  expect(rowWith('Expected income of the next twelve months', /^Total/u).textContent).toBe('Total1£20.00£0.00£20.00');
});

it('draws the months of the year and the years, with the same figures in a table beside it', async () => {
  const { user } = await openIncome();
  const months = await findPicture(/^Gross income of each month of 2024-25\. The figures are in the table/u);
  await waitFor(() => expect(chartIn(months).data.labels).toHaveLength(13));
  const { datasets, labels } = chartIn(months).data;
  expect([labels?.[2], datasets[0]?.data[2], datasets[0]?.data[5]]).toEqual([['Jun', '2024'], 700.5, 200]);
  expect(rowWith('Gross income of each month of 2024-25', /^Jun 2024/u).textContent).toBe('Jun 2024£700.50');
  await user.click(screen.getByRole('tab', { name: 'By tax year' }));
  const years = await findPicture(/^Gross income of each tax year/u);
  await waitFor(() => expect(chartIn(years).data.labels).toEqual([['2024-25']]));
  expect(rowWith('Gross income of each tax year', /^2024-25/u).textContent).toBe('2024-25£900.50');
});

it('exports a line for each row in a box, and prints with its amounts', async () => {
  const { user, stage } = await openIncome();
  await user.click(button('Export to CSV'));
  await waitFor(() => expect(saved).toHaveBeenCalledOnce());
  expect(saved.mock.calls[0]?.[0].fileName).toBe('income-2024-25.csv');
  const text = (await saved.mock.calls[0]?.[0].blob.text()) ?? '';
  expect(text).toContain(
    '2024-06-03,GB00BH4HKS39,Vodafone Group,Ada,DEALING,UK dividends,Paid,,700.50,0.00,700.50,SA100,4,',
  );
  expect(text).toContain('Ada,ISA,UK dividends,Paid,,55.00,0.00,55.00,,,,');
  const print = vi.fn();
  vi.stubGlobal('print', print);
  useValuesVisibility.getState().reset();
  await user.click(button('Print income'));
  await waitFor(() => expect(print).toHaveBeenCalledOnce());
  const paper = document.querySelector('[data-print]')?.textContent ?? '';
  expect(paper).toContain('Income of Ada, tax year 2024-25');
  expect(paper).toContain('SA100 box 4: Dividends from UK companies: £700.50, on the return £700');
  await stage({ failing: ['exportIncome'] });
  await user.click(button('Export to CSV'));
  expect(await screen.findAllByText('The file could not be created. Please try again.')).not.toEqual([]);
});

it('the page renders no amount while values are hidden', async () => {
  await openIncome();
  useValuesVisibility.getState().reset();
  await waitFor(() => expect(fact('Gross income')).toBe('••••••'));
  const { textContent } = screen.getByRole('main');
  expect(textContent).not.toMatch(/£\d|900|700|1,000 units|per £1/u);
  expect(textContent).toContain('Tax on this income: ••••••');
  expect(screen.queryByRole('img', { name: /^Gross income of each month/u })).toBeNull();
  await shows('Values are hidden. Show them to see the chart.');
});

it('says that it loads, what could not be worked out, and where to begin', async () => {
  const { stage, visit } = await renderScreen('/income?year=2024-25');
  await shows('No income in 2024-25');
  await shows('Nothing that you hold today paid income in the last twelve months.');
  await stage({ failing: ['income'] });
  await visit('/income?year=2023-24');
  await shows('The income of 2023-24 could not be worked out. Nothing was changed. Please try again.');
  await stage({ held: ['income'] });
  await visit('/income?year=2021-22');
  await shows('Loading income...');
  await stage({});
  await shows('No income in 2021-22');
});
