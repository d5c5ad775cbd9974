/** The result of sending a claimed entry, as a driver returns it: data, which only `settle` writes. */
import type { Transaction } from '../../../domain/records/records.ts';
import type { ChunkClaim, RecordClaim } from './claims.ts';
import type { AnyRecord, Stored } from '../entities/entities.ts';
import type { EntryError, PresentCopy, RecordEntry, ServerCopy } from '../database/outbox-entry.ts';

/** A result of either kind. */
export type AnyOutcome =
  /** To be sent again at `nextAttemptAt`. `untouched`: the server certainly did nothing, as after a 401. */
  | {
      readonly kind: 'again';
      readonly nextAttemptAt: number;
      readonly error: EntryError | null;
      readonly untouched: boolean;
    }
  /** Refused for good: it waits for the user. */
  | { readonly kind: 'refused'; readonly error: EntryError };

/** The result of a change of one record. */
export type RecordOutcome =
  | AnyOutcome
  /**
   * The server has it: `copy` as it answered (or as it was sent), no record for a delete, with the version that was
   * deleted, and for a record that was deleted elsewhere after it had arrived.
   */
  | {
      readonly kind: 'applied';
      readonly copy: ServerCopy<AnyRecord>;
      /** What others have made of it since, where the reply shows it. */
      readonly since?: ServerCopy<AnyRecord> | null;
      /** The record's id, where it is not ours. */
      readonly serverId: string | null;
    }
  /** The new record is there already, under its own id or another. */
  | { readonly kind: 'there'; readonly theirs: PresentCopy }
  /** The record to edit has been changed, or deleted, elsewhere. */
  | { readonly kind: 'changed'; readonly theirs: ServerCopy<AnyRecord> }
  /** The record to delete has been changed elsewhere. */
  | { readonly kind: 'deletionAsked'; readonly theirs: ServerCopy<AnyRecord> }
  /** A creation that a plain server may or may not have applied: to be looked for at `nextAttemptAt`. */
  | { readonly kind: 'doubtful'; readonly nextAttemptAt: number; readonly checks: number }
  /** A creation that was not found: to be sent once more, at the risk of a duplicate. */
  | { readonly kind: 'sendTwice' }
  | Deletions;

/** The result of deletions that were sent together. */
export interface Deletions {
  readonly kind: 'deletions';
  /** The server no longer has them. */
  readonly gone: readonly RecordEntry[];
  /** Changed elsewhere: the user is asked, and sees what the server has. */
  readonly changed: readonly { readonly entry: RecordEntry; readonly theirs: ServerCopy<AnyRecord> }[];
  /** To be sent one by one. */
  readonly singly: readonly RecordEntry[];
  /** Why they were refused together, or null. */
  readonly error: EntryError | null;
}

/** The result of a row of an import. */
export type RowOutcome =
  /**
   * `differing`: what the server has, where that is not what was sent: the id existed already, or the row was changed.
   */
  | {
      readonly kind: 'stored';
      readonly sent: Transaction;
      readonly version: number;
      readonly differing: Transaction | null;
    }
  /** It was stored with an earlier try, and deleted elsewhere since. */
  | { readonly kind: 'deleted' }
  | { readonly kind: 'refused'; readonly error: EntryError };

/** Rows with the stamp of the table of transactions with which they are current. */
export interface RowsAsRead {
  readonly stamp: string | null;
  readonly rows: readonly Stored<Transaction>[];
}

/** The result of a chunk of an import. */
export type ChunkOutcome =
  | AnyOutcome
  | {
      readonly kind: 'rows';
      /** By id, of every row that was sent. */
      readonly rows: ReadonlyMap<string, RowOutcome>;
      readonly sent: RowsAsRead;
      /** The accounts and brokers that had been deleted elsewhere and were restored for the rows. */
      readonly recreated: readonly (readonly ['account' | 'broker', string])[];
    }
  /** For a server that takes no chunks: its rows are sent one by one in its place. */
  | { readonly kind: 'singly' };

/** A claim with its result. */
export type Sent =
  | { readonly what: 'record'; readonly claim: RecordClaim; readonly outcome: RecordOutcome }
  | { readonly what: 'chunk'; readonly claim: ChunkClaim; readonly outcome: ChunkOutcome };
