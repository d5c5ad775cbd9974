/** What the device keeps of an import of transactions. */

import { MOST_ROWS } from '../../../domain/csv/exports/canonical-rows.ts';
import type { Statement } from '../../../domain/csv/stored/earlier-rows.ts';
import type { ImportEffect } from '../../../domain/csv/import/import-effect.ts';
import type { TotalsProof } from '../../../domain/csv/tables/file-totals.ts';
import type { BalanceProof } from '../../../domain/csv/tables/balance-lines.ts';
import type { Receipt } from '../entities/receipt-record.ts';
import type { Removed } from './removed.ts';

/** What an import changed when it was written, and what the file's own balance and totals proved. */
export interface ImportProof {
  readonly effect: ImportEffect;
  readonly balance: BalanceProof | null;
  /** Absent for imports of older versions. */
  readonly totals?: TotalsProof | null;
}

/** Stored transactions that an import reversed, as they were, for undoing the import. */
export interface ReversedTransactions {
  readonly removed: Removed<'transaction'>;
  /** Their receipts; each has its file on the device under `copyId`, whatever becomes of the receipt. */
  readonly receipts: readonly { readonly receipt: Receipt; readonly copyId: string }[];
}

/** One import of a file. Its rows are invisible while it is `writing`; what is left of a broken one is removed. */
export interface ImportRecord {
  readonly id: string;
  readonly fileName: string;
  readonly state: 'writing' | 'committed' | 'undone';
  /** How the file was read, such as the broker's name; absent for imports of older versions. */
  readonly profileName?: string;
  /** When it was undone, as an ISO instant, and how many of its rows had been changed since and stayed. */
  readonly undone?: { readonly at: string; readonly removed: number; readonly kept: number };
  readonly rowCount: number;
  /** How many stored transactions it reversed, under the name that earlier versions stored; absent for none. */
  readonly takenBackCount?: number;
  /** These transactions, until the import is undone. */
  readonly takenBack?: ReversedTransactions;
  /** Absent for imports of older versions. */
  readonly proof?: ImportProof;
  /** The accounts of its rows by id, as they were called: one of them may be deleted elsewhere before all is sent. Absent for imports of older versions. */
  readonly accountNames?: Readonly<Record<string, string>>;
  /** The same of its brokers. */
  readonly brokerNames?: Readonly<Record<string, string>>;
  /** ISO instant. */
  readonly createdAt: string;
  /**
   * When the import last wrote rows, in milliseconds since 1970: an import that stays `writing` for long was broken
   * off.
   */
  readonly lastWrittenAt: number;
}

/** At most `CHUNK_ROWS` rows of an import: what one call sends. */
export interface ImportChunk {
  readonly importId: string;
  readonly index: number;
  /** In file order. */
  readonly ids: readonly string[];
  /**
   * Its rows as they were imported: ids, where they are no longer `ids`, each row's `rowMark`, what its file stated,
   * and its account and broker, of which one stands for all where they are the same; absent for imports of older
   * versions.
   */
  readonly imported?: {
    readonly ids?: readonly string[];
    readonly marks: readonly number[];
    readonly statements?: readonly Statement[];
    readonly accountIds?: readonly string[];
    readonly brokerIds?: readonly string[];
  };
  /**
   * Of each of `ids`, the version that the server gave the row when it was sent, or null where it did not store it as
   * sent; absent until then. A version in the row itself is later.
   */
  readonly versions?: readonly (number | null)[];
}

/** Rows in a chunk, as our server takes them in one call; imports of older versions have larger ones. */
export const CHUNK_ROWS = MOST_ROWS;
