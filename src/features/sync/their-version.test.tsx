import { cleanup, render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { currentDatabase } from '../../data/database/database.ts';
import { updateSyncState } from '../../data/database/meta.ts';
import { listOutbox } from '../../data/outbox/outbox.ts';
import type { RecordEntry } from '../../data/database/outbox-entry.ts';
import { answeringServer, type AnsweringServer } from '../../testing/answering-server.ts';
import { SyncScreen } from './sync-screen.tsx';
import { saveRecord } from '../../data/records/records.ts';

let server: AnsweringServer;
beforeEach(async () => {
  server = await answeringServer({});
  await updateSyncState(currentDatabase(), { mode: 'extended' });
});
afterEach(async () => {
  cleanup();
  await server.close();
});

/** A conflict about an account, as a sender leaves it; the server's version is 7. */
async function conflict(changes: Partial<RecordEntry<'account'>> = {}) {
  const db = currentDatabase();
  const saved = await saveRecord(db, 'account', { name: 'Mine' });
  const id = saved.ok ? saved.value.id : '';
  const [entry] = await listOutbox(db);
  await db.outbox.put({
    ...(entry as RecordEntry<'account'>),
    state: 'conflict',
    kind: 'update',
    queuedAt: '2024-03-03T10:00:00Z',
    base: { record: { id, name: 'Before' }, version: 1 },
    theirs: { record: { id, name: 'Theirs' }, version: 7 },
    error: { status: 412, code: 'sameField', message: '' },
    ...changes,
  } as RecordEntry);
  render(
    <MemoryRouter>
      <SyncScreen />
    </MemoryRouter>,
  );
  return within(await screen.findByRole('region', { name: "Edit of account 'Mine'" }));
}

// Sync rule 4.4
it('says on which device and when the other version was made', async () => {
  server.answers['GET /sync/writes/7'] = { at: '2024-03-03T09:45:00.000Z', device: 'Firefox on Windows' };
  const panel = await conflict();
  expect(
    await panel.findByText(/; theirs was changed in Firefox on Windows on 0?3 Mar 2024, 09:45:00\.$/u),
  ).toBeTruthy();
});

it('says when the record was deleted by no known device', async () => {
  server.answers['GET /sync/writes/7'] = { at: '2024-03-03T09:45:00.000Z', device: null };
  const panel = await conflict({ theirs: { record: null, version: 7 } });
  expect(await panel.findByText(/; theirs was deleted on 0?3 Mar 2024, 09:45:00\.$/u)).toBeTruthy();
});

it('shows the known details where the server gives none or cannot be reached', async () => {
  server.online = false;
  const panel = await conflict();
  expect(await panel.findByText(/; theirs is your server's present version\.$/u)).toBeTruthy();
});
