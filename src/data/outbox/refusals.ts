/** Changes of records that the server has refused: they wait until the user edits or discards them. */
import type { EntityName } from '../entities/entities.ts';
import type { EntryError, RecordEntry } from '../database/outbox-entry.ts';
import { entriesInState } from './outbox-index.ts';
import type { HoldfastDatabase } from '../database/schema.ts';

/** A change that the server refused, or cannot keep (`unsupported`). */
export interface RefusedChange {
  readonly recordId: string;
  readonly entity: EntityName;
  readonly kind: RecordEntry['kind'];
  readonly error: EntryError;
}

/** All refused changes, of each record the latest. */
export async function listRefusedChanges(db: HoldfastDatabase): Promise<RefusedChange[]> {
  const entries = await entriesInState(db, 'failed').toArray();
  return entries.flatMap((entry) =>
    entry.entity === 'import' || entry.error === null
      ? []
      : [{ recordId: entry.localId, entity: entry.entity, kind: entry.kind, error: entry.error }],
  );
}
