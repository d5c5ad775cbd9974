/** The compute worker, started on first use; screens ask it and never load whole tables. */
import { proxy, transfer, wrap, type Endpoint, type Remote } from 'comlink';
import type { ImportProgress, ImportRequest, HoldfastWorker } from '../../workers/api/worker-api.ts';

let started: HoldfastWorker | null = null;
const listeners = new Set<() => void>();

/** The worker. Its first use starts it; `open` must have been called before it is asked anything else. */
export function compute(): HoldfastWorker {
  started ??= start();
  return started;
}

/** Calls `listener` after every change that may alter an answer. Returns how to stop. */
export function onComputeChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/**
 * Uses this worker from now on, or with null the one that the next use starts. Tests pass the worker's own code on
 * their own thread, so that what they show is computed as in the browser.
 */
export function setCompute(worker: HoldfastWorker | null): void {
  started = worker;
  if (worker !== null) follow(worker);
}

/** The worker behind an endpoint that `expose`s one. */
export function computeAt(endpoint: Endpoint): HoldfastWorker {
  return withTransfers(wrap<HoldfastWorker>(endpoint));
}

function start(): HoldfastWorker {
  const worker = computeAt(
    new Worker(new URL('../../workers/opening/main.ts', import.meta.url), { type: 'module', name: 'holdfast-compute' }),
  );
  follow(worker);
  return worker;
}

function follow(worker: HoldfastWorker): void {
  void worker.onChange(() => {
    // A worker that was replaced may still be busy.
    if (worker !== started && started !== null) return;
    for (const listener of listeners) listener();
  });
}

/** Bytes are moved to the worker, not copied, and callbacks reach back through Comlink. */
function withTransfers(remote: Remote<HoldfastWorker>): HoldfastWorker {
  const own: Partial<HoldfastWorker> = {
    onChange: async (listener) => await remote.onChange(proxy(listener)),
    previewEntities: async (file, onProgress) =>
      await (onProgress === undefined
        ? remote.previewEntities(transfer(file, [file.bytes]))
        : remote.previewEntities(transfer(file, [file.bytes]), proxy(onProgress))),
    previewImport: async (file, onProgress) =>
      await (onProgress === undefined
        ? remote.previewImport(transfer(file, [file.bytes]))
        : remote.previewImport(transfer(file, [file.bytes]), proxy(onProgress))),
    plan: async (request, onProgress) =>
      await (onProgress === undefined ? remote.plan(request) : remote.plan(request, proxy(onProgress))),
    commitImport: async (request: ImportRequest, onProgress?: (progress: ImportProgress) => void) =>
      await (onProgress === undefined ? remote.commitImport(request) : remote.commitImport(request, proxy(onProgress))),
  };
  return new Proxy(own as HoldfastWorker, {
    get: (target, name: keyof HoldfastWorker) => target[name] ?? remote[name],
  });
}
