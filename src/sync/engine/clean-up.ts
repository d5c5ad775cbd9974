/** What is cleaned up when the app starts. */
import type { HoldfastDatabase } from '../../data/database/schema.ts';
import { removeBrokenImports } from '../../data/imports/imports.ts';
import { removeOrphanFiles } from '../../data/receipts/receipts.ts';
import { tellBug, type SyncEnvironment } from '../api/environment.ts';

/** Removes files that no undo can restore, and what broken imports have left. */
export function cleanUp(db: HoldfastDatabase, environment: SyncEnvironment): void {
  void removeOrphanFiles(db, environment.now()).catch(tellBug(environment));
  void removeBrokenImports(db, environment.now()).catch(tellBug(environment));
}
