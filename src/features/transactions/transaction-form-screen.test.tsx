import 'fake-indexeddb/auto';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { unlistedAsset } from '../../../domain/csv/stored/directory.ts';
import { purchase, written } from '../../../tests/device/fixtures.ts';
import * as assets from '../../data/records/assets.ts';
import {
  closeDatabase,
  currentDatabase,
  deleteDatabase,
  openUserDatabase,
  setCurrentDatabase,
} from '../../data/database/database.ts';
import { readDraft, saveDraft } from '../../data/device/drafts.ts';
import * as records from '../../data/records/records.ts';
import * as data from '../../data/records/transactions.ts';
import { type DraftStore, DraftStoreContext } from '../../ui/app-state/draft-store.ts';
import type { Live } from '../../ui/hooks/use-live.ts';
import { TransactionFormScreen } from './transaction-form-screen.tsx';
import { handInCompute } from '../../testing/hand-in-compute.ts';

handInCompute(() => ({
  searchAssets: async () => [],
  transferCandidates: async (half: { transferId?: string }) =>
    await data.getTransactions(currentDatabase(), half.transferId === undefined ? ['out'] : partners),
}));

/** What the worker answers as other halves of a linked row. */
let partners: string[] = [];

const ISIN = 'GB00BH4HKS39';
const live = <T,>(rows: readonly T[]): Live<readonly T[]> => ({ data: rows, error: undefined, loading: false });
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);

const drafts: DraftStore = {
  read: async (key) => await readDraft(currentDatabase(), key),
  save: async (key, draft) => {
    await saveDraft(currentDatabase(), key, draft);
  },
};

beforeEach(async () => {
  const db = await openUserDatabase({ apiBase: '/api', userId: 'ada' });
  setCurrentDatabase(db);
  await db.assets.put({ ...unlistedAsset('asset-1', ISIN, 'Vodafone Group plc'), version: 1 });
});
afterEach(async () => {
  cleanup();
  vi.restoreAllMocks();
  const db = currentDatabase();
  closeDatabase(db);
  await deleteDatabase(db.name);
});

function open(path: string, options: Partial<Pick<Live<readonly never[]>, 'data' | 'error'>> = {}) {
  const accounts = {
    ...live([
      { id: 'account-1', name: 'Main Account' },
      { id: 'account-2', name: 'Partner' },
    ]),
    ...options,
  };
  const brokers = live([{ id: 'broker-1', name: 'AJ Bell' }]);
  const router = createMemoryRouter(
    [
      {
        path: '/transactions/new',
        element: (
          <TransactionFormScreen accounts={accounts} brokers={brokers}>
            <p>The receipts</p>
          </TransactionFormScreen>
        ),
      },
      {
        path: '/transactions/edit/:id',
        element: (
          <TransactionFormScreen id={path.split('/').at(-1)} accounts={accounts} brokers={brokers}>
            <p>The receipts</p>
          </TransactionFormScreen>
        ),
      },
      { path: '/transactions', element: <p>The list</p> },
    ],
    { initialEntries: [path] },
  );
  render(
    <DraftStoreContext value={drafts}>
      <RouterProvider router={router} />
    </DraftStoreContext>,
  );
  return userEvent.setup({ delay: null });
}

const named = async (name: string) => {
  await waitFor(() => {
    expect(field('Asset Name').value).toBe(name);
  });
};
const stored = async () =>
  written(await records.saveRecord(currentDatabase(), 'transaction', purchase({ isin: ISIN })));

