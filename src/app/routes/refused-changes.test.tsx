/** A change that the server refused stands at its record with the server's words. */
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { purchase, written } from '../../../tests/device/fixtures.ts';
import { listAccounts } from '../../data/records/accounts.ts';
import { saveRecord } from '../../data/records/records.ts';
import { listOutbox } from '../../data/outbox/outbox.ts';
import type { EntryError, OutboxEntry } from '../../data/database/outbox-entry.ts';
import type { HoldfastDatabase } from '../../data/database/schema.ts';
import { renderScreen } from '../../testing/render-screen.tsx';

const REFUSED = { status: 400, code: 'refused', message: 'The broker was closed in 2019.' } as const;

async function storeFailedPurchase(db: HoldfastDatabase, error: EntryError): Promise<void> {
  const [account] = await listAccounts(db);
  written(await saveRecord(db, 'transaction', purchase({ accountId: account?.id ?? '' }), Date.now()));
  const entry = (await listOutbox(db)).find(({ entity }) => entity === 'transaction');
  await db.outbox.put({ ...entry, state: 'failed', attempts: 1, error } as OutboxEntry);
}

it("does not count as waiting: its row shows the server's words, and its form says that it can be edited", async () => {
  const { user } = await renderScreen('/transactions', {
    records: async (db) => await storeFailedPurchase(db, REFUSED),
  });
  const row = (await screen.findByText('Not saved to the server: The broker was closed in 2019.')).closest(
    '[role=row], tr',
  );
  expect(within(row as HTMLElement).queryByText('Waiting to be sent')).toBeNull();
  await user.click(within(row as HTMLElement).getAllByRole('link')[0] as HTMLElement);
  expect(await screen.findByText('Edit Transaction')).toBeTruthy();
  expect(
    screen.getByText(/The server refused the last change of this record: The broker was closed in 2019\./u),
  ).toBeTruthy();
});

it('needs no attention where the server cannot store such a record: it stays on the device, marked so', async () => {
  const { user, visit } = await renderScreen('/transactions', {
    records: async (db) => await storeFailedPurchase(db, { status: 0, code: 'unsupported', message: '' }),
  });
  const row = (await screen.findByText('Not supported by this server; it is kept on this device.')).closest(
    '[role=row], tr',
  );
  await user.click(within(row as HTMLElement).getAllByRole('link')[0] as HTMLElement);
  expect(await screen.findByText('Edit Transaction')).toBeTruthy();
  expect(screen.queryByText(/The server refused/u)).toBeNull();
  expect(screen.queryByText(/attention/u)).toBeNull();
  await visit('/sync');
  const kept = await screen.findByRole('table', { name: 'Changes kept on this device' });
  expect(within(kept).getAllByRole('row')[1]?.textContent).toMatch(/Kept here/u);
  expect(screen.queryByRole('table', { name: 'Changes not on the server yet' })).toBeNull();
});
