import { useSyncExternalStore } from 'react';
import { currentSession, onSessionChanged, type Session } from '../../sync/session/session.ts';

/** The session as React state. */
export function useSession(): Session | null {
  return useSyncExternalStore(onSessionChanged, currentSession);
}
