import { CircleCheck, CloudOff, MonitorSmartphone, RefreshCw, TriangleAlert } from 'lucide-react';
import { Link } from 'react-router-dom';
import { formatInstant } from '../../ui/texts/date-text.ts';
import { Tooltip } from '../../ui/controls/tooltip.tsx';
import { useNow } from '../../ui/hooks/use-now.ts';
import styles from './header.module.css';
import { hasScreen } from './screens.ts';
import { useSyncStatus } from '../../sync/engine/current-sync.ts';
import type { SyncStatus } from '../../sync/engine/sync-status.ts';
import { syncWords } from '../session/sync-status.ts';

function tone({
  phase,
  waiting,
  attention,
  lastSyncedAt,
  unreadLists,
}: SyncStatus): 'device' | 'attention' | 'offline' | 'waiting' | 'syncing' | 'synced' {
  if (phase === 'noServer') return 'device';
  if (attention > 0) return 'attention';
  if (phase === 'offline' || phase === 'signIn') return 'offline';
  if (waiting > 0) return 'waiting';
  if (unreadLists > 0) return 'attention';
  return lastSyncedAt === null ? 'syncing' : 'synced';
}

const ICONS = {
  device: MonitorSmartphone,
  attention: TriangleAlert,
  offline: CloudOff,
  waiting: RefreshCw,
  syncing: RefreshCw,
  synced: CircleCheck,
} as const;

/** The sync state in the bar; opens /sync. */
export function SyncIndicator() {
  const status = useSyncStatus();
  const now = useNow();
  const look = tone(status);
  const Icon = ICONS[look];
  const content = (
    <>
      <Icon aria-hidden="true" />
      <span>{syncWords(status, now)}</span>
    </>
  );
  const hint =
    look === 'device'
      ? 'Nothing is sent anywhere'
      : status.lastSyncedAt === null
        ? 'Not synced with the server yet'
        : `Last synced ${formatInstant(status.lastSyncedAt)}`;
  return (
    <Tooltip text={hint} side="bottom">
      {hasScreen('/sync') ? (
        <Link to="/sync" className={styles.sync} data-tone={look}>
          {content}
        </Link>
      ) : (
        <span className={styles.sync} data-tone={look}>
          {content}
        </span>
      )}
    </Tooltip>
  );
}
