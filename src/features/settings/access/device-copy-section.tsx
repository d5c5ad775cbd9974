import { useState } from 'react';
import { currentDatabase } from '../../../data/database/database.ts';
import { storeRecordCopy } from '../../../data/device/local-settings.ts';
import { endSession } from '../../../sync/session/session.ts';
import { Banner } from '../../../ui/messages/banner.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { Section } from '../../../ui/layout/page.tsx';
import { useServerPresence } from '../../../ui/app-state/server-presence.ts';
import { fetchReceipts, missingReceiptsText, noteCopyToThisDevice, openThisDevice } from './keep-records.ts';
import styles from '../shared/settings.module.css';

/** From this device alone to an account on a server, and back. */
export function DeviceCopySection() {
  const { hasServer, isMadeUp } = useServerPresence();
  if (isMadeUp) return null;
  return hasServer ? <KeepHere /> : <Connect />;
}

function Connect() {
  const connect = () => {
    storeRecordCopy({
      kind: 'connect',
      from: currentDatabase().name,
      to: null,
      isCopied: false,
      isAccountDeleted: false,
    });
    endSession('connecting');
  };
  return (
    <Section title="Connect to a server">
      <p className={styles.text}>
        Sign in or sign up at the server that this app comes from. Your records are copied to that account, which must
        have none yet, and sent; they stay here until the server has all of them. If this app comes from a host without
        a server, export everything here and restore it there.
      </p>
      <div className={styles.buttons}>
        <Button onClick={connect}>Connect to a server</Button>
      </div>
    </Section>
  );
}

function KeepHere() {
  const [busy, setBusy] = useState(false);
  const [missing, setMissing] = useState(0);
  const keep = async () => {
    setBusy(true);
    const left = await fetchReceipts();
    setBusy(false);
    setMissing(left);
    if (left > 0) return;
    noteCopyToThisDevice(false);
    openThisDevice();
  };
  return (
    <Section title="Keep on this device only">
      <p className={styles.text}>
        Copies all your records to this device alone and signs you out. Nothing is sent from there. Your account keeps
        what it has on the server.
      </p>
      {missing > 0 && <Banner tone="error">{missingReceiptsText(missing)}</Banner>}
      <div className={styles.buttons}>
        <Button loading={busy} onClick={() => void keep()}>
          Keep on this device only
        </Button>
      </div>
    </Section>
  );
}
