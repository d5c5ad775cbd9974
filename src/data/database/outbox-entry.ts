/** An outbox entry: a call of the specification that is still to be made for a change by the user. */
import type { AnyRecord, EntityName, EntityRecords } from '../entities/entities.ts';

/** The version of the payload's shape, so that a later app can read entries that an older one queued. */
export const PAYLOAD_SCHEMA = 1;

/**
 * - `queued`: not yet sent, or to be sent again
 * - `sending`: claimed by a sender, which may have stopped
 * - `doubtful`: sent to a plain server without a reply: it may or may not have been applied
 * - `failed`: refused by the server; waits for the user
 * - `conflict`: the same field was changed here and elsewhere; waits for the user
 */
export type EntryState = 'queued' | 'sending' | 'doubtful' | 'failed' | 'conflict';

/** A record as the server had it, with its counter where it has one; a null record was deleted there. */
export interface ServerCopy<R> {
  readonly record: R | null;
  readonly version: number | null;
}

/** A record that the server has. */
export interface PresentCopy<R = AnyRecord> extends ServerCopy<R> {
  readonly record: R;
}

/** A record that a pull has shown, or shown as deleted, by its id. */
export interface ServerRecord<E extends EntityName> extends ServerCopy<EntityRecords[E]> {
  readonly id: string;
}

/** What is known of a record that the server had under this id and has lost, or of which nothing was read. */
export const NO_COPY: ServerCopy<never> = { record: null, version: null };

/** Why an entry waits for the user, or why its last try did not succeed. */
export interface EntryError {
  /** HTTP status; 0 for no connection. */
  readonly status: number;
  readonly code:
    | 'refused'
    | 'unsupported'
    | 'unknownOutcome'
    | 'deletedElsewhere'
    | 'changedElsewhere'
    | 'restoredFromBackup'
    | 'sameField'
    | 'fileDamaged'
    | 'serverFull'
    | 'retrying';
  /** For a person; the server's message unless `words` says otherwise. Empty for none. */
  readonly message: string;
  /** `text`: the body was plain text. `status`: the server said nothing, and the message names its status. */
  readonly words?: 'text' | 'status';
  /** Of `sameField`: the fields that were changed on both sides; absent for entries of older versions. */
  readonly fields?: readonly string[];
}

/** Asks about a record that was deleted on the other side. */
export const DELETED_ELSEWHERE: EntryError = { status: 404, code: 'deletedElsewhere', message: '' };

/** Asks about fields that were changed on both sides. */
export function sameField(fields: readonly PropertyKey[]): EntryError {
  return { status: 412, code: 'sameField', message: '', fields: fields.map(String) };
}

interface EntryBase {
  /** Order of sending. */
  readonly seq: number;
  /** Idempotency key; a changed payload gets a new one. */
  readonly key: string;
  /** The record's id on this device, or the import's. */
  readonly localId: string;
  /** Entries that must have left the outbox before this one may be sent. */
  readonly dependsOn: readonly number[];
  readonly state: EntryState;
  /** Requests made; an entry with none may still be rewritten. */
  readonly attempts: number;
  /** Milliseconds since 1970 before which it is not sent; 0 for at once. */
  readonly nextAttemptAt: number;
  /** ISO instant of the change. */
  readonly queuedAt: string;
  readonly error: EntryError | null;
}

/** A change of one record. */
export interface RecordEntry<E extends EntityName = EntityName> extends EntryBase {
  readonly entity: E;
  readonly kind: 'create' | 'update' | 'delete';
  /** The record to send; null for a delete. */
  readonly payload: { readonly schema: number; readonly record: EntityRecords[E] } | null;
  /** What the change was made on: the server's copy, or what an earlier entry will have made of it. Null for a create. */
  readonly base: ServerCopy<EntityRecords[E]> | null;
  /** The server's copy where it is known to be newer than `base`. */
  readonly theirs: ServerCopy<EntityRecords[E]> | null;
  /** A create without a reply was sent once more (plain servers). */
  readonly resent: boolean;
  /** Times that a doubtful create was looked for on the server since it was last sent. */
  readonly checks: number;
}

/** A chunk of an import; its rows are those of the chunk's record. */
export interface ImportEntry extends EntryBase {
  readonly entity: 'import';
  readonly kind: 'import';
  readonly index: number;
  /** How many rows the chunk carries, so that counting reads no chunk; absent for entries of older versions. */
  readonly rows?: number;
}

export type OutboxEntry = RecordEntry | ImportEntry;

/** An entry that has no place in the order yet. */
export type NewOutboxEntry = Omit<RecordEntry, 'seq'> | Omit<ImportEntry, 'seq'>;

/** True for a change of one record of the named entity, narrowing its payload. */
export function isEntryOf<E extends EntityName>(entry: OutboxEntry, entity: E): entry is RecordEntry<E> {
  return entry.entity === entity;
}

/** True for a change that this server cannot store: it is sent once the server can. */
export function isKeptHere({ state, error }: OutboxEntry): boolean {
  return state === 'failed' && error?.code === 'unsupported';
}

/** True while no request was made for an entry, or the last one was refused for good: it may be rewritten in place. */
export function isRewritable(entry: OutboxEntry): boolean {
  return (entry.state === 'queued' && entry.attempts === 0) || entry.state === 'failed' || entry.state === 'conflict';
}
