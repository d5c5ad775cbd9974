/** How much waits in the outbox, as the user counts. */
import { parseExtraId } from '../../domain/extra.ts';
import { presentCashDoubles } from './cash-doubles.ts';
import { hasDoubles } from './import-doubles.ts';
import { countTwins } from './notices.ts';
import { isKeptHere, type OutboxEntry } from './outbox-entry.ts';
import type { HoldfastDatabase } from './schema.ts';

/** How many changes wait to be sent, rows of imports counted one by one, how many wait for the user, and how many this device keeps alone. */
export async function countOutbox(
  db: HoldfastDatabase,
): Promise<{ readonly waiting: number; readonly attention: number; readonly keptHere: number }> {
  // However many rows were imported twice, that is one question.
  const questions = Number(await hasDoubles(db)) + (await countTwins(db)) + (await presentCashDoubles(db)).length;
  return await db.transaction('r', [db.outbox, db.importChunks, db.quarantine], async () => {
    const all = await db.outbox.toArray();
    const entries = all.filter((entry) => !isKeptHere(entry));
    const asking = entries.filter(({ state }) => state === 'failed' || state === 'conflict');
    const attention = questions + asking.length + (await db.quarantine.count());
    return {
      waiting: await countChanges(
        db,
        entries.filter((entry) => !asking.includes(entry)),
      ),
      attention,
      keptHere: all.length - entries.length,
    };
  });
}

/** What the app notes by itself about an import. */
export function isBookkeeping(entry: OutboxEntry): boolean {
  const kind = entry.entity === 'extra' ? parseExtraId(entry.localId)?.kind : undefined;
  return kind === 'import-history' || kind === 'column-mapping';
}

/** How many changes of the user's these are: each row of an import is one, and what the app notes beside them none, unless there is nothing else. */
export async function countChanges(db: HoldfastDatabase, entries: readonly OutboxEntry[]): Promise<number> {
  let changes = 0;
  let notes = 0;
  for (const entry of entries) {
    if (isBookkeeping(entry)) notes += 1;
    else if (entry.entity !== 'import') changes += 1;
    else changes += entry.rows ?? (await db.importChunks.get([entry.localId, entry.index]))?.ids.length ?? 0;
  }
  return changes === 0 ? notes : changes;
}
