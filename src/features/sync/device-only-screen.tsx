import { ButtonLink } from '../../ui/controls/button.tsx';
import { Section } from '../../ui/layout/page.tsx';
import { useServerPresence } from '../../ui/app-state/server-presence.ts';
import styles from './sync.module.css';

/** The text of /sync where there is no server. */
export function DeviceOnlyScreen() {
  if (useServerPresence().isMadeUp)
    return (
      <Section title="On this device only">
        <p>
          These records are made up, to look around in. Nothing is sent, and nothing of them is mixed with your own
          records. Remove made-up records deletes all of them.
        </p>
      </Section>
    );
  return (
    <Section title="On this device only">
      <p>
        Your records are only in this browser. Nothing is sent, so prices and exchange rates are not fetched, other
        devices do not see these records, and there is no account to sign in to.
      </p>
      <p>A browser can erase its data, so save a backup from time to time.</p>
      <div className={styles.summaryActions}>
        <ButtonLink to="/settings">Export everything</ButtonLink>
      </div>
    </Section>
  );
}
