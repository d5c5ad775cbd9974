/** The page's side of sync: starts its thread, tells it what happens in the page, and shows what it reports. */
import { proxy, transfer, wrap, type Endpoint, type Remote } from 'comlink';
import type { HoldfastDatabase } from '../../data/database/schema.ts';
import { browserEnvironment, tellBug } from '../api/environment.ts';
import { withCookieHeader } from '../network/http.ts';
import { learnServerTime, onClockLearnt, serverNow } from '../network/server-clock.ts';
import { browserTriggers } from '../network/triggers.ts';
import { currentSession, onSessionChanged } from '../session/session.ts';
import { useSyncStatus } from './current-sync.ts';
import type { SyncHandle } from './sync-handle.ts';
import type { PageState, SyncPage, SyncThread } from './sync-thread.ts';

function pageState(): PageState {
  const session = currentSession();
  return {
    session:
      session === null || session.token === null
        ? null
        : { token: session.token, userId: session.userId, expiresAt: session.expiresAt },
    serverAhead: serverNow() - Date.now(),
    mayBeOnline: browserEnvironment.mayBeOnline(),
  };
}

/** Makes the thread's requests; their bytes are moved to it, not copied. */
function requestsOfThread(): Pick<SyncPage, 'fetch' | 'abort'> {
  const open = new Map<number, AbortController>();
  return {
    fetch: async (number, url, init) => {
      const abort = new AbortController();
      open.set(number, abort);
      try {
        const reply = await browserEnvironment.fetch(url, {
          ...withCookieHeader(url, init, document.cookie),
          signal: abort.signal,
        });
        const body = await reply.arrayBuffer();
        return transfer({ status: reply.status, headers: [...reply.headers], body }, [body]);
      } finally {
        open.delete(number);
      }
    },
    abort: (number) => open.get(number)?.abort(),
  };
}

/** Opens a thread; calls `onUnloaded` when its script could not be loaded. */
type OpenThread = (onUnloaded: () => void) => Endpoint;

let openThread: OpenThread = openWorker;

/** How threads are started from now on. Tests run the thread's own code on theirs. */
export function openSyncThreadsWith(open: OpenThread): void {
  openThread = open;
}

function openWorker(onUnloaded: () => void): Endpoint {
  const worker = new Worker(new URL('../../sync-worker.ts', import.meta.url), {
    type: 'module',
    name: 'holdfast-sync',
  });
  worker.addEventListener('error', (event: Event) => {
    // An error of the running script has a message.
    if (event instanceof ErrorEvent) reportError(new Error(`sync: ${event.message}`));
    else onUnloaded();
  });
  return worker;
}

/**
 * Starts sync of an open database in a thread of its own: once it may run, or when it is first asked for
 * something.
 */
export function startSyncThread(db: HoldfastDatabase, maySync: Promise<void>): SyncHandle {
  const page: SyncPage = {
    ...requestsOfThread(),
    onStatus: (status) => {
      if (!isStopped) useSyncStatus.setState(status);
    },
    onUnauthorised: browserEnvironment.onUnauthorised,
    onReply: (date, askedAt) => learnServerTime(new Headers({ date }), askedAt),
    onServerKnown: browserEnvironment.onServerKnown,
    wakeLater: browserEnvironment.wakeLater,
    onBug: browserEnvironment.onBug,
  };
  let thread: Remote<SyncThread> | null = null;
  let isStopped = false;
  const started = (): Remote<SyncThread> => {
    if (thread !== null) return thread;
    // Whatever needs sync next starts another.
    const forget = (): void => {
      if (thread === opened) thread = null;
    };
    const opened: Remote<SyncThread> = wrap<SyncThread>(openThread(forget));
    thread = opened;
    opened.begin(db.name, pageState(), proxy(page)).catch((error: unknown) => {
      forget();
      opened.stop().catch(() => undefined);
      tellBug(browserEnvironment)(error);
    });
    return opened;
  };
  const tell = (): void => void thread?.tell(pageState());
  const stops = [onSessionChanged(tell), onClockLearnt(tell)];
  void maySync.then(() => {
    if (isStopped) return;
    stops.push(browserTriggers(() => void started().trigger(pageState())));
    started();
  });
  return {
    pull: async (requested = 'now') => {
      if (!isStopped) await started().pull(requested, pageState());
    },
    stop: () => {
      isStopped = true;
      for (const stop of stops) stop();
      thread?.stop().catch(tellBug(browserEnvironment));
    },
  };
}
