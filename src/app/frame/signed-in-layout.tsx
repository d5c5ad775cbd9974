import { useEffect, useMemo, useRef } from 'react';
import { Outlet, ScrollRestoration, useParams, useRevalidator } from 'react-router-dom';
import { currentDatabase } from '../../data/database/database.ts';
import { currentId } from '../../data/outbox/outbox.ts';
import { listRefusedChanges } from '../../data/outbox/refusals.ts';
import { BackupReminder } from '../../features/settings/backup/backup-reminder.tsx';
import { UnfinishedRestore } from '../../features/settings/backup/unfinished-restore.tsx';
import { CopyDialog } from '../../features/settings/backup/copy-dialog.tsx';
import { SignInAgainDialog } from '../../features/session/sign-in-again-dialog.tsx';
import { Banner } from '../../ui/messages/banner.tsx';
import { DraftStoreContext } from '../../ui/app-state/draft-store.ts';
import { HistoryGuard } from '../../ui/messages/history-guard.tsx';
import { FloatingNotice } from '../../ui/messages/floating-notice.tsx';
import { screenDrawn } from '../runtime/first-screen.ts';
import { type Refusal, RefusalsContext } from '../../ui/app-state/refusals.ts';
import { ToastRegion } from '../../ui/messages/toast.tsx';
import { CurrentIdContext } from '../../ui/hooks/use-renamed.ts';
import { useStored } from '../../ui/hooks/use-stored.ts';
import { BottomBar } from './bottom-bar.tsx';
import { deviceDrafts } from '../session/device-drafts.ts';
import { FirstReadNote } from '../notices/first-read-note.tsx';
import { Header, HeaderStrip } from './header.tsx';
import styles from './header.module.css';
import { useSession } from '../../features/session/use-session.ts';
import { MadeUpStrip } from './made-up-strip.tsx';
import { Palette } from './palette.tsx';
import { refusalText } from '../notices/refusal-text.ts';
import { ShortcutsDialog } from './shortcuts-dialog.tsx';
import { SignOutDialog } from '../session/sign-out-dialog.tsx';
import { UpdatePrompt } from '../notices/update-prompt.tsx';
import { useFirstPull } from '../notices/use-first-pull.ts';
import { useFocusContent, useKeepFocus } from './use-focus-content.ts';
import { useMergedNotice } from '../notices/use-merged-notice.ts';
import { useSharedFile } from './use-shared-file.ts';
import { useStorageToasts } from '../notices/use-storage-toasts.ts';
import { useTaxNotices } from '../notices/use-tax-notices.ts';
import { useSessionMonitor } from '../session/use-session-monitor.ts';

const idHere = async (id: string): Promise<string> => await currentId(currentDatabase(), id);

/** Why changes were refused, by the ids of their records. */
function useRefusals(): ReadonlyMap<string, Refusal> {
  const { data } = useStored(async () => await listRefusedChanges(currentDatabase()), []);
  return useMemo(
    () =>
      new Map(
        data?.map((change) => [
          change.recordId,
          { text: refusalText(change), isKeptHere: change.error.code === 'unsupported' },
        ]),
      ),
    [data],
  );
}

/** Everything around a screen of someone signed in. */
export function SignedInLayout() {
  const session = useSession();
  const refusals = useRefusals();
  const refusal = refusals.get(useParams()['id'] ?? '');
  const { minutesLeft, signInNeeded, extend } = useSessionMonitor();
  const content = useRef<HTMLElement>(null);
  const { revalidate } = useRevalidator();
  useFocusContent(content);
  useKeepFocus(content);
  useSharedFile();
  useStorageToasts();
  useMergedNotice();
  useTaxNotices();
  useFirstPull(() => void revalidate());
  useEffect(screenDrawn);
  // For the moment between the end of a session and the sign-in page.
  if (session === null) return null;
  return (
    <>
      <Header session={session} />
      <MadeUpStrip />
      <HeaderStrip />
      <main ref={content} id="content" tabIndex={-1} className={styles.main}>
        <CurrentIdContext value={idHere}>
          <DraftStoreContext value={deviceDrafts}>
            <RefusalsContext value={refusals}>
              {refusal?.isKeptHere === false && (
                <Banner tone="error">
                  The server refused the last change of this record: {refusal.text} Your change was kept. Edit it and
                  save to send it again.
                </Banner>
              )}
              <UnfinishedRestore />
              <BackupReminder />
              <FirstReadNote />
              <Outlet />
            </RefusalsContext>
          </DraftStoreContext>
        </CurrentIdContext>
      </main>
      <HistoryGuard />
      <BottomBar session={session} />
      <UpdatePrompt />
      {minutesLeft !== null && (
        // Both buttons extend the session (000 §2.6).
        <FloatingNotice
          tone="urgent"
          title="Session Warning"
          text={`Your session will expire in ${minutesLeft} minute(s)`}
          actionLabel="Extend"
          onAction={extend}
          onClose={extend}
        />
      )}
      <SignInAgainDialog open={signInNeeded} email={session.email} />
      <Palette session={session} />
      <ShortcutsDialog />
      <SignOutDialog session={session} />
      <CopyDialog />
      <ToastRegion />
      {/* Every page that the browser loads from scratch has the same key; its path tells it from the others. */}
      <ScrollRestoration getKey={({ key, pathname }) => (key === 'default' ? pathname : key)} />
    </>
  );
}
