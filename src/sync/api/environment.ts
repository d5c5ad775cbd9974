/** What sync takes from its surroundings; tests put clocks, networks and locks of their own in its place. */
import { isStorageFailure } from '../../data/database/write.ts';
import { requestBackgroundSync } from '../network/background-sync.ts';
import { mayBeOnline } from '../network/connection.ts';
import { browserNetwork, send, type NetworkEnvironment } from '../network/http.ts';
import { browserLocks, type Locks } from '../network/locks.ts';
import { serverNow } from '../network/server-clock.ts';
import { currentSession, onTokenRefused, setSignOutHook } from '../session/session.ts';

/** In whose name requests are made. */
export interface Credentials {
  readonly token: string;
  readonly userId: string;
}

export interface SyncEnvironment extends NetworkEnvironment {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** From 0 up to, not including, 1. */
  readonly random: () => number;
  readonly locks: Locks;
  /** False when the browser is certain that there is no connection. */
  readonly mayBeOnline: () => boolean;
  /** Null when nobody is signed in. */
  readonly credentials: () => Credentials | null;
  /** The server no longer accepts the token. */
  readonly onUnauthorised: (token: string) => void;
  /** Something waits to be sent: sync should also run when no tab is open, where the browser can do that. */
  readonly wakeLater: () => void;
  /** The server has said what it is. */
  readonly onServerKnown: (mode: 'plain' | 'extended', api: string) => void;
  /** A bug ended a round: sync goes on later. */
  readonly onBug: (error: unknown) => void;
}

/** The browser's own, for the user who is signed in. */
export const browserEnvironment: SyncEnvironment = {
  ...browserNetwork,
  now: () => Date.now(),
  random: () => Math.random(),
  locks: browserLocks,
  mayBeOnline,
  credentials: () => {
    const session = currentSession();
    // A token that ran out while nobody looked would end the session instead of asking for the password.
    return session === null || session.token === null || session.expiresAt <= serverNow()
      ? null
      : { token: session.token, userId: session.userId };
  },
  onUnauthorised: onTokenRefused,
  // As if nothing had caught it: the console shows it, and `/sync` lists it.
  onBug: (error) => reportError(error),
  wakeLater: () => void requestBackgroundSync(),
  onServerKnown: (mode, api) =>
    setSignOutHook(
      mode === 'plain'
        ? null
        : (token) =>
            void send(browserNetwork, {
              method: 'POST',
              url: `${api}/auth/logout`,
              token,
              timeoutMs: 5000,
            }),
    ),
};

/** For work that nobody waits for: tells of a bug. A database that is closed, or a disk that is full, passes. */
export function tellBug({ onBug }: Pick<SyncEnvironment, 'onBug'>): (error: unknown) => void {
  return (error) => {
    if (!isStorageFailure(error)) onBug(error);
  };
}
