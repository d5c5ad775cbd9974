/** Possible duplicates: shown beside each other for the user to decide. */
import type { BrokerCashBalance } from '../../../domain/records/records.ts';
import { addCashDuplicate, forgetCashDuplicate, presentCashDuplicates, type CashDuplicate } from './cash-duplicates.ts';
import type { EntityName, EntityRecords } from '../entities/entities.ts';
import { recordOf } from '../entities/entity-fields.ts';
import type { Use } from '../entities/entity-words.ts';
import {
  addImportDuplicates,
  forgetImportDuplicates,
  listImportDuplicates,
  presentImportDuplicates,
  type ImportDuplicate,
} from './import-duplicates.ts';
import { addNotices, dismissNotices, listNotices, duplicatesOf, type Notice } from '../outbox/notices.ts';
import { putAndQueue } from '../outbox/outbox.ts';
import { usesOf } from '../outbox/parents.ts';
import { REMOVAL_TABLES, removeInWrite, undoRemovals } from '../outbox/removals.ts';
import type { Removed } from '../database/removed.ts';
import type { HoldfastDatabase } from '../database/schema.ts';
import { write, WriteRefused, type Written } from '../database/write.ts';
import { saveRecord } from '../records/records.ts';

/** Why it is asked: a request was repeated, or two devices imported or added the record independently. */
export type DuplicateReason =
  | { readonly kind: 'resent'; readonly notice: Notice }
  | { readonly kind: 'imported'; readonly pair: ImportDuplicate }
  | { readonly kind: 'cash'; readonly pair: CashDuplicate };

/** A record and another with the same content, or for cash a balance of the same money. */
export interface PossibleDuplicate<E extends EntityName = EntityName> {
  readonly reason: DuplicateReason;
  readonly entity: E;
  readonly own: EntityRecords[E];
  readonly other: EntityRecords[E];
  /** The records that name each of them. */
  readonly ownUses: readonly Use[];
  readonly otherUses: readonly Use[];
}

/** At most this many pairs of a kind are shown side by side; a file has thousands of rows. */
const MOST_SHOWN = 10;

export interface PossibleDuplicates {
  /** Those that are shown one by one. */
  readonly pairs: readonly PossibleDuplicate[];
  /** All of which a request was repeated, whether they are shown one by one or not. */
  readonly resent: readonly PossibleDuplicate[];
  /** All rows that were imported twice, whether they are shown one by one or not. */
  readonly imported: readonly ImportDuplicate[];
}

/** The pairs that can be seen on this device, the latest first. */
export async function possibleDuplicates(db: HoldfastDatabase): Promise<PossibleDuplicates> {
  const resent: PossibleDuplicate[] = [];
  for (const notice of await listNotices(db)) {
    const pair = notice.kind === 'duplicate' ? await pairOf(db, notice, notice.entity) : null;
    if (pair !== null) resent.push(pair);
  }
  const pairs = resent.slice(0, MOST_SHOWN);
  for (const {
    pair,
    rows: [own, other],
  } of await presentCashDuplicates(db))
    pairs.push(await withUses(db, { kind: 'cash', pair }, 'brokerCashBalance', own, other));
  const imported = await presentImportDuplicates(db, await listImportDuplicates(db));
  for (const {
    pair,
    rows: [own, other],
  } of imported.slice(0, MOST_SHOWN))
    pairs.push(await withUses(db, { kind: 'imported', pair }, 'transaction', own, other));
  return { pairs, resent, imported: imported.map(({ pair }) => pair) };
}

async function pairOf<E extends EntityName>(
  db: HoldfastDatabase,
  notice: Notice,
  entity: E,
): Promise<PossibleDuplicate<E> | null> {
  const pair = await duplicatesOf(db, entity, notice);
  return pair === null ? null : await withUses(db, { kind: 'resent', notice }, entity, pair[0], pair[1]);
}

async function withUses<E extends EntityName>(
  db: HoldfastDatabase,
  reason: DuplicateReason,
  entity: E,
  own: EntityRecords[E],
  other: EntityRecords[E],
): Promise<PossibleDuplicate<E>> {
  const uses = async (id: string): Promise<Use[]> => await usesOf(db, entity, [id]);
  return {
    reason,
    entity,
    own: recordOf(entity, own),
    other: recordOf(entity, other),
    ownUses: await uses(own.id),
    otherUses: await uses(other.id),
  };
}

/** The user keeps both records: they are not asked about again. */
export async function keepBoth(db: HoldfastDatabase, { reason }: PossibleDuplicate): Promise<Written<null>> {
  switch (reason.kind) {
    case 'resent':
      return await dismissNotices(db, [reason.notice]);
    case 'imported':
      return await forgetImportDuplicates(db, [reason.pair]);
    case 'cash':
      return await forgetCashDuplicate(db, reason.pair);
  }
}

/** What `removeOne` removed, for `undoRemoveOne`. */
export interface RemovedDuplicate {
  readonly removed: Removed;
  readonly reason: DuplicateReason;
  /** The record that stayed, as it was, where it took the other's content. */
  readonly before?: BrokerCashBalance;
}

/**
 * Removes one of the two, the one that no record names; if no record names either, the second, which is the same on
 * every device that asks. Its deletion is sent after 10 seconds, so that it can be undone until then. `inUse` when
 * records name both.
 */
export async function removeOne(
  db: HoldfastDatabase,
  pair: PossibleDuplicate,
  now = Date.now(),
): Promise<Written<RemovedDuplicate>> {
  const { entity, reason } = pair;
  return await write(db, REMOVAL_TABLES, async () => {
    const unused = await unusedOf(db, pair);
    if ('uses' in unused) {
      const { uses } = unused;
      throw new WriteRefused({ code: 'inUse', count: uses.reduce((sum, use) => sum + use.count, 0), uses });
    }
    const removed = await removeInWrite(db, entity, [unused.id], now);
    if (removed.count === 0) throw new WriteRefused({ code: 'notFound' });
    await keepBoth(db, pair);
    return { removed, reason };
  });
}

