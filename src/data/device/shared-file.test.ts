import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { hasSharedFile, keepOpenedFile, onSharedFile, takeSharedFile } from './shared-file.ts';

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

/** As the service worker keeps a file that was shared. */
async function keepAsShared(headers: Record<string, string>): Promise<void> {
  const kept = { 'x-kept-at': String(Date.now()), 'x-from': 'shared', ...headers };
  await (await caches.open('holdfast-shared-file')).put('/shared-file', new Response('a,b', { headers: kept }));
}

it('an opened file waits whichever user is signed in, and is taken once', async () => {
  const heard = vi.fn();
  const stop = onSharedFile(heard);
  const file = new File(['a,b'], 'Verkäufe.csv', { type: 'text/csv' });
  keepOpenedFile(file);
  expect(heard).toHaveBeenCalledOnce();
  stop();
  expect(await hasSharedFile()).toBe(true);
  expect(await takeSharedFile()).toEqual({ file, origin: 'opened', leftOut: 0 });
  expect(await hasSharedFile()).toBe(false);
  expect(await takeSharedFile()).toBeNull();
});

it('an opened file is not kept where other windows would find it, or replace it by theirs', async () => {
  keepOpenedFile(new File(['a'], 'a.csv'));
  expect(await (await caches.open('holdfast-shared-file')).match('/shared-file')).toBeUndefined();
  expect((await takeSharedFile())?.file.name).toBe('a.csv');
});

it('a shared file is taken once, with the number of those that were not kept', async () => {
  await keepAsShared({ 'content-type': 'text/csv', 'x-file-name': encodeURIComponent('Käufe.csv'), 'x-left-out': '2' });
  const { file, origin, leftOut } = (await takeSharedFile()) ?? {};
  expect([file?.name, file?.type, await file?.text(), origin, leftOut]).toEqual([
    'Käufe.csv',
    'text/csv',
    'a,b',
    'shared',
    2,
  ]);
  expect(await takeSharedFile()).toBeNull();
});

it('an opened file takes the place of a shared one', async () => {
  await keepAsShared({});
  keepOpenedFile(new File(['a'], 'a.csv'));
  expect((await takeSharedFile())?.origin).toBe('opened');
  expect(await hasSharedFile()).toBe(false);
});

it('a file of the service worker never counts as opened by the user', async () => {
  for (const [from, origin] of [
    ['too-large', 'too-large'],
    ['shared', 'shared'],
    ['opened', 'shared'],
  ] as const) {
    await keepAsShared({ 'x-from': from });
    expect((await takeSharedFile())?.origin).toBe(origin);
  }
});

it('a shared file is deleted after an hour', async () => {
  vi.useFakeTimers({ now: 0, toFake: ['Date'] });
  await keepAsShared({});
  vi.setSystemTime(61 * 60 * 1000);
  expect(await takeSharedFile()).toBeNull();
});

it('no shared file is found where the browser has no cache', async () => {
  vi.stubGlobal('caches', undefined);
  expect(await hasSharedFile()).toBe(false);
});
