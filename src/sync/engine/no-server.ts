/** Replaces sync and a server where the records are on this device only: nothing is ever sent or requested. */
import type { HoldfastDatabase } from '../../data/database/schema.ts';
import { browserEnvironment } from '../api/environment.ts';
import { cleanUp } from './clean-up.ts';
import { useSyncStatus } from './current-sync.ts';
import type { SyncHandle } from './sync-handle.ts';

/** A sync that never starts, except for what it cleans up at a start. */
export function withoutSync(db: HoldfastDatabase): SyncHandle {
  useSyncStatus.setState({ phase: 'noServer' });
  cleanUp(db, browserEnvironment);
  return { pull: async () => await Promise.resolve(), stop: () => undefined };
}
