import { Outlet, ScrollRestoration } from 'react-router-dom';
import { SignInAgainDialog } from '../features/session/sign-in-again-dialog.tsx';
import { FloatingNotice } from '../ui/floating-notice.tsx';
import { ToastRegion } from '../ui/toast.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { Header, HeaderStrip } from './header.tsx';
import styles from './header.module.css';
import { useSession } from './session-store.ts';
import { SignOutDialog } from './sign-out-dialog.tsx';
import { UpdatePrompt } from './update-prompt.tsx';
import { useSessionMonitor } from './use-session-monitor.ts';

/** Everything around a screen of someone signed in. */
export function SignedInLayout() {
  const session = useSession();
  const { minutesLeft, signInNeeded, extend } = useSessionMonitor();
  // For the moment between the end of a session and the sign-in page.
  if (session === null) return null;
  return (
    <>
      <Header session={session} />
      <HeaderStrip />
      <main id="content" tabIndex={-1} className={styles.main}>
        <Outlet />
      </main>
      <BottomBar session={session} />
      <UpdatePrompt />
      {minutesLeft !== null && (
        // Both buttons extend the session (000 §2.6).
        <FloatingNotice tone="urgent" title="Session Warning" text={`Your session will expire in ${minutesLeft} minute(s)`} actionLabel="Extend" onAction={extend} onClose={extend} />
      )}
      <SignInAgainDialog open={signInNeeded} email={session.email} />
      <SignOutDialog />
      <ToastRegion />
      <ScrollRestoration />
    </>
  );
}
