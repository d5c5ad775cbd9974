/** How much memory a page and its compute worker use, after a collection. */
import type { CDPSession } from '@playwright/test';

/** Megabytes of JavaScript in use after a collection. */
export interface Heap {
  readonly page: number;
  readonly worker: number;
}

/** Measures the heaps of the page and of its compute worker. */
export async function heapMeter(session: CDPSession): Promise<() => Promise<Heap>> {
  const attached = new Promise<string>((resolve) =>
    session.once('Target.attachedToTarget', ({ sessionId }) => resolve(sessionId)),
  );
  await session.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: false });
  const sessionId = await attached;
  let asked = 0;
  const askWorker = async (method: string): Promise<{ readonly usedSize?: number }> => {
    const id = (asked += 1);
    const answer = new Promise<{ readonly usedSize?: number }>((resolve) => {
      session.on('Target.receivedMessageFromTarget', ({ message }) => {
        const reply = JSON.parse(message) as { readonly id?: number; readonly result?: { readonly usedSize?: number } };
        if (reply.id === id) resolve(reply.result ?? {});
      });
    });
    await session.send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id, method }) });
    return await answer;
  };
  return async () => {
    await session.send('HeapProfiler.collectGarbage');
    await askWorker('HeapProfiler.collectGarbage');
    const { usedSize } = await session.send('Runtime.getHeapUsage');
    return { page: usedSize / 1e6, worker: ((await askWorker('Runtime.getHeapUsage')).usedSize ?? 0) / 1e6 };
  };
}
