/** The script that the service worker loads only when it has to sync: it brings the database with it. */
import { syncFromWorker } from './sync/worker-sync.ts';

// A classic script has no exports: `sw.ts` finds it under this name.
Object.assign(globalThis, { holdfastSync: syncFromWorker });
