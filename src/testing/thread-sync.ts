/** Sync's own code on the test's thread, called through Comlink as in the browser. */
import { expose } from 'comlink';
import { createSyncThread } from '../sync/engine/sync-thread.ts';

/** A thread of sync, for `openSyncThreadsWith`. */
export function syncThreadHere(): MessagePort {
  const { port1, port2 } = new MessageChannel();
  expose(
    createSyncThread(() => port1.close()),
    port1,
  );
  return port2;
}
