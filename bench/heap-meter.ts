/** The memory of a page and its workers, after a garbage collection. */
import type { CDPSession } from '@playwright/test';

/** Megabytes of JavaScript in use after a garbage collection. */
export interface Heap {
  readonly page: number;
  /** Of the compute worker. */
  readonly worker: number;
}

interface Reply {
  readonly id?: number;
  readonly result?: { readonly usedSize?: number };
}

/** Measures the heaps of the page and its compute worker; resolves when the worker is found. */
export async function heapMeter(session: CDPSession): Promise<() => Promise<Heap>> {
  let worker = '';
  const attached = new Promise<void>((resolve) => {
    // The service worker is attached too, and a reload starts another worker.
    session.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
      if (targetInfo.type !== 'worker') return;
      worker = sessionId;
      resolve();
    });
  });
  const waiting = new Map<number, (result: { readonly usedSize?: number }) => void>();
  session.on('Target.receivedMessageFromTarget', ({ message }) => {
    const { id = 0, result = {} } = JSON.parse(message) as Reply;
    waiting.get(id)?.(result);
    waiting.delete(id);
  });
  await session.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: false });
  await attached;
  let asked = 0;
  const askWorker = async (method: string): Promise<{ readonly usedSize?: number }> => {
    const id = (asked += 1);
    const answer = new Promise<{ readonly usedSize?: number }>((resolve) => {
      waiting.set(id, resolve);
    });
    await session.send('Target.sendMessageToTarget', { sessionId: worker, message: JSON.stringify({ id, method }) });
    return await answer;
  };
  return async () => {
    await session.send('HeapProfiler.collectGarbage');
    await askWorker('HeapProfiler.collectGarbage');
    const { usedSize } = await session.send('Runtime.getHeapUsage');
    return { page: usedSize / 1e6, worker: ((await askWorker('Runtime.getHeapUsage')).usedSize ?? 0) / 1e6 };
  };
}
