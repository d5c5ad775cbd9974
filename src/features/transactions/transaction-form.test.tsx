import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter, Link, RouterProvider } from 'react-router-dom';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { AssetHit } from '../../../domain/lists/asset-search.ts';
import type { Transaction } from '../../../domain/records/records.ts';
import type { TransactionFields } from '../../../domain/records/transaction.ts';
import { type DraftStore, DraftStoreContext } from '../../ui/app-state/draft-store.ts';
import { guardedRoutes } from '../../testing/guarded-routes.tsx';
import { TransactionForm, type TransactionFormProps } from './transaction-form.tsx';
import { newValues, type TransactionFormValues, valuesOf } from './transaction-form-values.ts';

const shell: AssetHit = { id: 's1', name: 'Shell plc', isin: 'GB00BP6MXD84', type: 'EQUITY', category: 'UK_TSM' };
const gold: AssetHit = { id: 's2', name: 'Gold bullion', isin: 'XAU', type: 'COMMODITY', category: 'PRECIOUS_METALS' };

const accounts = [{ id: 'a1', name: 'Main Account' }];
const brokers = [{ id: 'b1', name: 'AJ Bell' }];

function start(
  change: Partial<TransactionFormProps> = {},
  drafts: DraftStore | null = null,
  loader = async (): Promise<null> => null,
) {
  const onSave = vi.fn(async (_fields: TransactionFields): Promise<string | null> => null);
  const searchAssets = vi.fn(async (text: string) =>
    [shell, gold].filter((hit) => hit.name.toLowerCase().includes(text.toLowerCase())),
  );
  const form = (
    <>
      <Link to="/elsewhere">Elsewhere</Link>
      <TransactionForm
        mode="add"
        draftKey="transaction-new"
        values={newValues()}
        draft={null}
        onDiscarded={() => undefined}
        accounts={accounts}
        brokers={brokers}
        asset={null}
        relatedName=""
        searchAssets={searchAssets}
        findAsset={async () => null}
        onSave={onSave}
        {...change}
      />
    </>
  );
  const router = createMemoryRouter(
    guardedRoutes([
      { path: '/transactions/new', element: form },
      { path: '/transactions', element: <p>The list</p>, loader },
      { path: '/elsewhere', element: <p>Another page</p>, loader },
    ]),
    { initialEntries: ['/transactions/new'] },
  );
  render(
    <DraftStoreContext value={drafts}>
      <RouterProvider router={router} />
    </DraftStoreContext>,
  );
  return { onSave, searchAssets, router, user: userEvent.setup({ delay: null }) };
}

type User = ReturnType<typeof userEvent.setup>;

/** Fills a field at once, as a paste does. */
async function enter(user: User, input: HTMLElement, text: string): Promise<void> {
  await user.click(input);
  await user.paste(text);
}

const submit = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save Transaction' });
const box = () => screen.getByLabelText<HTMLInputElement>('Asset Name');
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);

async function pickShell(user: User): Promise<void> {
  await enter(user, box(), 'shell');
  await screen.findByRole('option');
  await user.keyboard('{ArrowDown}{Enter}');
}

async function fill(user: User): Promise<void> {
  await user.selectOptions(field('Transaction Type'), 'BUY');
  await enter(user, field('Transaction Date'), '03/03/2024');
  await user.selectOptions(field('Broker'), 'b1');
  await pickShell(user);
  await user.selectOptions(field('Account'), 'a1');
  await enter(user, field('Quantity'), '100');
  await enter(user, field('Consideration'), '2500.5');
}

// A busy machine takes its time with a form of this size.
afterEach(cleanup);

