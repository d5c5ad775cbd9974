/** The allowances of a tax year in the app itself: bars, their rows, what is stated on the spot, and each state. */
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { buy, row, sell } from '../../../tests/cgt/rows.ts';
import { savings } from '../../../tests/device/wealth.ts';
import type { Percent, Pounds } from '../../../domain/values/amount.ts';
import type { Asset, Transaction } from '../../../domain/records/records.ts';
import type { TaxYear } from '../../../domain/values/tax-year.ts';
import type { HoldfastDatabase } from '../../data/database/schema.ts';
import { stateYear } from '../../data/records/holder-statements.ts';
import { button, shows } from '../../testing/page-parts.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { useValuesVisibility } from '../../ui/app-state/values-visibility.ts';
import { NO_SAVINGS_INTEREST } from './allowance-words.ts';

const own = (one: Transaction): Transaction => ({ ...one, accountId: 'ada', brokerId: 'b' });

function paid(id: string, date: string, amount: number, change: Partial<Transaction> = {}): Transaction {
  const base = row('CONTRIBUTION', date, null, 0, { id, wrapper: 'ISA' });
  return own({
    ...base,
    isin: '',
    quantity: null,
    cashAmount: amount as never,
    cashCurrency: 'GBP',
    contributionKind: 'OWN',
    ...change,
  });
}

function withdrawn(id: string, date: string, amount: number): Transaction {
  const { contributionKind: _kind, ...event } = paid(id, date, amount, { transactionType: 'WITHDRAWAL' });
  return event;
}

const VODAFONE: Asset = {
  id: 'vodafone',
  isin: 'GB00BH4HKS39',
  name: 'Vodafone Group',
  type: 'EQUITY',
  category: 'UK_TSM',
  sedol: null,
  incomeTreatment: 'NA',
  totalExpenseRatio: 0 as Percent,
  denomination: 'GBP',
  priceSource: 'LSE',
  fetchCode: 'VOD',
  excludeFromPriceUpdates: false,
  cgtExempt: null,
};

/** Of a security that nobody knows. */
const UNKNOWN = own(row('DIVIDEND', '2024-06-03', null, 90, { id: 'unknown', isin: 'JE00B4T3BW64' }));

const ROWS = [
  paid('in', '2024-05-01', 5000),
  withdrawn('out', '2024-06-03', 2500),
  paid('sipp', '2024-07-01', 61_000, { taxWrapper: 'SIPP' }),
  own(buy('2023-01-04', 100, 1000, { id: 'bought' })),
  own(sell('2024-09-02', 100, 5500, { id: 'sold' })),
  own(row('DIVIDEND', '2024-06-03', null, 400, { id: 'dividend', isin: VODAFONE.isin })),
];

const store =
  (rows: readonly Transaction[] = ROWS) =>
  async (db: HoldfastDatabase): Promise<void> => {
    await db.brokers.put({ id: 'b', name: 'Platform', version: 1 });
    await db.assets.put({ ...VODAFONE, version: 1 });
    await db.accounts.put({ id: 'bob', name: 'Bob', version: 1 });
    await db.transactions.bulkPut(rows.map((one) => ({ ...one, version: 1 })));
  };

const showValues = () => act(() => useValuesVisibility.setState({ valuesVisible: true, valuesLocked: true }));
const column = (name: string) => screen.findByRole('region', { name: `Allowances of ${name}` });
/** The line of an allowance, with what is used, left and over. */
const bar = async (label: string, holder = 'Ada'): Promise<HTMLElement> => {
  const found = within(await column(holder)).getByText(label);
  return found.closest('summary') as HTMLElement;
};

