import { useState } from 'react';
import { compute } from '../../../compute/compute.ts';
import { readBackupFolder, saveBackupFolder } from '../../../data/device/backup-folder.ts';
import { currentDatabase } from '../../../data/database/database.ts';
import { Banner } from '../../../ui/messages/banner.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { Section } from '../../../ui/layout/page.tsx';
import { useServerPresence } from '../../../ui/app-state/server-presence.ts';
import { useStored } from '../../../ui/hooks/use-stored.ts';
import type { SealingKey } from '../../../../backup/seal.ts';
import { backUpToFolder, canSaveToFolder, chooseFolder, type KeptFolder, maySave } from './folder-backup.ts';
import { isRepeated, NO_PASSPHRASE, PassphraseFields } from './passphrase-fields.tsx';
import styles from '../shared/settings.module.css';

/** Backups into a folder, for records that are on this device only. */
export function FolderSettings() {
  const { hasServer, isMadeUp } = useServerPresence();
  const { data: folder } = useStored(() => readBackupFolder<SealingKey>(currentDatabase()), []);
  if (hasServer || isMadeUp || folder === undefined) return null;
  return (
    <Section title="Automatic backups">
      {!canSaveToFolder() && folder === null && (
        <p className={styles.text}>
          This browser cannot save into a folder automatically. Export everything from time to time.
        </p>
      )}
      {canSaveToFolder() && folder === null && <Choose />}
      {folder !== null && <Chosen folder={folder} />}
    </Section>
  );
}

function Choose() {
  const [typed, setTyped] = useState(NO_PASSPHRASE);
  const [busy, setBusy] = useState(false);
  const choose = async () => {
    const handle = await chooseFolder();
    if (handle === null) return;
    setBusy(true);
    const db = currentDatabase();
    const sealing = typed.passphrase === '' ? null : await compute().sealingKey(typed.passphrase);
    await saveBackupFolder(db, { handle, sealing });
    await backUpToFolder(db, Date.now());
    setBusy(false);
  };
  return (
    <>
      <p className={styles.text}>
        Saves a backup automatically in a folder that you choose, once a day if something has changed and this app is
        open.
      </p>
      <div className={styles.columns}>
        <PassphraseFields
          label="Passphrase of the backups (optional)"
          hint="Encrypts each file. A lost passphrase cannot be recovered: this device keeps only a key made from it."
          repeatLabel="Repeat passphrase of the backups"
          repeatHint="Needed before a folder can be chosen."
          typed={typed}
          onChange={setTyped}
        />
      </div>
      <div className={styles.buttons}>
        <Button loading={busy} disabled={!isRepeated(typed)} onClick={() => void choose()}>
          Choose a folder
        </Button>
      </div>
    </>
  );
}

const OUTCOMES = {
  saved: { tone: 'success', text: 'A backup was saved in the folder.' },
  waits: { tone: 'error', text: 'The browser does not allow saving in the folder. Press Save now and allow it.' },
  failed: { tone: 'error', text: 'The backup could not be saved in the folder. Your records are unchanged.' },
} as const;

function Chosen({ folder }: { readonly folder: KeptFolder }) {
  const [outcome, setOutcome] = useState<keyof typeof OUTCOMES | null>(null);
  const save = async () => {
    // The browser asks again after a restart, and only after a click.
    const allowed = await maySave(folder, true);
    setOutcome(allowed ? await backUpToFolder(currentDatabase(), Date.now()) : 'waits');
  };
  return (
    <>
      <p className={styles.text}>
        Backups are saved in the folder <strong>{folder.handle.name || 'that you chose'}</strong> once a day when
        something has changed{folder.sealing === null ? ', not encrypted' : ', encrypted with your passphrase'}.
      </p>
      {outcome !== null && <Banner tone={OUTCOMES[outcome].tone}>{OUTCOMES[outcome].text}</Banner>}
      <div className={styles.buttons}>
        <Button onClick={() => void save()}>Save now</Button>
        <Button onClick={() => void saveBackupFolder(currentDatabase(), null)}>Stop</Button>
      </div>
    </>
  );
}
