import { useState } from 'react';
import { currentDatabase } from '../../data/database/database.ts';
import { storeRecordCopy } from '../../data/device/local-settings.ts';
import { keepFetchedFile, receiptsElsewhere } from '../../data/receipts/receipts.ts';
import { downloadReceipt } from '../../sync/pull/receipt-files.ts';
import { endSession, startDeviceSession } from '../../sync/session/session.ts';
import { Banner } from '../../ui/messages/banner.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Section } from '../../ui/layout/page.tsx';
import { useServerPresence } from '../../ui/app-state/server-presence.ts';
import styles from './settings.module.css';

/** From this device alone to an account on a server, and back. */
export function DeviceCopySection() {
  const { hasServer, isMadeUp } = useServerPresence();
  if (isMadeUp) return null;
  return hasServer ? <KeepHere /> : <Connect />;
}

function Connect() {
  const connect = () => {
    storeRecordCopy({ kind: 'connect', from: currentDatabase().name, to: null, isCopied: false });
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

/** Brings the files of receipts that are on the server alone; answers how many could not be had. */
async function fetchReceipts(): Promise<number> {
  const db = currentDatabase();
  let missing = 0;
  for (const receipt of await receiptsElsewhere(db)) {
    const bytes = await downloadReceipt(db, receipt.id).catch(() => null);
    if (bytes === null || !(await keepFetchedFile(db, receipt, bytes))) missing += 1;
  }
  return missing;
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
    storeRecordCopy({ kind: 'keep', from: currentDatabase().name, to: null, isCopied: false });
    endSession('keeping');
    startDeviceSession('own');
  };
  return (
    <Section title="Keep on this device only">
      <p className={styles.text}>
        Copies all your records to this device alone and signs you out. Nothing is sent from there. Your account keeps
        what it has on the server.
      </p>
      {missing > 0 && (
        <Banner tone="error">
          {missing === 1 ? 'The file of 1 receipt' : `The files of ${missing} receipts`} could not be fetched from the
          server. Nothing was changed. Try again with a connection.
        </Banner>
      )}
      <div className={styles.buttons}>
        <Button loading={busy} onClick={() => void keep()}>
          Keep on this device only
        </Button>
      </div>
    </Section>
  );
}
