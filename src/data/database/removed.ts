/** What was taken away, as it was. */
import type { EntityName, EntityRecords, Stored } from '../entities/entities.ts';
import type { RecordEntry } from './outbox-entry.ts';

/** A row that was taken away, with its entries in the outbox that went with it. */
export interface Taken<E extends EntityName = EntityName> {
  readonly entity: E;
  readonly row: Stored<EntityRecords[E]>;
  readonly replaced: readonly RecordEntry[];
}

/** What a delete took away, so that it can be undone while its entry has not been sent. */
export interface Removal<E extends EntityName = EntityName> extends Taken<E> {
  /** The delete's own entry; null when the server never knew the record. */
  readonly seq: number | null;
  /** The row's place in the open chunk that it was taken out of; null when it was in none. */
  readonly place: number | null;
  /** The chunk of an import that was to tell the server of the row and was on its way; null when there was none. */
  readonly chunk: number | null;
}

/** What was taken away, for `undoRemovals`. */
export interface Removed<E extends EntityName = EntityName> {
  readonly count: number;
  readonly removals: readonly Removal<E>[];
  /** What went with records that the server never knew. */
  readonly children: readonly Taken[];
  /** Milliseconds since 1970 until which the removal can be undone. */
  readonly undoUntil: number;
}
