/** The compute worker, started on first use; screens ask it and never load whole tables. */
import { proxy, transfer, wrap, type Remote } from 'comlink';
import type { ImportProgress, ImportRequest } from '../../workers/import-types.ts';
import type { HoldfastWorker } from '../../workers/worker-api.ts';

let started: HoldfastWorker | null = null;
const listeners = new Set<() => void>();

/** The worker. Its first use starts it; `open` must have been called before it is asked anything else. */
export function compute(): HoldfastWorker {
  started ??= start();
  return started;
}

/** Calls `listener` after every change that may alter an answer. Answers how to stop. */
export function onComputeChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function start(): HoldfastWorker {
  const worker = new Worker(new URL('../../workers/main.ts', import.meta.url), {
    type: 'module',
    name: 'holdfast-compute',
  });
  const remote = wrap<HoldfastWorker>(worker);
  void remote.onChange(
    proxy(() => {
      for (const listener of listeners) listener();
    }),
  );
  return withTransfers(remote);
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
    commitImport: async (request: ImportRequest, onProgress?: (progress: ImportProgress) => void) =>
      await (onProgress === undefined ? remote.commitImport(request) : remote.commitImport(request, proxy(onProgress))),
  };
  return new Proxy(own as HoldfastWorker, {
    get: (target, name: keyof HoldfastWorker) => target[name] ?? remote[name],
  });
}
