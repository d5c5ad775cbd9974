import { isKeptHere, type OutboxEntry, type RecordEntry } from '../../data/database/outbox-entry.ts';
import { runningSync } from '../../sync/engine/current-sync.ts';
import { Banner } from '../../ui/messages/banner.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { EmptyState } from '../../ui/layout/empty-state.tsx';
import { SkeletonBlock } from '../../ui/layout/skeleton.tsx';
import { ValuesTextButton } from '../../ui/values/values-text-button.tsx';
import { AppFaults } from './app-faults.tsx';
import { ConflictPanel } from './conflict-panel.tsx';
import { OutboxTable } from './outbox-table.tsx';
import { PossibleDuplicates } from './possible-duplicates.tsx';
import { QuarantineNotice } from './quarantine-notice.tsx';
import { SyncNotices } from './sync-notices.tsx';
import { SyncSummary } from './sync-summary.tsx';
import styles from './sync.module.css';
import { UnreadLists } from './unread-lists.tsx';
import { useOutbox } from './use-outbox.ts';

function isConflict(entry: OutboxEntry): entry is RecordEntry {
  return entry.state === 'conflict' && entry.entity !== 'import';
}

/** Changes that wait for the user come before those that wait for their turn. */
function attentionFirst(entries: readonly OutboxEntry[]): readonly OutboxEntry[] {
  return entries.toSorted((a, b) => Number(b.state === 'failed') - Number(a.state === 'failed') || a.seq - b.seq);
}

/**
 * Every change that the server does not have, why, and what can be done about it. `onSyncNow` is called when the user
 * wants to sync.
 */
export function SyncScreen({ onSyncNow }: { readonly onSyncNow?: () => void }) {
  const { data, error } = useOutbox();
  const conflicts = data?.entries.filter(isConflict) ?? [];
  const others = attentionFirst(data?.entries.filter((entry) => !isConflict(entry) && !isKeptHere(entry)) ?? []);
  const keptHere = data?.entries.filter(isKeptHere) ?? [];
  return (
    <>
      <div className={styles.summary}>
        <SyncSummary />
        <div className={styles.summaryActions}>
          {(conflicts.length > 0 || (data?.duplicates.pairs.length ?? 0) > 0) && <ValuesTextButton />}
          <Button
            variant="primary"
            onClick={() => {
              onSyncNow?.();
              void runningSync()?.pull('quotes');
            }}
          >
            Sync now
          </Button>
        </div>
      </div>
      {data === undefined && error === undefined && (
        <div className={styles.awaited}>
          <SkeletonBlock lines={3} text="Loading changes..." />
        </div>
      )}
      {error !== undefined && (
        <Banner tone="error">The changes on this device could not be read. Reload the page; nothing was lost.</Banner>
      )}
      {data !== undefined && <UnreadLists lists={data.unreadLists} />}
      {data?.quarantine.map((quarantine) => (
        <QuarantineNotice key={quarantine.entity} quarantine={quarantine} />
      ))}
      {data !== undefined && conflicts.length > 0 && (
        <section className={styles.part} aria-label="Conflicts">
          <h2>Conflicts</h2>
          {conflicts.map((entry) => (
            <ConflictPanel key={entry.seq} entry={entry} context={data.context} />
          ))}
        </section>
      )}
      {data !== undefined && data.duplicates.pairs.length > 0 && (
        <PossibleDuplicates duplicates={data.duplicates} context={data.context} />
      )}
      {data !== undefined && others.length > 0 && (
        <section className={styles.part} aria-label="Changes">
          <h2>Not on the server yet</h2>
          <OutboxTable caption="Changes not on the server yet" entries={others} context={data.context} />
        </section>
      )}
      {data !== undefined && keptHere.length > 0 && (
        <section className={styles.part} aria-label="Kept on this device">
          <h2>Kept on this device</h2>
          <p className={styles.muted}>
            This server cannot store these records. They count on this device, are in every full export, and are sent
            once the server can store them.
          </p>
          <OutboxTable caption="Changes kept on this device" entries={keptHere} context={data.context} />
        </section>
      )}
      {data !== undefined && data.notices.length + data.merged.length > 0 && (
        <SyncNotices notices={data.notices} merged={data.merged} />
      )}
      {data !== undefined &&
        data.entries.length === 0 &&
        data.quarantine.length === 0 &&
        data.duplicates.pairs.length === 0 && (
          <EmptyState title="Nothing is waiting">
            Records that you add, edit or delete appear here until your server has them.
          </EmptyState>
        )}
      <AppFaults />
    </>
  );
}
