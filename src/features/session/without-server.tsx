import { readRecordCopy, storeRecordCopy } from '../../data/device/local-settings.ts';
import { startDeviceSession } from '../../sync/session/session.ts';
import { Button } from '../../ui/controls/button.tsx';
import styles from './session-frame.module.css';

/** Below the specified form: the ways to start that ask for nothing. */
export function WithoutServer() {
  return (
    <section className={styles.without} aria-label="Without an account">
      <Button
        fullWidth
        onClick={() => {
          // A user who continues here has not connected, and the records here are not to be removed.
          if (readRecordCopy()?.kind === 'connect') storeRecordCopy(null);
          startDeviceSession('own');
        }}
      >
        Use on this device only
      </Button>
      <Button
        fullWidth
        onClick={() => {
          startDeviceSession('madeUp');
        }}
      >
        Look around with made-up records
      </Button>
      <p>
        No account is needed and nothing is sent. Your records are then only in this browser, which can erase them: save
        backups.
      </p>
    </section>
  );
}
