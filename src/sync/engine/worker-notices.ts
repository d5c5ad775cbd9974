/** Notices of tax dates without a tab: what the service worker does when the browser wakes it now and then. */
import { londonDate } from '../../../domain/values/dates.ts';
import { withDatabaseOf } from '../../data/database/database.ts';
import { readSessionCopy } from '../../data/device/session-copy.ts';
import { API_BASE } from '../network/api-base.ts';
import { showTaxNotices } from '../network/show-tax-notices.ts';

/** Of the user who is signed in, with the dates that a tab worked out last. */
export async function noticesFromWorker(
  registration: Pick<ServiceWorkerRegistration, 'showNotification'>,
  now = Date.now(),
  apiBase = API_BASE,
): Promise<void> {
  const copy = await readSessionCopy();
  if (copy !== null)
    await withDatabaseOf({ apiBase, userId: copy.userId }, async (db) => {
      await showTaxNotices(db, registration, londonDate(now));
    });
}
