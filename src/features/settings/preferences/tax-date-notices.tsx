import { useState } from 'react';
import { currentDatabase } from '../../../data/database/database.ts';
import { readTaxNotices, turnTaxNotices } from '../../../data/device/tax-notices.ts';
import { notificationPermission } from '../../../sync/network/show-tax-notices.ts';
import { tellFaultAnd } from '../../../ui/app-state/app-faults.ts';
import { Banner } from '../../../ui/messages/banner.tsx';
import { Checkbox } from '../../../ui/controls/checkbox.tsx';
import { Section } from '../../../ui/layout/page.tsx';
import { useStored } from '../../../ui/hooks/use-stored.ts';
import styles from '../shared/settings.module.css';

const UNSUPPORTED =
  'This browser cannot show notifications of Holdfast. On an iPhone or iPad they need the installed app.';
const DENIED =
  "This browser blocks notifications of Holdfast. Allow them in the browser's settings for this site, then open this page again.";
const DISMISSED = 'Notifications were not allowed, so they stay off.';
const NOT_STORED = 'The browser has not stored Holdfast on this device, so it cannot show notifications.';
const FAILED = 'This could not be saved. Please try again.';

/**
 * Notifications of tax dates by this device: off until they are turned on, and only then the browser asks for
 * permission.
 */
export function TaxDateNoticeSettings() {
  const { data: state } = useStored(async () => await readTaxNotices(currentDatabase()), []);
  const [permission, setPermission] = useState(notificationPermission);
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const isSupported = permission !== null && 'serviceWorker' in navigator;
  const isBlocked = !isSupported || permission === 'denied';

  /** Why they cannot be turned on; null once they may. */
  const ask = async (): Promise<string | null> => {
    const answer = await Notification.requestPermission();
    setPermission(answer);
    if (answer !== 'granted') return answer === 'denied' ? null : DISMISSED;
    if ((await navigator.serviceWorker.getRegistration()) === undefined) return NOT_STORED;
    await turnTaxNotices(currentDatabase(), true);
    return null;
  };
  const turn = async (isOn: boolean) => {
    setBusy(true);
    setFault(null);
    const found = await (isOn ? ask() : turnTaxNotices(currentDatabase(), false).then(() => null)).catch(
      tellFaultAnd(FAILED),
    );
    setFault(found);
    setBusy(false);
  };

  return (
    <Section title="Notifications of tax dates">
      <p className={styles.text}>
        Once in the week before a tax date and once on the day itself, this device shows a notification without names or
        amounts. Holdfast looks when you open it and, where the browser allows it, now and then while it is closed.
      </p>
      {isBlocked && <Banner tone="info">{isSupported ? DENIED : UNSUPPORTED}</Banner>}
      {fault !== null && <Banner tone="error">{fault}</Banner>}
      <Checkbox
        label="Tell me about tax dates on this device"
        checked={state?.isOn === true && permission === 'granted'}
        disabled={isBlocked || busy || state === undefined}
        onCheckedChange={(isOn) => void turn(isOn)}
      />
    </Section>
  );
}
