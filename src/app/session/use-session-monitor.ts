import { useCallback, useEffect, useRef, useState } from 'react';
import { readActiveAt } from '../../data/device/local-settings.ts';
import { hasServer } from '../../data/database/places.ts';
import { mayBeOnline } from '../../sync/network/connection.ts';
import { API_BASE } from '../../sync/network/api-base.ts';
import { browserNetwork, isServerThere } from '../../sync/network/http.ts';
import { refreshSession } from '../../sync/session/auth-client.ts';
import { serverNow } from '../../sync/network/server-clock.ts';
import { useSyncStatus } from '../../sync/engine/current-sync.ts';
import { serverReach } from '../../sync/engine/server-reach.ts';
import {
  continueOffline,
  currentSession,
  endSession,
  noteActivity,
  onSessionChanged,
} from '../../sync/session/session.ts';
import { CHECK_INTERVAL, createSessionMonitor, type SessionMonitor } from './session-monitor.ts';

const ACTIVITY = ['mousedown', 'mousemove', 'keydown', 'scroll', 'touchstart', 'click'] as const;
/** Other tabs are notified of activity at most this often. */
const SHARE_EVERY_MS = 15_000;
const CHANNEL = 'holdfast-activity';

export interface SessionWatch {
  /** Minutes until the session ends, while that is to be said. */
  readonly minutesLeft: number | null;
  /** The token ran out while offline: the password is needed, over what is open. */
  readonly signInNeeded: boolean;
  readonly extend: () => void;
}

/** Runs the session monitor while the signed-in layout is on screen; activity in any tab counts for all. */
export function useSessionMonitor(): SessionWatch {
  const [minutesLeft, setMinutesLeft] = useState<number | null>(null);
  const [signInNeeded, setSignInNeeded] = useState(false);
  const monitor = useRef<SessionMonitor | null>(null);

  useEffect(() => {
    const opened = currentSession();
    // Without a server nobody is signed in, so nothing runs out.
    if (opened !== null && !hasServer(opened)) return undefined;
    const watch = createSessionMonitor({
      now: () => serverNow(),
      steady: () => performance.now(),
      activeAnywhere: readActiveAt,
      expiresAt: () => currentSession()?.expiresAt ?? null,
      isOfflineSession: () => currentSession()?.token === null,
      isOffline: serverReach.isLost,
      canSignIn: () => useSyncStatus.getState().phase === 'signIn',
      askTime: async () => void (await isServerThere(browserNetwork, API_BASE)),
      warn: setMinutesLeft,
      end: endSession,
      goOffline: continueOffline,
      askToSignIn: setSignInNeeded,
    });
    monitor.current = watch;
    const channel = new BroadcastChannel(CHANNEL);
    let shared = Number.NEGATIVE_INFINITY;
    const onActivity = () => {
      if (!watch.active()) return;
      // By the clock that nobody can set: after one that was set back nothing would be shared for as long.
      const now = performance.now();
      if (now - shared < SHARE_EVERY_MS) return;
      shared = now;
      noteActivity();
      channel.postMessage('active');
    };
    channel.addEventListener('message', watch.active);
    for (const name of ACTIVITY) addEventListener(name, onActivity, { passive: true, capture: true });
    const timer = setInterval(watch.check, CHECK_INTERVAL);
    // A timer pauses while the machine sleeps; returning to the page checks at once.
    document.addEventListener('visibilitychange', watch.check);
    const stopStatus = useSyncStatus.subscribe(({ phase }, before) => {
      if (phase === 'signIn' && before.phase !== 'signIn') watch.check();
    });
    const stopSession = onSessionChanged((session) => {
      if (session !== null && session.token !== null) setSignInNeeded(false);
    });
    return () => {
      stopStatus();
      stopSession();
      channel.close();
      for (const name of ACTIVITY) removeEventListener(name, onActivity, { capture: true });
      clearInterval(timer);
      document.removeEventListener('visibilitychange', watch.check);
    };
  }, []);

  const extend = useCallback(() => {
    if (monitor.current?.active() !== true) return;
    setMinutesLeft(null);
    noteActivity();
    // Without a connection there is nothing to refresh, and no reason to end the session. One failed request does not
    // tell that the next fails.
    if (!mayBeOnline() || currentSession()?.token === null) return;
    void refreshSession().then((result) => {
      if (!result.ok && result.reason !== 'offline' && result.reason !== 'ended') endSession('extensionFailed');
    });
  }, []);

  return { minutesLeft, signInNeeded, extend };
}
