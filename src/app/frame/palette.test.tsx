import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { unlistedAsset } from '../../../domain/csv/stored/directory.ts';
import { purchase } from '../../../tests/device/fixtures.ts';
import { currentSession, endSession, startSession } from '../../sync/session/session.ts';
import { renderScreen } from '../../testing/render-screen.tsx';

it('what is typed before the palette is there goes into it, and is no shortcut', async () => {
  const { user } = await renderScreen('/settings');
  await screen.findByRole('heading', { level: 1, name: 'Settings' });
  await user.keyboard('{Control>}k{/Control}nvidia');
  const text = await screen.findByRole('combobox', { name: 'Search records and pages' });
  await waitFor(() => expect(text).toHaveProperty('value', 'nvidia'));
  await user.type(text, ' corp');
  expect(text).toHaveProperty('value', 'nvidia corp');
  await user.keyboard('{Escape}');
  expect(screen.getByRole('heading', { level: 1, name: 'Settings' })).toBeTruthy();
});

it('finds records and pages without a connection, says when nothing matches, and remembers opened items', async () => {
  const { user } = await renderScreen('/settings', {
    records: async (db) => {
      await db.assets.put({ ...unlistedAsset('unilever', 'GB00B10RZP78', 'Unilever'), version: 1 });
      await db.transactions.put({ ...purchase({ accountId: 'ada', isin: 'GB00B10RZP78' }), id: 't1', version: 1 });
    },
  });
  await screen.findByRole('heading', { level: 1, name: 'Settings' });
  await user.keyboard('{Control>}k{/Control}');
  const palette = within(await screen.findByRole('dialog', { name: 'Search everything' }));
  const group = (name: string) => within(palette.getByRole('group', { name }));
  const text = palette.getByRole('combobox', { name: 'Search records and pages' });
  await waitFor(() => expect(group('Go to').getByRole('option', { name: /^Holdings/u })).toBeTruthy());
  await user.type(text, 'unilever');
  await waitFor(() => expect(group('Found').getAllByRole('option')[0]?.textContent).toContain('Unilever'));
  // A page of the portal is nothing for who is no administrator.
  for (const unknown of ['zzzz', 'bank names']) {
    await user.clear(text);
    await user.type(text, unknown);
    expect(await palette.findByText('Nothing found.')).toBeTruthy();
  }
  await user.clear(text);
  await user.type(text, 'unilever');
  await waitFor(() => expect(group('Found').getAllByRole('option')[0]?.textContent).toContain('Unilever'));
  await user.keyboard('{Enter}');
  expect(await screen.findByRole('heading', { level: 1, name: /Edit Transaction|Asset Details/u })).toBeTruthy();
  await user.keyboard('{Control>}k{/Control}');
  const again = within(await screen.findByRole('dialog', { name: 'Search everything' }));
  const recent = await again.findByRole('group', { name: 'Recent' });
  expect(within(recent).getAllByRole('option')[0]?.textContent).toContain('Unilever');
});

it('the palette is closed in the next session, though the last one ended while it was open', async () => {
  const { user, visit } = await renderScreen('/settings');
  await screen.findByRole('heading', { level: 1, name: 'Settings' });
  const { token, email } = currentSession() ?? {};
  await user.keyboard('{Control>}k{/Control}');
  expect(await screen.findByRole('dialog', { name: 'Search everything' })).toBeTruthy();
  act(() => {
    endSession('inactive');
  });
  await visit('/login');
  expect(await screen.findByRole('button', { name: 'Sign in' })).toBeTruthy();
  act(() => {
    startSession(token ?? '', email ?? '');
  });
  await visit('/settings');
  expect(await screen.findByRole('heading', { level: 1, name: 'Settings' })).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
});
