/** What runs while someone is signed in: the user's database, the compute worker and sync. Loaded after sign-in. */
import { hasServer, isMadeUp } from '../../data/database/places.ts';
import { isDatabaseKnown, noteDatabase, pendingRemovals, readRecordCopy } from '../../data/device/local-settings.ts';
import { compute } from '../../compute/compute.ts';
import { londonDate } from '../../../domain/values/dates.ts';
import type { KeptName } from '../../data/database/kept-rows.ts';
import { readFirst } from '../../data/records/first-reads.ts';
import { listAccounts } from '../../data/records/accounts.ts';
import {
  closeDatabase,
  currentDatabase,
  isClosedForGood,
  onDatabaseNotice,
  openUserDatabase,
  setCurrentDatabase,
} from '../../data/database/database.ts';
import { databaseName } from '../../data/database/database-name.ts';
import { readSyncState } from '../../data/database/meta.ts';
import { listOutbox } from '../../data/outbox/outbox.ts';
import { isEntryOf } from '../../data/database/outbox-entry.ts';
import { watchTables } from '../../data/database/change-feed.ts';
import type { HoldfastDatabase, OwnerRecord } from '../../data/database/schema.ts';
import { writeFaultText } from '../../data/database/write-fault-text.ts';
import { writeFaultOf } from '../../data/database/write.ts';
import { mayBeOnline } from '../../sync/network/connection.ts';
import { requestPeriodicRefresh } from '../../sync/network/background-sync.ts';
import { finishRemoval, onRemovalWaits } from '../../sync/session/device-data.ts';
import { currentSession, onSessionChanged, type Session, storeSessionAgain } from '../../sync/session/session.ts';
import { onceSynced, setCurrentSync, useSyncStatus } from '../../sync/engine/current-sync.ts';
import { withoutSync } from '../../sync/engine/no-server.ts';
import { startSyncThread } from '../../sync/engine/start-sync-thread.ts';
import type { SyncHandle } from '../../sync/engine/sync-handle.ts';
import { queryRenewals } from '../../ui/app-state/query-renewals.ts';
import { readHold } from '../../ui/app-state/read-hold.ts';
import { useServerPresence, WITH_SERVER } from '../../ui/app-state/server-presence.ts';
import { endFirstScreenWait, firstScreen } from './first-screen.ts';
import { OpeningFailed } from '../notices/opening-failed.ts';
import { followServerLacks } from '../notices/server-lacks.ts';
import {
  raiseErased,
  raiseStorageNotice,
  withdrawStorageNotice,
  withdrawStorageNotices,
} from '../notices/storage-notices.ts';
import { tellBug } from '../notices/tell-bug.ts';
import { followUnsent, type UnsentFollower } from '../notices/unsent-changes.ts';

/** How long a new device waits for the user's accounts before it shows screens without them. */
const FIRST_PULL_MS = 4000;

interface Running {
  readonly owner: OwnerRecord;
  /** The database is open and sync runs, unless it was stopped before. */
  readonly ready: Promise<void>;
  /** The browser has erased this database. */
  readonly recover: (erased: HoldfastDatabase) => void;
  readonly stop: () => void;
}

/** What works on an open database. */
interface Parts {
  readonly db: HoldfastDatabase;
  readonly unsent: UnsentFollower;
  readonly sync: SyncHandle;
  /** Ends them, and leaves the database as it is. */
  readonly stop: () => void;
}

let running: Running | null = null;

/** Opens what the session's user needs; once per user, however many routes ask at once. */
export async function openSession(session: Session): Promise<void> {
  const { apiBase, userId } = session;
  if (running?.owner.apiBase !== apiBase || running.owner.userId !== userId) {
    closeSession();
    const begun = begin({ apiBase, userId });
    running = begun;
    // An error here is reported to whoever awaits the promise below.
    begun.ready.catch(() => {
      if (running === begun) running = null;
    });
  }
  await running.ready;
}

