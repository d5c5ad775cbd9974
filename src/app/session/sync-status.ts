import { isSameDay } from 'date-fns/isSameDay';
import { formatInstant, instantFormat } from '../../ui/texts/date-text.ts';
import { formatCount } from '../../ui/texts/format.ts';
import type { SyncStatus } from '../../sync/engine/sync-status.ts';

/** After this many milliseconds without a pull, although the server answers or should, something is wrong. */
const STALE_MS = 20 * 60_000;

const timeOfDay = instantFormat('HH:mm');

/** The time of day on this device, with the day when that is not today. */
function timeWords(instant: string, now: number): string {
  return isSameDay(instant, now) ? timeOfDay(instant) : formatInstant(instant);
}

/** The words for it; being offline is one state among others and blocks nothing. `now` in milliseconds since 1970. */
export function syncWords(status: SyncStatus, now: number): string {
  const { phase, waiting, attention, lastSyncedAt, pulled, unreadLists } = status;
  if (phase === 'noServer') return 'On this device only';
  if (attention > 0) return `${formatCount(attention)} ${attention === 1 ? 'needs' : 'need'} attention`;
  const queue = waiting === 0 ? '' : `${formatCount(waiting)} waiting`;
  const since = lastSyncedAt === null ? 'Not syncing' : `Not syncing since ${timeWords(lastSyncedAt, now)}`;
  if (phase === 'signIn') return queue === '' ? since : `${since} · ${queue}`;
  if (phase === 'offline') return queue === '' ? 'Offline' : `Offline · ${queue}`;
  const isStale = lastSyncedAt !== null && now - Date.parse(lastSyncedAt) > STALE_MS;
  if (isStale && phase === 'idle') return queue === '' ? since : `${since} · ${queue}`;
  if (queue !== '') return queue;
  // A first pull may take a while: how far it has got.
  if (lastSyncedAt === null) return pulled > 0 ? `Syncing… ${formatCount(pulled)}` : 'Syncing…';
  if (unreadLists > 0) return `${unreadLists} ${unreadLists === 1 ? 'list' : 'lists'} not read`;
  return `Synced ${timeWords(lastSyncedAt, now)}`;
}
