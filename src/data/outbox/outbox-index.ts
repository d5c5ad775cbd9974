/** Finding entries of the outbox by index, however many others wait: only the entries that are found are read. */
import type { Collection } from 'dexie';
import type { EntryState, NewOutboxEntry, OutboxEntry } from '../database/outbox-entry.ts';
import type { HoldfastDatabase } from '../database/schema.ts';

type Entries = Collection<OutboxEntry, number, NewOutboxEntry & { seq?: number }>;

/** Entries of one kind of change in the order of sending, those after the place `after`. */
export function entriesAlike(
  db: HoldfastDatabase,
  { entity, kind }: Pick<OutboxEntry, 'entity' | 'kind'>,
  after = -Infinity,
): Entries {
  return db.outbox.where('[entity+kind+seq]').between([entity, kind, after], [entity, kind, Infinity], false, true);
}

/** Chunks of imports that are still to be sent. */
export function waitingChunks(db: HoldfastDatabase): Entries {
  return entriesAlike(db, { entity: 'import', kind: 'import' });
}

/** Entries of any of the records, or imports. */
export function entriesOfAny(db: HoldfastDatabase, ids: readonly string[]): Entries {
  return db.outbox.where('localId').anyOf([...ids]);
}

/** Entries in any of the states. */
export function entriesInState(db: HoldfastDatabase, ...states: readonly EntryState[]): Entries {
  return db.outbox.where('state').anyOf([...states]);
}