it('shows what is used and left of each allowance, and opens it to its rows', async () => {
  const { user } = await renderScreen('/allowances?account=ada&year=2024-25', { records: store([...ROWS, UNKNOWN]) });
  showValues();
  await shows(/^Income of an unknown kind is not counted in any allowance: JE00B4T3BW64/u);
  await waitFor(async () => expect((await bar('ISA subscriptions')).textContent).toContain('£5,000.00 of £20,000.00'));
  expect((await bar('ISA subscriptions')).textContent).toContain('£15,000.00 left');
  expect((await bar('Dividend allowance')).textContent).toContain('£400.00 of £500.00');
  const gains = await bar('Capital gains exempt amount');
  expect(gains.textContent).toContain('£3,000.00 of £3,000.00');
  expect(gains.textContent).toContain('£0.00 left, £1,500.00 above it and taxed');
  await shows('The tax year ended on 5 April 2025.');
  await user.click(await bar('ISA subscriptions'));
  const rows = await screen.findByRole('table', { name: 'Details of ISA subscriptions' });
  const link = within(rows).getByRole('link', { name: 'Platform, ISA' });
  expect(link.getAttribute('href')).toBe('/transactions/in');
  expect(rows.textContent).toContain('£5,000.00');
});

it('the focus goes into the fields of a statement, and back to its button when they are left', async () => {
  const { user } = await renderScreen('/allowances?account=ada&year=2024-25', { records: store() });
  const record = async () =>
    (await screen.findAllByRole('button', { name: 'Record other ISA subscriptions for 2024-25' }))[0] as HTMLElement;
  await user.click(await record());
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Stocks and shares ISA')));
  await user.click(button('Cancel'));
  await waitFor(async () => expect(document.activeElement).toBe(await record()));
});

it('missing statements are named and can be entered on the spot, changed and removed', async () => {
  const { user, db } = await renderScreen('/allowances?account=ada&year=2024-25', { records: store() });
  showValues();
  await shows('A withdrawal does not free any allowance here unless the ISA is recorded as flexible.');
  await user.click(screen.getAllByRole('button', { name: /^Record whether/u })[0] as HTMLElement);
  await user.selectOptions(screen.getByLabelText('Platform, ISA'), 'Flexible');
  await user.click(button('Save'));
  await waitFor(async () => expect((await bar('ISA subscriptions')).textContent).toContain('£17,500.00 left'));

  const other = 'other ISA subscriptions for 2024-25';
  await user.click(screen.getAllByRole('button', { name: `Record ${other}` })[0] as HTMLElement);
  await user.type(screen.getByLabelText('Cash ISA'), 'lots');
  await user.click(button('Save'));
  await shows('Cash ISA "lots" is not valid. Enter an amount in pounds of 0 or more.');
  await user.clear(screen.getByLabelText('Cash ISA'));
  await user.type(screen.getByLabelText('Cash ISA'), '18700');
  await user.click(button('Save'));
  await waitFor(async () =>
    expect((await bar('ISA subscriptions')).textContent).toContain('£1,200.00 over: tell the ISA manager'),
  );
  const over = await bar('ISA subscriptions');
  expect(over.textContent).toContain('£21,200.00 of £20,000.00');
  // Red and full: what is over is in words, never cut off.
  const filled = over.querySelector<HTMLElement>('[style]');
  expect([filled?.style.inlineSize, filled?.className]).toEqual(['100%', expect.stringContaining('barOver')]);
  expect(await db.extras.get('allowance-year/ada_2024-25')).toMatchObject({
    value: { subscriptions: { cash: 18_700, lisa: 0 } },
  });
  await user.click(screen.getByText('Statements by Ada'));
  await user.click(await screen.findByRole('button', { name: `Change ${other}` }));
  await user.click(button('Remove'));
  await waitFor(async () => expect((await bar('ISA subscriptions')).textContent).toContain('£17,500.00 left'));
  expect(await db.extras.get('allowance-year/ada_2024-25')).toBeUndefined();
});

