import 'fake-indexeddb/auto';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import type { IsoDate } from '../../../../domain/values/dates.ts';
import { setCurrentDatabase } from '../../../data/database/database.ts';
import { newId } from '../../../data/database/ids.ts';
import { noteImport } from '../../../data/imports/import-memory.ts';
import { writeImport } from '../../../data/imports/imports.ts';
import { undoImport } from '../../../data/imports/undo-import.ts';
import { freshDatabase, purchase, written } from '../../../../tests/device/fixtures.ts';
import { ImportHistory } from './import-history.tsx';
import { handInCompute } from '../../../testing/hand-in-compute.ts';

const worker = vi.hoisted(() => ({ previewUndo: vi.fn(), undoImport: vi.fn() }));
handInCompute(() => worker);

afterEach(cleanup);

it('names the imports of other devices, which only those can undo', async () => {
  const db = await freshDatabase();
  setCurrentDatabase(db);
  await noteImport(db, {
    id: newId(),
    fileName: 'phone.csv',
    state: 'committed',
    rowCount: 3,
    createdAt: '2026-11-01T10:00:00.000Z',
    lastWrittenAt: 0,
    profileName: 'Freetrade',
  });
  const router = createMemoryRouter([{ path: '/', element: <ImportHistory /> }]);
  render(<RouterProvider router={router} />);
  await userEvent.click(await screen.findByText('Earlier imports (1)'));
  expect(screen.getByRole('listitem').textContent).toMatch(
    /phone\.csv.*3 transactions · Freetrade.*On another device/u,
  );
  expect(screen.queryByRole('button')).toBeNull();
  setCurrentDatabase(null);
});

it('lists earlier imports and undoes one, naming what was changed since', async () => {
  const db = await freshDatabase();
  setCurrentDatabase(db);
  const record = written(
    await writeImport(db, {
      fileName: 'trades.csv',
      profileName: 'AJ Bell',
      newAccounts: [],
      unlistedAssets: [],
      transactions: [
        { ...purchase(), id: newId() },
        { ...purchase(), id: newId() },
      ],
    }),
  );
  const effect = {
    removed: 1,
    kept: 1,
    restored: 1,
    keptRows: [
      { id: 't1', transactionDate: '2025-05-22' as IsoDate, typeLabel: 'Buy', assetName: 'Vodafone Group plc' },
    ],
  };
  worker.previewUndo.mockResolvedValue(effect);
  worker.undoImport.mockImplementation(async (id: string) => {
    await undoImport(db, id);
    return { ok: true, ...effect };
  });
  const router = createMemoryRouter([{ path: '/', element: <ImportHistory /> }]);
  render(<RouterProvider router={router} />);
  await userEvent.click(await screen.findByText('Earlier imports (1)'));
  const entry = screen.getByRole('listitem');
  expect(entry.textContent).toContain('trades.csv');
  expect(entry.textContent).toContain('2 transactions · AJ Bell');
  await userEvent.click(within(entry).getByRole('button', { name: 'Undo this import: trades.csv' }));
  const dialog = await screen.findByRole('dialog', { name: 'Undo this import' });
  expect(dialog.textContent).toContain(
    '1 transaction of this import will be removed. 1 transaction that it reversed will be restored.',
  );
  expect(dialog.textContent).toContain('1 transaction changed since the import will stay.');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Undo this import' }));
  expect(await screen.findByText('1 transaction removed.')).toBeTruthy();
  expect(screen.getByText('1 transaction restored.')).toBeTruthy();
  expect(screen.getByRole('link', { name: /Buy Vodafone Group plc/u }).getAttribute('href')).toBe('/transactions/t1');
  expect(worker.undoImport).toHaveBeenCalledWith(record.id);
  await waitFor(() => {
    expect(screen.getByText(/^Undone /u)).toBeTruthy();
  });
  setCurrentDatabase(null);
});
