/** Shows due notices of tax dates through the service worker's registration, from a tab or from the worker itself. */
import type { IsoDate } from '../../../domain/values/dates.ts';
import type { HoldfastDatabase } from '../../data/database/schema.ts';
import { returnNotice, takeDueNotices } from '../../data/device/tax-notices.ts';

/** Of the browser; null where it has no notifications. */
export function notificationPermission(): NotificationPermission | null {
  return 'Notification' in globalThis ? Notification.permission : null;
}

/** Each notice once, whoever shows it; nothing while the user has not allowed notifications. */
export async function showTaxNotices(
  db: HoldfastDatabase,
  registration: Pick<ServiceWorkerRegistration, 'showNotification'>,
  today: IsoDate,
): Promise<void> {
  if (notificationPermission() !== 'granted') return;
  for (const notice of await takeDueNotices(db, today)) {
    try {
      await registration.showNotification(notice.title, { body: notice.body, tag: notice.id });
    } catch {
      await returnNotice(db, notice);
    }
  }
}
