/** Which entry may be sent next, and by whom: tabs and the service worker share one outbox. */
import type { EntryState, OutboxEntry, RecordEntry } from './outbox-entry.ts';
import { readSyncState } from './meta.ts';
import type { EntityName, HoldfastDatabase } from './schema.ts';
import { write } from './write.ts';

/** A claim that was not renewed for so long, in milliseconds, may be taken over. */
export const LEASE_MS = 30_000;

/** Longest wait that is believed; a later due time comes from a clock that was wrong. */
const LONGEST_WAIT_MS = 60 * 60_000;

/** The one request that may be under way. */
interface SenderRecord {
  /** Counts claims; a write with another number is stale. */
  readonly epoch: number;
  /** The claimed entry, or null. */
  readonly seq: number | null;
  readonly leaseUntil: number;
}

const NO_SENDER: SenderRecord = { epoch: 0, seq: null, leaseUntil: 0 };

/** The right to send one entry. */
export interface Claim {
  readonly entry: OutboxEntry;
  readonly epoch: number;
  /** The entry's state before the claim; `sending` means that another sender died over it, so it may have been sent. */
  readonly was: EntryState;
  /** The server's epoch of which the versions on this device are; null where none is known. */
  readonly serverEpoch: string | null;
  /** Further deletions that a plain server can be asked for in the same call; they too are `sending` now. */
  readonly others: readonly RecordEntry[];
}

export type ClaimResult =
  | { readonly kind: 'claimed'; readonly claim: Claim }
  /** Another sender is at work at most until `until` (milliseconds since 1970). */
  | { readonly kind: 'busy'; readonly until: number }
  /** The server was set back, as perhaps another tab has noticed: it has to be read before anything is sent to it. */
  | { readonly kind: 'setBack' }
  /** Nothing may be sent before `nextAt`; null when nothing waits for a time. */
  | { readonly kind: 'idle'; readonly nextAt: number | null };

async function readSender(db: HoldfastDatabase): Promise<SenderRecord> {
  return ((await db.meta.get('sender'))?.value as SenderRecord | undefined) ?? NO_SENDER;
}

async function storeSender(db: HoldfastDatabase, sender: SenderRecord): Promise<void> {
  await db.meta.put({ key: 'sender', value: sender });
}

/** The number of the latest claim; what is acknowledged later has a greater one. */
export async function senderEpoch(db: HoldfastDatabase): Promise<number> {
  return (await readSender(db)).epoch;
}

/** True while a claim's lease runs. A lease that ends too far ahead comes from a clock that was wrong. */
function isHeld(sender: SenderRecord, now: number): boolean {
  return sender.seq !== null && sender.leaseUntil > now && sender.leaseUntil <= now + 2 * LEASE_MS;
}

/**
 * Takes the next entry that may be sent, or an entry whose sender has died. Atomic across tabs. `isAlone` says that the
 * caller holds the senders' lock without having stolen it: whoever had claimed before is gone, whatever its lease says.
 */
export async function claimNext(db: HoldfastDatabase, now: number, isAlone = false): Promise<ClaimResult> {
  const result = await write(db, ['outbox'], async (): Promise<ClaimResult> => {
    const sender = await readSender(db);
    if (!isAlone && isHeld(sender, now)) return { kind: 'busy', until: sender.leaseUntil };
    const { mode, restoring, epoch: serverEpoch } = await readSyncState(db);
    if (mode === 'extended' && restoring) return { kind: 'setBack' };
    const found = await findNext(db, sender.seq, now);
    if (found.kind === 'idle') {
      if (sender.seq !== null) await storeSender(db, { ...sender, seq: null });
      return found;
    }
    const epoch = sender.epoch + 1;
    const entry: OutboxEntry = { ...found.entry, state: 'sending', epoch, attempts: found.entry.attempts + 1 };
    const others = mode === 'plain' ? await deletionsBeside(db, found.entry, now) : [];
    const sending = others.map((other): RecordEntry => ({ ...other, state: 'sending', epoch, attempts: 1 }));
    await db.outbox.bulkPut([entry, ...sending]);
    await storeSender(db, { epoch, seq: entry.seq, leaseUntil: now + LEASE_MS });
    return { kind: 'claimed', claim: { entry, epoch, was: found.entry.state, serverEpoch, others: sending } };
  });
  if (result.ok) return result.value;
  // Storage that is full or gone cannot record a claim, so nothing may be sent.
  return { kind: 'idle', nextAt: null };
}

