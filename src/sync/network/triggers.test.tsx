import { expect, it, vi } from 'vitest';
import { browserTriggers } from './triggers.ts';

it('sync is triggered by a returning connection, a visible tab and a message of the service worker, until stopped', () => {
  const worker = new EventTarget();
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: worker });
  const run = vi.fn();
  const stop = browserTriggers(run);
  const happen = () => {
    dispatchEvent(new Event('online'));
    dispatchEvent(new Event('focus'));
    document.dispatchEvent(new Event('visibilitychange'));
    worker.dispatchEvent(new MessageEvent('message', { data: { type: 'holdfast-sync' } }));
    worker.dispatchEvent(new MessageEvent('message', { data: { type: 'another' } }));
    worker.dispatchEvent(new MessageEvent('message', { data: null }));
  };
  happen();
  expect(run).toHaveBeenCalledTimes(4);
  const hidden = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
  expect(run).toHaveBeenCalledTimes(4);
  hidden.mockRestore();
  stop();
  happen();
  expect(run).toHaveBeenCalledTimes(4);
  Reflect.deleteProperty(navigator, 'serviceWorker');
});
