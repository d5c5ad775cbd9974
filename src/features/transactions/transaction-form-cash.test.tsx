import 'fake-indexeddb/auto';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { purchase, written } from '../../../tests/device/fixtures.ts';
import type { TransactionFields } from '../../../domain/records/transaction.ts';
import {
  closeDatabase,
  currentDatabase,
  deleteDatabase,
  openUserDatabase,
  setCurrentDatabase,
} from '../../data/database/database.ts';
import { listTransactions } from '../../data/records/transactions.ts';
import { saveRecord } from '../../data/records/records.ts';
import { handInCompute } from '../../testing/hand-in-compute.ts';
import type { Live } from '../../ui/hooks/use-live.ts';
import { TransactionFormScreen } from './transaction-form-screen.tsx';

let wrappers = new Map<string, ReadonlySet<string>>();
handInCompute(() => ({
  searchAssets: async () => [],
  transferCandidates: async () => [],
  accountWrappers: async () => wrappers,
}));

const live = <T,>(rows: readonly T[]): Live<readonly T[]> => ({ data: rows, error: undefined, loading: false });
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);

beforeEach(async () => {
  wrappers = new Map([['main', new Set(['ISA'])]]);
  setCurrentDatabase(await openUserDatabase({ apiBase: '/api', userId: 'cash' }));
});
afterEach(async () => {
  cleanup();
  const db = currentDatabase();
  closeDatabase(db);
  await deleteDatabase(db.name);
});

function open(path: string): UserEvent {
  const id = path.startsWith('/transactions/edit/') ? path.split('/').at(-1) : undefined;
  const element = (
    <TransactionFormScreen
      id={id}
      accounts={live([{ id: 'main', name: 'Main Account' }])}
      brokers={live([
        { id: 'aj', name: 'AJ Bell' },
        { id: 'ii', name: 'interactive investor' },
      ])}
    />
  );
  const router = createMemoryRouter(
    [
      { path: '/transactions/new', element },
      { path: '/transactions/edit/:id', element },
      { path: '/transactions', element: <p>The list</p> },
    ],
    { initialEntries: [path] },
  );
  render(<RouterProvider router={router} />);
  return userEvent.setup({ delay: null });
}

/** Opens an empty form and chooses a type. */
async function choose(type: string): Promise<UserEvent> {
  const user = open('/transactions/new');
  await user.selectOptions(await screen.findByLabelText('Transaction Type'), type);
  return user;
}

async function fill(user: UserEvent, entries: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(entries)) {
    const control = field(label);
    if (control.tagName === 'SELECT') await user.selectOptions(control, value);
    else {
      await user.clear(control);
      await user.type(control, value);
    }
  }
  await user.tab();
}

/** The labels of everything that can be filled in, in order. */
const asked = () =>
  [...document.querySelectorAll<HTMLInputElement>('input, select, textarea')]
    .map((control) => control.labels?.[0]?.textContent?.replace(/\*$/u, '').trim() ?? '')
    .filter((label) => label !== '');

const DEPOSIT = {
  'Transaction Date': '01/03/2024',
  Broker: 'aj',
  Account: 'main',
  'Tax Wrapper': 'ISA',
  Amount: '250.50',
} as const;

const kept = async (): Promise<TransactionFields[]> =>
  (await listTransactions(currentDatabase())).map(({ id: _id, ...fields }) => fields);

