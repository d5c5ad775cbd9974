/** Starts the worker that pulls for this page. */
import { proxy, wrap } from 'comlink';
import type { PullWorker } from '../pull-worker.ts';
import { browserEnvironment } from '../sync/environment.ts';
import { pull, type Pull } from '../sync/pull.ts';
import type { PullingPage } from '../sync/pull-for-page.ts';
import type { PullContext } from '../sync/pull-context.ts';

/** Pulls in a worker of its own, which lives as long as the pull. */
export const pullInWorker: Pull = async (context, mode, full) => {
  if (context.signal?.aborted === true) return 'failed';
  const over = new AbortController();
  const worker = new Worker(new URL('../pull-worker.ts', import.meta.url), { type: 'module', name: 'holdfast-pull' });
  try {
    const pulled = wrap<PullWorker>(worker).pull(proxy(pageOf(context)), { name: context.db.name, mode, full });
    const result = await Promise.race([pulled, endOf(worker, context.signal, over.signal)]);
    // Without its script, as when the server has a newer one, the page does it.
    return result === 'noWorker' ? await pull(context, mode, full) : result;
  } finally {
    // A transaction that has not committed is undone by the browser, as when a tab is closed.
    worker.terminate();
    over.abort();
  }
};

function pageOf({ onProgress }: PullContext): PullingPage {
  return {
    credentials: () => browserEnvironment.credentials(),
    onUnauthorised: (token) => browserEnvironment.onUnauthorised(token),
    onServerDate: (date) => browserEnvironment.onHeaders?.(new Headers({ date })),
    onProgress: (records) => onProgress?.(records),
  };
}

/** What ends a worker before it has answered; listened for until the pull is over. */
async function endOf(worker: Worker, stop: AbortSignal | undefined, over: AbortSignal): Promise<'failed' | 'noWorker'> {
  return await new Promise((resolve) => {
    worker.addEventListener('error', () => resolve('noWorker'), { signal: over });
    stop?.addEventListener('abort', () => resolve('failed'), { signal: over });
  });
}
