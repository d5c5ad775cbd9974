import 'fake-indexeddb/auto';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  closeDatabase,
  currentDatabase,
  deleteDatabase,
  openUserDatabase,
  setCurrentDatabase,
} from '../../../data/database/database.ts';
import * as deviceData from '../../../sync/session/device-data.ts';
import { leaveSession, signInAda } from '../../../testing/signed-in.ts';
import { DeviceSettings } from './device-settings.tsx';
import { saveRecord } from '../../../data/records/records.ts';

beforeEach(async () => {
  signInAda();
  setCurrentDatabase(await openUserDatabase({ apiBase: '/api', userId: crypto.randomUUID() }));
  vi.stubGlobal('navigator', {
    storage: { estimate: async () => ({ usage: 2048, quota: 0 }), persisted: async () => true },
  });
});

afterEach(async () => {
  cleanup();
  leaveSession();
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

it('gives the number of unsent changes, and warns of losing them before the data is removed', async () => {
  render(<DeviceSettings />);
  expect(await screen.findByText('0 changes')).toBeTruthy();
  await saveRecord(currentDatabase(), 'account', { name: 'Joint' });
  expect(await screen.findByText('1 change')).toBeTruthy();
  expect(
    (await ask()).getByText('1 change has not reached the server yet and would be permanently lost.'),
  ).toBeTruthy();
});

it('says what is stored and whether the browser may remove it, and asks the browser to keep it', async () => {
  let kept = false;
  const persist = vi.fn(async () => {
    kept = true;
    return true;
  });
  vi.stubGlobal('navigator', {
    storage: { estimate: async () => ({ usage: 2048, quota: 4096 }), persisted: async () => kept, persist },
  });
  render(<DeviceSettings />);
  expect(await screen.findByText('2.00 KB of 4.00 KB')).toBeTruthy();
  expect(screen.getByText('No, the browser may remove your data when space runs out')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Ask the browser to keep my data' }));
  expect(await screen.findByText('Yes, the browser keeps your data')).toBeTruthy();
  expect(persist).toHaveBeenCalledOnce();
  expect(screen.queryByRole('button', { name: 'Ask the browser to keep my data' })).toBeNull();
});

it('offers only what the browser supports, and counts unsent changes where storage is unknown', async () => {
  vi.stubGlobal('navigator', {
    storage: { estimate: async () => ({ usage: 2048, quota: 4096 }), persisted: async () => false },
  });
  render(<DeviceSettings />);
  expect(await screen.findByText('No, the browser may remove your data when space runs out')).toBeTruthy();
  expect(screen.getAllByRole('button')).toHaveLength(1);
  cleanup();
  vi.stubGlobal('navigator', { storage: {} });
  render(<DeviceSettings />);
  expect(await screen.findByText('0 changes')).toBeTruthy();
  expect(screen.queryByText('Protected')).toBeNull();
  expect(screen.getAllByRole('button')).toHaveLength(1);
});

it('removes the data and signs out', async () => {
  const removeDeviceData = vi.spyOn(deviceData, 'removeDeviceData').mockResolvedValue();
  render(<DeviceSettings />);
  await saveRecord(currentDatabase(), 'account', { name: 'Joint' });
  const dialog = await ask();
  await userEvent.click(dialog.getByRole('button', { name: 'Remove' }));
  await waitFor(() => {
    expect(removeDeviceData).toHaveBeenCalledWith(currentDatabase().name, 'ada@example.com');
  });
});

it('stays when unsent changes cannot be read, and can still remove the data', async () => {
  vi.spyOn(currentDatabase().outbox, 'orderBy').mockImplementation(() => {
    throw new Error('the disk failed');
  });
  render(<DeviceSettings />);
  expect(await screen.findByText('could not be read')).toBeTruthy();
  const dialog = await ask();
  expect(
    dialog.getByText(
      'Unsent changes could not be counted. Changes that have not reached the server would be permanently lost.',
    ),
  ).toBeTruthy();
  expect(dialog.getByRole('button', { name: 'Remove' }).hasAttribute('disabled')).toBe(false);
});
