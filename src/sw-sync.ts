/** The script that the service worker loads only when it has to sync: it includes the database. */
import { noticesFromWorker } from './sync/engine/worker-notices.ts';
import { syncFromWorker } from './sync/engine/worker-sync.ts';

// A classic script has no exports: `sw.ts` finds them under these names.
Object.assign(globalThis, { holdfastSync: syncFromWorker, holdfastNotices: noticesFromWorker });
