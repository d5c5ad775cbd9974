import 'fake-indexeddb/auto';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Fraction, Pounds } from '../../../domain/values/amount.ts';
import { type IsoDate, toDayNumber } from '../../../domain/values/dates.ts';
import { closeDatabase, currentDatabase, deleteDatabase } from '../../data/database/database.ts';
import { listOutbox } from '../../data/outbox/outbox.ts';
import * as records from '../../data/records/records.ts';
import * as data from '../../data/records/savings-accounts.ts';
import { chartIn, findPicture, standInCanvas } from '../../testing/drawn-chart.ts';
import { useServerLacks } from '../../ui/messages/device-only.tsx';
import { useValuesVisibility } from '../../ui/app-state/values-visibility.ts';
import { makeSavings, openSavingsDatabase } from './savings.fixture.ts';
import { SavingsFormScreen, type SavingsFormScreenProps } from './savings-form-screen.tsx';

const ADA = { id: 'ada', name: 'Ada' };
const BEA = { id: 'bea', name: 'Bea' };
const live = <T,>(data: T | undefined, error?: unknown) => ({ data, error, loading: data === undefined });

function open(props: Partial<SavingsFormScreenProps> = {}) {
  const router = createMemoryRouter(
    [
      { path: '/form', element: <SavingsFormScreen accounts={live([ADA, BEA])} {...props} /> },
      { path: '/savings-accounts', element: <p>The list</p> },
    ],
    { initialEntries: ['/form'] },
  );
  render(<RouterProvider router={router} />);
  return { user: userEvent.setup({ delay: null }) };
}

type User = ReturnType<typeof userEvent.setup>;
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const submit = (name = 'Create Account') => screen.getByRole<HTMLButtonElement>('button', { name });

async function enter(user: User, label: string, text: string): Promise<void> {
  await user.clear(field(label));
  await user.click(field(label));
  await user.paste(text);
}

async function fill(user: User): Promise<void> {
  await screen.findByLabelText('Bank Name *');
  await user.selectOptions(field('Bank Name *'), 'aldermore');
  await enter(user, 'Account Type *', 'Easy access');
  await enter(user, 'Account Open Date *', '01/02/2023');
  await enter(user, 'Latest Balance *', '1234.56');
  await user.selectOptions(field('Associated Account *'), 'ada');
}

beforeEach(async () => {
  vi.spyOn(Date, 'now').mockReturnValue(Date.parse('2024-03-03T10:00:00Z'));
  useValuesVisibility.getState().reset();
  await openSavingsDatabase();
});

afterEach(async () => {
  cleanup();
  vi.clearAllMocks();
  vi.restoreAllMocks();
  const db = currentDatabase();
  closeDatabase(db);
  await deleteDatabase(db.name);
});

