/** What is kept beside the transactions so that a start need not read them one by one. */

/** A note of a write. */
export interface TransactionChange {
  /** The counter: the browser gives the next, and none twice. */
  readonly seq: number;
  /** Ids of the rows that were added, edited or removed; null for more than are listed. */
  readonly ids: readonly string[] | null;
}

/** The description of the copy, without its rows. Notes are removed only together with a head of their counter. */
export interface CopyHead {
  readonly part: 'head';
  /** The last write that is in the copy. Never falls. */
  readonly seq: number;
  /** How the rows are encoded; null where there are none: too few to be worth it, or they cannot be encoded. */
  readonly format: number | null;
  /** Of the encoded rows: tells whether they are this head's, and undamaged. */
  readonly sum: number;
}

export interface CopyRows {
  readonly part: 'rows';
  readonly bytes: ArrayBuffer;
}

export type CopyPart = CopyHead | CopyRows;
