import { useState } from 'react';
import { Banner } from '../../../ui/messages/banner.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { useUpdate } from '../../../ui/app-state/update-store.ts';
import styles from '../shared/settings.module.css';

type Finding = 'newest' | 'coming' | 'noAnswer' | 'noWorker';

const WORDS: Readonly<Record<Finding, string>> = {
  newest: 'This is the newest version.',
  coming: 'A new version is being fetched. You are asked before it starts.',
  noAnswer: 'The server did not answer. Please try again when you are connected.',
  noWorker: 'This browser does not store the app, so you get the newest version whenever you open it.',
};

/** Asks the server for a newer version; if one is found, it is offered like any other. */
async function lookForUpdate(): Promise<Finding> {
  const registration = 'serviceWorker' in navigator ? await navigator.serviceWorker.getRegistration() : undefined;
  if (registration === undefined) return 'noWorker';
  await registration.update();
  return registration.installing === null && registration.waiting === null ? 'newest' : 'coming';
}

/** Whether this is the newest version, and the update to the next. */
export function UpdateCheck() {
  const reload = useUpdate((state) => state.reload);
  const [busy, setBusy] = useState(false);
  const [finding, setFinding] = useState<Finding | null>(null);
  const check = async () => {
    setBusy(true);
    // It rejects without a connection, which is shown.
    setFinding(await lookForUpdate().catch(() => 'noAnswer' as const));
    setBusy(false);
  };
  if (reload !== null)
    return (
      <Banner
        tone="info"
        actions={
          <Button size="small" onClick={reload}>
            Reload
          </Button>
        }
      >
        A new version is ready. Reload to start it; your saved records are kept.
      </Banner>
    );
  return (
    <div className={styles.buttons}>
      <Button loading={busy} onClick={() => void check()}>
        {busy ? 'Checking...' : 'Check for updates'}
      </Button>
      <p role="status" className={styles.muted}>
        {finding !== null && WORDS[finding]}
      </p>
    </div>
  );
}
