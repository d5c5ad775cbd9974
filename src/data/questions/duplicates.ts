/** Possible duplicates: shown beside each other for the user to decide. */
import { groupBy } from '../../../domain/values/group-by.ts';
import type { BrokerCashBalance } from '../../../domain/records/records.ts';
import type { EntityName } from '../entities/entities.ts';
import { recordOf } from '../entities/entity-fields.ts';
import type { Use } from '../entities/entity-words.ts';
import { addNotices, dismissNotices, duplicatesOf, listNotices } from '../outbox/notices.ts';
import { putAndQueue } from '../outbox/outbox.ts';
import { requireUnused, usedAmong, usesOf } from '../outbox/parents.ts';
import { REMOVAL_TABLES, removeInWrite, undoRemovals } from '../outbox/removals.ts';
import type { Removed } from '../database/removed.ts';
import type { HoldfastDatabase } from '../database/schema.ts';
import { write, WriteRefused, type Written } from '../database/write.ts';
import { saveRecord } from '../records/records.ts';
import { addPairs, forgetPairs, listPairs, type DuplicatePair } from './asked-pairs.ts';
import { presentCashDuplicates } from './cash-duplicates.ts';
import { presentImportDuplicates } from './import-duplicates.ts';

/** A pair as it is shown. */
export interface PossibleDuplicate<E extends EntityName = EntityName> extends DuplicatePair<E> {
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
  readonly resent: readonly DuplicatePair[];
  /** All rows that were imported twice, whether they are shown one by one or not. */
  readonly imported: readonly DuplicatePair[];
}

/** The pairs that can be seen on this device, the latest first. */
export async function possibleDuplicates(db: HoldfastDatabase): Promise<PossibleDuplicates> {
  const resent: DuplicatePair[] = [];
  for (const notice of await listNotices(db)) {
    const rows = notice.kind === 'duplicate' ? await duplicatesOf(db, notice.entity, notice) : null;
    if (rows === null) continue;
    const [own, other] = rows;
    resent.push({ reason: { kind: 'resent', notice }, entity: notice.entity, own, other });
  }
  const cash = await presentCashDuplicates(db);
  const imported = await presentImportDuplicates(db, await listPairs(db, 'imported'));
  const pairs: PossibleDuplicate[] = [];
  for (const pair of [...resent.slice(0, MOST_SHOWN), ...cash, ...imported.slice(0, MOST_SHOWN)])
    pairs.push(await withUses(db, pair));
  return { pairs, resent, imported };
}

async function withUses(
  db: HoldfastDatabase,
  { reason, entity, own, other }: DuplicatePair,
): Promise<PossibleDuplicate> {
  return {
    reason,
    entity,
    own: recordOf(entity, own),
    other: recordOf(entity, other),
    ownUses: await usesOf(db, entity, [own.id]),
    otherUses: await usesOf(db, entity, [other.id]),
  };
}

/** The user keeps both records of each pair: they are not asked about again. */
export async function keepBoth(db: HoldfastDatabase, pairs: readonly DuplicatePair[]): Promise<Written<null>> {
  return await write(db, [], async () => {
    const { notices, imported, cash } = askedIn(pairs);
    await dismissNotices(db, notices);
    await forgetPairs(db, 'imported', imported);
    await forgetPairs(db, 'cash', cash);
    return null;
  });
}

/** What the user was asked, by where it is kept. */
function askedIn(pairs: readonly DuplicatePair[]) {
  const pairsOf = (kind: 'imported' | 'cash') =>
    pairs.flatMap(({ reason }) => (reason.kind === kind && 'pair' in reason ? [reason.pair] : []));
  return {
    notices: pairs.flatMap(({ reason }) => (reason.kind === 'resent' ? [reason.notice] : [])),
    imported: pairsOf('imported'),
    cash: pairsOf('cash'),
  };
}