describe('savings account form (002 §2, §5)', () => {
  it.each([
    ['401234', '40-12-34'],
    ['40 12 34', '40-12-34'],
    ['40-12-34', '40-12-34'],
    ['4012', '4012'],
  ])('writes the sort code %s as %s once the field is left', async (typed, shown) => {
    const { user } = open();
    await fill(user);
    await enter(user, 'Sort Code', typed);
    expect(field('Sort Code').value).toBe(typed);
    await user.tab();
    expect(field('Sort Code').value).toBe(shown);
    expect(screen.queryByText('To correct: Sort Code.') === null).toBe(shown.length === 8);
    await waitFor(() => {
      expect(submit().disabled).toBe(shown.length !== 8);
    });
  });

  it('has its fields with their labels, hints and limits', async () => {
    open();
    expect(await screen.findByRole('heading', { name: 'Add Savings Account' })).toBeTruthy();
    await screen.findByLabelText('Bank Name *');
    expect(
      within(field('Bank Name *'))
        .getAllByRole('option')
        .map((option) => option.textContent),
    ).toEqual(['Select a bank...', 'Aldermore', 'Zopa']);
    expect(
      within(field('Associated Account *'))
        .getAllByRole('option')
        .map((option) => option.textContent),
    ).toEqual(['Select an account...', 'Ada', 'Bea']);
    for (const hint of [
      'For example Checking, Savings, Money Market',
      'Leave empty if account is still active',
      'Enter as percentage (e.g., 4.32 for 4.32%)',
      'Optional reference like account number or identifier',
      'UK bank sort code in format XX-XX-XX',
      '8-digit savings account number',
      'Select which account this savings account is associated with',
    ])
      expect(screen.getByText(hint)).toBeTruthy();
    for (const label of ['Account Open Date *', 'Account Close Date', 'Balance Date *'])
      expect(field(label).placeholder).toBe('dd/mm/yyyy');
    expect([
      field('Sort Code').maxLength,
      field('Account Number').maxLength,
      field('Notes').getAttribute('rows'),
    ]).toEqual([8, 8, '3']);
    expect(field('Latest Balance *').value).toBe('0.00');
    expect(submit().disabled).toBe(true);
    expect(screen.getByRole('link', { name: 'Cancel' }).getAttribute('href')).toBe('/savings-accounts');
  });

  it('offers a bank that is added while the form is filled in, and keeps the entered values', async () => {
    const { user } = open();
    await screen.findByLabelText('Bank Name *');
    await enter(user, 'Account Type *', 'Easy access');
    await currentDatabase().bankNames.add({ id: 'monzo', name: 'Monzo', isActive: true, version: 1 });
    expect(await screen.findByRole('option', { name: 'Monzo' })).toBeTruthy();
    expect(field('Account Type *').value).toBe('Easy access');
  });

  it('marks a cash ISA, says where the server cannot note that, and takes the mark away again', async () => {
    const { user } = open();
    await fill(user);
    const mark = () => screen.getByRole<HTMLInputElement>('checkbox', { name: 'This account is a cash ISA' });
    expect(mark().checked).toBe(false);
    useServerLacks.setState({ cashIsas: true });
    expect(screen.queryByText(/^Only on this device/u)).toBeNull();
    await user.click(mark());
    expect(await screen.findByText(/your server cannot note that an account is a cash ISA/u)).toBeTruthy();
    await waitFor(() => expect(submit().disabled).toBe(false));
    await user.click(submit());
    await screen.findByText('The list');
    const marked = async () =>
      (await data.listSavingsAccounts(currentDatabase())).find(({ accountType }) => accountType === 'Easy access');
    const saved = await marked();
    expect(saved?.isCashIsa).toBe(true);
    cleanup();
    standInCanvas();
    const again = open({ id: saved?.id }).user;
    await screen.findByLabelText('Bank Name *');
    expect(mark().checked).toBe(true);
    await again.click(mark());
    await again.click(submit('Update Account'));
    await screen.findByText('The list');
    const cleared = await marked();
    expect(cleared !== undefined && 'isCashIsa' in cleared).toBe(false);
  });

  it('saves what was entered, the rate as a fraction, and goes to the list', async () => {
    const { user } = open();
    await fill(user);
    expect(field('Balance Date *').value).toBe('03/03/2024');
    await enter(user, 'Interest Rate (%)', '4.32');
    await enter(user, 'Sort Code', '20-36-43');
    await enter(user, 'Account Number', '12345678');
    await enter(user, 'Notes', 'first\nsecond');
    await waitFor(() => {
      expect(submit().disabled).toBe(false);
    });
    await user.click(submit());
    expect(await screen.findByText('The list')).toBeTruthy();
    const [saved] = await data.listSavingsAccounts(currentDatabase());
    expect(saved).toMatchObject({
      bankNameId: 'aldermore',
      accountType: 'Easy access',
      accountId: 'ada',
      accountOpenDate: '2023-02-01',
      accountCloseDate: null,
      latestBalance: 1234.56,
      latestBalanceDate: '2024-03-03',
      interestRate: 0.0432,
      sortCode: '20-36-43',
      accountNumber: '12345678',
      notes: 'first\nsecond',
    });
    expect((await listOutbox(currentDatabase())).map(({ entity }) => entity).toSorted()).toEqual([
      'extra',
      'savingsAccount',
    ]);
  });

  it('stores no rate for an empty one and for 0', async () => {
    const { user } = open();
    await fill(user);
    await enter(user, 'Interest Rate (%)', '0');
    await waitFor(() => {
      expect(submit().disabled).toBe(false);
    });
    await user.click(submit());
    await screen.findByText('The list');
    expect((await data.listSavingsAccounts(currentDatabase())).map(({ interestRate }) => interestRate)).toEqual([null]);
  });

  it('steps balance and rate by 0.01', async () => {
    const { user } = open();
    await screen.findByLabelText('Bank Name *');
    await user.click(field('Latest Balance *'));
    await user.keyboard('{ArrowUp}');
    expect(field('Latest Balance *').value).toBe('0.01');
    await user.click(field('Interest Rate (%)'));
    await user.keyboard('{ArrowUp}{ArrowUp}');
    expect(field('Interest Rate (%)').value).toBe('0.02');
  });

  it('words what is wrong once a field was left, and not before', async () => {
    const { user } = open();
    await screen.findByLabelText('Bank Name *');
    const after = async (label: string, text: string, message: string) => {
      await enter(user, label, text);
      expect(screen.queryByText(message)).toBeNull();
      await user.tab();
      expect(await screen.findByText(message)).toBeTruthy();
      await user.clear(field(label));
    };
    await after('Latest Balance *', '-1', 'Latest Balance must be greater than or equal to 0');
    await after('Interest Rate (%)', '100.01', 'Interest Rate (%) must be less than or equal to 100');
    await after('Account Number', '1234567', 'Account number must be 8 digits (e.g., 12345678)');
    await after('Sort Code', '2036-3', 'Sort code must be in format XX-XX-XX (e.g., 20-36-43)');
    await after('Account Open Date *', 'soon', 'Invalid format');
    expect(submit().disabled).toBe(true);
  });

  it('marks every required field on Enter in an invalid form, and sends nothing', async () => {
    const { user } = open();
    await screen.findByLabelText('Bank Name *');
    await user.clear(field('Latest Balance *'));
    await user.type(field('Account Reference'), 'x{Enter}');
    for (const label of ['Bank Name', 'Account Type', 'Account Open Date', 'Latest Balance', 'Associated Account'])
      expect(await screen.findByText(`${label} is required`)).toBeTruthy();
    expect(await listOutbox(currentDatabase())).toEqual([]);
  });

  it('requires the balance date when it was cleared', async () => {
    const { user } = open();
    await fill(user);
    await user.clear(field('Balance Date *'));
    await user.tab();
    expect(await screen.findByText('Balance Date is required')).toBeTruthy();
    expect(submit().disabled).toBe(true);
  });

  it('chooses the only account beforehand', async () => {
    open({ accounts: live([BEA]) });
    await screen.findByLabelText('Bank Name *');
    expect(field('Associated Account *').value).toBe('bea');
  });

  it('opens an account for editing, with its bank though that is inactive now, and saves the change', async () => {
    await currentDatabase().savingsAccounts.add({ ...makeSavings({ bankNameId: 'gone' }), version: 1 });
    const { user } = open({ id: 's1' });
    expect(await screen.findByRole('heading', { name: 'Edit Savings Account' })).toBeTruthy();
    await screen.findByLabelText('Bank Name *');
    expect(
      within(field('Bank Name *'))
        .getAllByRole('option')
        .map((option) => option.textContent),
    ).toEqual(['Select a bank...', 'Aldermore', 'Gone Bank', 'Zopa']);
    expect([field('Interest Rate (%)').value, field('Latest Balance *').value, field('Balance Date *').value]).toEqual([
      '4.32',
      '1,000.10',
      '03/03/2024',
    ]);
    await enter(user, 'Account Close Date', '31/03/2024');
    await enter(user, 'Latest Balance *', '33.9858');
    await waitFor(() => {
      expect(submit('Update Account').disabled).toBe(false);
    });
    await user.click(submit('Update Account'));
    await screen.findByText('The list');
    expect(await data.listSavingsAccounts(currentDatabase())).toMatchObject([
      { id: 's1', accountCloseDate: '2024-03-31', latestBalance: 33.9858, interestRate: 0.0432 },
    ]);
  });

  it('says what it is loading', async () => {
    const wait = new Promise<never>(() => undefined);
    open({ accounts: live<readonly { id: string; name: string }[]>(undefined) });
    expect(await screen.findByText('Loading form data...')).toBeTruthy();
    cleanup();
    vi.spyOn(records, 'getRecord').mockReturnValue(wait);
    open({ id: 's1' });
    expect(await screen.findByText('Loading savings account...')).toBeTruthy();
  });

  it('says what failed: the form data, the account, creating, updating', async () => {
    open({ accounts: live<readonly { id: string; name: string }[]>(undefined, new Error('gone')) });
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to load form data');
    cleanup();
    open({ id: 'none' });
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to load savings account');
    cleanup();
    await currentDatabase().savingsAccounts.add({ ...makeSavings(), version: 1 });
    vi.spyOn(data, 'saveSavingsAccount').mockRejectedValue(new Error('gone'));
    const { user } = open();
    await fill(user);
    await waitFor(() => {
      expect(submit().disabled).toBe(false);
    });
    await user.click(submit());
    expect((await screen.findByRole('alert')).textContent).toBe('Failed to create savings account');
    expect(field('Account Type *').value).toBe('Easy access');
    cleanup();
    open({ id: 's1' });
    await screen.findByLabelText('Bank Name *');
    await enter(user, 'Account Type *', 'Other');
    await waitFor(() => {
      expect(submit('Update Account').disabled).toBe(false);
    });
    await user.click(submit('Update Account'));
    expect((await screen.findByRole('alert')).textContent).toBe('Failed to update savings account');
  });
});

