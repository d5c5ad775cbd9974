import { useEffect } from 'react';
import { londonDate, type IsoDate } from '../../../domain/values/dates.ts';
import { compute } from '../../compute/compute.ts';
import { currentDatabase } from '../../data/database/database.ts';
import { keepNoticeDates, readTaxNotices } from '../../data/device/tax-notices.ts';
import { notificationPermission, showTaxNotices } from '../../sync/network/show-tax-notices.ts';
import { useNow } from '../../ui/hooks/use-now.ts';
import { useStored } from '../../ui/hooks/use-stored.ts';

/** Where it is turned on, tells of tax dates when the app is opened and on each new day that it stays open. */
export function useTaxNotices(): void {
  const { data: isOn = false } = useStored(async () => (await readTaxNotices(currentDatabase())).isOn, []);
  const today = londonDate(useNow());
  useEffect(() => {
    // A database that closes meanwhile belongs to a session that has ended; the next opening tells.
    if (isOn) tell(today).catch(() => undefined);
  }, [isOn, today]);
}

async function tell(today: IsoDate): Promise<void> {
  if (notificationPermission() !== 'granted') return;
  const registration = await navigator.serviceWorker.getRegistration();
  if (registration === undefined) return;
  const db = currentDatabase();
  await keepNoticeDates(db, (await compute().taxDates()).dates);
  await showTaxNotices(db, registration, today);
}
