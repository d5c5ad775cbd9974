/** Opening, naming and closing the database of the user who is signed in. */
import { Dexie } from 'dexie';
import { databaseName, NAME_PREFIX } from './database-name.ts';
import { hasServer } from './places.ts';
import { HoldfastDatabase, type OwnerRecord } from './schema.ts';
import { WriteRefused } from './write.ts';

/**
 * What happened to an open database that the user must be told.
 * - `outdated`: a newer app in another tab upgrades it: this tab must reload
 * - `blocked`: this tab wants to upgrade it and an older tab has it open: close other tabs
 * - `lost`: the browser closed it, as iOS sometimes does: the next use opens it again
 * - `erased`: the browser removed the site's data
 */
export type DatabaseNotice = 'outdated' | 'blocked' | 'lost' | 'erased';

type NoticeListener = (notice: DatabaseNotice, db: HoldfastDatabase) => void;

const noticeListeners = new Set<NoticeListener>();
const closedHere = new WeakSet<HoldfastDatabase>();
/** The id of the database that each connection was first opened to: one created after an erasure has another. */
const databaseIds = new WeakMap<HoldfastDatabase, string>();
/** The owner of each database when it was first opened. */
const ownersAtOpening = new WeakMap<HoldfastDatabase, StoredOwner>();
const reopening = new WeakSet<HoldfastDatabase>();
let current: HoldfastDatabase | null = null;

/** Calls `listener` for each notice about any database of this tab. Returns how to stop. */
export function onDatabaseNotice(listener: NoticeListener): () => void {
  noticeListeners.add(listener);
  return () => void noticeListeners.delete(listener);
}

function notify(notice: DatabaseNotice, db: HoldfastDatabase): void {
  for (const listener of noticeListeners) listener(notice, db);
}

/** What is stored of the owner. Databases of earlier apps have no id. */
type StoredOwner = OwnerRecord & { readonly databaseId?: string };

async function storedOwner(db: Pick<HoldfastDatabase, 'meta'>): Promise<StoredOwner | undefined> {
  return (await db.meta.get('owner'))?.value as StoredOwner | undefined;
}

/** The names of all users' databases on this device. */
export async function userDatabaseNames(): Promise<readonly string[]> {
  return (await Dexie.getDatabaseNames()).filter((name) => name.startsWith(NAME_PREFIX));
}

/**
 * Opens a user's database, creating it when the device has none. `expectExisting` says that the device has had it
 * before: when it is missing, listeners get 'erased'. Rejects when the browser gives no access (`writeFaultOf` reads
 * the reason).
 */
export async function openUserDatabase(owner: OwnerRecord, expectExisting = false): Promise<HoldfastDatabase> {
  const db = await openDatabase(await databaseName(owner));
  // Opening it has read its owner; a new one stores the owner in one transaction, for two tabs may have created it.
  const isNew = !isOf(owner, ownersAtOpening.get(db)) && (await claim(db, owner));
  if (isNew && expectExisting) notify('erased', db);
  return db;
}

/** Throws when it is another user's. */
function isOf(owner: OwnerRecord, known: StoredOwner | undefined): boolean {
  if (known !== undefined && (known.apiBase !== owner.apiBase || known.userId !== owner.userId))
    throw new Error('this database belongs to another user');
  return known !== undefined;
}

/** Stores the owner of a database without one; returns whether it had none. Throws when it is another user's. */
async function claim(db: HoldfastDatabase, owner: OwnerRecord): Promise<boolean> {
  return await db.transaction('rw', db.meta, async () => {
    const known = await storedOwner(db);
    if (isOf(owner, known)) {
      databaseIds.set(db, known?.databaseId ?? '');
      return false;
    }
    const databaseId = crypto.randomUUID();
    await db.meta.put({ key: 'owner', value: { apiBase: owner.apiBase, userId: owner.userId, databaseId } });
    databaseIds.set(db, databaseId);
    return true;
  });
}

/** Whether the device has this database as this app makes it: opening it then needs no upgrade, for which another tab may have to be closed. */
export async function needsNoUpgrade(name: string): Promise<boolean> {
  // Not in every browser.
  const known = (await (indexedDB as Partial<IDBFactory>).databases?.()) ?? [];
  return known.some((info) => info.name === name && info.version === browserVersion(new HoldfastDatabase(name)));
}

/** Dexie's version 1 is the browser's version 10. */
function browserVersion(db: HoldfastDatabase): number {
  return db.verno * 10;
}

/**
 * Throws `VersionError` for a database that a newer app has made: Dexie would open it, and recreate the tables that
 * the newer app had removed.
 */
async function refuseNewer(name: string, version: number): Promise<void> {
  // Where the browser has no database at all, Dexie says so.
  const factory = (globalThis as { readonly indexedDB?: Partial<IDBFactory> }).indexedDB;
  if (factory === undefined) return;
  // A list is quicker than one more connection. Not every browser has it, and a private window may refuse it.
  const known = await factory.databases?.().catch(() => null);
  const installed = known ? (known.find((info) => info.name === name)?.version ?? 0) : await versionByOpening(name);
  if (installed > version)
    throw new DOMException(`version ${installed} of the database is newer than ${version}`, 'VersionError');
}

