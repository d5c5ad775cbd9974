/**
 * Changes that name records which the server does not have yet, or has lost: they wait without being claimed one by
 * one.
 */
import { listOutbox } from './outbox.ts';
import { isAnyUnsettled, parentsNamedBy } from './parents.ts';
import type { HoldfastDatabase } from '../database/schema.ts';
import { write } from '../database/write.ts';

/** A missing parent is looked for again after this many milliseconds. */
const PARENT_WAIT_MS = 30_000;

/**
 * Defers all changes that wait for a record that they name, and returns until when: there may be thousands, and
 * claiming each only to defer it would write it to the disk twice.
 */
export async function deferWaiting(db: HoldfastDatabase, now: number): Promise<number> {
  const until = now + PARENT_WAIT_MS;
  const known = new Map<string, boolean>();
  const waiting: number[] = [];
  const entries = await listOutbox(db);
  const seqs = new Set(entries.map(({ seq }) => seq));
  for (const entry of entries) {
    // An entry that follows another is not claimed before the other has left.
    if (entry.state !== 'queued' || entry.nextAttemptAt > now || entry.dependsOn.some((seq) => seqs.has(seq))) continue;
    const parents = await parentsNamedBy(db, entry);
    const key = parents.join(' ');
    const waits = known.get(key) ?? (await isAnyUnsettled(db, parents));
    known.set(key, waits);
    if (waits) waiting.push(entry.seq);
  }
  if (waiting.length > 0) await deferUntil(db, waiting, until);
  return until;
}

async function deferUntil(db: HoldfastDatabase, seqs: readonly number[], until: number): Promise<void> {
  await write(db, ['outbox'], async () => {
    const entries = (await db.outbox.bulkGet([...seqs]))
      .filter((entry) => entry?.state === 'queued')
      .filter((entry) => entry !== undefined);
    await db.outbox.bulkPut(entries.map((entry) => ({ ...entry, nextAttemptAt: until })));
  });
}
