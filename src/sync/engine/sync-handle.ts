/** What the app asks of a running sync. */
import type { ReportedStatus } from './sync-status.ts';

export interface SyncHandle {
  /** Sends, and then pulls; `quotes` also asks a plain server for every latest price. */
  readonly pull: (requested?: 'now' | 'quotes') => Promise<void>;
  /** Ends sync for good; a request under way is completed. */
  readonly stop: () => void;
}

/** Sync in this thread. */
export interface SyncHere extends SyncHandle {
  /** Sends all that may be sent now; resolves when nothing more can be. */
  readonly flush: () => Promise<void>;
  readonly status: Pick<ReportedStatus, 'get' | 'subscribe'>;
  /** Resolves when a request under way is completed. */
  readonly stop: () => Promise<void>;
}
