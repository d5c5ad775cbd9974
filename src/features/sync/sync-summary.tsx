import { useSyncStatus } from '../../sync/engine/current-sync.ts';
import type { SyncStatus } from '../../sync/engine/sync-status.ts';
import { formatInstant } from '../../ui/texts/date-text.ts';
import { formatCount } from '../../ui/texts/format.ts';
import styles from './sync.module.css';

function changes(count: number): string {
  return count === 1 ? '1 change' : `${formatCount(count)} changes`;
}

/** The state of sync, in a sentence. */
export function statusWords(status: SyncStatus): string {
  const { phase, waiting, attention, keptHere, pulled, unreadLists, lastSyncedAt } = status;
  switch (phase) {
    case 'sending':
      return `Sending ${changes(waiting)}…`;
    case 'pulling':
      return pulled > 0 ? `Fetching changes… ${formatCount(pulled)} records so far` : 'Fetching changes…';
    case 'offline':
      return waiting === 0
        ? 'Offline. Your changes are kept on this device until the server answers again.'
        : `Offline. ${changes(waiting)} kept on this device until the server answers again.`;
    case 'signIn':
      return waiting === 0
        ? 'Not syncing: sign in again to exchange changes with the server.'
        : `Not syncing: sign in again to send ${changes(waiting)}.`;
    case 'noServer':
      return 'On this device only. Nothing is sent anywhere.';
    case 'idle':
      if (attention > 0)
        return attention === 1
          ? '1 change needs your attention.'
          : `${formatCount(attention)} changes need your attention.`;
      if (waiting === 0 && lastSyncedAt === null) return 'This device has not read your records from the server yet.';
      if (waiting === 0 && unreadLists > 0)
        return 'All changes are saved to your server, which refused to list some records.';
      if (waiting > 0) return `${changes(waiting)} waiting to be sent.`;
      return keptHere === 0
        ? 'All changes are saved to your server.'
        : `All changes are saved to your server except ${changes(keptHere)} that it cannot store. They are kept on this device.`;
  }
}

/** The present state of sync, in words. */
export function SyncSummary() {
  const status = useSyncStatus();
  return (
    <div role="status" className={status.phase === 'noServer' ? undefined : styles.status}>
      <p>{statusWords(status)}</p>
      {status.phase !== 'noServer' && (
        <p className={styles.muted}>
          {status.lastSyncedAt === null
            ? 'Not synced with the server yet'
            : `Last synced ${formatInstant(status.lastSyncedAt)}`}
        </p>
      )}
    </div>
  );
}
