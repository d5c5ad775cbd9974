/**
 * The receipts of a plain server: a list for each transaction, read for those that have receipts here and for the one
 * on screen.
 */
import { ownerOf } from '../../data/database/database.ts';
import { readSyncState } from '../../data/database/meta.ts';
import type { HoldfastDatabase } from '../../data/database/schema.ts';
import { claimOfReading } from '../../data/outbox/claims.ts';
import { createdHere } from '../../data/outbox/outbox.ts';
import { removeAbsent, type PullBasis } from '../../data/pulled/quarantine.ts';
import { absentIds, applyServerRecords } from '../../data/pulled/server-records.ts';
import { createApi, statusOf } from '../api/api.ts';
import { browserEnvironment, type SyncEnvironment } from '../api/environment.ts';
import { readList } from '../read/lists.ts';
import { recordsIn } from '../wire/wire.ts';
import { pullFailure, type PullContext, type PullResult } from './pull-context.ts';

/** A list that was read while something was sent is read again, up to this many times. */
const MOST_TRIES = 3;

/**
 * Reads the lists of the transactions whose receipts the device knows; returns the ids of all, or why they are not
 * known.
 */
export async function pullKnownReceipts({ db, api }: PullContext, basis: PullBasis): Promise<PullResult | Set<string>> {
  const unsent = await createdHere(db, 'transaction');
  const shown = new Set<string>();
  const transactionIds = new Set((await db.receipts.toArray()).map((receipt) => receipt.transactionId));
  for (const transactionId of transactionIds) {
    if (unsent.has(transactionId)) continue;
    const read = await pullReceiptsOf({ db, api }, transactionId, basis);
    if (!Array.isArray(read)) return read;
    for (const id of read) shown.add(id);
  }
  return shown;
}

/** Applies the list of a transaction's receipts; returns the ids that it shows, or why they are not known. */
async function pullReceiptsOf(
  { db, api }: Pick<PullContext, 'db' | 'api'>,
  transactionId: string,
  basis: PullBasis,
): Promise<PullResult | string[]> {
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
    const claimNumber = await claimOfReading(db);
    if (claimNumber === null) return false;
    const basis: PullBasis = { claimNumber, now: environment.now() };
    const read = await pullReceiptsOf({ db, api }, transactionId, basis);
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
