import { describe, expect, it } from 'vitest';
import { NOTHING_KNOWN, type SyncStatus } from '../../sync/engine/sync-status.ts';
import { syncWords } from './sync-status.ts';

const NOW = new Date(2025, 0, 15, 12, 30).getTime();
const at = (hours: number, minutes: number): string => new Date(2025, 0, 15, hours, minutes).toISOString();

function words(changes: Partial<SyncStatus>): string {
  return syncWords({ ...NOTHING_KNOWN, phase: 'idle', lastSyncedAt: at(12, 25), everRead: 'all', ...changes }, NOW);
}

describe('the state of sync in the header', () => {
  it('shows when everything was synced, how many changes wait, and what needs attention', () => {
    expect(words({})).toBe('Synced 12:25');
    expect(words({ lastSyncedAt: null })).toBe('Syncing…');
    expect(words({ phase: 'pulling', lastSyncedAt: null, pulled: 12_000 })).toBe('Syncing… 12,000');
    expect(words({ unreadLists: 1 })).toBe('1 list not read');
    expect(words({ waiting: 3 })).toBe('3 waiting');
    expect(words({ waiting: 20_000 })).toBe('20,000 waiting');
    expect(words({ attention: 1, waiting: 3 })).toBe('1 needs attention');
    expect(words({ attention: 2 })).toBe('2 need attention');
  });

  it('tells being offline from not syncing, and since when', () => {
    expect(words({ phase: 'offline' })).toBe('Offline');
    expect(words({ phase: 'offline', waiting: 2 })).toBe('Offline · 2 waiting');
    expect(words({ phase: 'signIn', lastSyncedAt: at(9, 5) })).toBe('Not syncing since 09:05');
    expect(words({ phase: 'signIn', lastSyncedAt: at(9, 5), waiting: 1 })).toBe('Not syncing since 09:05 · 1 waiting');
    expect(words({ lastSyncedAt: at(12, 5) })).toBe('Not syncing since 12:05');
    expect(words({ lastSyncedAt: null, phase: 'signIn' })).toBe('Not syncing');
  });
});
