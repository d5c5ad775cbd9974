/** How many changes wait in the outbox, as the user counts them. */
import { extraId, parseExtraId, type ExtraKind } from '../../../domain/records/extra.ts';
import { presentCashDuplicates } from './cash-duplicates.ts';
import { hasImportDuplicates } from './import-duplicates.ts';
import { countDuplicates } from '../outbox/notices.ts';
import { isKeptHere, type OutboxEntry } from '../database/outbox-entry.ts';
import { entriesInState, waitingChunks } from '../outbox/outbox-index.ts';
import type { HoldfastDatabase } from '../database/schema.ts';

/** How many changes wait to be sent, rows of imports counted one by one, how many wait for the user, and how many this device keeps alone. */
export async function countOutbox(
  db: HoldfastDatabase,
): Promise<{ readonly waiting: number; readonly attention: number; readonly keptHere: number }> {
  // However many rows were imported twice, that is one question.
  const questions =
    Number(await hasImportDuplicates(db)) + (await countDuplicates(db)) + (await presentCashDuplicates(db)).length;
  return await db.transaction('r', [db.outbox, db.importChunks, db.quarantine], async () => {
    const stopped = await entriesInState(db, 'failed', 'conflict').toArray();
    const chunks = (await waitingChunks(db).toArray()).filter((entry) => !isStopped(entry));
    const notes = (await countNotes(db)) - stopped.filter(isBookkeeping).length;
    const single = (await db.outbox.count()) - stopped.length - chunks.length - notes;
    const changes = single + (await countRows(db, chunks));
    const keptHere = stopped.filter(isKeptHere).length;
    return {
      waiting: changes === 0 ? notes : changes,
      attention: questions + stopped.length - keptHere + (await db.quarantine.count()),
      keptHere,
    };
  });
}

function isStopped({ state }: OutboxEntry): boolean {
  return state === 'failed' || state === 'conflict';
}

/** Extras that the app writes by itself. */
const NOTE_KINDS: readonly ExtraKind[] = ['import-history', 'column-mapping'];

async function countNotes(db: HoldfastDatabase): Promise<number> {
  let notes = 0;
  for (const kind of NOTE_KINDS) {
    const first = extraId(kind, '');
    notes += await db.outbox.where('localId').between(first, `${first}\uffff`).count();
  }
  return notes;
}

async function countRows(db: HoldfastDatabase, chunks: readonly OutboxEntry[]): Promise<number> {
  let rows = 0;
  for (const entry of chunks)
    if (entry.entity === 'import')
      rows += entry.rows ?? (await db.importChunks.get([entry.localId, entry.index]))?.ids.length ?? 0;
  return rows;
}

/** What the app notes by itself about an import. */
function isBookkeeping(entry: OutboxEntry): boolean {
  const kind = entry.entity === 'extra' ? parseExtraId(entry.localId)?.kind : undefined;
  return kind !== undefined && NOTE_KINDS.includes(kind);
}

/**
 * How many changes of the user's the server does not have, refused ones included: each row of an import is one; what
 * the app notes beside them counts only when nothing else waits.
 */
export async function countUnsent(db: HoldfastDatabase): Promise<number> {
  const chunks = await waitingChunks(db).toArray();
  const notes = await countNotes(db);
  const changes = (await db.outbox.count()) - notes - chunks.length + (await countRows(db, chunks));
  return changes === 0 ? notes : changes;
}

/** The first changes of the user's in the order of sending, at most this many. */
export async function firstUnsent(db: HoldfastDatabase, most: number): Promise<OutboxEntry[]> {
  return await db.outbox
    .filter((entry) => !isBookkeeping(entry))
    .limit(most)
    .toArray();
}
