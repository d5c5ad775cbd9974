import 'fake-indexeddb/auto';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { forceCloseDatabase } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { closeDatabase, currentDatabase, deleteDatabase, openDatabase } from '../../data/database/database.ts';
import { listAccounts } from '../../data/records/accounts.ts';
import { saveRecord } from '../../data/records/records.ts';
import { noteDatabase, noteRemoval, pendingRemovals } from '../../data/device/local-settings.ts';
import { databaseName } from '../../data/database/database-name.ts';
import type { HoldfastDatabase } from '../../data/database/schema.ts';
import { API_BASE } from '../../sync/network/api-base.ts';
import { endSession, type Session, startOfflineSession } from '../../sync/session/session.ts';
import * as syncThread from '../../sync/engine/start-sync-thread.ts';
import type { SyncHandle } from '../../sync/engine/sync-handle.ts';
import { handInCompute } from '../../testing/hand-in-compute.ts';
import { ToastRegion } from '../../ui/messages/toast.tsx';
import { LoadingPage } from '../routes/error-page.tsx';
import { closeSession, openSession } from './runtime.ts';
import { useStored } from '../../ui/hooks/use-stored.ts';
import { useSyncStatus } from '../../sync/engine/current-sync.ts';
import * as unsentChanges from '../notices/unsent-changes.ts';
import { useStorageToasts } from '../notices/use-storage-toasts.ts';

const engines = {
  started: [] as string[],
  stopped: [] as string[],
  closeWorker: async () => await Promise.resolve(),
};
handInCompute(() => ({
  open: async () => await Promise.resolve(),
  close: async () => await engines.closeWorker(),
}));

function startSync(db: HoldfastDatabase): SyncHandle {
  engines.started.push(db.name);
  return {
    stop: () => void engines.stopped.push(db.name),
    pull: async () => await Promise.resolve(),
  };
}

function sessionOf(userId: string): Session {
  return {
    token: 'token',
    userId,
    email: `${userId}@example.com`,
    displayName: userId,
    apiBase: API_BASE,
    isAdministrator: false,
    expiresAt: 4_000_000_000_000,
  };
}

beforeEach(() => {
  vi.spyOn(unsentChanges, 'followUnsent').mockReturnValue({
    latest: () => ({ count: 1200, titles: ["New account 'Seen'"] }),
    stop: () => undefined,
  });
  vi.spyOn(syncThread, 'startSyncThread').mockImplementation(startSync);
  engines.started.length = 0;
  engines.stopped.length = 0;
  engines.closeWorker = async () => await Promise.resolve();
});
afterEach(() => {
  cleanup();
  closeSession();
  vi.restoreAllMocks();
});

/** The part of the signed-in page that shows messages. */
function Messages() {
  useStorageToasts();
  return <ToastRegion />;
}

/** Another tab holds the user's records, in an older version where this device has none yet; returns how it lets go. */
async function heldElsewhere(name: string): Promise<() => void> {
  const held = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open(name);
    opening.onsuccess = () => {
      resolve(opening.result);
    };
    opening.onerror = () => {
      reject(opening.error ?? new Error('not opened'));
    };
  });
  return () => {
    held.close();
  };
}

