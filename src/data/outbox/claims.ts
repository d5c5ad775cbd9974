/** Who may send or pull, and which entry is sent next: tabs and the service worker share one outbox. */
import type { EntityName } from '../entities/entities.ts';
import { entriesAlike, entriesInState, entriesOfAny } from './outbox-index.ts';
import type { EntryState, ImportEntry, OutboxEntry, RecordEntry } from '../database/outbox-entry.ts';
import { readSyncState, updateSyncState, type SyncState } from '../database/meta.ts';
import type { HoldfastDatabase } from '../database/schema.ts';
import { write, WriteRefused } from '../database/write.ts';

/** While a tab sends or pulls it writes a heartbeat this often, in milliseconds, also during a request. */
export const HEARTBEAT_MS = 5000;

/** The longest wait that is accepted; a later due time comes from a clock that was wrong. */
const LONGEST_WAIT_MS = 60 * 60_000;

/** The claim of the lock under which a tab sends or pulls, or did so last. */
interface HolderRecord {
  /** Counts the claims of the lock; a write under an earlier one is stale. */
  readonly claimNumber: number;
  /** The last heartbeat, in milliseconds since 1970. */
  readonly beatAt: number;
}

const NO_HOLDER: HolderRecord = { claimNumber: 0, beatAt: 0 };

/** The right to send an entry. */
interface ClaimOf<Entry extends OutboxEntry> {
  readonly entry: Entry;
  readonly claimNumber: number;
  /**
   * The entry's state before the claim; `sending` means that another sender stopped during it, so it may have been
   * sent.
   */
  readonly was: EntryState;
  /** The epoch of the server that gave the versions on this device; null where none is known. */
  readonly serverEpoch: string | null;
  /**
   * Further entries, `sending` too: deletions that the server can be asked for in the same call, or the chunks of the
   * import that follow, each sent when the one before was answered.
   */
  readonly others: readonly Entry[];
}

/** A claim of a change of one record. */
export type RecordClaim = ClaimOf<RecordEntry>;

/** A claim of chunks of an import. */
export type ChunkClaim = ClaimOf<ImportEntry>;

export type Claim = RecordClaim | ChunkClaim;

export function isChunkClaim(claim: Claim): claim is ChunkClaim {
  return claim.entry.entity === 'import';
}

export type ClaimResult =
  | { readonly kind: 'claimed'; readonly claim: Claim }
  /** The server was restored from a backup: it has to be read before anything is sent to it. */
  | { readonly kind: 'restoredFromBackup' }
  /** Nothing may be sent before `nextAt`; null when nothing waits for a time. */
  | { readonly kind: 'idle'; readonly nextAt: number | null };

async function readHolder(db: HoldfastDatabase): Promise<HolderRecord> {
  return { ...NO_HOLDER, ...((await db.meta.get('sender'))?.value as Partial<HolderRecord> | undefined) };
}

async function storeHolder(db: HoldfastDatabase, holder: HolderRecord): Promise<void> {
  await db.meta.put({ key: 'sender', value: holder });
}

/** The number of the latest claim of the lock. */
export async function latestClaimNumber(db: HoldfastDatabase): Promise<number> {
  return (await readHolder(db)).claimNumber;
}

/** A sign of life of the tab that holds the lock, different after each heartbeat and with each claim. */
export async function lastSign(db: HoldfastDatabase): Promise<{ readonly sign: string; readonly beatAt: number }> {
  const { claimNumber, beatAt } = await readHolder(db);
  return { sign: `${claimNumber}/${beatAt}`, beatAt };
}

/** Claims the lock for a pull and returns the number of the claim; null where storage is full or gone. */
export async function beginHold(db: HoldfastDatabase, now: number): Promise<number | null> {
  const result = await write(db, [], async () => {
    const claimNumber = (await latestClaimNumber(db)) + 1;
    await storeHolder(db, { claimNumber, beatAt: now });
    return claimNumber;
  });
  return result.ok ? result.value : null;
}

/** Records a heartbeat under this claim. False when another tab has taken over. */
export async function beat(db: HoldfastDatabase, claimNumber: number, now: number): Promise<boolean> {
  const result = await write(db, [], async () => {
    if ((await latestClaimNumber(db)) !== claimNumber) return false;
    await storeHolder(db, { claimNumber, beatAt: now });
    return true;
  });
  return result.ok && result.value;
}

/** For a reading that begins now without the lock: the latest claim. Null while an entry is being sent. */
export async function claimOfReading(db: HoldfastDatabase): Promise<number | null> {
  // Read first: an entry that is claimed in between has a later number.
  const claimNumber = await latestClaimNumber(db);
  return (await entriesInState(db, 'sending').count()) === 0 ? claimNumber : null;
}

