import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { hasSharedFile, keepSharedFile, onSharedFile, takeSharedFile } from './shared-file.ts';

/** A cache of one name, as much of it as is used. */
function fakeCaches() {
  const kept = new Map<string, Response>();
  return {
    open: async () => ({
      put: async (key: string, response: Response) => void kept.set(key, response),
      match: async (key: string) => kept.get(key)?.clone(),
      delete: async (key: string) => kept.delete(key),
    }),
  };
}

beforeEach(() => {
  vi.stubGlobal('caches', fakeCaches());
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('a shared file waits whichever user is signed in, and is taken once', async () => {
  const heard = vi.fn();
  const stop = onSharedFile(heard);
  await keepSharedFile(new File(['a,b'], 'Verkäufe.csv', { type: 'text/csv' }));
  expect(heard).toHaveBeenCalledOnce();
  stop();
  expect(await hasSharedFile()).toBe(true);
  const { file, origin } = (await takeSharedFile()) ?? {};
  expect([file?.name, file?.type, await file?.text(), origin]).toEqual(['Verkäufe.csv', 'text/csv', 'a,b', 'opened']);
  expect(await hasSharedFile()).toBe(false);
  expect(await takeSharedFile()).toBeNull();
});

it('a file counts as shared unless it says that the user opened it', async () => {
  const cache = await caches.open('holdfast-shared-file');
  for (const [from, origin] of [
    ['too-large', 'too-large'],
    ['shared', 'shared'],
    ['elsewhere', 'shared'],
  ] as const) {
    const headers = { 'x-from': from, 'x-kept-at': String(Date.now()) };
    await cache.put('/shared-file', new Response('a', { headers }));
    expect((await takeSharedFile())?.origin).toBe(origin);
  }
});

it('a shared file is deleted after an hour', async () => {
  vi.useFakeTimers({ now: 0, toFake: ['Date'] });
  await keepSharedFile(new File(['a'], 'a.csv'));
  vi.setSystemTime(61 * 60 * 1000);
  expect(await takeSharedFile()).toBeNull();
});

it('no file is kept where the browser has no cache', async () => {
  vi.stubGlobal('caches', undefined);
  await keepSharedFile(new File(['a'], 'a.csv'));
  expect(await hasSharedFile()).toBe(false);
});
