import 'fake-indexeddb/auto';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { closeDatabase, openUserDatabase } from '../../data/database/database.ts';
import { API_BASE } from '../../sync/network/api-base.ts';
import { catchSavedFiles } from '../../testing/saved-files.ts';
import { leaveSession, signInAda } from '../../testing/signed-in.ts';
import { StorageTrouble } from './storage-trouble.tsx';
import { saveRecord } from '../../data/records/records.ts';

const saveFile = catchSavedFiles();

beforeEach(() => {
  signInAda();
});
afterEach(() => {
  cleanup();
  leaveSession();
});

it("says what is wrong, and saves the device's records, with unsent changes, to a file", async () => {
  const db = await openUserDatabase({ apiBase: API_BASE, userId: 'ada' });
  expect((await saveRecord(db, 'account', { name: 'Not sent yet' })).ok).toBe(true);
  closeDatabase(db);
  render(<StorageTrouble message="The upgrade of your records failed." />);
  expect(screen.getByRole('heading', { name: 'Your records on this device cannot be opened' })).toBeTruthy();
  expect(screen.getByText('The upgrade of your records failed.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Save the records on this device' }));
  await vi.waitFor(() => {
    expect(saveFile).toHaveBeenCalledOnce();
  });
  const [saved] = saveFile.mock.calls[0] ?? [];
  expect(saved?.fileName).toBe('holdfast-rescue.json');
  expect(JSON.parse((await saved?.blob.text()) ?? '')).toMatchObject({
    tables: { accounts: [{ name: 'Not sent yet' }], outbox: [{ payload: { record: { name: 'Not sent yet' } } }] },
  });
});

it('says so when the records cannot be exported either', async () => {
  vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  render(<StorageTrouble message="No access." />);
  await userEvent.click(screen.getByRole('button', { name: 'Save the records on this device' }));
  expect(await screen.findByText('The records could not be exported either.')).toBeTruthy();
  vi.restoreAllMocks();
});
