/**
 * The receipts of a plain server: a list for each transaction, read for those that have receipts here and for the one
 * on screen.
 */
import { ownerOf } from '../../data/database/database.ts';
import { readSyncState } from '../../data/database/meta.ts';
import type { HoldfastDatabase } from '../../data/database/schema.ts';
import { countClaimedEntries, readingWithoutLock } from '../../data/outbox/claims.ts';
import { createdHere } from '../../data/outbox/outbox.ts';
import { removeAbsent, type PullBasis } from '../../data/pulled/quarantine.ts';
import { absentIds, applyServerRecords } from '../../data/pulled/server-records.ts';
import { createApi, statusOf, type Api } from '../api/api.ts';
import { browserEnvironment, type SyncEnvironment } from '../api/environment.ts';
import { readList } from '../read/lists.ts';
import { recordsIn } from '../wire/wire.ts';
import { pullFailure, type PullContext, type PullResult } from './pull-context.ts';

/** A pull and an opening screen may want the same list at once: one reply within this many milliseconds serves both. */
const SHARED_MS = 1000;

/** A list that was read while something was sent is read again, up to this many times. */
const MOST_TRIES = 3;

/** A list that is being read, or was read a moment ago. */
interface SharedRead {
  readonly at: number;
  readonly claimedEntries: number;
  readonly ids: Promise<PullResult | string[]>;
}

const sharedReads = new WeakMap<HoldfastDatabase, Map<string, SharedRead>>();

/**
 * Reads the lists of the transactions whose receipts the device knows; returns the ids of all, or why they are not
 * known.
 */
export async function pullKnownReceipts(
  { db, api, environment }: PullContext,
  basis: PullBasis,
): Promise<PullResult | Set<string>> {
  const unsent = await createdHere(db, 'transaction');
  const shown = new Set<string>();
  const transactionIds = new Set((await db.receipts.toArray()).map((receipt) => receipt.transactionId));
  for (const transactionId of transactionIds) {
    if (unsent.has(transactionId)) continue;
    const read = await shareReceiptsOf({ db, api, transactionId }, basis, environment.now());
    if (!Array.isArray(read)) return read;
    for (const id of read) shown.add(id);
  }
  return shown;
}

interface Wanted {
  readonly db: HoldfastDatabase;
  readonly api: Api;
  readonly transactionId: string;
}

/** The same, or what another has just read or is reading, unless something was sent or has failed since. */
async function shareReceiptsOf(wanted: Wanted, basis: PullBasis, now: number): Promise<PullResult | string[]> {
  const { db, transactionId } = wanted;
  const reads = sharedReads.get(db) ?? new Map<string, SharedRead>();
  sharedReads.set(db, reads);
  const claimedEntries = await countClaimedEntries(db);
  const found = reads.get(transactionId);
  if (found?.claimedEntries === claimedEntries && Math.abs(now - found.at) < SHARED_MS) return await found.ids;
  const ids = takeReceiptsOf(wanted, basis);
  reads.set(transactionId, { at: now, claimedEntries, ids });
  const forget = (): void => {
    if (reads.get(transactionId)?.ids === ids) reads.delete(transactionId);
  };
  ids.then((read) => {
    if (!Array.isArray(read)) forget();
  }, forget);
  return await ids;
}

async function takeReceiptsOf({ db, api, transactionId }: Wanted, basis: PullBasis): Promise<PullResult | string[]> {
  const list = await readList(api, 'receipt', { transactionId });
  // Deleted, or a server without receipts: nothing is shown and nothing is learnt.
  if (list.kind === 'failed') return statusOf(list.outcome) === 404 ? [] : pullFailure(list.outcome);
  const records = recordsIn('receipt', list.items, { transactionId });
  return (await applyServerRecords(db, 'receipt', records, basis)).ok ? records.map((record) => record.id) : 'failed';
}

/**
 * Reads the receipts of one transaction, for the screen that shows them: a plain server has no list of all. Resolves to
 * false when the server could not be asked; what the device has is then shown.
 */
export async function refreshReceipts(
  db: HoldfastDatabase,
  transactionId: string,
  environment: SyncEnvironment = browserEnvironment,
): Promise<boolean> {
  // Any other server sends all of them by itself.
  if ((await readSyncState(db)).mode !== 'plain') return true;
  const api = createApi(environment, await ownerOf(db));
  // What is sent in the meantime is newer than the reply.
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const reading = await readingWithoutLock(db);
    if (reading === null) return false;
    const basis: PullBasis = { reading, now: environment.now() };
    const read = await shareReceiptsOf({ db, api, transactionId }, basis, basis.now);
    if (read === 'offline') return false;
    if (Array.isArray(read) && (await removeOthers(db, transactionId, new Set(read), basis))) return true;
  }
  return false;
}

/** Removes what a list of a transaction's receipts did not show. */
async function removeOthers(
  db: HoldfastDatabase,
  transactionId: string,
  shown: ReadonlySet<string>,
  basis: PullBasis,
): Promise<boolean> {
  const own = new Set(
    (await db.receipts.where('transactionId').equals(transactionId).toArray()).map((receipt) => receipt.id),
  );
  const absent = (await absentIds(db, 'receipt', shown)).filter((id) => own.has(id));
  return absent.length === 0 || (await removeAbsent(db, 'receipt', absent, { ...basis, isPart: true })).ok;
}
