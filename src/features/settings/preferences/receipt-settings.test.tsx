import 'fake-indexeddb/auto';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { freshDatabase, purchase, written } from '../../../../tests/device/fixtures.ts';
import { closeDatabase, setCurrentDatabase } from '../../../data/database/database.ts';
import { attachReceipt, keptYears } from '../../../data/receipts/receipts.ts';
import type { HoldfastDatabase } from '../../../data/database/schema.ts';
import { setCurrentSync } from '../../../sync/engine/current-sync.ts';
import { ReceiptSettings } from './receipt-settings.tsx';
import { saveRecord } from '../../../data/records/records.ts';

let db: HoldfastDatabase;
const pull = vi.fn(async () => undefined);

beforeEach(async () => {
  db = await freshDatabase();
  setCurrentDatabase(db);
  setCurrentSync({ pull, stop: () => undefined });
});

afterEach(() => {
  cleanup();
  setCurrentSync(null);
  closeDatabase(db);
});

it('offers to keep the receipts of each tax year on this device, and fetches them', async () => {
  const account = written(await saveRecord(db, 'account', { name: 'Ada' }));
  const { id } = written(await saveRecord(db, 'transaction', purchase({ accountId: account.id })));
  written(
    await attachReceipt(
      db,
      id,
      { name: 'note.pdf', bytes: new TextEncoder().encode('%PDF-1.7').buffer as ArrayBuffer },
      { receiptType: null, description: '' },
    ),
  );
  render(<ReceiptSettings />);
  await userEvent.click(
    await screen.findByRole('checkbox', { name: 'Keep offline: 2023-24: 1 receipt, 1 on this device' }),
  );
  await waitFor(() => {
    expect((screen.getByRole('checkbox') as HTMLInputElement).checked).toBe(true);
  });
  expect(await keptYears(db)).toEqual(['2023-24']);
  expect(pull).toHaveBeenCalled();
});