describe('transaction form (000 §2.12)', () => {
  it('keeps submit disabled until every required field is in, and says which are missing', async () => {
    const { user, onSave } = start();
    expect(submit().disabled).toBe(true);
    expect(
      screen.getByText(
        'Still needed: Transaction Type, Transaction Date, Broker, Account, Asset Name and Consideration.',
      ),
    ).toBeTruthy();
    await fill(user);
    await waitFor(() => {
      expect(submit().disabled).toBe(false);
    });
    await user.click(submit());
    expect(await screen.findByText('The list')).toBeTruthy();
    expect(onSave.mock.calls[0]?.[0]).toMatchObject({
      transactionType: 'BUY',
      transactionDate: '2024-03-03',
      brokerId: 'b1',
      accountId: 'a1',
      taxWrapper: 'DEALING',
      isin: 'GB00BP6MXD84',
      quantity: 100,
      consideration: 2500.5,
      stampDuty: 12.5,
    });
  });

  it('names a fault at its field once it was left, and disables submit', async () => {
    const { user } = start();
    await fill(user);
    await user.clear(field('Quantity'));
    await enter(user, field('Quantity'), '-1');
    await user.tab();
    expect(await screen.findByText('Quantity must be greater than 0.')).toBeTruthy();
    expect(field('Quantity').getAttribute('aria-invalid')).toBe('true');
    expect(submit().disabled).toBe(true);
    await user.selectOptions(field('Transaction Type'), 'SPLIT');
    await waitFor(() => {
      expect(screen.queryByText('Quantity must be greater than 0.')).toBeNull();
    });
  });

  it('marks all fields when Enter is pressed in an invalid form', async () => {
    const { user, onSave } = start();
    await user.type(field('Broker Deal Reference'), 'AJ1{Enter}');
    expect(await screen.findByText('Broker is required')).toBeTruthy();
    expect(screen.getByText('Pick an asset from the list.')).toBeTruthy();
    expect(onSave).not.toHaveBeenCalled();
  });

  it('takes a message away as its field is put right, not only when the field is left', async () => {
    const { user } = start();
    await user.type(field('Broker Deal Reference'), 'AJ1{Enter}');
    await screen.findByText('Broker is required');
    await user.selectOptions(field('Broker'), 'b1');
    await waitFor(() => {
      expect(screen.queryByText('Broker is required')).toBeNull();
    });
    expect(screen.getByText('Account is required')).toBeTruthy();
  });

  it('puts the focus on the first field that is wrong when Enter is pressed', async () => {
    const { user } = start();
    await user.click(field('Quantity'));
    await user.keyboard('{Enter}');
    await waitFor(() => {
      expect(document.activeElement).toBe(field('Transaction Type'));
    });
    await user.selectOptions(field('Transaction Type'), 'BUY');
    await enter(user, field('Transaction Date'), '03/03/2024');
    await user.selectOptions(field('Broker'), 'b1');
    await user.click(field('Quantity'));
    await user.keyboard('{Enter}');
    await waitFor(() => {
      expect(document.activeElement).toBe(box());
    });
  });

  it('immediately marks and names invalid values of a draft or a stored transaction', async () => {
    const stored = {
      ...newValues(),
      transactionType: 'BUY',
      transactionDate: '2024-03-03',
      brokerId: 'b1',
      accountId: 'a1',
      isin: 'GB00BP6MXD84',
      quantity: '-3',
      consideration: '7',
    };
    start({ mode: 'edit', values: stored });
    expect(await screen.findByText('Quantity must be greater than 0.')).toBeTruthy();
    expect(screen.getByText('To correct: Quantity.')).toBeTruthy();
    cleanup();
    start({ draft: { ...newValues(), brokerCharge: 'x' } });
    expect(await screen.findByText('"x" is not a number.')).toBeTruthy();
    expect(screen.getByText(/^Still needed: .* To correct: Broker Charge\.$/u)).toBeTruthy();
    expect(screen.queryByText('Broker is required')).toBeNull();
  });

  it('keeps what was typed when saving fails, and shows why', async () => {
    const { user } = start({ onSave: async () => 'Failed to create transaction. Please try again.' });
    await fill(user);
    await user.click(submit());
    expect((await screen.findByRole('alert')).textContent).toBe('Failed to create transaction. Please try again.');
    expect(field('Quantity').value).toBe('100');
  });

  it('shows a commodity in troy ounces with its hints', async () => {
    const { user } = start();
    await user.type(box(), 'gold');
    await user.click(await screen.findByRole('option', { name: /Gold bullion/u }));
    expect(field('ISIN').value).toBe('Gold');
    for (const label of ['Quantity (oz)', 'Native Price (per oz)', 'Local Price (per oz)'])
      expect(field(label)).toBeTruthy();
    for (const hint of [
      'Enter quantity in troy ounces for Gold',
      'Price per troy ounce in original currency',
      'Price per troy ounce in local currency (GBP)',
    ])
      expect(screen.getByText(hint)).toBeTruthy();
  });

  it('offers quantity x local price, and what is typed wins', async () => {
    const { user } = start();
    await enter(user, field('Quantity'), '100');
    await enter(user, field('Local Price (per share)'), '25.005');
    expect(field('Consideration').value).toBe('2,500.50');
    await user.clear(field('Consideration'));
    await enter(user, field('Consideration'), '2501');
    await enter(user, field('Quantity'), '0');
    expect(field('Consideration').value).toBe('2,501.00');
    expect(screen.getByText(/Quantity × local price is £25,005.00/u)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Use it' }));
    expect(field('Consideration').value).toBe('25,005.00');
  });

  it('offers 0.5% stamp duty for shares of UK companies, and what is typed wins', async () => {
    const { user } = start();
    await fill(user);
    expect(field('Stamp Duty').value).toBe('12.50');
    expect(screen.getByText(/0\.5% for UK shares/u)).toBeTruthy();
    await user.selectOptions(field('Transaction Type'), 'SELL');
    expect(field('Stamp Duty').value).toBe('');
    await user.selectOptions(field('Transaction Type'), 'BUY');
    await user.clear(field('Stamp Duty'));
    await enter(user, field('Stamp Duty'), '0');
    await enter(user, field('Consideration'), '1');
    expect(field('Stamp Duty').value).toBe('0.00');
    expect(screen.queryByText(/0\.5% for UK shares/u)).toBeNull();
  });

  it('keeps what is typed as a draft, brings a draft back, and forgets it when it is saved or discarded', async () => {
    const drafts: (TransactionFormValues | null)[] = [];
    const store: DraftStore = {
      read: async () => null,
      save: async (_key, draft) =>
        void drafts.push(draft === null ? null : (draft as { values: TransactionFormValues }).values),
    };
    const first = start({}, store);
    await enter(first.user, field('Broker Deal Reference'), 'AJ1');
    await waitFor(() => {
      expect(drafts.at(-1)?.brokerDealReference).toBe('AJ1');
    });
    cleanup();

    const onDiscarded = vi.fn();
    const draft = {
      ...newValues(),
      transactionType: 'BUY',
      transactionDate: '2024-03-03',
      brokerId: 'b1',
      accountId: 'a1',
      isin: 'GB00BP6MXD84',
      quantity: '3',
      localPrice: '2',
      consideration: '7',
      brokerDealReference: 'AJ2',
    };
    const second = start({ draft, onDiscarded }, store);
    expect(screen.getByText('Your unsaved changes were restored.')).toBeTruthy();
    expect([field('Broker Deal Reference').value, field('Consideration').value]).toEqual(['AJ2', '7.00']);
    await waitFor(() => {
      expect(submit().disabled).toBe(false);
    });
    await second.user.click(screen.getByRole('button', { name: 'Discard' }));
    expect(onDiscarded).toHaveBeenCalledOnce();
    expect(drafts.at(-1)).toBeNull();
    cleanup();
    expect(drafts.at(-1)).toBeNull();

    const third = start({ draft }, store);
    await waitFor(() => {
      expect(submit().disabled).toBe(false);
    });
    drafts.length = 0;
    await third.user.click(submit());
    expect(await screen.findByText('The list')).toBeTruthy();
    expect(drafts).toEqual([null]);
  });

  it('steps a quantity by 0.000001 and money by a penny with the arrow keys', async () => {
    const { user } = start();
    await user.click(field('Quantity'));
    await user.keyboard('{ArrowUp}{ArrowUp}');
    expect(field('Quantity').value).toBe('0.000002');
    await enter(user, field('Local Price (per share)'), '33.9858');
    await user.keyboard('{ArrowDown}');
    expect(field('Local Price (per share)').value).toBe('33.9758');
    for (const charge of ['Broker Charge', 'Stamp Duty', 'FX Charge', 'Accrued Interest']) {
      await enter(user, field(charge), '1');
      await user.keyboard('{ArrowUp}');
      expect([charge, field(charge).value]).toEqual([charge, '1.01']);
    }
  });

  it('shows the fields of a corporate action for its types alone', async () => {
    const { user } = start();
    expect(screen.queryByText('Corporate Action')).toBeNull();
    await user.selectOptions(field('Transaction Type'), 'DEMERGER');
    expect(screen.getByRole('combobox', { name: 'Related Asset' })).toBeTruthy();
    expect(field('Cost Fraction')).toBeTruthy();
    await user.selectOptions(field('Transaction Type'), 'ISIN_CHANGE');
    expect(screen.queryByLabelText('Quantity')).toBeNull();
    expect(field('Consideration').value).toBe('0.00');
  });

  it('asks before unsaved changes are left', async () => {
    const { user } = start();
    const closesTab = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    expect(closesTab()).toBe(true);
    await enter(user, field('Quantity'), '1');
    expect(closesTab()).toBe(false);
    await user.click(screen.getByRole('link', { name: 'Elsewhere' }));
    const dialog = await screen.findByRole('dialog', { name: 'Leave without saving?' });
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(field('Quantity').value).toBe('1');
    await user.click(screen.getByRole('link', { name: 'Elsewhere' }));
    await user.click(await screen.findByRole('button', { name: 'Leave without saving' }));
    expect(await screen.findByText('Another page')).toBeTruthy();
  });

  it('is left by Escape, but not while it is being saved', async () => {
    let refuse: (why: string) => void = () => undefined;
    const onSave = () =>
      new Promise<string>((resolve) => {
        refuse = resolve;
      });
    const { user, router } = start({ onSave });
    await fill(user);
    await user.click(submit());
    await screen.findByRole('button', { name: 'Saving...' });
    await user.click(field('Broker Deal Reference'));
    await user.keyboard('{Escape}');
    expect(router.state.navigation.state).toBe('idle');
    expect(screen.queryByRole('dialog')).toBeNull();
    refuse('Failed to create transaction. Please try again.');
    await screen.findByRole('button', { name: 'Save Transaction' });
    await user.click(field('Broker Deal Reference'));
    await user.keyboard('{Escape}');
    await user.click(await screen.findByRole('button', { name: 'Leave without saving' }));
    expect(await screen.findByText('The list')).toBeTruthy();
  });

  it('neither asks about leaving nor saves again once saved, however long the next page takes', async () => {
    const { user, onSave, router } = start({}, null, () => new Promise(() => undefined));
    await fill(user);
    await user.click(submit());
    await waitFor(() => {
      expect(router.state.navigation.location?.pathname).toBe('/transactions');
    });
    await user.click(screen.getByRole('link', { name: 'Elsewhere' }));
    await waitFor(() => {
      expect(router.state.navigation.location?.pathname).toBe('/elsewhere');
    });
    await user.click(screen.getByRole('button', { name: /^Sav/u }));
    await user.click(screen.getByRole('link', { name: 'Elsewhere' }));
    expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(true);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(onSave).toHaveBeenCalledOnce();
  });

  it('starts another transaction for the same holding', async () => {
    const values = {
      ...newValues(),
      transactionType: 'BUY',
      accountId: 'a1',
      isin: 'GB00BP6MXD84',
      taxWrapper: 'ISA',
      brokerId: 'b1',
      consideration: '1',
      quantity: '1',
      transactionDate: '2024-03-03',
    };
    const { user, router } = start({ mode: 'edit', values });
    expect(screen.getByRole('button', { name: 'Update Transaction' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'New Transaction For This Holding' }));
    await waitFor(() => {
      expect(router.state.location.search).toBe('?accountId=a1&isin=GB00BP6MXD84&taxWrapper=ISA&brokerId=b1');
    });
  });

  it('does not touch a stored consideration that differs from quantity x price', async () => {
    const stored = valuesOf({
      id: 't1',
      transactionType: 'BUY',
      transactionDate: '2024-03-03',
      brokerId: 'b1',
      brokerDealReference: '',
      accountId: 'a1',
      taxWrapper: 'ISA',
      isin: 'GB00BP6MXD84',
      quantity: 10,
      nativePrice: null,
      localPrice: 3,
      consideration: 31,
      brokerCharge: 0,
      stampDuty: 0,
      fxCharge: 0,
      accruedInterest: 0,
    } as unknown as Parameters<typeof valuesOf>[0]);
    start({ mode: 'edit', values: stored });
    expect(field('Consideration').value).toBe('31.00');
    expect(screen.getByText(/Quantity × local price is £30.00/u)).toBeTruthy();
  });
});

describe('linked transfers', () => {
  const out = {
    id: 't-out',
    transactionType: 'TRANSFER_OUT',
    transactionDate: '2024-03-01',
    quantity: 10,
    accountId: 'a1',
    taxWrapper: 'ISA',
    isin: 'GB00BP6MXD84',
  } as unknown as Transaction;

  it('are offered for a transfer alone, and saved with the chosen other half', async () => {
    const findTransfers = vi.fn(async () => [out]);
    const { user, onSave } = start({ findTransfers });
    await fill(user);
    expect(screen.queryByText('Linked Transfer')).toBeNull();
    await user.selectOptions(field('Transaction Type'), 'TRANSFER_IN');
    const select = await screen.findByLabelText<HTMLSelectElement>('Other half (Transfer Out)');
    await waitFor(() => {
      expect([...select.options].map((option) => option.text)).toEqual([
        'Not linked',
        'Transfer Out (no gain, no loss), 1 Mar 2024, 10, Main Account, ISA',
      ]);
    });
    expect(findTransfers).toHaveBeenLastCalledWith({
      transactionType: 'TRANSFER_IN',
      isin: 'GB00BP6MXD84',
      taxWrapper: 'DEALING',
      transactionDate: '2024-03-03',
      quantity: 100,
    });
    await user.selectOptions(select, 't-out');
    await user.click(submit());
    await waitFor(() => {
      expect(onSave).toHaveBeenCalledOnce();
    });
    expect(onSave.mock.calls[0]?.[0]).toMatchObject({ transactionType: 'TRANSFER_IN', transferId: 't-out' });
  });
});

describe('the form to the letter (000 §2.12)', () => {
  const placeholderOf = (label: string) => screen.getByLabelText<HTMLSelectElement>(label).options[0]?.text;

  it('has its sections, fields, placeholders and required marks', () => {
    start();
    expect(screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)).toEqual([
      'Transaction Details',
      'Account & Asset',
      'Pricing & Quantity',
      'Fees & Charges',
    ]);
    expect(placeholderOf('Transaction Type')).toBe('Select a transaction type');
    expect(placeholderOf('Broker')).toBe('Select a broker');
    expect(placeholderOf('Account')).toBe('Select an account');
    expect(box().placeholder).toBe('Start typing asset name or ISIN to search...');
    expect([field('ISIN').placeholder, field('ISIN').readOnly]).toEqual(['Select an asset above...', true]);
    for (const label of [
      'Transaction Type',
      'Transaction Date',
      'Broker',
      'Account',
      'Tax Wrapper',
      'Asset Name',
      'ISIN',
      'Consideration',
    ])
      expect(field(label).required).toBe(true);
    for (const label of [
      'Broker Deal Reference',
      'Quantity',
      'Native Price (per share)',
      'Local Price (per share)',
      'Broker Charge',
      'Stamp Duty',
      'FX Charge',
      'Accrued Interest',
    ])
      expect(field(label).required).toBe(false);
    expect(screen.getByLabelText<HTMLSelectElement>('Tax Wrapper').value).toBe('DEALING');
    expect([...screen.getByLabelText<HTMLSelectElement>('Tax Wrapper').options].map((option) => option.value)).toEqual([
      'DEALING',
      'SIPP',
      'ISA',
      'LISA',
      'SPECULATIVE',
      // Ours: a junior ISA.
      'JISA',
    ]);
  });

  it('steps each fee and price by a penny', async () => {
    const { user } = start();
    for (const label of [
      'Native Price (per share)',
      'Local Price (per share)',
      'Consideration',
      'Broker Charge',
      'Stamp Duty',
      'FX Charge',
      'Accrued Interest',
    ]) {
      await user.clear(field(label));
      await user.click(field(label));
      await user.keyboard('{ArrowUp}');
      expect(field(label).value).toBe('0.01');
    }
  });

  it('says that it is saving, takes no second click, and lets nobody leave by Cancel meanwhile', async () => {
    const onSave = vi.fn(() => new Promise<string | null>(() => undefined));
    const { user } = start({ onSave });
    expect(screen.getByRole('link', { name: 'Cancel' }).getAttribute('href')).toBe('/transactions');
    await fill(user);
    await waitFor(() => {
      expect(submit().disabled).toBe(false);
    });
    await user.click(submit());
    const busy = await screen.findByRole('button', { name: 'Saving...' });
    expect(busy.getAttribute('aria-disabled')).toBe('true');
    await user.click(busy);
    expect(onSave).toHaveBeenCalledOnce();
    expect(screen.getByRole('link', { name: 'Cancel' }).getAttribute('aria-disabled')).toBe('true');
  });

  it('updates in edit mode, and offers another transaction for the holding there alone', async () => {
    const values = {
      ...newValues(),
      transactionType: 'BUY',
      transactionDate: '2024-03-03',
      brokerId: 'b1',
      accountId: 'a1',
      isin: 'GB00BP6MXD84',
      quantity: '1',
      consideration: '1',
    };
    const { user } = start({ mode: 'edit', values, onSave: () => new Promise<string | null>(() => undefined) });
    const update = screen.getByRole<HTMLButtonElement>('button', { name: 'Update Transaction' });
    await waitFor(() => {
      expect(update.disabled).toBe(false);
    });
    await user.hover(screen.getByRole('button', { name: 'New Transaction For This Holding' }));
    expect(
      await screen.findByText('Create a new transaction with the same Account, ISIN, Tax Wrapper and Broker'),
    ).toBeTruthy();
    await user.click(update);
    expect(await screen.findByRole('button', { name: 'Updating...' })).toBeTruthy();
    cleanup();
    start();
    expect(screen.queryByRole('button', { name: 'New Transaction For This Holding' })).toBeNull();
  });
});

