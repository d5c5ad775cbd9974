/** The thread in which a page's sync runs. */
import { expose } from 'comlink';
import { createSyncThread } from './sync/engine/sync-thread.ts';

expose(createSyncThread(() => close()));