/**
 * Stops sync and worker and closes the database; waiting changes stay in it. Synchronous, so that the next user's
 * database can be opened right after.
 */
export function closeSession(): void {
  running?.stop();
  running = null;
  useServerPresence.setState(WITH_SERVER);
  readHold.release();
}

/**
 * Opens the user's database and starts what works on it; after a stop in the meantime it only closes the database
 * again.
 */
function begin(owner: OwnerRecord): Running {
  // Its code loads while the database is opened here.
  const worker = compute();
  let isStopped = false;
  let parts: Parts | null = null;
  let stopWaiting: () => void = () => undefined;
  const ready = open(owner).then((db) => {
    if (isStopped) return closeDatabase(db);
    setCurrentDatabase(db);
    // Not before: a screen that is still mounted reads the open database as soon as it is notified.
    useServerPresence.setState({ hasServer: hasServer(owner), isMadeUp: isMadeUp(owner) });
    openWorker(worker, db);
    parts = startParts(db, owner, firstScreen(db));
  });
  const recover = async (): Promise<void> => {
    // Screens keep showing what they show until everything is read again.
    readHold.hold();
    // What the worker cannot close holds nothing that is not in the database too.
    worker.close().catch(() => undefined);
    storeSessionAgain();
    const db = await open(owner, false);
    if (isStopped) return closeDatabase(db);
    const show = (): void => {
      setCurrentDatabase(db);
      openWorker(worker, db);
      db.tellAllChanged();
      readHold.release();
    };
    parts = startParts(db, owner, Promise.resolve());
    if (!hasServer(owner)) return show();
    stopWaiting = onceSynced(show);
  };
  return {
    owner,
    ready,
    recover: (erased) => {
      // Its user wants it removed, or it was found before anything worked on it.
      if (parts?.db !== erased || pendingRemovals().includes(erased.name)) return;
      raiseErased(parts.unsent.latest());
      parts.stop();
      stopWaiting();
      parts = null;
      recover().catch((error: unknown) => {
        tellBug(error);
        raiseStorageNotice('unopened');
      });
    },
    stop: () => {
      isStopped = true;
      stopWaiting();
      // While it is fetched again, the one that was erased.
      setCurrentDatabase(null);
      if (parts === null) return;
      parts.stop();
      // Not awaited: the worker closes it after its current work and before it opens another database. Nothing is lost
      // if it cannot.
      worker.close().catch(() => undefined);
      closeDatabase(parts.db);
    },
  };
}

/** Not awaited: the worker queues questions until it has opened the database too. */
function openWorker(worker: ReturnType<typeof compute>, db: HoldfastDatabase): void {
  worker.open(db.name).catch((error: unknown) => {
    // A user who has signed out, and perhaps removed everything, needs no figures.
    if (isClosedForGood(db)) return;
    tellBug(error);
    raiseStorageNotice('noFigures');
  });
}

async function open(owner: OwnerRecord, saysErased = true): Promise<HoldfastDatabase> {
  const name = await databaseName(owner);
  // What the user had removed before must not return, and what arrives now must not be removed with it.
  const db = await finishRemoval(name)
    .then(async () => await openUserDatabase(owner, saysErased && isDatabaseKnown(name)))
    .catch((error: unknown) => {
      throw openingFailed(error);
    })
    .finally(() => {
      withdrawStorageNotice('blocked');
    });
  // The worker makes what a server would have sent: the lists take a moment, and the made-up investor longer.
  if (!hasServer(owner) && !(await readSyncState(db)).accountsPulled)
    await compute()
      .fillDevice(name, isMadeUp(owner))
      .catch((error: unknown) => {
        closeDatabase(db);
        throw openingFailed(error);
      });
  noteDatabase(name, true);
  return db;
}

