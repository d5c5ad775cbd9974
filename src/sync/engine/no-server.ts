/** Replaces sync and a server where the records are on this device only: nothing is ever sent or requested. */
import type { HoldfastDatabase } from '../../data/database/schema.ts';
import { removeBrokenImports } from '../../data/imports/imports.ts';
import { removeOrphanFiles } from '../../data/receipts/receipts.ts';
import { tellBug, browserEnvironment } from '../api/environment.ts';
import type { SyncHandle } from './sync-engine.ts';
import { createStatus } from './sync-status.ts';

/** A sync that never starts, except for what it cleans up at a start. */
export function withoutSync(db: HoldfastDatabase, now = Date.now()): SyncHandle {
  const status = createStatus();
  status.update({ phase: 'noServer' });
  void removeOrphanFiles(db, now).catch(tellBug(browserEnvironment));
  void removeBrokenImports(db, now).catch(tellBug(browserEnvironment));
  const nothing = async (): Promise<void> => await Promise.resolve();
  return { flush: nothing, pull: nothing, status, stop: () => undefined };
}