describe('balance history', () => {
  async function withHistory() {
    const { id: _id, ...fields } = makeSavings();
    const saved = await data.saveSavingsAccount(currentDatabase(), fields);
    if (!saved.ok) throw new Error(saved.fault.code);
    await data.saveSavingsAccount(currentDatabase(), {
      ...fields,
      id: saved.value.id,
      latestBalance: 2000 as Pounds,
      latestBalanceDate: '2024-04-01' as IsoDate,
      interestRate: 0.05 as Fraction,
    });
    return saved.value.id;
  }
  it('keeps each balance with its day, draws them, and shows them as a table; hidden values are not in the page', async () => {
    standInCanvas();
    const { user } = open({ id: await withHistory() });
    const picture = await findPicture(/./u);
    const days = ['2024-03-03', '2024-04-01'].map((day) => toDayNumber(day as IsoDate));
    // The line is drawn in a task of its own.
    await waitFor(() => {
      expect(chartIn(picture).data.datasets[0]?.data).toEqual([
        { x: days[0], y: 1000.1 },
        { x: days[1], y: 2000 },
      ]);
    });
    expect([chartIn(picture).options.scales.y.display, chartIn(picture).options.plugins.tooltip.enabled]).toEqual([
      false,
      false,
    ]);
    await user.click(screen.getByText('The balances as a table'));
    const table = await screen.findByRole('table', { name: 'Balances' });
    expect(
      within(table)
        .getAllByRole('row')
        .slice(1)
        .map((row) => row.textContent),
    ).toEqual(['1 Apr 2024••••••', '3 Mar 2024••••••']);
    await user.click(screen.getByLabelText('Show values'));
    expect(
      within(table)
        .getAllByRole('row')
        .slice(1)
        .map((row) => row.textContent),
    ).toEqual(['1 Apr 2024£2,000.00', '3 Mar 2024£1,000.10']);
    await waitFor(() => {
      expect(chartIn(picture).options.scales.y.display).toBe(true);
    });
    expect(chartIn(picture).options.scales.y.ticks.callback(2000)).toBe('£2,000');
    // 2,000 x 5 % for the whole tax year 2023-24.
    expect(screen.getByText(/Interest expected in the tax year 2023-24/u).textContent).toContain('£100.00');
  });
});
