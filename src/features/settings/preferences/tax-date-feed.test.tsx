import 'fake-indexeddb/auto';
import { act, cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { currentDatabase } from '../../../data/database/database.ts';
import { updateSyncState } from '../../../data/database/meta.ts';
import { type AnsweringServer, answeringServer, refusal } from '../../../testing/answering-server.ts';
import { setCurrentSync, useSyncStatus } from '../../../sync/engine/current-sync.ts';
import { serverReach } from '../../../sync/engine/server-reach.ts';
import { ToastRegion } from '../../../ui/messages/toast.tsx';
import { TaxDateFeedSettings } from './tax-date-feed.tsx';

const AT = '2026-03-03T14:02:11Z';
const SECRET = 'AAAAAAAAAAAAAAAAAAAAAA';
const LABEL = 'Address of the calendar';
const NAMES = 'Include names of account holders, securities and savings accounts';

let server: AnsweringServer;
const bodies: unknown[] = [];

beforeEach(async () => {
  server = await answeringServer({ 'GET /tax-dates/feed': { feed: null } });
  await updateSyncState(currentDatabase(), { mode: 'extended', features: ['taxDateFeed'] });
  bodies.length = 0;
  const answering = globalThis.fetch;
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
    if (typeof init?.body === 'string') bodies.push(JSON.parse(init.body));
    return await answering(input, init);
  });
});

afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  await server.close();
});

function open() {
  render(
    <>
      <TaxDateFeedSettings />
      <ToastRegion />
    </>,
  );
  return userEvent.setup({ delay: null });
}

const button = async (name: string) => await screen.findByRole<HTMLButtonElement>('button', { name });

async function confirm(user: ReturnType<typeof open>, dialog: string, action: string) {
  await user.click(await button(dialog));
  await user.click(within(await screen.findByRole('dialog', { name: dialog })).getByRole('button', { name: action }));
}

it('the calendar is not offered where the server has no such calls', async () => {
  await updateSyncState(currentDatabase(), { features: ['extras'] });
  open();
  await act(async () => await currentDatabase().meta.get('sync'));
  expect(document.body.textContent).toBe('');
  expect(server.asked).toEqual([]);
});

it('makes an address without names, shows it once and copies it', async () => {
  server.answers['POST /tax-dates/feed'] = { secret: SECRET, withNames: false, createdAt: AT };
  const user = open();
  expect((await screen.findByRole<HTMLInputElement>('checkbox', { name: NAMES })).checked).toBe(false);
  await user.click(await button('Make an address'));
  const address = `${location.origin}/api/feeds/${SECRET}/tax-dates.ics`;
  expect((await screen.findByLabelText<HTMLInputElement>(LABEL)).value).toBe(address);
  expect(bodies).toEqual([{ withNames: false }]);
  expect(screen.getByText('Not in the calendar')).toBeTruthy();
  await user.click(await button('Copy address'));
  expect(await navigator.clipboard.readText()).toBe(address);
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('refused'));
  await user.click(await button('Copy address'));
  expect(await screen.findAllByText('The browser refused to copy')).toBeTruthy();
  cleanup();
  server.answers['GET /tax-dates/feed'] = { feed: { withNames: false, createdAt: AT } };
  open();
  expect(await button('Renew the address')).toBeTruthy();
  expect(screen.queryByLabelText(LABEL)).toBeNull();
});

it('renews after asking, with names where they were asked for, and revokes', async () => {
  server.answers['GET /tax-dates/feed'] = { feed: { withNames: false, createdAt: AT } };
  server.answers['POST /tax-dates/feed'] = { secret: SECRET, withNames: true, createdAt: AT };
  const user = open();
  await user.click(await screen.findByRole('checkbox', { name: NAMES }));
  expect(screen.getByText('This applies to the next address: renew it.')).toBeTruthy();
  await user.click(await button('Renew the address'));
  await user.click(await button('Cancel'));
  expect(bodies).toEqual([]);
  await confirm(user, 'Renew the address', 'Renew');
  expect(await screen.findByLabelText(LABEL)).toBeTruthy();
  expect(bodies).toEqual([{ withNames: true }]);
  expect(screen.getByText('In the calendar')).toBeTruthy();
  server.answers['DELETE /tax-dates/feed'] = refusal(503, { message: 'Please try again.' });
  await confirm(user, 'Revoke the address', 'Revoke');
  expect((await screen.findByRole('alert')).textContent).toBe('The address was not revoked. Please try again.');
  server.answers['DELETE /tax-dates/feed'] = {};
  await confirm(user, 'Revoke the address', 'Revoke');
  expect(await button('Make an address')).toBeTruthy();
  expect(screen.queryByLabelText(LABEL)).toBeNull();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('says that an answer was lost, which the server may have acted on', async () => {
  server.answers['GET /tax-dates/feed'] = { feed: { withNames: false, createdAt: AT } };
  const user = open();
  await button('Renew the address');
  server.online = false;
  await confirm(user, 'Renew the address', 'Renew');
  expect((await screen.findByRole('alert')).textContent).toBe(
    'No new address was received, and the present address may no longer work. The server cannot be reached.',
  );
});

it('says that the state could not be loaded, and tries again', async () => {
  server.answers['GET /tax-dates/feed'] = refusal(503, { message: 'The server is full.' });
  const user = open();
  expect((await screen.findByRole('alert')).textContent).toContain(
    'The address could not be loaded. The server is full.',
  );
  server.answers['GET /tax-dates/feed'] = { feed: null };
  await user.click(await button('Try again'));
  expect(await button('Make an address')).toBeTruthy();
});

it('asks nothing without a connection, and goes on when it is back', async () => {
  const lost = vi.spyOn(serverReach, 'isLost').mockReturnValue(true);
  open();
  expect(await screen.findByText(/^You are offline\. The server keeps this address/u)).toBeTruthy();
  expect(server.asked).toEqual([]);
  lost.mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event('online')));
  expect((await button('Make an address')).disabled).toBe(false);
  lost.mockReturnValue(true);
  act(() => void window.dispatchEvent(new Event('offline')));
  expect((await button('Make an address')).disabled).toBe(true);
});

it('asks again when sync has read from the server, which a request did not reach', async () => {
  setCurrentSync({ pull: async () => undefined, stop: () => undefined });
  server.online = false;
  open();
  expect((await screen.findByRole('alert')).textContent).toContain(
    'The address could not be loaded. The server cannot be reached.',
  );
  server.online = true;
  server.answers['GET /tax-dates/feed'] = { feed: null };
  act(() => {
    useSyncStatus.setState({ lastSyncedAt: '2026-11-27T09:00:00.000Z' });
  });
  expect(await button('Make an address')).toBeTruthy();
  setCurrentSync(null);
});
