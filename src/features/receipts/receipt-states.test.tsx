/** The receipts below the edit form in the app itself: waiting, failing, and kept without a connection. */
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { purchase } from '../../../tests/device/fixtures.ts';
import { isBusy, isDisabled } from '../../testing/page-parts.ts';
import { renderScreen } from '../../testing/render-screen.tsx';

const PNG = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='),
  (character) => character.charCodeAt(0),
);
const FORM = '/transactions/edit/t1';

it('a receipt is attached, previewed, described and deleted, each at the second try after a failure', async () => {
  const { user, stage, visit, db } = await renderScreen(FORM, {
    records: async (stored) => {
      await stored.brokers.put({ id: 'broker', name: 'AJ Bell', version: 1 });
      await stored.transactions.put({ ...purchase({ accountId: 'ada' }), id: 't1', version: 1 });
    },
  });
  const panel = within(await screen.findByRole('region', { name: 'Upload Receipt' }));
  const list = async () => within(await screen.findByRole('region', { name: 'Receipts & Documents' }));
  expect(await screen.findByText('No receipts uploaded yet')).toBeTruthy();
  expect(isDisabled(panel.getByRole('button', { name: 'Upload Receipt' }))).toBe(true);

  const choose = panel.getByLabelText('Drop file here or click to browse');
  await user.upload(choose, new File([PNG], 'note.png', { type: 'image/png' }));
  await user.selectOptions(panel.getByLabelText('Receipt Type (Optional)'), 'Contract Note');
  await user.type(panel.getByLabelText('Description (Optional)'), 'By post');
  await stage({ unwritable: ['receipts'] });
  await user.click(panel.getByRole('button', { name: 'Upload Receipt' }));
  expect((await panel.findByRole('alert')).textContent).toContain('Failed to upload receipt. Please try again.');
  await stage({ locked: ['receipts', 'receiptFiles', 'outbox'] });
  await user.click(panel.getByRole('button', { name: 'Upload Receipt' }));
  await isBusy('Uploading...');
  await stage({});
  expect(await (await list()).findByText('1 file(s)')).toBeTruthy();
  expect((await list()).getByText(/^70 B • \d\d [A-Z][a-z]{2,3} \d{4}/u)).toBeTruthy();
  expect((await list()).getByText('Contract Note')).toBeTruthy();
  expect((await list()).getByText(/Waiting to be sent/u)).toBeTruthy();

  await user.click((await list()).getByRole('button', { name: 'Preview note.png' }));
  const preview = await screen.findByRole('dialog', { name: 'note.png' });
  expect(await within(preview).findByRole('img', { name: 'note.png' })).toBeTruthy();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await stage({ unreadable: ['receiptFiles', 'receipts'] });
  await user.click((await list()).getByRole('button', { name: 'Preview note.png' }));
  expect((await within(await screen.findByRole('dialog')).findByRole('alert')).textContent).toBe(
    'Failed to load preview. Please try again.',
  );
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  await stage({ unwritable: ['receipts', 'outbox'] });
  await user.click((await list()).getByRole('button', { name: 'Edit note.png' }));
  const edit = within(await screen.findByRole('dialog', { name: 'Edit Receipt' }));
  await user.clear(edit.getByLabelText('Description'));
  await user.type(edit.getByLabelText('Description'), 'By e-mail');
  await user.click(edit.getByRole('button', { name: 'Save Changes' }));
  expect((await edit.findByRole('alert')).textContent).toBe('Failed to update receipt. Please try again.');
  await stage({});
  await user.click(edit.getByRole('button', { name: 'Save Changes' }));
  expect(await (await list()).findByText('By e-mail')).toBeTruthy();

  await visit('/transactions');
  await stage({ locked: ['receipts'] });
  await visit(FORM);
  expect(await screen.findByText('Loading receipts...')).toBeTruthy();
  await visit('/transactions');
  await stage({ unreadable: ['receipts'] });
  await visit(FORM);
  expect(await screen.findByText('Failed to load receipts. Please try again.')).toBeTruthy();
  await stage({});
  await user.click((await list()).getByRole('button', { name: 'Retry' }));
  expect(await (await list()).findByText('1 file(s)')).toBeTruthy();

  const remove = async () => {
    await user.click((await list()).getByRole('button', { name: 'Delete note.png' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete Receipt' });
    expect(dialog.textContent).toContain(
      'Are you sure you want to delete this receipt?note.pngThis action cannot be undone. The file will be permanently removed from storage.',
    );
    await user.click(within(dialog).getByRole('button', { name: 'Delete Receipt' }));
  };
  await stage({ unwritable: ['receipts', 'outbox'] });
  await remove();
  expect(await (await list()).findByText('Failed to delete receipt. Please try again.')).toBeTruthy();
  expect(await db.receipts.count()).toBe(1);
  await stage({});
  await remove();
  expect(await (await list()).findByText('No receipts uploaded yet')).toBeTruthy();
  expect(await db.receipts.count()).toBe(0);
});