/**
 * Notes the epoch that a server names. Where another was known the server was restored from a backup: everything is to
 * be read again, and what was read or sent under the earlier one is refused, as after another claim of the lock. The
 * first is noted before anything is sent, so that what a server acknowledges always belongs to a known epoch.
 */
export async function noteServerEpoch(db: HoldfastDatabase, serverEpoch: string): Promise<void> {
  await db.transaction('rw', db.meta, async () => {
    const known = (await readSyncState(db)).serverEpoch;
    if (known === serverEpoch) return;
    await updateSyncState(db, { serverEpoch });
    if (known === null) return;
    await updateSyncState(db, { isRestoredFromBackup: true, userCursor: null, sharedCursor: null });
    const holder = await readHolder(db);
    await storeHolder(db, { ...holder, claimNumber: holder.claimNumber + 1 });
  });
}

/** Inside a write: refuses it where the lock was claimed since. */
export async function requireLatest(db: HoldfastDatabase, claimNumber: number): Promise<void> {
  if ((await latestClaimNumber(db)) !== claimNumber) throw new WriteRefused({ code: 'interrupted' });
}

/** For the holder of the lock: claims the next entry that may be sent, or one whose sender stopped or lost the lock. */
export async function claimNext(db: HoldfastDatabase, now: number): Promise<ClaimResult> {
  const result = await write(db, ['outbox'], async (): Promise<ClaimResult> => {
    const state = await readSyncState(db);
    const { mode, isRestoredFromBackup, serverEpoch } = state;
    if (mode === 'extended' && isRestoredFromBackup) return { kind: 'restoredFromBackup' };
    const found = await findNext(db, now);
    if (found.kind === 'idle') return found;
    const claimNumber = (await latestClaimNumber(db)) + 1;
    const claimOf = <Entry extends OutboxEntry>(entry: Entry, others: readonly Entry[]): ClaimOf<Entry> => ({
      entry: sending(entry),
      claimNumber,
      was: entry.state,
      serverEpoch,
      others: others.map(sending),
    });
    const claim: Claim =
      found.entry.entity === 'import'
        ? claimOf(found.entry, await chunksAfter(db, found.entry, state, now))
        : claimOf(found.entry, await deletionsBeside(db, found.entry, state, now));
    await db.outbox.bulkPut([claim.entry, ...claim.others]);
    await storeHolder(db, { claimNumber, beatAt: now });
    return { kind: 'claimed', claim };
  });
  if (result.ok) return result.value;
  // Storage that is full or gone cannot record a claim, so nothing may be sent.
  return { kind: 'idle', nextAt: null };
}

function sending<Entry extends OutboxEntry>(entry: Entry): Entry {
  return { ...entry, state: 'sending', attempts: entry.attempts + 1 };
}

/** The feature of a server that takes rows of imports in the canonical form; to any other they are sent one by one. */
export const ROWS_FEATURE = 'canonicalRows';

/** Chunks under one claim: changes that the user makes meanwhile wait for them. */
const MOST_CHUNKS = 5;

/** The chunks that follow a claimed one, as far as they were never sent and wait for nothing. */
async function chunksAfter(
  db: HoldfastDatabase,
  { localId, index, dependsOn }: ImportEntry,
  { mode, features }: SyncState,
  now: number,
): Promise<ImportEntry[]> {
  if (mode !== 'extended' || !features.includes(ROWS_FEATURE)) return [];
  const isReady = (entry: ImportEntry): boolean =>
    entry.state === 'queued' &&
    entry.attempts === 0 &&
    entry.nextAttemptAt <= now &&
    // What the claimed one waited for has been sent.
    entry.dependsOn.every((seq) => dependsOn.includes(seq));
  return (await entriesOfAny(db, [localId]).toArray())
    .filter((entry) => entry.entity === 'import')
    .filter((entry) => entry.index > index && isReady(entry))
    .toSorted((a, b) => a.index - b.index)
    .slice(0, MOST_CHUNKS - 1);
}

/** The feature of a server that deletes many transactions at the versions named with their ids. */
const DELETIONS_AT_VERSIONS = 'deletionsAtVersions';

/** Which deletions are sent together, and how many at most. */
interface DeletionRule {
  readonly entities: ReadonlySet<EntityName | 'import'>;
  readonly most: number;
  readonly mayJoin: (entry: RecordEntry) => boolean;
}

