import { useState } from 'react';
import { compute } from '../../../compute/compute.ts';
import { noteBackup, readBackupState } from '../../../data/outbox/backup-state.ts';
import { currentDatabase } from '../../../data/database/database.ts';
import { receiptsElsewhere } from '../../../data/receipts/receipts.ts';
import { downloadReceipt } from '../../../sync/pull/receipt-files.ts';
import { tellFaultAnd } from '../../../ui/app-state/app-faults.ts';
import { Banner } from '../../../ui/messages/banner.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { HelpLink } from '../../../ui/controls/help-link.tsx';
import { Section } from '../../../ui/layout/page.tsx';
import { saveFile } from '../../../ui/hooks/save-file.ts';
import { useStored } from '../../../ui/hooks/use-stored.ts';
import { backupText } from './backup-reminder.tsx';
import { RestoreDialog, type RestoreDialogProps } from './restore-dialog.tsx';
import { isRepeated, NO_PASSPHRASE, PassphraseFields } from './passphrase-fields.tsx';
import styles from '../shared/settings.module.css';

interface Outcome {
  readonly tone: 'success' | 'warning' | 'error';
  readonly text: string;
}

/** Files of receipts that only the server has, as far as they can be fetched now. */
async function fetchFiles(): Promise<{
  readonly fetched: { id: string; bytes: ArrayBuffer }[];
  readonly missing: number;
}> {
  const db = currentDatabase();
  const elsewhere = await receiptsElsewhere(db);
  const fetched: { id: string; bytes: ArrayBuffer }[] = [];
  for (const { id } of elsewhere) {
    const bytes = await downloadReceipt(db, id).catch(tellFaultAnd(null));
    // Without a connection the others need not be tried.
    if (bytes === null) break;
    fetched.push({ id, bytes });
  }
  return { fetched, missing: elsewhere.length - fetched.length };
}

async function exportAll(passphrase: string): Promise<Outcome> {
  const db = currentDatabase();
  const counted = await readBackupState(db);
  const { fetched, missing } = await fetchFiles();
  const { fileName, blob } = await compute().exportEverything({ passphrase, fetched });
  saveFile({ fileName, blob });
  await noteBackup(db, counted, Date.now());
  const sealed = passphrase === '' ? '' : ' Nobody can open it without the passphrase, not even you.';
  if (missing === 0) return { tone: 'success', text: `Saved as ${fileName}.${sealed}` };
  const files =
    missing === 1
      ? '1 receipt is in it without its file, which is'
      : `${missing} receipts are in it without their files, which are`;
  return {
    tone: 'warning',
    text: `Saved as ${fileName}. ${files} on the server only; export again when you are connected.${sealed}`,
  };
}

/** One file with everything, and restoring it. */
export function BackupSettings({ onImportPrices }: Pick<RestoreDialogProps, 'onImportPrices'>) {
  const [typed, setTyped] = useState(NO_PASSPHRASE);
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [restoring, setRestoring] = useState(false);
  const { data: saved } = useStored(() => readBackupState(currentDatabase()), []);
  const save = async () => {
    setBusy(true);
    setOutcome(
      await exportAll(typed.passphrase).catch(
        tellFaultAnd<Outcome>({
          tone: 'error',
          text: 'The export failed. Nothing was changed; please try again.',
        }),
      ),
    );
    setBusy(false);
  };
  return (
    <Section title="Export and restore" aside={<HelpLink page="backup">Backup and restore</HelpLink>}>
      <p className={styles.text}>
        One zip file with all your records, as spreadsheets and in full, and the files of your receipts. It can be
        restored into an empty account on any server, or on a device without one.
      </p>
      {saved && <p className={styles.text}>{backupText(saved)}</p>}
      <div className={styles.columns}>
        <PassphraseFields
          label="Passphrase (optional)"
          hint="Encrypts the file. A lost passphrase cannot be recovered."
          repeatLabel="Repeat passphrase"
          repeatHint="Needed before the export can start."
          typed={typed}
          onChange={setTyped}
        />
      </div>
      {outcome !== null && <Banner tone={outcome.tone}>{outcome.text}</Banner>}
      <div className={styles.buttons}>
        <Button variant="primary" loading={busy} disabled={!isRepeated(typed)} onClick={() => void save()}>
          {busy ? 'Exporting...' : 'Export everything'}
        </Button>
        <Button
          onClick={() => {
            setRestoring(true);
          }}
        >
          Restore from an export
        </Button>
      </div>
      {restoring && (
        <RestoreDialog
          onClose={() => {
            setRestoring(false);
          }}
          onImportPrices={(csv) => {
            setRestoring(false);
            onImportPrices(csv);
          }}
        />
      )}
    </Section>
  );
}
