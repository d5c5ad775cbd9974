/** A test's own replies in place of the worker's, for what a real worker would not reply in a test. */
import { afterAll } from 'vitest';
import type { HoldfastWorker } from '../../workers/api/worker-api.ts';
import { setCompute } from '../compute/compute.ts';

/**
 * Replaces the worker for all tests of a file. `answers` is read at each use; what it lacks may not be called. Where a
 * real worker can answer, `startThreadWorker` or `renderScreen` prove more.
 */
export function handInCompute(answers: () => object | null): void {
  const worker = new Proxy({} as HoldfastWorker, {
    // It reports no change; the rest is requested only when it is used.
    get: (_target, name) =>
      name === 'onChange' ? async () => await Promise.resolve(0) : (Reflect.get(answers() ?? {}, name) as unknown),
  });
  setCompute(worker);
  afterAll(() => setCompute(null));
}
