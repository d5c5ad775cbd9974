import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Money, Pounds } from '../../../domain/values/amount.ts';
import type { IsoDate } from '../../../domain/values/dates.ts';
import type { BrokerCashBalance, Transaction } from '../../../domain/records/records.ts';
import { unlistedAsset } from '../../../domain/csv/stored/directory.ts';
import { purchase } from '../../../tests/device/fixtures.ts';
import type { HoldfastDatabase } from '../../data/database/schema.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { useValuesVisibility } from '../../ui/app-state/values-visibility.ts';

const PLACE = { accountId: 'ada', brokerId: 'ajb', taxWrapper: 'ISA' } as const;

function balance(changes: Partial<BrokerCashBalance> = {}): BrokerCashBalance {
  return {
    ...PLACE,
    id: 'b1',
    cashBalance: 687.6 as Money,
    currency: 'GBP',
    notes: '',
    lastUpdated: '2024-03-31' as IsoDate,
    ...changes,
  };
}

let made = 0;
function event(
  transactionType: Transaction['transactionType'],
  cashAmount: number,
  day: string,
  changes: Partial<Transaction> = {},
): Transaction {
  made += 1;
  return {
    ...purchase({
      ...PLACE,
      transactionType,
      transactionDate: day as IsoDate,
      isin: '',
      quantity: null,
      nativePrice: null,
      localPrice: null,
      consideration: 0 as Pounds,
      brokerCharge: 0 as Pounds,
      cashAmount: cashAmount as Money,
      cashCurrency: 'GBP',
    }),
    id: `e${String(made).padStart(4, '0')}`,
    ...changes,
  };
}

const bought: Transaction = {
  ...purchase({
    ...PLACE,
    transactionDate: '2024-03-02' as IsoDate,
    consideration: 295 as Pounds,
    brokerCharge: 5 as Pounds,
  }),
  id: 'bought',
};

/** Opens the list and the ledger of its first balance. */
async function open(transactions: readonly Transaction[], balances: readonly BrokerCashBalance[]) {
  const records = async (db: HoldfastDatabase) => {
    await db.accounts.put({ id: 'ada', name: 'Ada', version: 1 });
    await db.brokers.put({ id: 'ajb', name: 'AJ Bell', version: 1 });
    await db.assets.put({ ...unlistedAsset('x', bought.isin, 'World fund'), version: 1 });
    await db.transactions.bulkPut(transactions.map((row) => ({ ...row, version: 1 })));
    await db.brokerCashBalances.bulkPut(balances.map((row) => ({ ...row, version: 1 })));
  };
  const opened = await renderScreen('/broker-cash-balances', { records });
  act(() => useValuesVisibility.setState({ valuesVisible: true, valuesLocked: true }));
  const [toggle] = await screen.findAllByRole('button', { name: /Ada, AJ Bell, ISA, GBP/u });
  if (toggle === undefined) throw new Error('no row to open');
  await opened.user.click(toggle);
  return opened;
}

const rows = async () => {
  const table = await screen.findByRole('table', { name: 'Cash ledger' });
  await waitFor(() => expect(table.textContent).toContain('Stated balance'));
  return within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .concat(within(row).queryAllByRole('rowheader'))
        .map((cell) => cell.textContent?.trim() ?? '')
        .filter((text) => text !== '')
        .toSorted()
        .join(' | '),
    );
};

describe('the ledger of a cash balance', () => {
  it('runs from the oldest row to the newest with the stated balance between them, which agrees', async () => {
    await open(
      [
        event('DEPOSIT', 1000, '2024-03-01'),
        bought,
        event('FEE', 12.4, '2024-03-28'),
        event('DEPOSIT', 50, '2024-04-02'),
      ],
      [balance()],
    );
    const shown = await rows();
    expect(shown).toHaveLength(5);
    expect(shown.map((text) => /Stated balance: \w+|Deposit|Fee|Buy World fund/u.exec(text)?.[0])).toEqual([
      'Deposit',
      'Stated balance: agrees',
      'Fee',
      'Buy World fund',
      'Deposit',
    ]);
    expect(shown[0]).toContain('£737.60');
    expect(shown[2]).toContain('−£12.40');
    expect(shown[3]).toContain('£700.00');
    expect(screen.queryByText(/Add what is missing/u)).toBeNull();
  });

  it('names the difference with its day, and offers the likeliest events without saving any', async () => {
    const { user, address, db } = await open(
      [event('DEPOSIT', 1000, '2024-03-01'), event('FEE', 12.4, '2024-02-28')],
      [
        balance({ cashBalance: 975.2 as Money }),
        balance({ id: 'b2', cashBalance: 975.2 as Money, lastUpdated: '2024-03-03' as IsoDate }),
      ],
    );
    const shown = await rows();
    expect(shown.filter((text) => text.includes('differs by £12.40 since 3\u00a0Mar\u00a02024'))).toHaveLength(2);
    const links = within(screen.getByText(/Add what is missing/u).closest('[role]') ?? document.body).getAllByRole(
      'link',
    );
    // A fee of just this amount is there already: the likeliest.
    expect(links.map((link) => link.textContent)).toEqual(['Fee', 'Withdrawal', 'Interest Charged']);
    await user.click(links[0] as HTMLElement);
    expect((await screen.findByLabelText<HTMLInputElement>('Amount')).value).toBe('12.40');
    expect(address()).toContain('/transactions/new?transactionType=FEE');
    expect(screen.getByLabelText<HTMLInputElement>('Broker').value).toBe('ajb');
    expect(await db.transactions.count()).toBe(2);
  });

  it('stays absent where no cash event was ever recorded, whatever was traded', async () => {
    await open([bought], [balance()]);
    expect(await screen.findByText(/No cash ledger is kept here/u)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Record a deposit' }).getAttribute('href')).toContain('cashCurrency=GBP');
    expect(screen.queryByRole('table', { name: 'Cash ledger' })).toBeNull();
  });

  it('hides every amount with the values', async () => {
    await open([event('DEPOSIT', 1000, '2024-03-01')], [balance()]);
    await rows();
    act(() => useValuesVisibility.getState().reset());
    await screen.findAllByText(/differs by/u);
    await expect.poll(() => document.body.textContent).not.toMatch(/1,000|312\.40|687\.60/u);
  });

  it('shows the newest entries of a long ledger, and all when asked', async () => {
    const many = Array.from({ length: 60 }, (_, at) =>
      event('CASH_INTEREST', 1, `2024-01-${String((at % 28) + 1).padStart(2, '0')}`),
    );
    const { user } = await open(many, [balance({ cashBalance: 60 as Money })]);
    expect(await rows()).toHaveLength(50);
    await user.click(screen.getByRole('button', { name: 'Show all 61 entries' }));
    // A long table draws only what is near.
    await waitFor(() =>
      expect(screen.getByRole('table', { name: 'Cash ledger' }).getAttribute('aria-rowcount')).toBe('62'),
    );
    expect(screen.queryByRole('button', { name: /Show all/u })).toBeNull();
  });
});
