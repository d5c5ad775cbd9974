import { currentDatabase } from '../../data/database/database.ts';
import { removeDeviceData } from '../../sync/session/device-data.ts';
import { Button } from '../../ui/controls/button.tsx';
import { useServerPresence } from '../../ui/app-state/server-presence.ts';
import styles from './header.module.css';

/** Marks every screen that shows made-up records, and removes them on request. */
export function MadeUpStrip() {
  const { isMadeUp } = useServerPresence();
  if (!isMadeUp) return null;
  return (
    <section className={styles.madeUp} aria-label="Made-up records">
      <span>
        <strong>Made-up records.</strong> Nothing here is real.
      </span>
      <Button size="small" onClick={() => void removeDeviceData(currentDatabase().name, '')}>
        Remove made-up records
      </Button>
    </section>
  );
}
