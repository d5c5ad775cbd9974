/** What came of deletions that one claim sent together, written in one transaction. */
import type { EntryError, RecordEntry, ServerCopy } from './outbox-entry.ts';
import { entityTable, type HoldfastDatabase } from './schema.ts';
import {
  CHANGED_ELSEWHERE,
  forgetDeleted,
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
    const current = await db.outbox.bulkGet([...gone, ...changed.map(({ entry }) => entry)].map(({ seq }) => seq));
    const noted = new Map(
      current.flatMap((entry) => (entry === undefined || entry.entity === 'import' ? [] : [[entry.seq, entry.theirs]])),
    );
    await db.outbox.bulkDelete(gone.map(({ seq }) => seq));
    for (const { seq, entity, localId, base } of gone) {
      await forgetDeleted(db, entity, localId);
      const since = noted.get(seq) ?? null;
      // Made again elsewhere after it was deleted, as a pull has noted meanwhile: that is there to be seen.
      if (since?.record != null && isNewer(since, base))
        await entityTable(db, entity).put({ ...since.record, version: since.version });
    }
    for (const { entry, theirs } of changed) {
      const since = noted.get(entry.seq) ?? null;
      await db.outbox.put({
        ...entry,
        state: 'conflict',
        theirs: since !== null && isNewer(since, theirs) ? since : theirs,
        error: CHANGED_ELSEWHERE,
      });
    }
    await putBackInQueue(db, singly, error);
  });
}

function isNewer(copy: ServerCopy<AnyRecord>, than: ServerCopy<AnyRecord> | null): boolean {
  return copy.version !== null && than !== null && than.version !== null && copy.version > than.version;
}
