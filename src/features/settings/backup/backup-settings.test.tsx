import 'fake-indexeddb/auto';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { freshDatabase } from '../../../../tests/device/fixtures.ts';
import type { BackupSummary, HoldfastWorker } from '../../../../workers/api/worker-api.ts';
import { closeDatabase, setCurrentDatabase } from '../../../data/database/database.ts';
import type { HoldfastDatabase } from '../../../data/database/schema.ts';
import { storeValuesVisibility } from '../../../data/device/local-settings.ts';
import { endSession, startSession } from '../../../sync/session/session.ts';
import { noteRestore, readUnfinishedRestore } from '../../../data/outbox/backup-state.ts';
import { BackupSettings } from './backup-settings.tsx';
import { UnfinishedRestore } from './unfinished-restore.tsx';
import { handInCompute } from '../../../testing/hand-in-compute.ts';
import { catchSavedFiles } from '../../../testing/saved-files.ts';

const summary: BackupSummary = {
  counts: [['Transactions', 3]],
  totals: [['Consideration of all transactions', '340.16']],
};

const worker = {
  exportEverything: vi.fn<HoldfastWorker['exportEverything']>(),
  openBackup: vi.fn<HoldfastWorker['openBackup']>(),
  restoreBackup: vi.fn<HoldfastWorker['restoreBackup']>(),
};
handInCompute(() => worker);
const saved = catchSavedFiles();

let db: HoldfastDatabase;

beforeEach(async () => {
  db = await freshDatabase();
  setCurrentDatabase(db);
  vi.clearAllMocks();
  storeValuesVisibility({ visible: false, locked: false });
});

afterEach(() => {
  cleanup();
  closeDatabase(db);
});

