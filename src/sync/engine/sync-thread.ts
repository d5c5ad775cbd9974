/**
 * Sync in a thread of its own (`src/sync-worker.ts`): what it reads, checks and writes keeps no page waiting. The page
 * tells it who is signed in and what happens there (`start-sync-thread.ts`).
 */
import { closeDatabase, openExisting } from '../../data/database/database.ts';
import { browserEnvironment, type SyncEnvironment } from '../api/environment.ts';
import type { PlainInit } from '../network/http.ts';
import { startSync } from './sync-engine.ts';
import type { SyncHere } from './sync-handle.ts';
import type { SyncStatus } from './sync-status.ts';

/** What the thread cannot see of its page. */
export interface PageState {
  /** Null when nobody is signed in, or without a token. */
  readonly session: { readonly token: string; readonly userId: string; readonly expiresAt: number } | null;
  /** Milliseconds by which the server's clock is ahead of this device's. */
  readonly serverAhead: number;
  readonly mayBeOnline: boolean;
}

/** A reply as it comes from the page. */
export interface ThreadReply {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: ArrayBuffer;
}

/** What only the page can do. */
export interface SyncPage {
  /**
   * Makes a request; `abort` ends the one of this number. A thread's own requests would all pass through the service
   * worker, which keeps it awake, and a new version from taking over.
   */
  readonly fetch: (number: number, url: string, init: PlainInit) => ThreadReply | Promise<ThreadReply>;
  readonly abort: (number: number) => void;
  readonly onStatus: (status: SyncStatus) => void;
  readonly onUnauthorised: (token: string) => void;
  /** A reply came with this `Date` header to a request that began at `askedAt`. */
  readonly onReply: (date: string, askedAt: number) => void;
  readonly onServerKnown: (mode: 'plain' | 'extended', api: string) => void;
  readonly wakeLater: () => void;
  readonly onBug: (error: Error) => void;
}

/** What the page asks of the thread; each with the page's state, which the thread uses from then on. */
export interface SyncThread {
  /** Starts sync of this database; without it, as after its user had it removed, nothing is ever done. */
  readonly begin: (database: string, state: PageState, page: SyncPage) => Promise<void>;
  readonly tell: (state: PageState) => void;
  /** Something happened after which it is worth trying to sync. */
  readonly trigger: (state: PageState) => void;
  readonly pull: (requested: 'now' | 'quotes', state: PageState) => Promise<void>;
  /** Ends sync for good, once a request under way is completed, and then the thread. */
  readonly stop: () => Promise<void>;
}

/** The thread's side; `end` ends the thread. */
export function createSyncThread(end: () => void, surroundings: SyncEnvironment = browserEnvironment): SyncThread {
  let state: PageState = { session: null, serverAhead: 0, mayBeOnline: true };
  let begun: Promise<SyncHere | null> = Promise.resolve(null);
  let runTrigger = (): void => undefined;
  let close = (): void => undefined;
  const tell = (next: PageState): void => {
    state = next;
  };
  return {
    begin: async (database, first, page) => {
      tell(first);
      begun = openExisting(database).then((db) => {
        if (db === null) return null;
        close = () => closeDatabase(db);
        const sync = startSync({
          db,
          environment: environmentOf(surroundings, page, () => state),
          triggers: (run) => {
            runTrigger = run;
            return () => undefined;
          },
        });
        const show = (): void => page.onStatus(sync.status.get());
        sync.status.subscribe(show);
        show();
        return sync;
      });
      await begun;
    },
    tell,
    trigger: (next) => {
      tell(next);
      runTrigger();
    },
    pull: async (requested, next) => {
      tell(next);
      await (await begun)?.pull(requested);
    },
    stop: async () => {
      try {
        await (await begun)?.stop();
      } finally {
        close();
        end();
      }
    },
  };
}

/** The browser's environment, with the page's session and what only the page can do. */
function environmentOf(surroundings: SyncEnvironment, page: SyncPage, state: () => PageState): SyncEnvironment {
  // The page hears of it later than the next request begins.
  let refused: string | null = null;
  return {
    ...surroundings,
    fetch: fetchThrough(page),
    onRequest: () => {
      const askedAt = surroundings.now();
      return (headers) => {
        const date = headers.get('date');
        if (date !== null) page.onReply(date, askedAt);
      };
    },
    mayBeOnline: () => state().mayBeOnline,
    credentials: () => {
      const { session, serverAhead } = state();
      return session === null || session.token === refused || session.expiresAt <= surroundings.now() + serverAhead
        ? null
        : { token: session.token, userId: session.userId };
    },
    onUnauthorised: (token) => {
      refused = token;
      page.onUnauthorised(token);
    },
    onServerKnown: (mode, api) => page.onServerKnown(mode, api),
    wakeLater: () => page.wakeLater(),
    // Not every error can be copied to another thread.
    onBug: (error) => page.onBug(copyOf(error)),
  };
}

/** Replies with these have no body. */
const WITHOUT_BODY = new Set([204, 205, 304]);

/** `fetch` by the page. */
function fetchThrough(page: SyncPage): SyncEnvironment['fetch'] {
  let count = 0;
  return async (url, init) => {
    const number = (count += 1);
    const { signal, ...rest } = await copyable(init);
    return await new Promise((resolve, reject) => {
      signal?.addEventListener('abort', () => {
        page.abort(number);
        reject(new Error('aborted'));
      });
      Promise.resolve(page.fetch(number, url, rest)).then(({ status, headers, body }) => {
        resolve(
          new Response(WITHOUT_BODY.has(status) ? null : body, {
            status,
            headers: headers.map(([name, value]) => [name, value]),
          }),
        );
      }, reject);
    });
  };
}

/** A request whose body can be copied to another thread: of a form its bytes, with their content type. */
async function copyable(init: RequestInit): Promise<PlainInit & Pick<RequestInit, 'signal'>> {
  const { method = 'GET', headers } = init;
  const own = Object.fromEntries(new Headers(headers));
  if (!(init.body instanceof FormData)) return { ...init, method, headers: own };
  const form = new Response(init.body);
  const type = form.headers.get('content-type') ?? '';
  return { ...init, method, headers: { ...own, 'content-type': type }, body: await form.arrayBuffer() };
}

function copyOf(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error));
  const copy = new Error(`${error.name}: ${error.message}`);
  copy.stack = error.stack ?? '';
  return copy;
}
