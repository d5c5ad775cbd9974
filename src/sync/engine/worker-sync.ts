/** Sync without a tab: what the service worker does when the browser wakes it. */
import { withDatabaseOf } from '../../data/database/database.ts';
import { dropSessionCopy, readSessionCopy } from '../../data/device/session-copy.ts';
import { browserEnvironment, type SyncEnvironment } from '../api/environment.ts';
import { API_BASE } from '../network/api-base.ts';
import { syncOnce } from './sync-engine.ts';

/**
 * Sends what waits (`send`), or also fetches what changed elsewhere, prices included (`pull`), in the name of the user
 * who is signed in. Returns how many changes still wait: 0 too when nobody is signed in, since waking again would not
 * help. Tabs and worker share one lock, so that nothing is sent twice.
 */
export async function syncFromWorker(
  request: 'send' | 'pull',
  surroundings: SyncEnvironment = browserEnvironment,
  apiBase = API_BASE,
): Promise<number> {
  const copy = await readSessionCopy();
  if (copy === null || copy.expiresAt <= surroundings.now()) return 0;
  let refused = false;
  const environment: SyncEnvironment = {
    ...surroundings,
    mayBeOnline: () => true,
    credentials: () => (refused ? null : { token: copy.token, userId: copy.userId }),
    onUnauthorised: (token) => {
      refused = true;
      void dropSessionCopy(token);
    },
    wakeLater: () => undefined,
    onServerKnown: () => undefined,
  };
  const waiting = await withDatabaseOf(
    { apiBase, userId: copy.userId },
    async (db) => await syncOnce({ db, environment }, request === 'pull' ? 'now' : 'none'),
  );
  return waiting ?? 0;
}
