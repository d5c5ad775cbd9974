import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useState } from 'react';
import { currentDatabase, deleteDatabase } from '../../data/database.ts';
import { noteDatabase } from '../../data/local-settings.ts';
import { listOutbox } from '../../data/outbox.ts';
import { endSession } from '../../sync/session.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog, type ConfirmData } from '../../ui/confirm-dialog.tsx';
import { formatBytes } from '../../ui/format.ts';
import { Section } from '../../ui/page.tsx';
import { Facts } from './facts.tsx';
import styles from './settings.module.css';

interface StorageFacts {
  readonly used: string;
  readonly kept: boolean;
}

async function readStorage(): Promise<StorageFacts> {
  const [estimate, kept] = await Promise.all([navigator.storage.estimate(), navigator.storage.persisted()]);
  return { used: formatBytes(estimate.usage ?? 0), kept };
}

/** Removes the user's database and signs out; the app closes its connections when the session ends. */
async function removeDeviceData(): Promise<void> {
  const { name } = currentDatabase();
  noteDatabase(name, false);
  endSession('signedOut');
  await deleteDatabase(name);
}

function removalQuestion(unsent: number): ConfirmData {
  return {
    title: 'Remove my data from this device',
    message: 'Your records are removed from this browser and you are signed out. What has reached your server stays there and comes back when you sign in.',
    ...(unsent > 0 && {
      warningMessage: `${unsent === 1 ? '1 change has' : `${unsent} changes have`} not reached the server yet and would be lost for good.`,
    }),
  };
}

/** What is stored on this device, and how to take it away (DECISIONS, Session). */
export function DeviceSettings() {
  const [storage, setStorage] = useState<StorageFacts | null>(null);
  const [asking, setAsking] = useState(false);
  const unsent = useLiveQuery(async () => (await listOutbox(currentDatabase())).length);

  useEffect(() => {
    // Without a secure origin there is no storage manager, and the section just says less.
    readStorage().then(setStorage, () => undefined);
  }, []);
  const keep = async () => {
    await navigator.storage.persist();
    setStorage(await readStorage());
  };

  return (
    <Section title="This Device">
      <p className={styles.text}>Your records are kept in this browser so that everything works without a connection. They are not encrypted here: whoever can use this device can read them.</p>
      {storage && (
        <Facts
          facts={[
            ['Storage used', storage.used],
            ['Protected', storage.kept ? 'Yes, the browser keeps it' : 'No, the browser may remove it when space runs out'],
            ['Not sent yet', unsent === undefined ? '…' : `${unsent} ${unsent === 1 ? 'change' : 'changes'}`],
          ]}
        />
      )}
      <div className={styles.buttons}>
        {storage?.kept === false && <Button onClick={() => void keep()}>Ask the browser to keep it</Button>}
        <Button
          variant="danger"
          onClick={() => {
            setAsking(true);
          }}
        >
          Remove my data from this device
        </Button>
      </div>
      <ConfirmDialog
        open={asking}
        data={unsent === undefined ? null : removalQuestion(unsent)}
        confirmLabel="Remove"
        busyLabel="Removing..."
        onCancel={() => {
          setAsking(false);
        }}
        onConfirm={() => void removeDeviceData()}
      />
    </Section>
  );
}
