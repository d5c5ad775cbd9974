import 'fake-indexeddb/auto';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { currentDatabase } from '../../data/database/database.ts';
import { updateSyncState } from '../../data/database/meta.ts';
import { openTestDatabase, removeTestDatabase } from '../../data/database/test-database.fixture.ts';
import { setCompute } from '../../compute/compute.ts';
import { endSession, startSession } from '../../sync/session/session.ts';
import type { HoldfastWorker } from '../../../workers/api/worker-api.ts';
import { makeAsset } from './asset.fixture.ts';
import { MergeSecurity } from './merge-security.tsx';

const UNLISTED = makeAsset({ id: 'u1', name: 'MSFT of a file', isin: 'US5949181045', fetchCode: '' });
const LISTED = makeAsset({ id: 'l1', name: 'Microsoft', isin: 'US5949181045'.replace('45', '00') });
const asked: string[] = [];
const part = (value: object): string => btoa(JSON.stringify(value));
const TOKEN = `${part({ alg: 'none' })}.${part({ sub: 'ada', unique_name: 'Ada', UserType: 1, exp: 4_000_000_000 })}.x`;

/** Replies by method and path; any other call is not found. */
function serve(answers: Readonly<Record<string, Response>>): void {
  vi.stubGlobal('fetch', async (input: string | Request, init?: RequestInit) => {
    const url = typeof input === 'string' ? input : input.url;
    const call = `${init?.method ?? 'GET'} ${url.replace(/^.*\/api/u, '')}`;
    asked.push(call);
    return await Promise.resolve(answers[call]?.clone() ?? Response.json({ message: 'Not here.' }, { status: 404 }));
  });
}

function open(asset = UNLISTED) {
  const router = createMemoryRouter(
    [
      { path: '/assets/edit/u1', element: <MergeSecurity asset={asset} /> },
      { path: '/assets', element: <h1>Assets</h1> },
    ],
    { initialEntries: ['/assets/edit/u1'] },
  );
  render(<RouterProvider router={router} />);
  return { router, user: userEvent.setup({ delay: null }) };
}

beforeEach(async () => {
  startSession(TOKEN, 'ada@example.test');
  await openTestDatabase();
  await updateSyncState(currentDatabase(), { mode: 'extended' });
  setCompute({
    onChange: async () => await Promise.resolve(),
    searchAssets: async () => await Promise.resolve([LISTED, UNLISTED]),
  } as unknown as HoldfastWorker);
});
afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  setCompute(null);
  endSession('signedOut');
  asked.length = 0;
  await removeTestDatabase();
});

it('names the affected users and transactions, merges, and goes to the list', async () => {
  const uses = { transactionCount: 3, userCount: 2 };
  serve({ 'GET /assets/u1/uses': Response.json(uses), 'POST /assets/u1/merge': Response.json(uses) });
  const { router, user } = open();
  await user.type(await screen.findByRole('combobox', { name: 'Merge into' }), 'micro');
  expect(screen.queryByRole('option', { name: /MSFT of a file/u })).toBeNull();
  await user.click(await screen.findByRole('option', { name: /Microsoft/u }));
  await user.click(screen.getByRole('button', { name: 'Merge Securities' }));
  expect(
    await screen.findByText(/^3 transactions of 2 people will name Microsoft .* All affected users are notified\.$/u),
  ).toBeTruthy();
  expect(asked).toEqual(['GET /assets/u1/uses']);
  await user.click(screen.getByRole('button', { name: 'Merge' }));
  await vi.waitFor(() => {
    expect(router.state.location.pathname).toBe('/assets');
  });
  expect(asked).toEqual(['GET /assets/u1/uses', 'POST /assets/u1/merge']);
});

it('says that nothing uses the security, and so nobody is notified', async () => {
  serve({ 'GET /assets/u1/uses': Response.json({ transactionCount: 0, userCount: 0 }) });
  const { user } = open();
  await user.type(await screen.findByRole('combobox', { name: 'Merge into' }), 'micro');
  await user.click(await screen.findByRole('option', { name: /Microsoft/u }));
  await user.click(screen.getByRole('button', { name: 'Merge Securities' }));
  const question = (await screen.findByRole('dialog')).textContent;
  expect(question).toMatch(/No transaction names MSFT of a file .* It is removed, and Microsoft .* stays as it is\./u);
  expect(question).not.toMatch(/people|notified/u);
});

it('shows why the server refused', async () => {
  serve({});
  const { user } = open();
  await user.type(await screen.findByRole('combobox', { name: 'Merge into' }), 'micro');
  await user.click(await screen.findByRole('option', { name: /Microsoft/u }));
  await user.click(screen.getByRole('button', { name: 'Merge Securities' }));
  expect(await screen.findByText('The securities were not merged: Not here.')).toBeTruthy();
});

const GOES_ON = 'Securities are still being merged. This is completed by itself; please look again in a few minutes.';

it.each([
  ['gives no reply', () => Response.error(), /^The server did not answer in time\. Once it has begun .*$/u],
  [
    'is behind a proxy that does not wait',
    () => new Response('<h1>504 Gateway Time-out</h1>', { status: 504 }),
    /^The server did not answer in time\. /u,
  ],
  ['is still at it', () => Response.json({ message: GOES_ON }, { status: 503 }), GOES_ON],
  ['refuses', () => Response.json({ message: 'In use.' }, { status: 409 }), 'The securities were not merged: In use.'],
])('says what is known of the merger when the server %s', async (_what, reply, text) => {
  serve({ 'GET /assets/u1/uses': Response.json({ transactionCount: 3, userCount: 2 }) });
  const { user } = open();
  await user.type(await screen.findByRole('combobox', { name: 'Merge into' }), 'micro');
  await user.click(await screen.findByRole('option', { name: /Microsoft/u }));
  await user.click(screen.getByRole('button', { name: 'Merge Securities' }));
  await screen.findByRole('button', { name: 'Merge' });
  vi.stubGlobal('fetch', async () => {
    const answer = reply();
    if (answer.type === 'error') throw new TypeError('Failed to fetch');
    return await Promise.resolve(answer);
  });
  await user.click(screen.getByRole('button', { name: 'Merge' }));
  expect(await screen.findByText(text)).toBeTruthy();
});

it('the merge is not offered for a listed security, nor on a plain server', async () => {
  open(LISTED);
  await updateSyncState(currentDatabase(), { mode: 'plain' });
  open();
  await vi.waitFor(() => {
    expect(screen.queryByRole('combobox')).toBeNull();
  });
});