it('6.4: payments into a cash ISA are asked for by its name, stated, and counted once', async () => {
  const fields = savings({ accountId: 'ada', bankNameId: 'bank', accountType: 'Cash ISA', isCashIsa: true });
  const records = async (db: HoldfastDatabase): Promise<void> => {
    await store()(db);
    await db.bankNames.put({ id: 'bank', name: 'Coventry', isActive: true, version: 1 });
    await db.savingsAccounts.put({ ...fields, id: 'coventry', isCashIsa: true, version: 1 });
  };
  const { user, db, visit } = await renderScreen('/allowances?account=ada&year=2024-25', { records });
  showValues();
  await shows('What was paid into Coventry Cash ISA in 2024-25 is not recorded.');
  expect(screen.queryByText(NO_SAVINGS_INTEREST)).toBeNull();
  const name = 'what was paid into Coventry Cash ISA in 2024-25';
  await user.click(screen.getAllByRole('button', { name: `Record ${name}` })[0] as HTMLElement);
  await user.type(screen.getByLabelText('Paid into Coventry Cash ISA'), '4500');
  await user.click(button('Save'));
  await waitFor(async () => expect((await bar('ISA subscriptions')).textContent).toContain('£9,500.00 of £20,000.00'));
  expect(screen.queryByText(/Coventry Cash ISA in 2024-25 is not recorded/u)).toBeNull();
  expect(await db.extras.get('allowance-year/ada_2024-25')).toMatchObject({ value: { cashIsas: { coventry: 4500 } } });
  await user.click(await bar('ISA subscriptions'));
  const rows = await screen.findByRole('table', { name: 'Details of ISA subscriptions' });
  const link = within(rows).getByRole('link', { name: 'Coventry Cash ISA' });
  expect(link.getAttribute('href')).toBe('/savings-accounts/coventry/edit');
  vi.stubGlobal('print', vi.fn());
  await user.click(button('Print allowances'));
  await waitFor(() =>
    expect(document.querySelector('[data-print]')?.textContent).toContain('-Coventry Cash ISA£4,500.00'),
  );

  await act(async () => await db.savingsAccounts.delete('coventry'));
  await waitFor(() => expect(within(rows).getByText('A removed savings account').tagName).toBe('TD'));
  await visit('/allowances?account=ada&year=2027-28');
  await column('Ada');
  await visit('/allowances?account=ada&year=2024-25');
  await user.click(await screen.findByText('Statements by Ada'));
  await user.click(button('Change what was paid into a removed savings account in 2024-25'));
  await user.click(button('Remove'));
  await waitFor(async () => expect((await bar('ISA subscriptions')).textContent).toContain('£5,000.00 of £20,000.00'));
});

it('a pension above its allowance is reported until unused allowance of earlier years is known', async () => {
  const { user } = await renderScreen('/allowances?account=ada&year=2024-25', { records: store() });
  showValues();
  await waitFor(async () =>
    expect((await bar('Pension annual allowance')).textContent).toContain(
      '£1,000.00 over: an annual allowance charge may be due',
    ),
  );
  await user.click(
    screen.getAllByRole('button', { name: 'Record first year of pension membership' })[0] as HTMLElement,
  );
  await user.selectOptions(screen.getByLabelText('First year'), '2023-24');
  await user.click(button('Save'));
  await waitFor(async () =>
    expect((await bar('Pension annual allowance')).textContent).toContain('£61,000.00 of £120,000.00'),
  );
  await user.click(await bar('Pension annual allowance'));
  const carried = await screen.findByRole('table', { name: /^Brought into this year/u });
  expect(within(carried).getByRole('row', { name: /^2023-24/u }).textContent).toContain('£60,000.00£1,000.00');
});

it('a spouse is shown beside the holder, for both of them, and the address keeps the choice', async () => {
  const { user, address } = await renderScreen('/allowances?account=ada&year=2024-25', { records: store() });
  await column('Ada');
  expect(screen.queryByRole('region', { name: 'Allowances of Bob' })).toBeNull();
  await user.click(screen.getByText('Statements by Ada'));
  await user.click(button('Record spouse or civil partner'));
  await user.selectOptions(screen.getByLabelText('Spouse or civil partner'), 'Bob');
  await user.click(button('Save'));
  await column('Bob');
  await user.selectOptions(screen.getByLabelText('Account holder'), 'Bob');
  await waitFor(() => expect(address()).toContain('account=bob'));
  await column('Bob');
  await column('Ada');
  await user.selectOptions(screen.getByLabelText('Side by side with'), 'Nobody');
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Allowances of Ada' })).toBeNull());
  expect(address()).toBe('/allowances?account=bob&year=2024-25&beside=nobody');
});

