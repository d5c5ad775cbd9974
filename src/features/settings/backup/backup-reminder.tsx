import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { isAutomaticBackupDue, isBackupDue, type BackupState } from '../../../../domain/service/backup-reminder.ts';
import { readBackupFolder } from '../../../data/device/backup-folder.ts';
import { readBackupState } from '../../../data/outbox/backup-state.ts';
import { currentDatabase } from '../../../data/database/database.ts';
import { Banner } from '../../../ui/messages/banner.tsx';
import { Button, ButtonLink } from '../../../ui/controls/button.tsx';
import { dateInSentence } from '../../../ui/texts/date-text.ts';
import type { SealingKey } from '../../../../backup/seal.ts';
import { londonDate } from '../../../../domain/values/dates.ts';
import { formatCount } from '../../../ui/texts/format.ts';
import { useNow } from '../../../ui/hooks/use-now.ts';
import { useServerPresence } from '../../../ui/app-state/server-presence.ts';
import { useStored } from '../../../ui/hooks/use-stored.ts';
import { backUpToFolder, maySave, type FolderOutcome, type KeptFolder } from './folder-backup.ts';

/** When records that are on this device only were last saved elsewhere, in a sentence. */
export function backupText({ savedAt, changes }: BackupState): string {
  const counted = changes === 1 ? '1 change is' : `${formatCount(changes)} changes are`;
  if (savedAt === null && changes === 0) return 'There is nothing to back up yet.';
  if (savedAt === null) return `${counted} in this browser but not in a backup.`;
  const day = dateInSentence(londonDate(savedAt));
  return changes === 0
    ? `Your last backup is from ${day} and includes everything.`
    : `Your last backup is from ${day}. ${counted} not in it.`;
}

/** Reminds a user with records on this device only to save a backup, until the app is next opened. */
export function BackupReminder() {
  const { hasServer, isMadeUp } = useServerPresence();
  return hasServer || isMadeUp ? null : <Reminder />;
}

function Reminder() {
  const now = useNow();
  const { pathname } = useLocation();
  const [isDeferred, setDeferred] = useState(false);
  const { data } = useStored(() => readBackupState(currentDatabase()), []);
  const { data: folder } = useStored(() => readBackupFolder<SealingKey>(currentDatabase()), []);
  const isDue = folder != null && data != null && isAutomaticBackupDue(data, now);
  const [outcome, setOutcome] = useState<FolderOutcome | null>(null);
  useEffect(() => {
    if (!isDue) return;
    void backUpToFolder(currentDatabase(), Date.now(), false).then(setOutcome);
  }, [isDue]);
  if (folder != null && isDue && !isDeferred && (outcome === 'waits' || outcome === 'failed'))
    return <FolderWaits folder={folder} outcome={outcome} onOutcome={setOutcome} />;
  if (isDeferred || !data || pathname === '/settings' || !isBackupDue(data, now)) return null;
  return (
    <Banner
      tone="warning"
      actions={
        <>
          <ButtonLink to="/settings" size="small">
            Save a backup
          </ButtonLink>
          <Button size="small" onClick={() => setDeferred(true)}>
            Later
          </Button>
        </>
      }
    >
      {backupText(data)} A browser can erase its data.
    </Banner>
  );
}

interface FolderWaitsProps {
  readonly folder: KeptFolder;
  readonly outcome: 'waits' | 'failed';
  readonly onOutcome: (outcome: FolderOutcome) => void;
}

const OUTCOMES = {
  waits: { tone: 'info', text: 'The browser asks before a backup is saved in your folder again.' },
  failed: {
    tone: 'error',
    text: 'No backup could be saved in your folder. Check that it is still there and has room, or choose another in Settings.',
  },
} as const;

/** After a restart browsers ask again whether an app may write into a folder, and only after a click. */
function FolderWaits({ folder, outcome, onOutcome }: FolderWaitsProps) {
  const { tone, text } = OUTCOMES[outcome];
  const allow = async () => {
    onOutcome((await maySave(folder, true)) ? await backUpToFolder(currentDatabase(), Date.now()) : 'waits');
  };
  return (
    <Banner
      tone={tone}
      actions={
        <Button size="small" onClick={() => void allow()}>
          Save a backup
        </Button>
      }
    >
      {text}
    </Banner>
  );
}
