/** When a user whose records are on one device only is reminded to save a backup. */
import { millisecondsInDay } from 'date-fns/constants';

export interface BackupState {
  /** Milliseconds since 1970 of the last backup; null when there was none. */
  readonly savedAt: number | null;
  /** Milliseconds since 1970 of the last backup, or of the first record. */
  readonly since: number;
  /** Changes after that; each row of an import is one. */
  readonly changes: number;
}

const MOST_DAYS = 30;
const MOST_CHANGES = 200;

/** True when something has changed and the last backup is over 30 days old, or 200 changes back. `now` in milliseconds since 1970. */
export function isBackupDue({ since, changes }: BackupState, now: number): boolean {
  if (changes === 0) return false;
  return changes >= MOST_CHANGES || now - since > MOST_DAYS * millisecondsInDay;
}

/** True when a backup is to be saved without being asked for: at most one a day, unless 200 changes have come since. */
export function isAutomaticBackupDue({ savedAt, changes }: BackupState, now: number): boolean {
  return changes > 0 && (savedAt === null || now - savedAt > millisecondsInDay || changes >= MOST_CHANGES);
}
