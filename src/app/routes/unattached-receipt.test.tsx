import 'fake-indexeddb/auto';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { purchase, written } from '../../../tests/device/fixtures.ts';
import { currentDatabase } from '../../data/database/database.ts';
import { openTestDatabase, removeTestDatabase } from '../../data/database/test-database.fixture.ts';
import { saveRecord } from '../../data/records/records.ts';
import { TransactionFormPage } from '../../pages/transaction-form-page.tsx';
import { guardedRoutes } from '../../testing/guarded-routes.tsx';
import { handInCompute } from '../../testing/hand-in-compute.ts';

handInCompute(() => ({ searchAssets: async () => [], transferCandidates: async () => [] }));

beforeEach(async () => {
  await openTestDatabase();
});
afterEach(async () => {
  cleanup();
  await removeTestDatabase();
});

/** The edit page of a stored transaction, ready to be saved. */
async function open() {
  const { id } = written(await saveRecord(currentDatabase(), 'transaction', purchase({ brokerDealReference: 'AJ1' })));
  const router = createMemoryRouter(
    guardedRoutes([
      { path: '/transactions/edit/:id', element: <TransactionFormPage /> },
      { path: '/transactions', element: <p>The list</p> },
    ]),
    { initialEntries: ['/transactions', `/transactions/edit/${id}`] },
  );
  render(<RouterProvider router={router} />);
  await screen.findByDisplayValue('AJ1');
  await waitFor(() => {
    expect(update().disabled).toBe(false);
  });
  const back = async () => await act(async () => await router.navigate(-1));
  return Object.assign(userEvent.setup({ delay: null }), { back });
}

const update = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Update Transaction' });
const contract = new File(['%PDF-1.7 contract'], 'contract.pdf', { type: 'application/pdf' });

describe('a receipt that is not uploaded (000 §2.13)', () => {
  it('is asked about before the transaction is saved without it', async () => {
    const user = await open();
    await user.upload(screen.getByLabelText('Drop file here or click to browse'), contract);
    await user.click(update());
    const dialog = await screen.findByRole('dialog', { name: 'Save without the receipt?' });
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(screen.getByText('contract.pdf')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Upload Receipt' }));
    await screen.findByText('1 file(s)');
    await user.click(update());
    expect(await screen.findByText('The list')).toBeTruthy();
    expect(await currentDatabase().receipts.count()).toBe(1);
  });

  it('is still there when Back closes the question', async () => {
    const user = await open();
    await user.upload(screen.getByLabelText('Drop file here or click to browse'), contract);
    await user.click(update());
    await screen.findByRole('dialog', { name: 'Save without the receipt?' });
    await user.back();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByText('contract.pdf')).toBeTruthy();
  });

  it('is discarded when the user says so', async () => {
    const user = await open();
    await user.type(screen.getByLabelText('Description (Optional)'), 'Contract note');
    await user.click(update());
    await user.click(await screen.findByRole('button', { name: 'Save Without Receipt' }));
    expect(await screen.findByText('The list')).toBeTruthy();
  });

  it('is asked about before the page is left', async () => {
    const user = await open();
    await user.upload(screen.getByLabelText('Drop file here or click to browse'), contract);
    await user.click(screen.getByRole('link', { name: 'Cancel' }));
    await user.click(await screen.findByRole('button', { name: 'Leave without saving' }));
    expect(await screen.findByText('The list')).toBeTruthy();
  });
});