/**
 * Keeps the second of two cash balances. The first takes its content, so that two devices that answer differently
 * never remove both.
 */
export async function keepSecondCash(
  db: HoldfastDatabase,
  pair: PossibleDuplicate,
  now = Date.now(),
): Promise<Written<RemovedDuplicate>> {
  const { reason, own, other } = pair;
  return await write(db, REMOVAL_TABLES, async () => {
    const [before, after] = await db.brokerCashBalances.bulkGet([own.id, other.id]);
    if (before === undefined || after === undefined) throw new WriteRefused({ code: 'notFound' });
    const record = { ...recordOf('brokerCashBalance', after), id: own.id };
    await putAndQueue(db, 'brokerCashBalance', record, now);
    const removed = await removeInWrite(db, 'brokerCashBalance', [other.id], now);
    await keepBoth(db, pair);
    return { removed, reason, before: recordOf('brokerCashBalance', before) };
  });
}

/** Inside a write, since what names them may have changed since they were shown: the one that nothing names, or what names the second. */
async function unusedOf(
  db: HoldfastDatabase,
  { entity, own, other }: PossibleDuplicate,
): Promise<{ readonly id: string } | { readonly uses: readonly Use[] }> {
  const uses = await usesOf(db, entity, [other.id]);
  if (uses.length === 0) return { id: other.id };
  return (await usesOf(db, entity, [own.id])).length === 0 ? { id: own.id } : { uses };
}

/** Both of each pair are meant: it is not asked again. */
export async function keepAllResent(db: HoldfastDatabase, pairs: readonly PossibleDuplicate[]): Promise<Written<null>> {
  return await dismissNotices(
    db,
    pairs.flatMap(({ reason }) => (reason.kind === 'resent' ? [reason.notice] : [])),
  );
}

/** Removes one of each pair as `removeOne` does, all in one step; pairs of which records name both stay. */
export async function removeOneOfEach(
  db: HoldfastDatabase,
  pairs: readonly PossibleDuplicate[],
  now = Date.now(),
): Promise<Written<readonly RemovedDuplicate[]>> {
  return await write(db, REMOVAL_TABLES, async () => {
    const done: RemovedDuplicate[] = [];
    for (const pair of pairs) {
      const unused = await unusedOf(db, pair);
      if ('uses' in unused) continue;
      const removed = await removeInWrite(db, pair.entity, [unused.id], now);
      if (removed.count === 0) continue;
      await keepBoth(db, pair);
      done.push({ removed, reason: pair.reason });
    }
    return done;
  });
}

/** Puts all of them back, and asks again; `tooLate`, with nothing changed, when the deletion of one is already being sent. */
export async function undoRemoveOneOfEach(
  db: HoldfastDatabase,
  done: readonly RemovedDuplicate[],
  now = Date.now(),
): Promise<Written<null>> {
  return await write(db, REMOVAL_TABLES, async () => {
    for (const one of done) {
      const undone = await undoRemoveOne(db, one, now);
      if (!undone.ok) throw new WriteRefused(undone.fault);
    }
    return null;
  });
}

/** Restores the removed record, and asks again; `tooLate` when its deletion is already being sent. */
export async function undoRemoveOne(
  db: HoldfastDatabase,
  { removed, reason, before }: RemovedDuplicate,
  now = Date.now(),
): Promise<Written<null>> {
  return await write(db, REMOVAL_TABLES, async () => {
    const undone = await undoRemovals(db, removed, now);
    if (!undone.ok) throw new WriteRefused(undone.fault);
    if (before !== undefined) await saveRecord(db, 'brokerCashBalance', before, now);
    if (reason.kind === 'resent') await addNotices(db, [reason.notice]);
    else if (reason.kind === 'imported') await addImportDuplicates(db, [reason.pair]);
    else await addCashDuplicate(db, reason.pair);
    return null;
  });
}

/** What `removeImported` removed, for `undoRemoveImported`. */
export interface RemovedImportDuplicates {
  readonly removed: Removed;
  readonly pairs: readonly ImportDuplicate[];
}

/**
 * Removes of each pair the row that came second, or the first where only that has no receipt; pairs in which both have
 * some stay.
 */
export async function removeImported(
  db: HoldfastDatabase,
  pairs: readonly ImportDuplicate[],
  now = Date.now(),
): Promise<Written<RemovedImportDuplicates>> {
  return await write(db, REMOVAL_TABLES, async () => {
    const used = new Set(
      (
        await db.receipts
          .where('transactionId')
          .anyOf(pairs.flatMap(({ first, second }) => [first, second]))
          .toArray()
      ).map(({ transactionId }) => transactionId),
    );
    const done = pairs.filter(({ first, second }) => !used.has(first) || !used.has(second));
    const removed = await removeInWrite(
      db,
      'transaction',
      done.map(({ first, second }) => (used.has(second) ? first : second)),
      now,
    );
    await forgetImportDuplicates(db, done);
    return { removed, pairs: done };
  });
}

/**
 * Restores all of them, and asks again; `tooLate`, with nothing changed, when the deletion of one is already being
 * sent.
 */
export async function undoRemoveImported(
  db: HoldfastDatabase,
  { removed, pairs }: RemovedImportDuplicates,
  now = Date.now(),
): Promise<Written<null>> {
  const undone = await undoRemovals(db, removed, now);
  if (undone.ok) await addImportDuplicates(db, pairs);
  return undone;
}
