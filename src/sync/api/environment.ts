/** What sync needs of the browser; tests replace it with clocks, networks and locks of their own. */
import { isStorageFailure } from '../../data/database/write.ts';
import { requestBackgroundSync } from '../network/background-sync.ts';
import { mayBeOnline } from '../network/connection.ts';
import { browserNetwork, send, type NetworkEnvironment } from '../network/http.ts';
import { browserLocks, type Locks } from '../network/locks.ts';
import { serverNow } from '../network/server-clock.ts';
import { currentSession, onTokenRefused, setSignOutHook } from '../session/session.ts';

/** The user in whose name requests are made. */
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
  /**
   * Waits until whoever was told of a write has begun to read it: a reader that comes later waits for the next write.
   */
  readonly letReadersIn: () => Promise<void>;
  /** Something waits to be sent: sync should also run when no tab is open, where the browser can do that. */
  readonly wakeLater: () => void;
  /** The kind of server is known. */
  readonly onServerKnown: (mode: 'plain' | 'extended', api: string) => void;
  /** A bug ended a round: sync continues later. */
  readonly onBug: (error: unknown) => void;
}

/** On a busy machine a page is told of a write, and has asked for figures, in less. */
const READERS_MS = 300;

/** That of the browser, for the user who is signed in. */
export const browserEnvironment: SyncEnvironment = {
  ...browserNetwork,
  now: () => Date.now(),
  random: () => Math.random(),
  locks: browserLocks,
  mayBeOnline,
  credentials: () => {
    const session = currentSession();
    // A token that expired in a sleeping tab would end the session instead of asking for the password.
    return session === null || session.token === null || session.expiresAt <= serverNow()
      ? null
      : { token: session.token, userId: session.userId };
  },
  onUnauthorised: onTokenRefused,
  letReadersIn: async () =>
    await new Promise((resolve) => {
      setTimeout(resolve, READERS_MS);
    }),
  // As if it had not been caught: the console shows it, and `/sync` lists it.
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

/** For work that nobody awaits: reports a bug. A closed database or a full disk passes. */
export function tellBug({ onBug }: Pick<SyncEnvironment, 'onBug'>): (error: unknown) => void {
  return (error) => {
    if (!isStorageFailure(error)) onBug(error);
  };
}
