import { endSession } from '../sync/session.ts';
import { confirmSignOut } from './sign-out-dialog.tsx';
import { useSyncStatus } from './sync-status.ts';

/** Logout; asks first when changes have not reached the server, and says that they are kept. */
export function signOut(): void {
  const { waiting, attention } = useSyncStatus.getState();
  if (waiting + attention > 0) confirmSignOut();
  else endSession('signedOut');
}