/** The version of a database in the browser's numbers; 0 where there is none. */
async function versionByOpening(name: string): Promise<number> {
  return await new Promise<number>((resolve, reject) => {
    const opening = indexedDB.open(name);
    // The database does not exist: it is not created here.
    opening.onupgradeneeded = () => opening.transaction?.abort();
    opening.onsuccess = () => {
      resolve(opening.result.version);
      opening.result.close();
    };
    opening.onerror = () => {
      if (opening.error?.name === 'AbortError') resolve(0);
      else reject(opening.error ?? new Error('the database could not be opened'));
    };
  });
}

/** Stops a database from being created. */
class NoSuchDatabase extends Error {}

/** Opens a database by its name; null when there is none, as after its user had it removed. Creates none. */
export async function openExisting(name: string): Promise<HoldfastDatabase | null> {
  let isMissing = false;
  try {
    return await openDatabase(name, () => {
      isMissing = true;
      throw new NoSuchDatabase();
    });
  } catch (error) {
    if (isMissing) return null;
    throw error;
  }
}

/**
 * Opens a user's database for as long as `use` runs; null, without running it, when there is none: an empty one would
 * look like an erased one.
 */
export async function withDatabaseOf<T>(
  owner: OwnerRecord,
  use: (db: HoldfastDatabase) => Promise<T>,
): Promise<T | null> {
  const db = await openExisting(await databaseName(owner));
  if (db === null) return null;
  try {
    return await use(db);
  } finally {
    closeDatabase(db);
  }
}

/** Opens a database by its name and creates it where there is none, unless `onMake` throws. */
export async function openDatabase(name: string, onMake?: () => void): Promise<HoldfastDatabase> {
  const db = new HoldfastDatabase(name);
  if (onMake !== undefined) db.on('populate', onMake);
  await refuseNewer(name, browserVersion(db));
  db.on('versionchange', ({ newVersion }) => {
    // Null: it is deleted, by a page that removes this user's data or by the browser's own tools.
    if (newVersion === null) closeErased(db);
    else {
      closeDatabase(db);
      notify('outdated', db);
    }
    // Dexie would otherwise reopen it silently: an upgraded one with this tab's old code, a deleted one empty.
    return false;
  });
  db.on('blocked', () => notify('blocked', db));
  db.on('close', () => {
    if (closedHere.has(db) || reopening.has(db)) return;
    notify('lost', db);
    // After Dexie has dealt with it.
    queueMicrotask(() => void reopen(db));
  });
  // Asked at each opening, and before anything that waits for it.
  db.on(
    'ready',
    async (opened) => {
      const first = databaseIds.get(db);
      const owner = await storedOwner(opened as HoldfastDatabase);
      if (first === undefined) {
        if (owner === undefined) return;
        databaseIds.set(db, owner.databaseId ?? '');
        ownersAtOpening.set(db, owner);
      } else if (owner === undefined || (owner.databaseId ?? '') !== first) closeErased(db);
    },
    true,
  );
  await db.open();
  return db;
}

/**
 * A browser that erases the database closes its connections without a reason: only opening it again shows what is
 * left.
 */
async function reopen(db: HoldfastDatabase): Promise<void> {
  if (closedHere.has(db)) return;
  reopening.add(db);
  try {
    await db.open();
  } catch {
    // Its next use tries again.
    if (!closedHere.has(db)) db.close({ disableAutoOpen: false });
  } finally {
    reopening.delete(db);
  }
}

/** Work on a database that was erased must not write into the empty one that opening it again creates. */
function closeErased(db: HoldfastDatabase): void {
  if (closedHere.has(db)) return;
  closedHere.add(db);
  db.isErased = true;
  db.close({ disableAutoOpen: true });
  notify('erased', db);
}

/** Closes a database for good; a later write returns `storageUnavailable`. */
export function closeDatabase(db: HoldfastDatabase): void {
  closedHere.add(db);
  db.close({ disableAutoOpen: true });
  if (current === db) current = null;
}

/** Whether this tab has closed a database for good: after the browser has closed it, the next use opens it again. */
export function isClosedForGood(db: HoldfastDatabase): boolean {
  return closedHere.has(db);
}

/** Deletes a user's database with all unsent changes; other tabs are told to close it. */
export async function deleteDatabase(name: string): Promise<void> {
  await Dexie.delete(name);
}

/** The database of the user who is signed in. Throws when none is open: screens behind guard A always have one. */
export function currentDatabase(): HoldfastDatabase {
  if (current === null) throw new Error('no database is open');
  return current;
}

/** The same; null when none is open. */
export function databaseIfOpen(): HoldfastDatabase | null {
  return current;
}

/** Sets or clears what `currentDatabase` returns. */
export function setCurrentDatabase(db: HoldfastDatabase | null): void {
  current = db;
}

/** The owner of this database. Refuses when the browser has erased it. */
export async function ownerOf(db: HoldfastDatabase): Promise<OwnerRecord> {
  const owner = (await db.meta.get('owner'))?.value as OwnerRecord | undefined;
  if (owner === undefined) throw new WriteRefused({ code: 'storageErased' });
  return owner;
}

/** Whether a database is on this device only. One that the browser has erased is not known to be. */
export async function isAlone(db: HoldfastDatabase): Promise<boolean> {
  const owner = await storedOwner(db);
  return owner !== undefined && !hasServer(owner);
}