/** Starts what shows the state of sync; it and what is read for it wait for the first screen. */
function startParts(db: HoldfastDatabase, owner: OwnerRecord, isShown: Promise<void>): Parts {
  const stopPersisting = persistAfterFirstSave(db);
  const stopLacks = followServerLacks(db);
  const stopRenewals = db.onMutation(queryRenewals.noteWrite);
  const unsent = followUnsent(db, isShown);
  const sync = hasServer(owner) ? startSyncThread(db, isShown) : withoutSync(db);
  setCurrentSync(sync);
  const stopBadge = useSyncStatus.subscribe(({ waiting }) => showBadge(waiting));
  const stopSession = syncAfterSigningInAgain(sync);
  if (hasServer(owner)) void requestPeriodicRefresh();
  return {
    db,
    unsent,
    sync,
    stop: () => {
      stopPersisting();
      stopLacks();
      stopRenewals();
      unsent.stop();
      stopSession();
      sync.stop();
      setCurrentSync(null);
      stopBadge();
    },
  };
}

function openingFailed(cause: unknown): Error {
  const fault = writeFaultOf(cause);
  const words =
    fault === null
      ? `The browser says: ${cause instanceof Error ? cause.message : String(cause)}`
      : writeFaultText(fault);
  return new OpeningFailed(words ?? 'The browser does not allow access to its storage.', cause);
}

/** Asks the browser to keep the data once there is something to lose. */
function persistAfterFirstSave(db: HoldfastDatabase): () => void {
  const stop = watchTables(db, ['outbox'], () => {
    stop();
    void navigator.storage?.persist?.();
  });
  return stop;
}

/** An offline session that gets its token has been waiting to sync. */
function syncAfterSigningInAgain(sync: SyncHandle): () => void {
  let wasOffline = currentSession()?.token === null;
  return onSessionChanged((session) => {
    const isOffline = session?.token === null;
    if (wasOffline && session !== null && !isOffline) sync.pull().catch(tellBug);
    wasOffline = isOffline;
  });
}

let badge = 0;

/** Shows on the installed app's icon how many changes wait, where the platform has badges. */
function showBadge(waiting: number): void {
  if (waiting === badge || !('setAppBadge' in navigator)) return;
  badge = waiting;
  // The header has the same number.
  navigator.setAppBadge(waiting).catch(() => undefined);
}

/**
 * The account-setup rule: true only when it is known which accounts there are, and there is none here either. Records
 * that are still being copied to this device bring their own.
 */
export async function lacksAccount(): Promise<boolean> {
  try {
    if (readRecordCopy() !== null) return false;
    const db = currentDatabase();
    if ((await listAccounts(db)).length > 0) return false;
    if (!(await readSyncState(db)).accountsPulled) {
      endFirstScreenWait();
      await firstPull(db);
    }
    const [accounts, state, outbox] = await Promise.all([listAccounts(db), readSyncState(db), listOutbox(db)]);
    return state.accountsPulled && accounts.length === 0 && !outbox.some((entry) => isEntryOf(entry, 'account'));
  } catch (error) {
    tellBug(error);
    // If the check fails, access is allowed (000 §2.1).
    return false;
  }
}

/** Reads what the first screen shows, while its code loads. */
export async function readAhead(names: readonly KeptName[]): Promise<void> {
  await readFirst(currentDatabase(), names, londonDate(Date.now()));
}

/** Resolves when the accounts were pulled, or after a while without. */
async function firstPull(db: HoldfastDatabase): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(finish, mayBeOnline() ? FIRST_PULL_MS : 0);
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

onDatabaseNotice((notice, db) => {
  // A connection that was lost is opened again.
  if (notice === 'lost') return;
  if (notice !== 'erased' || !db.isErased) raiseStorageNotice(notice);
  else running?.recover(db);
});

onRemovalWaits((waits) => {
  if (waits) raiseStorageNotice('removing');
  else withdrawStorageNotice('removing');
});

onSessionChanged((session) => {
  if (session === null) withdrawStorageNotices();
});