/**
 * A plain server: where the specification has a call that deletes many at once (000 §7.3, 001 §7, 002 §7). Each record
 * is read first, so a call is no larger than this; a deletion that failed is sent alone.
 */
const AFTER_READING: DeletionRule = {
  entities: new Set(['transaction', 'asset', 'savingsAccount', 'brokerCashBalance', 'property']),
  most: 200,
  mayJoin: ({ state, attempts }) => state === 'queued' && attempts === 0,
};

/** Our server compares the versions itself. A deletion from a call that was refused as a whole is sent alone. */
const AT_VERSIONS: DeletionRule = {
  entities: new Set(['transaction']),
  most: 1000,
  mayJoin: ({ state, base, error }) =>
    (state === 'queued' || state === 'sending') && error === null && base?.version != null,
};

/** Deletions of the same entity that may be sent now in the same call. */
async function deletionsBeside(
  db: HoldfastDatabase,
  entry: RecordEntry,
  { mode, features }: SyncState,
  now: number,
): Promise<RecordEntry[]> {
  const rule = mode === 'plain' ? AFTER_READING : features.includes(DELETIONS_AT_VERSIONS) ? AT_VERSIONS : null;
  if (rule === null) return [];
  const { entities, most, mayJoin } = rule;
  const isAlike = (other: OutboxEntry): other is RecordEntry =>
    other.entity !== 'import' && other.entity === entry.entity && other.kind === 'delete' && mayJoin(other);
  if (!entities.has(entry.entity) || !isAlike(entry)) return [];
  const beside = await entriesAlike(db, entry, entry.seq)
    .filter((other) => isAlike(other) && other.nextAttemptAt <= now)
    .limit(most - 1)
    .toArray();
  // Earlier changes of a record are sent first, and so is what a deletion waits for.
  const ids = beside.map(({ localId }) => localId);
  const earlier = new Set(
    (await entriesOfAny(db, ids).toArray()).filter((other) => other.kind !== 'delete').map(({ localId }) => localId),
  );
  const needed = [...new Set(beside.flatMap(({ dependsOn }) => dependsOn))];
  const waiting = new Set(await db.outbox.where('seq').anyOf(needed).primaryKeys());
  return beside
    .filter(isAlike)
    .filter(({ localId, dependsOn }) => !earlier.has(localId) && !dependsOn.some((seq) => waiting.has(seq)));
}

/** Entries that are read at once to find the next. */
const FIRST_READ = 2;
const MOST_READ = 128;

type Found =
  | { readonly kind: 'found'; readonly entry: OutboxEntry }
  | { readonly kind: 'idle'; readonly nextAt: number | null };

async function findNext(db: HoldfastDatabase, now: number): Promise<Found> {
  const abandoned = await entriesInState(db, 'sending').first();
  if (abandoned !== undefined) return { kind: 'found', entry: abandoned };
  const seen = new Set<number>();
  const seenRecords = new Set<string>();
  let nextAt: number | null = null;
  let after = -Infinity;
  // Nearly always the first entry may be sent.
  for (let size = FIRST_READ; ; size = Math.min(MOST_READ, 4 * size)) {
    const batch = await db.outbox.where('seq').above(after).limit(size).toArray();
    for (const entry of batch) {
      const isFirst =
        !seenRecords.has(recordKey(entry)) &&
        !entry.dependsOn.some((seq) => seen.has(seq)) &&
        !(await needsLater(db, entry));
      seen.add(entry.seq);
      seenRecords.add(recordKey(entry));
      after = entry.seq;
      if (!isFirst || entry.state === 'failed' || entry.state === 'conflict') continue;
      if (entry.nextAttemptAt <= now || entry.nextAttemptAt > now + LONGEST_WAIT_MS) return { kind: 'found', entry };
      nextAt = nextAt === null ? entry.nextAttemptAt : Math.min(nextAt, entry.nextAttemptAt);
    }
    if (batch.length < size) return { kind: 'idle', nextAt };
  }
}

/**
 * Whether it needs an entry that comes after it: an edit that was joined to it may name a record that was created
 * since.
 */
async function needsLater(db: HoldfastDatabase, { seq, dependsOn }: OutboxEntry): Promise<boolean> {
  const later = dependsOn.filter((needed) => needed > seq);
  return later.length > 0 && (await db.outbox.bulkGet(later)).some((needed) => needed !== undefined);
}

/** Entries with the same key are sent one after the other: those of a record, and each chunk of an import for itself. */
function recordKey(entry: OutboxEntry): string {
  return entry.entity === 'import' ? `${entry.localId}/${entry.index}` : entry.localId;
}
