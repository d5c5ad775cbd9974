import { afterEach, expect, it, vi } from 'vitest';
import { requestBackgroundSync, requestPeriodicRefresh } from './background-sync.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** A browser whose service worker is registered with these abilities. */
function browserWith(registration: object | undefined): void {
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => await Promise.resolve(registration) } });
}

it('registers the events that the service worker listens for', async () => {
  const [sync, periodicSync] = [{ register: vi.fn() }, { register: vi.fn() }];
  browserWith({ sync, periodicSync });
  await requestBackgroundSync();
  await requestPeriodicRefresh();
  expect(sync.register.mock.calls).toEqual([['holdfast-outbox']]);
  expect(periodicSync.register.mock.calls).toEqual([['holdfast-prices', { minInterval: 12 * 60 * 60_000 }]]);
});

it('does without where the browser cannot, or may not', async () => {
  const register = vi.fn(async () => await Promise.reject(new DOMException('not granted', 'NotAllowedError')));
  for (const registration of [undefined, {}, { sync: { register }, periodicSync: { register } }]) {
    browserWith(registration);
    await requestBackgroundSync();
    await requestPeriodicRefresh();
  }
  vi.stubGlobal('navigator', {});
  await requestBackgroundSync();
  expect(register).toHaveBeenCalledTimes(2);
});
