import type { ReactNode } from 'react';
import { currentDatabase } from '../../../data/database/database.ts';
import { readSyncState, type SyncState } from '../../../data/database/meta.ts';
import { askSessions, OWN_ACCESS_FEATURE } from '../../../sync/ask/own-access.ts';
import { useServerPresence } from '../../../ui/app-state/server-presence.ts';
import { useStored } from '../../../ui/hooks/use-stored.ts';
import { Section } from '../../../ui/layout/page.tsx';
import { PasswordSection } from './password-section.tsx';
import { ProfileSection } from './profile-section.tsx';
import { SessionsSection } from './sessions-section.tsx';
import styles from '../shared/settings.module.css';
import { useAnswer } from '../shared/use-answer.ts';

/** Whether the server has calls for users' own access; null while that is not known, and without a server. */
function isOwnAccessOffered({ mode, features }: SyncState): boolean | null {
  return mode === 'unknown' ? null : features.includes(OWN_ACCESS_FEATURE);
}

export function useOwnAccess(): boolean | null {
  const { data: state } = useStored(() => readSyncState(currentDatabase()), []);
  const { hasServer } = useServerPresence();
  return !hasServer || state === undefined ? null : isOwnAccessOffered(state);
}

/** Profile, password and sessions of the user on the server; what stands below follows once it is known whether. */
export function OwnAccessSettings({ children }: { readonly children?: ReactNode }) {
  const { data: state, error } = useStored(() => readSyncState(currentDatabase()), []);
  const { hasServer } = useServerPresence();
  if (hasServer && state === undefined && error === undefined) return null;
  const isOffered = !hasServer || state === undefined ? null : isOwnAccessOffered(state);
  return (
    <>
      {isOffered === true && <OwnAccess />}
      {isOffered === false && (
        <Section title="Your account on the server">
          <p className={styles.text}>
            This server does not offer changes of your name, email address or password, a list of your sessions, or the
            deletion of your account. Ask the person who runs it.
          </p>
        </Section>
      )}
      {children}
    </>
  );
}

function OwnAccess() {
  const sessions = useAnswer(askSessions);
  return (
    <>
      <ProfileSection />
      <PasswordSection onSessionsEnded={sessions.askAgain} />
      <SessionsSection sessions={sessions} />
    </>
  );
}
