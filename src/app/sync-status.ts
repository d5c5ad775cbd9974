import { create } from 'zustand';

/** What the header says about synchronising. */
export interface SyncStatusView {
  readonly phase: 'idle' | 'sending' | 'pulling' | 'offline' | 'attention';
  /** Changes that the server has not got yet. */
  readonly waiting: number;
  /** Changes that wait for the user. */
  readonly attention: number;
  /** ISO instant of the last pull that went through, or null. */
  readonly lastSyncedAt: string | null;
}

/** Fed by the runtime from the sync engine. */
export const useSyncStatus = create<SyncStatusView>(() => ({ phase: 'idle', waiting: 0, attention: 0, lastSyncedAt: null }));

/** The words for it; offline is a fact among others, never a wall. */
export function syncWords({ phase, waiting, attention, lastSyncedAt }: SyncStatusView): string {
  if (attention > 0) return `${attention} ${attention === 1 ? 'needs' : 'need'} attention`;
  const queue = waiting === 0 ? '' : `${waiting} waiting`;
  if (phase === 'offline') return queue === '' ? 'Offline' : `Offline · ${queue}`;
  if (queue !== '') return queue;
  return lastSyncedAt === null ? 'Syncing…' : 'Synced';
}
