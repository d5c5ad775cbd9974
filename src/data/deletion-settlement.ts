/** What came of deletions that one claim sent together, written in one transaction. */
import type { EntryError, RecordEntry, ServerCopy } from './outbox-entry.ts';
import { entityTable, type HoldfastDatabase } from './schema.ts';
import {
  CHANGED_ELSEWHERE,
  forgetDeleted,
  isLater,
  newerThan,
  putBackInQueue,
  settle,
  type AnyRecord,
  type RecordClaim,
} from './settlement.ts';
import type { Written } from './write.ts';

export interface SettledDeletions {
  /** The server no longer has them. */
  readonly gone: readonly RecordEntry[];
  /** Changed elsewhere: the user is asked, who sees what the server has. */
  readonly changed: readonly { readonly entry: RecordEntry; readonly theirs: ServerCopy<AnyRecord> }[];
  /** To be sent one by one. */
  readonly singly: readonly RecordEntry[];
  /** Why they were refused together, or null. */
  readonly error: EntryError | null;
}

/** Settles the deletions of a claim; a stale sender changes nothing. */
export async function settleDeletions(
  db: HoldfastDatabase,
  claim: RecordClaim,
  { gone, changed, singly, error }: SettledDeletions,
): Promise<Written<boolean>> {
  return await settle(db, claim, async () => {
    await db.outbox.bulkDelete(gone.map(({ seq }) => seq));
    for (const { entity, localId, base, theirs } of gone) {
      await forgetDeleted(db, entity, localId);
      // Made again elsewhere after it was deleted, as a pull had noted: that is there to be seen.
      if (theirs !== null && theirs.record !== null && base !== null && isLater(theirs, base))
        await entityTable(db, entity).put({ ...theirs.record, version: theirs.version });
    }
    for (const { entry, theirs } of changed)
      await db.outbox.put({
        ...entry,
        state: 'conflict',
        theirs: newerThan(theirs, entry) ?? theirs,
        error: CHANGED_ELSEWHERE,
      });
    await putBackInQueue(db, singly, error);
  });
}