describe('asset search (000 §2.12, §5)', () => {
  it('shows at most ten results, with a highlight that the arrows move and nothing highlighted at first', async () => {
    const { user } = start({
      searchAssets: async () =>
        Array.from({ length: 14 }, (_, index) => ({ ...shell, id: `s${index}`, name: `Asset ${index}` })),
    });
    await enter(user, box(), 'asset');
    await screen.findByRole('listbox');
    expect(screen.getAllByRole('option')).toHaveLength(10);
    const highlighted = () =>
      screen.getAllByRole('option').findIndex((option) => option.hasAttribute('data-highlighted'));
    expect(highlighted()).toBe(-1);
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(highlighted()).toBe(1);
    await user.keyboard('{ArrowUp}');
    expect(highlighted()).toBe(0);
  });

  it('closes on a click elsewhere, clears below two characters, and is silent when it fails', async () => {
    const { user } = start();
    await enter(user, box(), 'shell');
    await screen.findByRole('listbox');
    await user.click(screen.getByText('Fees & Charges'));
    await waitFor(() => {
      expect(screen.queryByRole('listbox')).toBeNull();
    });
    await user.click(box());
    await screen.findByRole('listbox');
    await user.clear(box());
    await enter(user, box(), 's');
    await waitFor(() => {
      expect(screen.queryByRole('listbox')).toBeNull();
    });
    cleanup();
    const searchAssets = vi.fn(async () => await Promise.reject(new Error('gone')));
    const failing = start({ searchAssets });
    await enter(failing.user, box(), 'shell');
    await waitFor(() => {
      expect(searchAssets).toHaveBeenCalledOnce();
    });
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('is the only way to set the ISIN', async () => {
    const { user } = start();
    await user.type(field('ISIN'), 'GB00BP6MXD84');
    expect(field('ISIN').value).toBe('');
    await pickShell(user);
    expect([field('ISIN').value, box().value]).toEqual(['GB00BP6MXD84', 'Shell plc']);
  });

  it('waits for two characters, then 300 ms, and shows name and ISIN', async () => {
    const { searchAssets } = start();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const wait = async (ms: number) => await act(async () => await vi.advanceTimersByTimeAsync(ms));
    fireEvent.change(box(), { target: { value: 's' } });
    await wait(1000);
    fireEvent.change(box(), { target: { value: 'sh' } });
    await wait(299);
    expect(searchAssets).not.toHaveBeenCalled();
    await wait(1);
    expect(searchAssets).toHaveBeenCalledOnce();
    vi.useRealTimers();
    const option = await screen.findByRole('option');
    expect(option.textContent).toBe('Shell plcGB00BP6MXD84');
    expect(searchAssets.mock.calls).toEqual([['sh', 10]]);
  });

  it('is worked by the keyboard: arrows, Enter, Escape', async () => {
    const { user, onSave } = start();
    await user.type(box(), 'l');
    await user.type(box(), 'l');
    await screen.findByRole('listbox');
    await user.keyboard('{Escape}');
    await waitFor(() => {
      expect(screen.queryByRole('listbox')).toBeNull();
    });
    expect(screen.queryByText('The list')).toBeNull();
    await user.clear(box());
    await pickShell(user);
    expect(box().value).toBe('Shell plc');
    expect(field('ISIN').value).toBe('GB00BP6MXD84');
    await waitFor(() => {
      expect(screen.queryByRole('listbox')).toBeNull();
    });
    expect(onSave).not.toHaveBeenCalled();
    expect(screen.queryByText('Broker is required')).toBeNull();
  });

  it('opens again on focus while there are results, and brings the picked name back when left', async () => {
    const { user } = start();
    await pickShell(user);
    await user.clear(box());
    await user.type(box(), 'shel');
    await screen.findByRole('listbox');
    await user.tab();
    await waitFor(() => {
      expect(screen.queryByRole('listbox')).toBeNull();
    });
    expect(box().value).toBe('Shell plc');
    await user.click(box());
    expect(await screen.findByRole('listbox')).toBeTruthy();
  });
});
