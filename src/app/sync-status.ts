import { create } from 'zustand';
import type { SyncStatus } from '../sync/sync-status.ts';

/** What the header says about synchronising. */
export type SyncStatusView = Pick<SyncStatus, 'phase' | 'waiting' | 'attention' | 'lastSyncedAt'>;

/** Fed by the runtime from the sync engine. */
export const useSyncStatus = create<SyncStatusView>(() => ({ phase: 'idle', waiting: 0, attention: 0, lastSyncedAt: null }));

/** The words for it; offline is a fact among others, never a wall. */
export function syncWords({ phase, waiting, attention, lastSyncedAt }: SyncStatusView): string {
  if (attention > 0) return `${attention} ${attention === 1 ? 'needs' : 'need'} attention`;
  const queue = waiting === 0 ? '' : `${waiting} waiting`;
  if (phase === 'signIn') return queue === '' ? 'Not syncing' : `Not syncing · ${queue}`;
  if (phase === 'offline') return queue === '' ? 'Offline' : `Offline · ${queue}`;
  if (queue !== '') return queue;
  return lastSyncedAt === null ? 'Syncing…' : 'Synced';
}