describe('the services of a signed-in user', () => {
  it('runs once, however many routes of a page ask for it side by side', async () => {
    await Promise.all([openSession(sessionOf('ada')), openSession(sessionOf('ada')), openSession(sessionOf('ada'))]);
    await openSession(sessionOf('ada'));
    expect(engines.started).toEqual([currentDatabase().name]);
    closeSession();
    expect(engines.stopped).toEqual(engines.started);
    expect(() => currentDatabase()).toThrow();
  });

  it("stops before another user's starts, and never runs when the session ends before", async () => {
    await openSession(sessionOf('ada'));
    await openSession(sessionOf('ben'));
    expect(engines.started).toHaveLength(2);
    expect(engines.stopped).toEqual([engines.started[0]]);
    expect(currentDatabase().name).toBe(engines.started[1]);
    const third = openSession(sessionOf('cid'));
    closeSession();
    await third;
    expect(engines.stopped).toEqual(engines.started);
    expect(() => currentDatabase()).toThrow();
  });

  it("runs for the next user although the worker is still busy with the last one's figures", async () => {
    let release: () => void = () => undefined;
    engines.closeWorker = async () =>
      await new Promise<void>((resolve) => {
        release = resolve;
      });
    await openSession(sessionOf('ada'));
    closeSession();
    await openSession(sessionOf('ben'));
    const ben = await databaseName({ apiBase: API_BASE, userId: 'ben' });
    expect(currentDatabase().name).toBe(ben);
    release();
    await new Promise((resolve) => {
      setTimeout(resolve, 0);
    });
    expect(currentDatabase().name).toBe(ben);
    expect(currentDatabase().isOpen()).toBe(true);
  });

  it("runs for the next user although the last one's records are opened only later", async () => {
    const release = await heldElsewhere(await databaseName({ apiBase: API_BASE, userId: 'eve' }));
    const late = openSession(sessionOf('eve'));
    closeSession();
    await openSession(sessionOf('ben'));
    release();
    await late;
    const ben = await databaseName({ apiBase: API_BASE, userId: 'ben' });
    expect(currentDatabase().name).toBe(ben);
    expect([engines.started, engines.stopped]).toEqual([[ben], []]);
  });

  it("shows on the app's icon how many changes wait, and nothing after it has ended", async () => {
    const shown = vi.fn(async (_count: number) => await Promise.resolve());
    Object.defineProperty(navigator, 'setAppBadge', { configurable: true, value: shown });
    await openSession(sessionOf('ada'));
    useSyncStatus.setState({ waiting: 3 });
    useSyncStatus.setState({ waiting: 3, phase: 'sending' });
    useSyncStatus.setState({ waiting: 1 });
    closeSession();
    Reflect.deleteProperty(navigator, 'setAppBadge');
    expect(shown.mock.calls).toEqual([[3], [1], [0]]);
  });

  it('asks to close the other tabs while one holds the records in an older version', async () => {
    const name = await databaseName({ apiBase: API_BASE, userId: 'dora' });
    const release = await heldElsewhere(name);
    render(<LoadingPage />);
    const opened = openSession(sessionOf('dora'));
    expect((await screen.findByRole('alert')).textContent).toContain('Close the other tabs of Holdfast to continue.');
    release();
    await opened;
    expect(currentDatabase().name).toBe(name);
    await waitFor(() => {
      expect(screen.queryByRole('alert')).toBeNull();
    });
  });

  it('says that the browser has erased the records although that is found before the page is there, until it is closed', async () => {
    noteDatabase(await databaseName({ apiBase: API_BASE, userId: 'finn' }), true);
    await openSession(sessionOf('finn'));
    render(<Messages />);
    expect(await screen.findAllByText(/Unsent changes were lost/u)).not.toEqual([]);
    await userEvent.click(screen.getByLabelText('Close'));
    cleanup();
    render(<Messages />);
    expect(screen.queryAllByText(/erased/u)).toEqual([]);
  });

  it('reports at once that the browser erased open records and which changes are lost, and continues when they are read again', async () => {
    await openSession(sessionOf('ida'));
    const before = currentDatabase();
    await saveRecord(before, 'account', { name: 'Seen' });
    useSyncStatus.setState({ lastSyncedAt: '2026-07-01T10:00:00.000Z', waiting: 1 });
    function Names() {
      const { data } = useStored(async () => (await listAccounts(currentDatabase())).map(({ name }) => name), []);
      return <output>{data?.join()}</output>;
    }
    render(
      <>
        <Names />
        <Messages />
      </>,
    );
    expect(await screen.findByText('Seen')).toBeTruthy();
    forceCloseDatabase(before.backendDB() as never);
    indexedDB.deleteDatabase(before.name);
    await screen.findAllByText(/1,200 changes that had not been sent are lost: New account 'Seen', and others\./u);
    await waitFor(() => {
      expect(engines.stopped).toEqual([before.name]);
      expect(engines.started).toEqual([before.name, before.name]);
    });
    expect(useSyncStatus.getState()).toMatchObject({ lastSyncedAt: null, waiting: 0 });
    // What is shown, and typed beside it, stays until all was read again; nothing is saved into nowhere meanwhile.
    expect(screen.getByText('Seen')).toBeTruthy();
    expect(await saveRecord(currentDatabase(), 'account', { name: 'Now' })).toEqual({
      ok: false,
      fault: { code: 'storageErased' },
    });
    const again = await openDatabase(before.name);
    await again.accounts.add({ id: 'a', name: 'Fetched', version: 1 });
    expect(screen.getByText('Seen')).toBeTruthy();
    useSyncStatus.setState({ lastSyncedAt: '2026-07-01T10:01:00.000Z' });
    expect(await screen.findByText('Fetched')).toBeTruthy();
    expect((await saveRecord(currentDatabase(), 'account', { name: 'Now' })).ok).toBe(true);
    closeDatabase(again);
  });

  it('does not create records again for a user whose other tab is removing them', async () => {
    await openSession(sessionOf('jon'));
    const { name } = currentDatabase();
    noteRemoval(name, true);
    await deleteDatabase(name);
    expect(engines.started).toEqual([name]);
    expect((await indexedDB.databases()).some((info) => info.name === name)).toBe(false);
    noteRemoval(name, false);
  });

  it('first finishes a removal that an earlier visit began, and says when it waits for another tab', async () => {
    await openSession(sessionOf('hal'));
    const { name } = currentDatabase();
    await saveRecord(currentDatabase(), 'account', { name: 'To be removed' });
    closeSession();
    const release = await heldElsewhere(name);
    noteRemoval(name, true);
    render(<LoadingPage />);
    const opened = openSession(sessionOf('hal'));
    expect((await screen.findByRole('alert', {}, { timeout: 30_000 })).textContent).toContain(
      'Your data is not yet removed from this device',
    );
    release();
    await opened;
    expect(await listAccounts(currentDatabase())).toEqual([]);
    expect(pendingRemovals()).toEqual([]);
    await waitFor(() => {
      expect(screen.queryByRole('alert')).toBeNull();
    });
  });

  it("shows the next user nothing of the last user's records", async () => {
    startOfflineSession(sessionOf('gina'));
    noteDatabase(await databaseName({ apiBase: API_BASE, userId: 'gina' }), true);
    await openSession(sessionOf('gina'));
    endSession('signedOut');
    closeSession();
    await openSession(sessionOf('ben'));
    render(<Messages />);
    expect(screen.queryAllByText(/erased/u)).toEqual([]);
  });
});
