import 'fake-indexeddb/auto';
import { cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { saveAccount } from '../../data/accounts.ts';
import { closeDatabase, currentDatabase, deleteDatabase, openUserDatabase, setCurrentDatabase } from '../../data/database.ts';
import { DeviceSettings } from './device-settings.tsx';

beforeEach(async () => {
  setCurrentDatabase(await openUserDatabase({ apiBase: '/api', userId: crypto.randomUUID() }));
  vi.stubGlobal('navigator', { storage: { estimate: async () => ({ usage: 2048, quota: 0 }), persisted: async () => true } });
});

afterEach(async () => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  const db = currentDatabase();
  closeDatabase(db);
  await deleteDatabase(db.name);
});

const ask = async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Remove my data from this device' }));
  return within(await screen.findByRole('dialog', { name: 'Remove my data from this device' }));
};

it('says how much waits to be sent, and warns of losing it before the data is removed', async () => {
  render(<DeviceSettings />);
  expect(await screen.findByText('0 changes')).toBeTruthy();
  await saveAccount(currentDatabase(), { name: 'Joint' });
  expect(await screen.findByText('1 change')).toBeTruthy();
  expect((await ask()).getByText('1 change has not reached the server yet and would be lost for good.')).toBeTruthy();
});

it('stays when what waits cannot be read, and can still remove the data', async () => {
  vi.spyOn(currentDatabase().outbox, 'orderBy').mockImplementation(() => { throw new Error('the disk failed'); });
  render(<DeviceSettings />);
  expect(await screen.findByText('could not be read')).toBeTruthy();
  const dialog = await ask();
  expect(dialog.getByText('What waits to be sent could not be read. Changes that have not reached the server would be lost for good.')).toBeTruthy();
  expect(dialog.getByRole('button', { name: 'Remove' }).hasAttribute('disabled')).toBe(false);
});
