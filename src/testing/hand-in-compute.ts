/** Answers of a test's own in the place of the worker's, for what a real worker would not answer in a test. */
import { afterAll } from 'vitest';
import type { HoldfastWorker } from '../../workers/worker-api.ts';
import { setCompute } from '../compute/compute.ts';

/**
 * Hands a worker in for all tests of a file. `answers` is asked at each use; what it lacks nobody may ask. Where a real
 * worker can answer, `startThreadWorker` or `renderScreen` prove more.
 */
export function handInCompute(answers: () => object | null): void {
  const worker = new Proxy({} as HoldfastWorker, {
    // It tells of no change; the rest is asked for only when it is used.
    get: (_target, name) =>
      name === 'onChange' ? async () => await Promise.resolve(0) : (Reflect.get(answers() ?? {}, name) as unknown),
  });
  setCompute(worker);
  afterAll(() => setCompute(null));
}
