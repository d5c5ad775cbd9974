/** What runs while someone is signed in: the user's database, the compute worker and sync. Loaded after sign-in. */
import { isDatabaseKnown, noteDatabase } from '../data/local-settings.ts';
import { compute } from '../compute/compute.ts';
import { listAccounts } from '../data/accounts.ts';
import {
  closeDatabase,
  currentDatabase,
  onDatabaseNotice,
  openUserDatabase,
  setCurrentDatabase,
} from '../data/database.ts';
import { databaseName } from '../data/database-name.ts';
import { readSyncState } from '../data/meta.ts';
import { listOutbox } from '../data/outbox.ts';
import { isEntryOf } from '../data/outbox-entry.ts';
import { watchTables } from '../data/change-feed.ts';
import type { HoldfastDatabase } from '../data/schema.ts';
import { writeFaultText } from '../data/write-fault-text.ts';
import { writeFaultOf } from '../data/write.ts';
import { API_BASE } from '../sync/api-base.ts';
import { requestPeriodicRefresh } from '../sync/background-sync.ts';
import { finishRemoval, onRemovalWaits } from '../sync/device-data.ts';
import { currentSession, onSessionChanged, type Session } from '../sync/session.ts';
import { setCurrentSync } from '../sync/current-sync.ts';
import { startSync, type SyncHandle } from '../sync/sync-engine.ts';
import { followServerLacks } from './server-lacks.ts';
import { raiseStorageNotice, withdrawStorageNotice, withdrawStorageNotices } from './storage-notices.ts';
import { useSyncStatus } from './sync-status.ts';

/** A new device waits so long for the user's accounts before it shows screens without them. */
const FIRST_PULL_MS = 4000;

interface Running {
  readonly userId: string;
  /** The database is open and sync runs, unless it was stopped before. */
  readonly ready: Promise<void>;
  readonly stop: () => void;
}

let running: Running | null = null;

/** Opens what the session's user needs; once per user, however many routes ask at once. */
export async function openSession(session: Session): Promise<void> {
  if (running?.userId !== session.userId) {
    closeSession();
    const begun = begin(session.userId);
    running = begun;
    begun.ready.catch(() => {
      if (running === begun) running = null;
    });
  }
  await running.ready;
}

/** Stops sync and worker and closes the database; what waits stays in it. At once, so that the next user's can be opened right after. */
export function closeSession(): void {
  running?.stop();
  running = null;
}

/** Opens the user's database and starts what works on it; a stop that comes meanwhile has only the database closed again. */
function begin(userId: string): Running {
  // Its code loads while the database is opened here.
  const worker = compute();
  let isStopped = false;
  let stopParts: () => void = () => undefined;
  const ready = open(userId).then((db) => {
    if (isStopped) closeDatabase(db);
    else stopParts = startParts(db, worker);
  });
  return {
    userId,
    ready,
    stop: () => {
      isStopped = true;
      stopParts();
    },
  };
}

async function open(userId: string): Promise<HoldfastDatabase> {
  const owner = { apiBase: API_BASE, userId };
  const name = await databaseName(owner);
  // What the user once had removed must not come back, and what comes now must not be removed with it.
  const db = await finishRemoval(name)
    .then(async () => await openUserDatabase(owner, isDatabaseKnown(name)))
    .catch((error: unknown) => {
      throw openingFailed(error);
    })
    .finally(() => {
      withdrawStorageNotice('blocked');
    });
  noteDatabase(name, true);
  return db;
}

/** Starts worker, sync and what shows their state; answers how to stop them and close the database. */
function startParts(db: HoldfastDatabase, worker: ReturnType<typeof compute>): () => void {
  setCurrentDatabase(db);
  // Not waited for: the worker queues questions until it has opened the database too.
  worker.open(db.name).catch(() => {
    raiseStorageNotice('noFigures');
  });
  const stopPersisting = persistAfterFirstSave(db);
  const stopLacks = followServerLacks(db);
  const sync = startSync({ db });
  setCurrentSync(sync);
  const showStatus = () => {
    const status = sync.status.get();
    useSyncStatus.setState(status);
    showBadge(status.waiting);
  };
  const stopStatus = sync.status.subscribe(showStatus);
  showStatus();
  const stopSession = syncAfterSigningInAgain(sync);
  void requestPeriodicRefresh();
  return () => {
    stopPersisting();
    stopLacks();
    showBadge(0);
    stopStatus();
    stopSession();
    sync.stop();
    setCurrentSync(null);
    // Not waited for: it does this after what it is busy with, and before it opens another database.
    worker.close().catch(() => undefined);
    closeDatabase(db);
  };
}

/** What the error page recognises by its name and words, without the database's code. */
function openingFailed(cause: unknown): Error {
  const fault = writeFaultOf(cause);
  const words =
    fault === null
      ? `The browser says: ${cause instanceof Error ? cause.message : String(cause)}`
      : writeFaultText(fault);
  return Object.assign(new Error(words ?? 'The browser gives no access to its storage.', { cause }), {
    name: 'OpeningFailed',
  });
}

/** Asks the browser to keep the data once there is something to lose. */
function persistAfterFirstSave(db: HoldfastDatabase): () => void {
  const stop = watchTables(db, ['outbox'], () => {
    stop();
    void navigator.storage?.persist();
  });
  return stop;
}

/** An offline session that gets its token has been waiting to sync. */
function syncAfterSigningInAgain(sync: SyncHandle): () => void {
  let wasOffline = currentSession()?.token === null;
  return onSessionChanged((session) => {
    const isOffline = session?.token === null;
    if (wasOffline && session !== null && !isOffline) sync.pull().catch(() => undefined);
    wasOffline = isOffline;
  });
}

let badge = 0;

/** Shows on the installed app's icon how many changes wait, where the platform has badges. */
function showBadge(waiting: number): void {
  if (waiting === badge || !('setAppBadge' in navigator)) return;
  badge = waiting;
  navigator.setAppBadge(waiting).catch(() => undefined);
}

/** The account-setup rule: true only when the server has said which accounts there are, and there is none here either. */
export async function lacksAccount(): Promise<boolean> {
  try {
    const db = currentDatabase();
    if ((await listAccounts(db)).length > 0) return false;
    if (!(await readSyncState(db)).accountsPulled) await firstPull(db);
    const [accounts, state, outbox] = await Promise.all([listAccounts(db), readSyncState(db), listOutbox(db)]);
    return state.accountsPulled && accounts.length === 0 && !outbox.some((entry) => isEntryOf(entry, 'account'));
  } catch {
    // If the check fails, access is allowed (000 §2.1).
    return false;
  }
}

/** Resolves when the accounts were pulled, or after a while without. */
async function firstPull(db: HoldfastDatabase): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(finish, navigator.onLine ? FIRST_PULL_MS : 0);
    const stop = watchTables(db, ['meta', 'accounts'], () => {
      void readSyncState(db).then((state) => {
        if (state.accountsPulled) finish();
      });
    });
    function finish() {
      clearTimeout(timer);
      stop();
      resolve();
    }
  });
}

onDatabaseNotice((notice) => {
  // A connection that was lost is opened again by its next use.
  if (notice !== 'lost') raiseStorageNotice(notice);
});

onRemovalWaits((waits) => {
  if (waits) raiseStorageNotice('removing');
  else withdrawStorageNotice('removing');
});

onSessionChanged((session) => {
  if (session === null) withdrawStorageNotices();
});
