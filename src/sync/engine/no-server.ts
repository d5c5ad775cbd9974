/** What stands for sync and for a server where the records are on this device only: nothing is ever sent or asked. */
import type { HoldfastDatabase } from '../../data/database/schema.ts';
import { removeBrokenImports } from '../../data/imports/imports.ts';
import { removeOrphanFiles } from '../../data/receipts/receipts.ts';
import { tellBug, browserEnvironment } from '../api/environment.ts';
import type { SyncHandle } from './sync-engine.ts';
import { createStatus } from './sync-status.ts';

/** A sync that never starts. What it would clear away at a start is cleared away. */
export function withoutSync(db: HoldfastDatabase, now = Date.now()): SyncHandle {
  const status = createStatus();
  status.update({ phase: 'noServer' });
  void removeOrphanFiles(db, now).catch(tellBug(browserEnvironment));
  void removeBrokenImports(db, now).catch(tellBug(browserEnvironment));
  const nothing = async (): Promise<void> => await Promise.resolve();
  return { flush: nothing, pull: nothing, status, stop: () => undefined };
}
