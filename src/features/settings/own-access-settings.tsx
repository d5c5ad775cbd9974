import { currentDatabase } from '../../data/database/database.ts';
import { readSyncState } from '../../data/database/meta.ts';
import { askSessions, OWN_ACCESS_FEATURE } from '../../sync/ask/own-access.ts';
import { useServerPresence } from '../../ui/app-state/server-presence.ts';
import { useStored } from '../../ui/hooks/use-stored.ts';
import { Section } from '../../ui/layout/page.tsx';
import { PasswordSection } from './password-section.tsx';
import { ProfileSection } from './profile-section.tsx';
import { SessionsSection } from './sessions-section.tsx';
import styles from './settings.module.css';
import { useAnswer } from './use-answer.ts';

/** Whether the server has calls for users' own access; null while that is not known, and without a server. */
export function useOwnAccess(): boolean | null {
  const { data: state } = useStored(() => readSyncState(currentDatabase()), []);
  const { hasServer } = useServerPresence();
  if (!hasServer || state === undefined || state.mode === 'unknown') return null;
  return state.features.includes(OWN_ACCESS_FEATURE);
}

/** Profile, password and sessions of the user on the server. */
export function OwnAccessSettings() {
  const isOffered = useOwnAccess();
  if (isOffered === null) return null;
  if (isOffered) return <OwnAccess />;
  return (
    <Section title="Your account on the server">
      <p className={styles.text}>
        This server does not offer changes of your name, e-mail address or password, a list of your sessions, or the
        deletion of your account. Ask the person who runs it.
      </p>
    </Section>
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
