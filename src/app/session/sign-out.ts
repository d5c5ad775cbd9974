import { hasServer } from '../../data/database/places.ts';
import { useSyncStatus } from '../../sync/engine/current-sync.ts';
import { currentSession, endSession } from '../../sync/session/session.ts';
import { confirmSignOut } from './sign-out-dialog.tsx';

/** Logout; asks first when changes have not reached the server, and says that they are kept. */
export function signOut(): void {
  const { waiting, attention } = useSyncStatus.getState();
  const session = currentSession();
  if (waiting + attention > 0 || (session !== null && !hasServer(session))) confirmSignOut();
  else endSession('signedOut');
}
