/** How waiting changes are reconciled with what the server has of their records. */
import { groupBy } from '../../../domain/values/group-by.ts';
import type { EntityName, EntityRecords } from '../entities/entities.ts';
import { differingFields, sameContent } from '../entities/entity-fields.ts';
import {
  isEntryOf,
  isRewritable,
  NO_COPY,
  sameField,
  type EntryError,
  type RecordEntry,
  type ServerCopy,
  type ServerRecord,
} from '../database/outbox-entry.ts';
import { renewed } from '../outbox/outbox.ts';
import type { HoldfastDatabase } from '../database/schema.ts';
import { acceptCopy, isQuestionOf } from '../outbox/server-copies.ts';
import { write, type Written } from '../database/write.ts';

/** Entries of an entity by record; an empty map, quickly, when nothing waits. */
export async function queuedByRecord<E extends EntityName>(
  db: HoldfastDatabase,
  entity: E,
): Promise<Map<string, RecordEntry<E>[]>> {
  const entries = (await db.outbox.toArray()).filter((entry) => isEntryOf(entry, entity));
  return groupBy(entries, ({ localId }) => localId);
}

interface Reconciliation {
  /** The device's copy is from before the server was restored from a backup. */
  readonly isRestoredFromBackup: boolean;
  /** The server was known to have lost it, so that its version here was forgotten. */
  readonly isAsked: boolean;
  /** Why the user is asked. */
  readonly error: EntryError;
}

export async function noteTheirs<E extends EntityName>(
  db: HoldfastDatabase,
  entity: E,
  entries: readonly RecordEntry<E>[],
  item: ServerRecord<E>,
  { isRestoredFromBackup, isAsked, error }: Reconciliation,
): Promise<void> {
  const [first] = entries;
  if (first !== undefined && (await reconcileCreation(db, first, item))) return;
  if (first !== undefined && (await endQuestion(db, first, item, isRestoredFromBackup))) return;
  for (const [at, entry] of entries.entries()) {
    // A creation that has arrived without a reply is reconciled with the later edits.
    const known = entry.theirs ?? entry.base ?? NO_COPY;
    const theirs = { record: item.record, version: item.version };
    const isSame = item.record !== null && known.record !== null && sameContent(entity, item.record, known.record);
    if (isRestoredFromBackup) await rebase(db, entry, theirs, { isOnLost: isAsked && at === 0, error });
    else if (item.version !== null && known.version !== null && item.version <= known.version) continue;
    // Without a version an equal copy adds nothing; with one the next request can name it.
    else if (!isSame || item.version !== null) await db.outbox.update(entry.seq, { theirs });
  }
}

/**
 * Whether the server's newer copy has the content that the user was asked about already, as when another device has
 * answered the same: equal versions are no question.
 */
async function endQuestion<E extends EntityName>(
  db: HoldfastDatabase,
  entry: RecordEntry<E>,
  { record, version }: ServerRecord<E>,
  isRestoredFromBackup: boolean,
): Promise<boolean> {
  const known = (entry.theirs ?? entry.base)?.version ?? null;
  const isOld = !isRestoredFromBackup && version !== null && known !== null && version <= known;
  if (record === null || isOld || !isQuestionOf(entry, record)) return false;
  await db.outbox.delete(entry.seq);
  await acceptCopy(db, entry.entity, { record, version }, null);
  return true;
}

/**
 * A creation whose own id the server shows: another device has created the same record again, as after a backup that
 * had lost it. False where the reply to the creation itself is still to come.
 */
async function reconcileCreation<E extends EntityName>(
  db: HoldfastDatabase,
  entry: RecordEntry<E>,
  { record, version }: ServerRecord<E>,
): Promise<boolean> {
  if (entry.kind !== 'create' || entry.payload === null || record === null || !isRewritable(entry)) return false;
  const differing = differingFields(entry.entity, entry.payload.record, record);
  if (differing.length > 0 && entry.state !== 'failed') return false;
  if (differing.length > 0) {
    await db.outbox.update(entry.seq, {
      theirs: { record, version },
      state: 'conflict',
      error: sameField(differing),
    });
  } else {
    await db.outbox.delete(entry.seq);
    await acceptCopy(db, entry.entity, { record, version }, null);
  }
  return true;
}

/**
 * A change that was made on a copy which the server no longer has: it is applied to the server's older copy only if
 * the user says so.
 */
async function rebase<E extends EntityName>(
  db: HoldfastDatabase,
  entry: RecordEntry<E>,
  theirs: ServerCopy<EntityRecords[E]>,
  { isOnLost, error }: { readonly isOnLost: boolean; readonly error: EntryError },
): Promise<void> {
  const saysSame = (copy: EntityRecords[E] | null | undefined): boolean =>
    copy != null && theirs.record !== null && sameContent(entry.entity, copy, theirs.record);
  // Without a version it was made on the result of an earlier change; a record that is gone is reconciled when the
  // change is sent.
  if (entry.base === null || (entry.base.version === null && !isOnLost)) await db.outbox.update(entry.seq, { theirs });
  else if (theirs.record === null)
    await db.outbox.update(entry.seq, { theirs, base: { ...entry.base, version: null } });
  else if (saysSame(entry.base.record) || saysSame(entry.payload?.record))
    // The version that it was asked against is lost: nothing stands against the change.
    await db.outbox.update(entry.seq, {
      base: theirs,
      theirs: null,
      ...(entry.state === 'conflict' && { ...renewed(), state: 'queued' as const }),
    });
  else await db.outbox.update(entry.seq, { theirs, state: 'conflict', error });
}

/**
 * Notes that a restored server knows nothing of records that are to be changed or deleted there. Records in `shown`
 * were noted before.
 */
export async function noteAbsent(
  db: HoldfastDatabase,
  entity: EntityName,
  shown: ReadonlySet<string>,
): Promise<Written<null>> {
  return await write(db, ['outbox'], async () => {
    for (const [id, entries] of await queuedByRecord(db, entity)) {
      if (shown.has(id)) continue;
      // Without a version the server has never acknowledged it: its creation is still to be sent.
      const [first] = entries;
      const isKnown = first?.kind !== 'create' && (first?.base?.version != null || first?.theirs?.record === null);
      // A version from before says nothing: the record may be created again elsewhere and reach the same number.
      for (const { seq, base } of entries)
        await db.outbox.update(
          seq,
          isKnown ? { theirs: NO_COPY, base: base && { ...base, version: null } } : { theirs: null },
        );
    }
    return null;
  });
}