/** Of these the specification has a call that deletes many at once (000 §7.3, 001 §7, 002 §7). */
const DELETED_IN_BULK: ReadonlySet<string> = new Set<EntityName>([
  'transaction',
  'asset',
  'savingsAccount',
  'brokerCashBalance',
  'property',
]);
/** Each is read before it is deleted, so a call is not made larger than this. */
const MOST_DELETIONS = 200;

/** Deletions of the same entity that may be sent now and were never tried; one that failed goes alone. */
async function deletionsBeside(db: HoldfastDatabase, entry: OutboxEntry, now: number): Promise<RecordEntry[]> {
  const isNew = (other: OutboxEntry): other is RecordEntry =>
    other.entity === entry.entity && other.kind === 'delete' && other.state === 'queued' && other.attempts === 0;
  if (!DELETED_IN_BULK.has(entry.entity) || !isNew(entry)) return [];
  const beside = await db.outbox
    .where('seq')
    .above(entry.seq)
    .filter((other) => isNew(other) && other.nextAttemptAt <= now && other.dependsOn.length === 0)
    .limit(MOST_DELETIONS - 1)
    .toArray();
  // What was asked of a record before is sent before.
  const ids = beside.map(({ localId }) => localId);
  const earlier = new Set(
    (await db.outbox.where('localId').anyOf(ids).toArray())
      .filter((other) => other.kind !== 'delete')
      .map(({ localId }) => localId),
  );
  return beside.filter(isNew).filter(({ localId }) => !earlier.has(localId));
}

/** Entries that are read at once to find the next. */
const FIRST_READ = 2;
const MOST_READ = 128;

type Found =
  | { readonly kind: 'found'; readonly entry: OutboxEntry }
  | { readonly kind: 'idle'; readonly nextAt: number | null };

async function findNext(db: HoldfastDatabase, abandoned: number | null, now: number): Promise<Found> {
  const taken = abandoned === null ? undefined : await db.outbox.get(abandoned);
  if (taken?.state === 'sending') return { kind: 'found', entry: taken };
  const seen = new Set<number>();
  const seenRecords = new Set<string>();
  let nextAt: number | null = null;
  let after = -Infinity;
  // Nearly always the first may be sent.
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

/** Whether it needs an entry that has its place after it: an edit that was joined to it may name a record that was made since. */
async function needsLater(db: HoldfastDatabase, { seq, dependsOn }: OutboxEntry): Promise<boolean> {
  const later = dependsOn.filter((needed) => needed > seq);
  return later.length > 0 && (await db.outbox.bulkGet(later)).some((needed) => needed !== undefined);
}

/** Entries with the same key are sent one after the other: those of a record, and each chunk of an import for itself. */
function recordKey(entry: OutboxEntry): string {
  return entry.entity === 'import' ? `${entry.localId}/${entry.index}` : entry.localId;
}

/** Keeps a claim alive while a long request runs. False when another sender has taken over. */
export async function renewClaim(db: HoldfastDatabase, claim: Claim, now: number): Promise<boolean> {
  const result = await write(db, [], async () => {
    const sender = await readSender(db);
    if (sender.epoch !== claim.epoch) return false;
    await storeSender(db, { ...sender, leaseUntil: now + LEASE_MS });
    return true;
  });
  return result.ok && result.value;
}

/** Inside a write: ends the claim. False when it is stale, and then nothing of its outcome may be written. */
export async function endClaim(db: HoldfastDatabase, claim: Claim): Promise<boolean> {
  const sender = await readSender(db);
  if (sender.epoch !== claim.epoch) return false;
  await storeSender(db, { ...sender, seq: null });
  return true;
}

/** How the senders' claim stands: since which epoch, and until when a claim holds (null: no claim, or one that has run out). */
export async function senderHold(
  db: HoldfastDatabase,
  now: number,
): Promise<{ readonly epoch: number; readonly until: number | null; readonly hasRunOut: boolean }> {
  const sender = await readSender(db);
  const until = isHeld(sender, now) ? sender.leaseUntil : null;
  return { epoch: sender.epoch, until, hasRunOut: sender.seq !== null && until === null };
}
