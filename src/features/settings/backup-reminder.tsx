import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { isAutomaticBackupDue, isBackupDue, type BackupState } from '../../../domain/backup-reminder.ts';
import { readBackupFolder } from '../../data/backup-folder.ts';
import { readBackupState } from '../../data/backup-state.ts';
import { currentDatabase } from '../../data/database.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { formatDate } from '../../ui/date-text.ts';
import type { SealingKey } from '../../../backup/seal.ts';
import { londonDate } from '../../../domain/dates.ts';
import { formatCount } from '../../ui/format.ts';
import { useNow } from '../../ui/use-now.ts';
import { useServerPresence } from '../../ui/server-presence.ts';
import { useStored } from '../../ui/use-stored.ts';
import { backUpToFolder, maySave, type KeptFolder } from './folder-backup.ts';

/** When records that are on this device only were last saved elsewhere, in a sentence. */
export function backupText({ savedAt, changes }: BackupState): string {
  const counted = changes === 1 ? '1 change is' : `${formatCount(changes)} changes are`;
  if (savedAt === null) return `${counted} in this browser and in no backup.`;
  const day = formatDate(londonDate(savedAt));
  return changes === 0
    ? `Your last backup is of ${day} and has everything.`
    : `Your last backup is of ${day}. ${counted} not in it.`;
}

/** Reminds whoever has records on this device only to save a backup, until the app is next opened. */
export function BackupReminder() {
  const { hasServer } = useServerPresence();
  return hasServer ? null : <Reminder />;
}

function Reminder() {
  const now = useNow();
  const { pathname } = useLocation();
  const [isPutOff, setPutOff] = useState(false);
  const { data } = useStored(() => readBackupState(currentDatabase()), []);
  const { data: folder } = useStored(() => readBackupFolder<SealingKey>(currentDatabase()), []);
  const isDue = folder != null && data != null && isAutomaticBackupDue(data, now);
  const [waits, setWaits] = useState(false);
  useEffect(() => {
    if (!isDue) return;
    backUpToFolder(currentDatabase(), Date.now()).then(
      (outcome) => {
        setWaits(outcome === 'waits');
      },
      () => undefined,
    );
  }, [isDue]);
  if (folder != null && waits && isDue && !isPutOff)
    return <FolderWaits folder={folder} onSaved={() => setWaits(false)} />;
  if (isPutOff || !data || pathname === '/settings' || !isBackupDue(data, now)) return null;
  return (
    <Banner
      tone="warning"
      actions={
        <>
          <ButtonLink to="/settings" size="small">
            Save a backup
          </ButtonLink>
          <Button size="small" onClick={() => setPutOff(true)}>
            Later
          </Button>
        </>
      }
    >
      {backupText(data)} A browser can erase what is only here.
    </Banner>
  );
}

interface FolderWaitsProps {
  readonly folder: KeptFolder;
  readonly onSaved: () => void;
}

/** After a restart browsers ask again whether an app may write into a folder, and only when something is pressed. */
function FolderWaits({ folder, onSaved }: FolderWaitsProps) {
  const allow = async () => {
    if ((await maySave(folder, true)) && (await backUpToFolder(currentDatabase(), Date.now())) === 'saved') onSaved();
  };
  return (
    <Banner
      tone="info"
      actions={
        <Button size="small" onClick={() => void allow()}>
          Save a backup
        </Button>
      }
    >
      The browser asks before a backup is saved in your folder again.
    </Banner>
  );
}