/** What was removed of pairs, for `undoRemoved`. */
export interface RemovedDuplicates {
  readonly count: number;
  readonly removed: readonly Removed[];
  /** The pairs of which one was removed. */
  readonly pairs: readonly DuplicatePair[];
  /** The record that stayed, as it was, where it took the other's content. */
  readonly before?: BrokerCashBalance;
}

/**
 * Removes one of each pair, the one that no record names; if no record names either, the second, which is the same on
 * every device that asks. Pairs of which records name both stay. The deletions are sent after 10 seconds, so that they
 * can be undone until then. `notFound` when nothing was left to remove.
 */
export async function removeOneOfEach(
  db: HoldfastDatabase,
  pairs: readonly DuplicatePair[],
  now = Date.now(),
): Promise<Written<RemovedDuplicates>> {
  return await write(db, REMOVAL_TABLES, async () => {
    const removed: Removed[] = [];
    const done: DuplicatePair[] = [];
    for (const [entity, alike] of groupBy(pairs, (pair) => pair.entity)) {
      // What names them may have changed since they were shown.
      const used = await usedAmong(
        db,
        entity,
        alike.flatMap(({ own, other }) => [own.id, other.id]),
      );
      const unused: string[] = [];
      for (const pair of alike) {
        const id = [pair.other.id, pair.own.id].find((each) => !used.has(each));
        if (id === undefined) continue;
        unused.push(id);
        done.push(pair);
      }
      removed.push(await removeInWrite(db, entity, unused, now));
    }
    const count = removed.reduce((sum, one) => sum + one.count, 0);
    if (done.length > 0 && count === 0) throw new WriteRefused({ code: 'notFound' });
    await keepBoth(db, done);
    return { count, removed, pairs: done };
  });
}

/** `removeOneOfEach` of one pair: `inUse` when records name both. */
export async function removeOne(
  db: HoldfastDatabase,
  pair: DuplicatePair,
  now = Date.now(),
): Promise<Written<RemovedDuplicates>> {
  return await write(db, REMOVAL_TABLES, async () => {
    const removed = await removeOneOfEach(db, [pair], now);
    if (!removed.ok) throw new WriteRefused(removed.fault);
    if (removed.value.pairs.length === 0) await requireUnused(db, pair.entity, pair.other.id);
    return removed.value;
  });
}

/**
 * Keeps the second of two cash balances. The first takes its content, so that two devices that answer differently
 * never remove both.
 */
export async function keepSecondCash(
  db: HoldfastDatabase,
  pair: DuplicatePair,
  now = Date.now(),
): Promise<Written<RemovedDuplicates>> {
  const { own, other } = pair;
  return await write(db, REMOVAL_TABLES, async () => {
    const [before, after] = await db.brokerCashBalances.bulkGet([own.id, other.id]);
    if (before === undefined || after === undefined) throw new WriteRefused({ code: 'notFound' });
    const record = { ...recordOf('brokerCashBalance', after), id: own.id };
    await putAndQueue(db, 'brokerCashBalance', record, now);
    const removed = await removeInWrite(db, 'brokerCashBalance', [other.id], now);
    await keepBoth(db, [pair]);
    return { count: 1, removed: [removed], pairs: [pair], before: recordOf('brokerCashBalance', before) };
  });
}

/** Puts all of them back, and asks again; `tooLate`, with nothing changed, when the deletion of one is already being sent. */
export async function undoRemoved(
  db: HoldfastDatabase,
  { removed, pairs, before }: RemovedDuplicates,
  now = Date.now(),
): Promise<Written<null>> {
  return await write(db, REMOVAL_TABLES, async () => {
    for (const one of removed) {
      const undone = await undoRemovals(db, one, now);
      if (!undone.ok) throw new WriteRefused(undone.fault);
    }
    if (before !== undefined) await saveRecord(db, 'brokerCashBalance', before, now);
    const { notices, imported, cash } = askedIn(pairs);
    await addNotices(db, notices);
    await addPairs(db, 'imported', imported);
    await addPairs(db, 'cash', cash);
    return null;
  });
}
