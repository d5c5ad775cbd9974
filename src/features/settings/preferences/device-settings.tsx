import { type ReactNode, useEffect, useState } from 'react';
import { currentDatabase } from '../../../data/database/database.ts';
import { listOutbox } from '../../../data/outbox/outbox.ts';
import { removeDeviceData } from '../../../sync/session/device-data.ts';
import { currentSession } from '../../../sync/session/session.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { ConfirmDialog, type ConfirmData } from '../../../ui/messages/confirm-dialog.tsx';
import { formatBytes } from '../../../ui/texts/format.ts';
import { classNames } from '../../../ui/layout/class-names.ts';
import { Section } from '../../../ui/layout/page.tsx';
import { Facts } from '../../../ui/layout/facts.tsx';
import { useServerPresence } from '../../../ui/app-state/server-presence.ts';
import { useStored } from '../../../ui/hooks/use-stored.ts';
import styles from '../shared/settings.module.css';

interface StorageFacts {
  /** Bytes. */
  readonly used: number;
  /** Bytes that the browser would give; 0 when it does not say. */
  readonly quota: number;
  readonly kept: boolean;
}

async function readStorage(): Promise<StorageFacts> {
  const [estimate, kept] = await Promise.all([navigator.storage.estimate(), navigator.storage.persisted()]);
  return { used: estimate.usage ?? 0, quota: estimate.quota ?? 0, kept };
}

/** Changes that the server does not have; null when they cannot be read. */
async function countUnsent(): Promise<number | null> {
  return await listOutbox(currentDatabase()).then(
    ({ length }) => length,
    // The text says that they could not be counted.
    () => null,
  );
}

function unsentText(unsent: number | null | undefined): string {
  if (unsent === undefined) return '…';
  return unsent === null ? 'could not be read' : `${unsent} ${unsent === 1 ? 'change' : 'changes'}`;
}

/** The part of the browser's storage from which the bar is red. */
const NEARLY_FULL = 0.9;

/** What is used of what the browser allows, as words and as a bar. */
function StorageMeter({ used, quota }: Pick<StorageFacts, 'used' | 'quota'>) {
  if (quota === 0) return <>{formatBytes(used)}</>;
  return (
    <div className={styles.group}>
      <span>
        {formatBytes(used)} of {formatBytes(quota)}
      </span>
      <span className={styles.meter} aria-hidden="true">
        <span
          className={classNames(styles.used, used > NEARLY_FULL * quota && styles.nearlyFull)}
          style={{ inlineSize: `${Math.min(100, (used / quota) * 100)}%` }}
        />
      </span>
    </div>
  );
}

function storageFacts({ kept, ...size }: StorageFacts): [string, ReactNode][] {
  return [
    ['Storage used', <StorageMeter key="meter" {...size} />],
    [
      'Protected',
      kept ? 'Yes, the browser keeps your data' : 'No, the browser may remove your data when space runs out',
    ],
  ];
}

function lossWarning(unsent: number | null): string {
  if (unsent === null)
    return 'Unsent changes could not be counted. Changes that have not reached the server would be permanently lost.';
  return `${unsent === 1 ? '1 change has' : `${unsent} changes have`} not reached the server yet and would be permanently lost.`;
}

function removalQuestion(unsent: number | null): ConfirmData {
  return {
    title: 'Remove my data from this device',
    message:
      'Your records are removed from this browser and you are signed out. Records on your server stay there and are fetched when you sign in again.',
    ...(unsent !== 0 && { warningMessage: lossWarning(unsent) }),
  };
}

/** Without a server there is no other copy. */
const REMOVAL_FOR_GOOD: ConfirmData = {
  title: 'Remove my data from this device',
  message: 'Your records are removed from this browser.',
  warningMessage: 'They are stored nowhere else and would be permanently lost, unless you have exported them.',
};

/** What is stored on this device, and how to remove it. */
export function DeviceSettings() {
  const [storage, setStorage] = useState<StorageFacts | null>(null);
  const [asking, setAsking] = useState(false);
  const { data: unsent } = useStored(countUnsent, []);
  const { hasServer } = useServerPresence();

  useEffect(() => {
    // Where the browser does not tell, the section says less.
    readStorage().then(setStorage, () => undefined);
  }, []);
  const keep = async () => {
    await navigator.storage.persist();
    setStorage(await readStorage());
  };

  return (
    <Section title="This device">
      <p className={styles.text}>
        {hasServer
          ? 'Your records are kept in this browser so that everything works without a connection. They are not encrypted here: anyone who can use this device can read them. Your password is not kept, only a salted check of it, so that you can sign in without a connection.'
          : 'Your records are only in this browser. They are not encrypted here: anyone who can use this device can read them. A browser can erase its data, so export everything from time to time.'}
      </p>
      <Facts
        facts={[
          ...(storage === null ? [] : storageFacts(storage)),
          ...(hasServer ? ([['Not sent yet', unsentText(unsent)]] as const) : []),
        ]}
      />
      <div className={styles.buttons}>
        {storage?.kept === false && 'persist' in navigator.storage && (
          <Button onClick={() => void keep()}>Ask the browser to keep my data</Button>
        )}
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
        data={!hasServer ? REMOVAL_FOR_GOOD : unsent === undefined ? null : removalQuestion(unsent)}
        confirmLabel="Remove"
        busyLabel="Removing..."
        onCancel={() => {
          setAsking(false);
        }}
        onConfirm={() => void removeDeviceData(currentDatabase().name, currentSession()?.email ?? '')}
      />
    </Section>
  );
}