describe('the add screen (000 §2.12)', () => {
  it('has its title and is prefilled from the address, with the name of the asset', async () => {
    open(`/transactions/new?accountId=account-2&isin=${ISIN}&taxWrapper=ISA&brokerId=broker-1`);
    await named('Vodafone Group plc');
    expect(screen.getByRole('heading', { level: 1, name: 'Add New Transaction' })).toBeTruthy();
    expect([field('Account').value, field('ISIN').value, field('Tax Wrapper').value, field('Broker').value]).toEqual([
      'account-2',
      ISIN,
      'ISA',
      'broker-1',
    ]);
  });

  it('leaves the search box empty when the asset is not found, without a message', async () => {
    vi.spyOn(assets, 'findAssetByIsin').mockRejectedValue(new Error('gone'));
    open(`/transactions/new?isin=${ISIN}`);
    expect((await screen.findByLabelText<HTMLInputElement>('Asset Name')).value).toBe('');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it("says what failed: the form's data, creating", async () => {
    open('/transactions/new', { data: undefined, error: new Error('gone') } as never);
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to load form data. Please try again.');
    cleanup();
    vi.spyOn(records, 'saveRecord').mockRejectedValue(new Error('gone'));
    const user = open(`/transactions/new?accountId=account-1&isin=${ISIN}&brokerId=broker-1`);
    await named('Vodafone Group plc');
    await user.selectOptions(field('Transaction Type'), 'BUY');
    for (const [label, text] of [
      ['Transaction Date', '03/03/2024'],
      ['Quantity', '1'],
      ['Consideration', '5'],
    ] as const) {
      await user.click(field(label));
      await user.paste(text);
    }
    await waitFor(() => {
      expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save Transaction' }).disabled).toBe(false);
    });
    await user.click(screen.getByRole('button', { name: 'Save Transaction' }));
    expect(await screen.findByText('Failed to create transaction. Please try again.')).toBeTruthy();
  });

  it('restores typed values after a reload, only for the same address', async () => {
    const user = open('/transactions/new');
    await user.type(await screen.findByLabelText('Broker Deal Reference'), 'AJ77');
    await waitFor(async () => {
      expect(await currentDatabase().drafts.count()).toBe(1);
    });
    cleanup();
    open(`/transactions/new?isin=${ISIN}`);
    expect((await screen.findByLabelText<HTMLInputElement>('Broker Deal Reference')).value).toBe('');
    cleanup();
    const again = open('/transactions/new');
    expect(await screen.findByDisplayValue('AJ77')).toBeTruthy();
    await again.click(screen.getByRole('button', { name: 'Discard' }));
    await waitFor(() => {
      expect(field('Broker Deal Reference').value).toBe('');
    });
    expect(await currentDatabase().drafts.count()).toBe(0);
  });

  it('forgets changes that were typed and reversed, at once or after a reload', async () => {
    const kept = async (count: number) => {
      await waitFor(async () => {
        expect(await currentDatabase().drafts.count()).toBe(count);
      });
    };
    const user = open('/transactions/new');
    await user.type(await screen.findByLabelText('Broker Deal Reference'), 'AJ77');
    await kept(1);
    await user.clear(field('Broker Deal Reference'));
    await kept(0);
    await user.type(field('Broker Deal Reference'), 'AJ78');
    await kept(1);
    cleanup();
    const again = open('/transactions/new');
    await again.clear(await screen.findByDisplayValue('AJ78'));
    cleanup();
    await kept(0);
  });
});

describe('the edit screen (000 §2.12)', () => {
  it('says that it is loading, then shows the transaction under its title', async () => {
    const { id } = await stored();
    vi.spyOn(data, 'getTransaction').mockImplementation(() => new Promise(() => undefined));
    open(`/transactions/edit/${id}`);
    expect(await screen.findByText('Loading transaction...')).toBeTruthy();
    cleanup();
    vi.restoreAllMocks();
    open(`/transactions/edit/${id}`);
    await named('Vodafone Group plc');
    expect(screen.getByRole('heading', { level: 1, name: 'Edit Transaction' })).toBeTruthy();
  });

  it('saves and goes back to the list, and reports a failure', async () => {
    const { id } = await stored();
    const user = open(`/transactions/edit/${id}`);
    const reference = await screen.findByLabelText('Broker Deal Reference');
    await user.clear(reference);
    await user.type(reference, 'NEW');
    vi.spyOn(records, 'saveRecord').mockRejectedValueOnce(new Error('gone'));
    await user.click(screen.getByRole('button', { name: 'Update Transaction' }));
    expect(await screen.findByText('Failed to update transaction. Please try again.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Update Transaction' }));
    expect(await screen.findByText('The list')).toBeTruthy();
    expect((await data.getTransaction(currentDatabase(), id))?.brokerDealReference).toBe('NEW');
  });

  it('has the receipts below the form, and a new transaction has none', async () => {
    const { id } = await stored();
    open(`/transactions/edit/${id}`);
    await named('Vodafone Group plc');
    const form = document.querySelector('form');
    expect(
      form === null
        ? null
        : form.compareDocumentPosition(screen.getByText('The receipts')) & Node.DOCUMENT_POSITION_FOLLOWING,
    ).toBeTruthy();
    cleanup();
    open('/transactions/new');
    await screen.findByLabelText('Broker Deal Reference');
    expect(screen.queryByText('The receipts')).toBeNull();
  });

  it('links a transfer with its other half and unlinks it, both rows at once', async () => {
    const db = currentDatabase();
    const into = written(
      await records.saveRecord(
        db,
        'transaction',
        purchase({ isin: ISIN, transactionType: 'TRANSFER_IN', accountId: 'account-1', brokerId: 'broker-1' }),
      ),
    );
    await db.transactions.put({ ...into, id: 'out', transactionType: 'TRANSFER_OUT', version: 1 });
    const choose = async (option: string) => {
      const user = open(`/transactions/edit/${into.id}`);
      const select = await screen.findByLabelText<HTMLSelectElement>('Other half (Transfer Out)');
      await waitFor(() => {
        expect(select.options).toHaveLength(2);
      });
      await user.selectOptions(select, option);
      await waitFor(() => {
        expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Update Transaction' }).disabled).toBe(false);
      });
      await user.click(screen.getByRole('button', { name: 'Update Transaction' }));
      await screen.findByText('The list');
      cleanup();
      return [into.id, 'out'].map(async (id) => (await data.getTransaction(db, id))?.transferId);
    };
    const [own, other] = await Promise.all(await choose('out'));
    expect(own).toBeTruthy();
    expect(other).toBe(own);
    partners = ['out'];
    expect(await Promise.all(await choose(''))).toEqual([undefined, undefined]);
  });

  it('says when there is no such transaction', async () => {
    open('/transactions/edit/gone');
    expect((await screen.findByRole('alert')).textContent).toContain(
      'Failed to load transaction data. Please try again.',
    );
  });
});
