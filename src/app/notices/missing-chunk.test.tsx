import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ErrorPage } from '../routes/error-page.tsx';
import { reloadOnMissingChunk } from './missing-chunk.ts';

const reload = vi.fn();
const fetchPage = vi.fn<typeof fetch>();
reloadOnMissingChunk(reload);

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-21T12:00:00Z'), toFake: ['Date'] });
  vi.stubGlobal(
    'fetch',
    fetchPage.mockReset().mockImplementation(async () => await Promise.resolve(new Response(null))),
  );
  reload.mockReset();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

/** Vite's word that a file of the app is missing; returns the error that the screen gets, after the server has been asked. */
async function miss(): Promise<Error> {
  const payload = new TypeError('Failed to fetch dynamically imported module');
  const isLeft = dispatchEvent(Object.assign(new Event('vite:preloadError', { cancelable: true }), { payload }));
  expect(isLeft).toBe(true);
  await new Promise((resolve) => {
    setTimeout(resolve, 0);
  });
  return payload;
}

it('reloads once when a file stays gone, leaves it to the error page after that, and may reload again a minute later', async () => {
  await Promise.all([miss(), miss(), miss()]);
  await miss();
  expect(reload).toHaveBeenCalledOnce();
  vi.setSystemTime(Date.now() + 61_000);
  await miss();
  expect(reload).toHaveBeenCalledTimes(2);
});

it.each([
  ['nobody answers', async () => await Promise.reject(new TypeError('Failed to fetch'))],
  ['a proxy answers that there is no server', async () => await Promise.resolve(new Response(null, { status: 502 }))],
])('keeps the page when %s, and says so', async (_case, answer: () => Promise<Response>) => {
  fetchPage.mockImplementation(answer);
  const error = await miss();
  expect(reload).not.toHaveBeenCalled();
  const router = createMemoryRouter([
    {
      path: '/',
      loader: () => {
        throw error;
      },
      element: null,
      HydrateFallback: () => null,
      errorElement: <ErrorPage />,
    },
  ]);
  render(<RouterProvider router={router} />);
  expect(await screen.findByRole('heading', { name: 'This page is not on this device yet' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect((await screen.findByRole('alert')).textContent).toBe('The server did not answer.');
  // A later try, with a connection, is not held against this one.
  fetchPage.mockImplementation(async () => await Promise.resolve(new Response(null)));
  await miss();
  expect(reload).toHaveBeenCalledOnce();
});