it('a year that is announced is marked, with what depends on the age', async () => {
  const { user } = await renderScreen('/allowances?account=ada&year=2027-28', { records: store() });
  showValues();
  await shows('The limits of 2027-28 are announced but not law yet.');
  expect((await bar('Of which cash ISA')).textContent).toContain('Limit not known');
  await user.click(screen.getAllByRole('button', { name: 'Record date of birth' })[0] as HTMLElement);
  await user.type(screen.getByLabelText('Date of birth'), '31/02/1980');
  await user.click(button('Save'));
  await shows('Date of birth "31/02/1980" is not a date. Use dd/mm/yyyy.');
  await user.clear(screen.getByLabelText('Date of birth'));
  await user.type(screen.getByLabelText('Date of birth'), '01/02/1980');
  await user.click(button('Save'));
  await waitFor(async () => expect((await bar('Of which cash ISA')).textContent).toContain('of £12,000.00'));
});

it('prints with its amounts, and shows none of them nor a bar while values are hidden', async () => {
  const { user } = await renderScreen('/allowances?account=ada&year=2024-25', { records: store() });
  const main = screen.getByRole('main');
  const shown = await column('Ada');
  await user.click(await bar('ISA subscriptions'));
  await screen.findByRole('table', { name: 'Details of ISA subscriptions' });
  expect(main.textContent).not.toMatch(/£\s*\d|5,000|15,000/u);
  expect(shown.querySelectorAll('[style]')).toHaveLength(0);
  const print = vi.fn();
  vi.stubGlobal('print', print);
  await user.click(button('Print allowances'));
  await waitFor(() => expect(print).toHaveBeenCalledOnce());
  const paper = document.querySelector('[data-print]')?.textContent ?? '';
  expect(paper).toContain('Allowances of Ada, tax year 2024-25');
  expect(paper).toContain('ISA subscriptions: £5,000.00 of £20,000.00, £15,000.00 left');
});

it('a hidden amount stays as stated unless a new one is typed', async () => {
  const subscriptions = {
    stocksAndShares: 1500 as Pounds,
    cash: 1234 as Pounds,
    lisa: 0 as Pounds,
    juniorIsa: 0 as Pounds,
  };
  const { user, db } = await renderScreen('/allowances?account=ada&year=2024-25', {
    records: async (stored) => {
      await store()(stored);
      await stateYear(stored, 'ada', '2024-25' as TaxYear, { subscriptions });
    },
  });
  await column('Ada');
  await user.click(await screen.findByText('Statements by Ada'));
  await user.click(button('Change other ISA subscriptions for 2024-25'));
  const cash = screen.getByLabelText<HTMLInputElement>('Cash ISA');
  expect([cash.value, cash.placeholder]).toEqual(['', 'Hidden; stays unchanged']);
  await user.type(screen.getByLabelText('Stocks and shares ISA'), '1600');
  await user.click(button('Save'));
  await waitFor(async () =>
    expect((await db.extras.where('kind').equals('allowance-year').toArray())[0]?.value).toMatchObject({
      subscriptions: { ...subscriptions, stocksAndShares: 1600 },
    }),
  );
});

it('says that it loads, what could not be worked out, and what could not be saved', async () => {
  const { stage, visit, user } = await renderScreen('/allowances?account=ada&year=2024-25', { records: store([]) });
  await column('Ada');
  await user.click(screen.getByText('ISA subscriptions'));
  await shows('Nothing is recorded.');
  await stage({ failing: ['allowances'] });
  await visit('/allowances?account=ada&year=2023-24');
  await shows('The allowances of 2023-24 could not be worked out. Nothing was changed. Please try again.');
  await stage({ held: ['allowances'] });
  await visit('/allowances?account=ada&year=2021-22');
  await shows('Loading allowances...');
  await stage({});
  await column('Ada');
});
