/** Exported files: lists, and all of a user's data with its restoration. Types only, for the page too. */
import type { SealingKey } from '../../backup/seal.ts';

/** A file to save; the blob is CSV in UTF-8 with a byte order mark. */
export interface ExportFile {
  readonly fileName: string;
  readonly blob: Blob;
  readonly rows: number;
}

/** Counts and exact totals (decimal text), each with a label. */
export interface BackupSummary {
  readonly counts: readonly (readonly [label: string, count: number])[];
  readonly totals: readonly (readonly [label: string, total: string])[];
}

export interface ExportOptions {
  /** Encrypts the file; empty for none. */
  readonly passphrase: string;
  /** Used instead of a passphrase. */
  readonly sealing?: SealingKey | null;
  /** Files of receipts that the page has fetched because only the server had them. */
  readonly fetched: readonly { readonly id: string; readonly bytes: ArrayBuffer }[];
}

export interface BackupExport {
  readonly fileName: string;
  readonly blob: Blob;
  readonly summary: BackupSummary;
}

/** Names in an export that the server's shared lists lack. */
export interface MissingNames {
  readonly brokers: readonly string[];
  readonly banks: readonly string[];
}

/** An export that was read and may be restored. */
export interface OpenedBackup {
  readonly ok: true;
  /** ISO instant. */
  readonly createdAt: string;
  readonly summary: BackupSummary;
  readonly missing: MissingNames;
}

/**
 * Why an export is not restored.
 * - `notOurs`, `newer`, `damaged`: the file
 * - `needsPassphrase`, `wrongPassphrase`: the file is encrypted
 * - `notEmpty`: the account has records of its own
 * - `missingBanks`, `missingBrokers`: the server's lists lack names that only an administrator may add
 * - `notWritten`: the device could not write; `message` says why
 */
export type RestoreFault =
  | {
      readonly ok: false;
      readonly code:
        | 'notOurs'
        | 'newer'
        | 'damaged'
        | 'needsPassphrase'
        | 'wrongPassphrase'
        | 'notEmpty'
        | 'missingBanks'
        | 'missingBrokers';
    }
  | { readonly ok: false; readonly code: 'notWritten'; readonly message: string };

/** What was restored, and the totals of the file; `differences` lists the lines that differ. */
export interface RestoreResult {
  readonly ok: true;
  readonly before: BackupSummary;
  readonly after: BackupSummary;
  readonly differences: readonly string[];
  /**
   * Prices typed by hand, as a file to import: they belong to the server, and an administrator enters them. Null for
   * none.
   */
  readonly typedPrices: { readonly count: number; readonly csv: string } | null;
}
