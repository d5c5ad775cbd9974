/** The question for the password over what is open, once there is a connection again after a token ran out. */
import 'fake-indexeddb/auto';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { closeDatabase, openUserDatabase, setCurrentDatabase } from '../../data/database/database.ts';
import type { HoldfastDatabase } from '../../data/database/schema.ts';
import { SyncPage } from '../../pages/sync-page.tsx';
import { setCurrentSync, useSyncStatus } from '../../sync/engine/current-sync.ts';
import { continueOffline, endSession, startOfflineSession, startSession } from '../../sync/session/session.ts';
import { SignedInLayout } from './signed-in-layout.tsx';

const TOKEN = ['{}', JSON.stringify({ sub: 'ada', unique_name: 'Ada', exp: 4_000_000_000 }), '']
  .map((part) => btoa(part).replaceAll('=', ''))
  .join('.');
const pull = vi.fn(async () => await Promise.resolve());
let db: HoldfastDatabase;

const question = () => screen.queryByRole('dialog', { name: 'Sign in to continue syncing' });
const putOff = async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => {
    expect(question()).toBeNull();
  });
};
/** As the engine finds: somebody answers, and nothing can be sent without a token. */
const answers = (phase: 'signIn' | 'idle') => {
  act(() => {
    useSyncStatus.setState({ phase, waiting: 3, attention: 0, lastSyncedAt: null, pulled: 0 });
  });
};

beforeEach(async () => {
  localStorage.clear();
  db = await openUserDatabase({ apiBase: 'https://test/api', userId: crypto.randomUUID() });
  setCurrentDatabase(db);
  setCurrentSync({ pull, stop: () => undefined });
  startOfflineSession({ userId: 'ada', email: 'ada@example.com', displayName: 'Ada', isAdministrator: false });
  answers('idle');
  render(
    <RouterProvider
      router={createMemoryRouter([
        { path: '/', element: <SignedInLayout />, children: [{ index: true, element: <SyncPage /> }] },
      ])}
    />,
  );
  await screen.findByText('Nothing is waiting');
  answers('signIn');
  await waitFor(() => {
    expect(question()).not.toBeNull();
  });
});
afterEach(() => {
  act(() => {
    endSession('signedOut');
  });
  cleanup();
  setCurrentSync(null);
  closeDatabase(db);
});

it('appears again when the user who dismissed it wants to sync', async () => {
  await putOff();
  await userEvent.click(screen.getByRole('button', { name: 'Sync now' }));
  await waitFor(() => {
    expect(question()).not.toBeNull();
  });
  expect(pull).toHaveBeenCalled();
});

it('appears again when the next token expires', async () => {
  await putOff();
  act(() => {
    startSession(TOKEN, 'ada@example.com');
  });
  answers('idle');
  act(() => {
    continueOffline(Date.now());
  });
  expect(question()).toBeNull();
  answers('signIn');
  await waitFor(() => {
    expect(question()).not.toBeNull();
  });
});