describe('the form of a cash event', () => {
  it('asks a deposit for type, date, broker, note, account, wrapper, currency and amount, and nothing else', async () => {
    const user = await choose('DEPOSIT');
    expect(asked()).toEqual([
      'Transaction Type',
      'Transaction Date',
      'Broker',
      'Note',
      'Account',
      'Tax Wrapper',
      'Currency',
      'Amount',
    ]);
    expect(field('Currency').value).toBe('GBP');
    await fill(user, { ...DEPOSIT, Note: 'Standing order' });
    await user.click(screen.getByRole('button', { name: 'Save Transaction' }));
    await screen.findByText('The list');
    expect(await kept()).toEqual([
      expect.objectContaining({
        transactionType: 'DEPOSIT',
        isin: '',
        quantity: null,
        consideration: 0,
        cashAmount: 250.5,
        cashCurrency: 'GBP',
        brokerDealReference: 'Standing order',
      }),
    ]);
  });

  it('drops values that were typed for another type', async () => {
    const user = await choose('BUY');
    await fill(user, { Quantity: '5', 'Local Price (per share)': '2', 'Broker Charge': '1' });
    await user.selectOptions(field('Transaction Type'), 'DEPOSIT');
    await fill(user, DEPOSIT);
    await user.click(screen.getByRole('button', { name: 'Save Transaction' }));
    await screen.findByText('The list');
    expect(await kept()).toMatchObject([{ quantity: null, localPrice: null, consideration: 0, brokerCharge: 0 }]);
  });

  it('asks a contribution for its kind', async () => {
    const user = await choose('CONTRIBUTION');
    await fill(user, DEPOSIT);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save Transaction' }).disabled).toBe(true);
    await fill(user, { 'Contribution Kind': 'TAX_RELIEF' });
    await user.click(screen.getByRole('button', { name: 'Save Transaction' }));
    await screen.findByText('The list');
    expect(await kept()).toMatchObject([{ transactionType: 'CONTRIBUTION', contributionKind: 'TAX_RELIEF' }]);
  });

  it.each([
    ['DEPOSIT', { Amount: '-5' }, 'Amount must be an amount greater than 0, or the type Withdrawal.'],
    ['FEE', { Amount: '-5' }, 'Amount must be an amount greater than 0, or the type Fee Refund.'],
    ['DEPOSIT', { 'Transaction Date': '01/03/2124' }, /Transaction Date "01\/03\/2124" .* not in the future/u],
    [
      'FEE',
      { 'Tax Wrapper': 'SIPP' },
      'Tax Wrapper "SIPP" is not valid: expected a wrapper that the account has (ISA).',
    ],
    ['DEPOSIT', { Currency: 'USD' }, /Currency "USD" .* a currency with an exchange rate on or before 01\/03\/2024/u],
  ] as const)('%s with %o says what is wrong at the field', async (type, change, message) => {
    const user = await choose(type);
    await fill(user, { ...DEPOSIT, ...change });
    expect(await screen.findByText(message)).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save Transaction' }).disabled).toBe(true);
  });

  it('asks a cash transfer for both sides and makes a linked pair, in another currency with both amounts', async () => {
    await currentDatabase().rates.put({
      fromCurrency: 'USD',
      toCurrency: 'GBP',
      rate: 0.8 as never,
      rateDate: '2024-01-01' as never,
    });
    const user = await choose('CASH_TRANSFER_OUT');
    await fill(user, { ...DEPOSIT, 'Other Broker': 'aj', 'Other Tax Wrapper': 'ISA' });
    expect(
      await screen.findByText('Both sides are the same. Choose another broker, tax wrapper or currency.'),
    ).toBeTruthy();
    expect(screen.queryByLabelText('Other Amount')).toBeNull();
    await fill(user, { 'Other Currency': 'USD' });
    await fill(user, { 'Other Amount': '313.13' });
    await user.click(screen.getByRole('button', { name: 'Save Transaction' }));
    await screen.findByText('The list');
    const rows = await kept();
    expect(new Set(rows.map(({ transferId }) => transferId)).size).toBe(1);
    expect(rows[0]?.transferId).toBeTruthy();
    const sides = new Map(rows.map((row) => [row.transactionType, row]));
    expect(sides.get('CASH_TRANSFER_OUT')).toMatchObject({ cashAmount: 250.5, cashCurrency: 'GBP' });
    expect(sides.get('CASH_TRANSFER_IN')).toMatchObject({ cashAmount: 313.13, cashCurrency: 'USD' });
  });

  it('asks a transfer in one currency once for its amount, and names no field that is not there', async () => {
    await choose('CASH_TRANSFER_OUT');
    const said = () => screen.getByText(/^Still needed: /u).textContent;
    expect(said()).toContain('Account, Amount, Other broker and Other tax wrapper.');
    await fill(userEvent.setup({ delay: null }), { 'Other Currency': 'USD' });
    expect(said()).toContain('Other tax wrapper and Other amount.');
  });

  it('opens a stored event as it is and keeps its link', async () => {
    const event = purchase({
      transactionType: 'CASH_TRANSFER_IN',
      isin: '',
      accountId: 'main',
      brokerId: 'ii',
      taxWrapper: 'ISA',
      quantity: null,
      nativePrice: null,
      localPrice: null,
      consideration: 0 as never,
      brokerCharge: 0 as never,
      cashAmount: 10 as never,
      cashCurrency: 'GBP',
      transferId: 'pair',
    });
    const { id } = written(await saveRecord(currentDatabase(), 'transaction', event));
    const user = open(`/transactions/edit/${id}`);
    await screen.findByLabelText('Amount');
    expect(screen.queryByRole('button', { name: 'New Transaction For This Holding' })).toBeNull();
    expect(screen.queryByLabelText('Other Broker')).toBeNull();
    await fill(user, { Amount: '12' });
    await user.click(screen.getByRole('button', { name: 'Update Transaction' }));
    await screen.findByText('The list');
    expect(await kept()).toEqual(
      [{ ...event, cashAmount: 12, version: expect.anything() }].map(({ version: _v, ...row }) =>
        expect.objectContaining(row),
      ),
    );
  });
});

describe('the form of a security', () => {
  const dividend = {
    transactionType: 'DIVIDEND',
    accountId: 'main',
    brokerId: 'aj',
    quantity: null,
    consideration: 85 as never,
    brokerCharge: 0 as never,
    cashAmount: 108 as never,
    cashCurrency: 'USD',
    settlementDate: '2024-03-04' as never,
  } as const;

  it('takes gross income and withheld tax of a dividend, and keeps what the broker settled', async () => {
    const { id } = written(await saveRecord(currentDatabase(), 'transaction', purchase(dividend)));
    const user = open(`/transactions/edit/${id}`);
    await screen.findByLabelText('Gross Income');
    expect(field('Settled Amount').value).toContain('108');
    await fill(user, { 'Gross Income': '100', 'Tax Withheld': '15', 'Country of Tax': 'US' });
    await user.click(screen.getByRole('button', { name: 'Update Transaction' }));
    await screen.findByText('The list');
    expect(await kept()).toMatchObject([{ ...dividend, grossIncome: 100, taxWithheld: 15, taxCountry: 'US' }]);
  });

  it('shows no cash fields for a purchase', async () => {
    await choose('BUY');
    await waitFor(() => expect(screen.getByLabelText('Quantity')).toBeTruthy());
    for (const label of ['Currency', 'Amount', 'Gross Income', 'Settled Amount', 'Note'])
      expect(screen.queryByLabelText(label)).toBeNull();
  });
});
