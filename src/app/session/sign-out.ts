import { hasServer } from '../../data/database/places.ts';
import { currentSession, endSession } from '../../sync/session/session.ts';
import { confirmSignOut } from './sign-out-dialog.tsx';
import { useSyncStatus } from './sync-status.ts';

/** Logout; asks first when changes have not reached the server, and says that they are kept. */
export function signOut(): void {
  const { waiting, attention } = useSyncStatus.getState();
  const session = currentSession();
  if (waiting + attention > 0 || (session !== null && !hasServer(session))) confirmSignOut();
  else endSession('signedOut');
}
