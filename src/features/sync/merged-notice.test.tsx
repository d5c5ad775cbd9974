import 'fake-indexeddb/auto';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { currentDatabase } from '../../data/database/database.ts';
import { listMergedSecurities } from '../../data/records/merged-securities.ts';
import { listOutbox } from '../../data/outbox/outbox.ts';
import { openTestDatabase, removeTestDatabase } from '../../data/database/test-database.fixture.ts';
import { setCurrentSync } from '../../sync/engine/current-sync.ts';
import { SyncScreen } from './sync-screen.tsx';

beforeEach(async () => {
  await openTestDatabase();
  setCurrentSync({
    pull: async () => undefined,
    stop: () => undefined,
  });
});
afterEach(async () => {
  cleanup();
  setCurrentSync(null);
  await removeTestDatabase();
});

it('tells of a security that an administrator merged, until that was read', async () => {
  const db = currentDatabase();
  await db.extras.add({
    id: 'merged-security/US5949181045',
    kind: 'merged-security',
    key: 'US5949181045',
    value: {
      name: 'MSFT',
      intoName: 'Microsoft',
      intoIsin: 'US0000000001',
      transactions: 2,
      at: '2026-01-15T12:00:00Z',
    },
    version: 3,
  });
  render(<SyncScreen />, { wrapper: MemoryRouter });
  const notices = within(await screen.findByRole('region', { name: 'Notices' }));
  expect(notices.getByText(/^An administrator merged MSFT \(US5949181045\) into Microsoft/u).textContent).toContain(
    '2 of your transactions now name it.',
  );
  await userEvent.click(notices.getByRole('button', { name: 'Dismiss all' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Notices' })).toBeNull());
  expect(await listMergedSecurities(db)).toEqual([]);
  // On the user's other devices too.
  expect(await listOutbox(db)).toMatchObject([{ entity: 'extra', kind: 'delete' }]);
});
