import { isStorageFailure } from '../data/database/write.ts';
import { tellFault } from '../ui/app-state/app-faults.ts';

/** For work that nobody waits for: tells of a bug. A database that is closed, or a disk that is full, passes or is said elsewhere. */
export function tellBug(error: unknown): void {
  if (!isStorageFailure(error)) tellFault(error);
}
