/** Records that a server which cannot tell a repeat may have stored twice: set beside each other, for the user to judge. */
import { eachBatch } from './batches.ts';
import { recordOf, sameContent } from './entity-fields.ts';
import type { Use } from './entity-words.ts';
import { addNotice, dismissNotice, listNotices, type Notice } from './notices.ts';
import { currentId, QUEUE_TABLES } from './outbox.ts';
import { usesOf } from './parents.ts';
import { takeRecords, undoRemovals, type Removed } from './removals.ts';
import { entityTable, RECORD_TABLES, type EntityName, type EntityRecords, type HoldfastDatabase } from './schema.ts';
import { write, WriteRefused, type Written } from './write.ts';

/** A record and another that says the same. */
export interface PossibleDuplicate<E extends EntityName = EntityName> {
  /** Why it is asked: the record was sent again after no answer came. */
  readonly notice: Notice;
  readonly entity: E;
  readonly own: EntityRecords[E];
  readonly other: EntityRecords[E];
  /** What names each of them. */
  readonly ownUses: readonly Use[];
  readonly otherUses: readonly Use[];
}

/** The pairs that can be seen on this device, the latest first. */
export async function possibleDuplicates(db: HoldfastDatabase): Promise<PossibleDuplicate[]> {
  const pairs: PossibleDuplicate[] = [];
  for (const notice of await listNotices(db)) {
    const pair = notice.kind === 'maybeTwice' ? await pairOf(db, notice, notice.entity) : null;
    if (pair !== null) pairs.push(pair);
  }
  return pairs;
}

async function pairOf<E extends EntityName>(db: HoldfastDatabase, notice: Notice, entity: E): Promise<PossibleDuplicate<E> | null> {
  const own = await entityTable(db, entity).get(await currentId(db, notice.id));
  if (own === undefined) return null;
  let twin: EntityRecords[E] | undefined;
  await eachBatch(entityTable(db, entity), (rows) => {
    twin ??= rows.find((row) => row.id !== own.id && sameContent(entity, row, own));
  });
  if (twin === undefined) return null;
  const uses = async (id: string): Promise<Use[]> => await usesOf(db, entity, [id]);
  return { notice, entity, own: recordOf(entity, own), other: recordOf(entity, twin), ownUses: await uses(own.id), otherUses: await uses(twin.id) };
}

/** Both records are meant: it is not asked again. */
export async function keepBoth(db: HoldfastDatabase, { notice }: PossibleDuplicate): Promise<Written<null>> {
  return await dismissNotice(db, notice);
}

/** What `removeOne` took away, for `undoRemoveOne`. */
export interface RemovedDuplicate {
  readonly removed: Removed;
  readonly notice: Notice;
}

/**
 * Removes one of the two, the one that nothing names; of two such the one that was not made here. Its deletion is sent
 * after 10 seconds, so that it can be undone until then. `inUse` when records name both.
 */
export async function removeOne(db: HoldfastDatabase, pair: PossibleDuplicate, now = Date.now()): Promise<Written<RemovedDuplicate>> {
  const { entity, notice } = pair;
  return await write(db, [...RECORD_TABLES, ...QUEUE_TABLES], async () => {
    const id = await unusedOf(db, pair);
    const removed = await takeRecords(db, entity, [id], now);
    if (removed.count === 0) throw new WriteRefused({ code: 'notFound' });
    await dismissNotice(db, notice);
    return { removed, notice };
  });
}

/** Inside a write: what names them may have changed since they were shown. */
async function unusedOf(db: HoldfastDatabase, { entity, own, other }: PossibleDuplicate): Promise<string> {
  const otherUses = await usesOf(db, entity, [other.id]);
  if (otherUses.length === 0) return other.id;
  if ((await usesOf(db, entity, [own.id])).length === 0) return own.id;
  throw new WriteRefused({ code: 'inUse', count: otherUses.reduce((sum, use) => sum + use.count, 0), uses: otherUses });
}

/** Puts the removed record back, and asks again; `tooLate` when its deletion is already being sent. */
export async function undoRemoveOne(db: HoldfastDatabase, { removed, notice }: RemovedDuplicate, now = Date.now()): Promise<Written<null>> {
  const undone = await undoRemovals(db, removed, now);
  if (undone.ok) await addNotice(db, notice);
  return undone;
}