describe('Export and restore', () => {
  it('saves one file, encrypted only with a passphrase that was typed twice', async () => {
    worker.exportEverything.mockResolvedValue({
      fileName: 'holdfast-export-2025-01-15.holdfast',
      blob: new Blob(),
      summary,
    });
    render(<BackupSettings onImportPrices={vi.fn()} />, { wrapper: MemoryRouter });
    const button = screen.getByRole('button', { name: 'Export everything' });
    await userEvent.type(screen.getByLabelText('Passphrase (optional)'), 'secret words');
    expect((button as HTMLButtonElement).disabled).toBe(true);
    await userEvent.type(screen.getByLabelText('Repeat passphrase'), 'secret wordz');
    expect(screen.getByText('The passphrases differ')).toBeTruthy();
    await userEvent.clear(screen.getByLabelText('Repeat passphrase'));
    await userEvent.type(screen.getByLabelText('Repeat passphrase'), 'secret words');
    await userEvent.click(button);
    await screen.findByText(/Saved as holdfast-export-2025-01-15\.holdfast\./u);
    expect(worker.exportEverything).toHaveBeenCalledWith({ passphrase: 'secret words', fetched: [] });
    expect(saved.mock.calls.map(([{ fileName }]) => fileName)).toEqual(['holdfast-export-2025-01-15.holdfast']);
  });

  it('shows the contents of an export before it is restored, and afterwards that counts and totals agree', async () => {
    worker.openBackup.mockResolvedValueOnce({ ok: false, code: 'wrongPassphrase' });
    worker.openBackup.mockResolvedValueOnce({
      ok: true,
      createdAt: '2025-01-15T12:00:00Z',
      summary,
      missing: { brokers: ['Any Broker'], banks: [] },
    });
    worker.restoreBackup.mockResolvedValue({
      ok: true,
      before: summary,
      after: summary,
      differences: [],
      typedPrices: null,
    });
    render(<BackupSettings onImportPrices={vi.fn()} />, { wrapper: MemoryRouter });
    await userEvent.click(screen.getByRole('button', { name: 'Restore from an export' }));
    await screen.findByRole('dialog', { name: 'Restore from an export' });
    await userEvent.upload(
      screen.getByLabelText('Export file'),
      new File(['zip'], 'holdfast-export-2025-01-15.zip', { type: 'application/zip' }),
    );
    await userEvent.click(screen.getByRole('button', { name: 'Open' }));
    await screen.findByText('The passphrase is wrong, or the file was changed.');
    await userEvent.type(screen.getByLabelText('Passphrase'), 'secret');
    await userEvent.click(screen.getByRole('button', { name: 'Open' }));
    await screen.findByText('Consideration of all transactions');
    // Totals are money: they are hidden until values are shown.
    expect(screen.queryByText('340.16')).toBeNull();
    expect(
      screen.getByText("This server's list lacks the brokers Any Broker: their records are kept under Other."),
    ).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Restore' }));
    await screen.findByText('Everything was restored: all counts and totals agree.');
    expect(screen.getByText('3 in the file, 3 here')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Done' }));
    await waitFor(() => {
      expect(screen.queryByRole('dialog')).toBeNull();
    });
  });

  it('offers an administrator the prices typed by hand, which the import of prices takes', async () => {
    const claims = { sub: 'ada', unique_name: 'Ada', UserType: '1', exp: 4_000_000_000 };
    startSession(['{}', JSON.stringify(claims), ''].map((part) => btoa(part)).join('.'), 'ada@example.com');
    const imported = vi.fn();
    worker.openBackup.mockResolvedValue({
      ok: true,
      createdAt: '2025-01-15T12:00:00Z',
      summary,
      missing: { brokers: [], banks: [] },
    });
    const typedPrices = { count: 2, csv: 'ISIN,Date,Price' };
    worker.restoreBackup.mockResolvedValue({ ok: true, before: summary, after: summary, differences: [], typedPrices });
    render(<BackupSettings onImportPrices={imported} />, { wrapper: MemoryRouter });
    await userEvent.click(screen.getByRole('button', { name: 'Restore from an export' }));
    await userEvent.upload(
      await screen.findByLabelText('Export file'),
      new File(['zip'], 'e.zip', { type: 'application/zip' }),
    );
    await userEvent.click(screen.getByRole('button', { name: 'Open' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Restore' }));
    expect(await screen.findByText(/^The file also has 2 prices typed by hand\./u)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Import Prices' }));
    expect(imported).toHaveBeenCalledWith('ISIN,Date,Price');
    expect(screen.queryByRole('dialog')).toBeNull();
    endSession('elsewhere');
  });

  it('names counts and totals that do not agree', async () => {
    worker.openBackup.mockResolvedValue({
      ok: true,
      createdAt: '2025-01-15T12:00:00Z',
      summary,
      missing: { brokers: [], banks: [] },
    });
    worker.restoreBackup.mockResolvedValue({
      ok: true,
      before: summary,
      after: { counts: [['Transactions', 2]], totals: [] },
      differences: ['Transactions'],
      typedPrices: null,
    });
    render(<BackupSettings onImportPrices={vi.fn()} />, { wrapper: MemoryRouter });
    await userEvent.click(screen.getByRole('button', { name: 'Restore from an export' }));
    await userEvent.upload(
      await screen.findByLabelText('Export file'),
      new File(['zip'], 'e.zip', { type: 'application/zip' }),
    );
    await userEvent.click(screen.getByRole('button', { name: 'Open' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Restore' }));
    await screen.findByText('These do not agree with the file: Transactions. Keep the file.');
  });

  it('says above a page which export is only partly restored, until the user keeps what is here', async () => {
    await noteRestore(db, '2025-01-15T12:00:00Z');
    render(<UnfinishedRestore />, { wrapper: MemoryRouter });
    await screen.findByText(/^The export of 15 Jan 2025, 12:00:00 is not restored completely/u);
    await userEvent.click(screen.getByRole('button', { name: 'Keep what is here' }));
    await waitFor(() => {
      expect(screen.queryByText(/is not restored completely/u)).toBeNull();
    });
    expect(await readUnfinishedRestore(db)).toBeNull();
  });

  it('does not claim that nothing was changed when a restore stops without an answer', async () => {
    worker.openBackup.mockResolvedValue({
      ok: true,
      createdAt: '2025-01-15T12:00:00Z',
      summary,
      missing: { brokers: [], banks: [] },
    });
    worker.restoreBackup.mockRejectedValue(new Error('the thread has ended'));
    render(<BackupSettings onImportPrices={vi.fn()} />, { wrapper: MemoryRouter });
    await userEvent.click(screen.getByRole('button', { name: 'Restore from an export' }));
    await userEvent.upload(
      await screen.findByLabelText('Export file'),
      new File(['zip'], 'e.zip', { type: 'application/zip' }),
    );
    await userEvent.click(screen.getByRole('button', { name: 'Open' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Restore' }));
    await screen.findByText(
      'The restore stopped before everything was here. Restore again to continue where it stopped.',
    );
  });
});
