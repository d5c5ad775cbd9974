import { isStorageFailure } from '../../data/database/write.ts';
import { tellFault } from '../../ui/app-state/app-faults.ts';

/**
 * For work that nobody awaits: reports a bug. A closed database or a full disk either passes or is reported elsewhere.
 */
export function tellBug(error: unknown): void {
  if (!isStorageFailure(error)) tellFault(error);
}
