/** Exported files: lists, and all of a user's data with its restoration. Types only, for the page too. */
import type { SealingKey } from '../backup/seal.ts';

/** A file to save; the blob is CSV in UTF-8 with a byte order mark. */
export interface ExportFile {
  readonly fileName: string;
  readonly blob: Blob;
  readonly rows: number;
}

/** Counts and exact totals (decimal text), each under a label. */
export interface BackupSummary {
  readonly counts: readonly (readonly [label: string, count: number])[];
  readonly totals: readonly (readonly [label: string, total: string])[];
}

export interface ExportOptions {
  /** Closes the file; empty for none. */
  readonly passphrase: string;
  /** In place of a passphrase. */
  readonly sealing?: SealingKey | null;
  /** Files of receipts that the page has fetched because they were on the server alone. */
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
 * - `needsPassphrase`, `wrongPassphrase`: it is closed
 * - `notEmpty`: the account has records of its own
 * - `missingBanks`, `missingBrokers`: the server's lists lack names that only an administrator may add
 * - `notWritten`: the device could not; `message` says why
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

/** What was restored, beside what the file holds; `differences` names the lines that do not agree. */
export interface RestoreResult {
  readonly ok: true;
  readonly before: BackupSummary;
  readonly after: BackupSummary;
  readonly differences: readonly string[];
  /**
   * Prices typed by hand, as a file to import: they belong to the server, and an administrator states them. Null for
   * none.
   */
  readonly typedPrices: { readonly count: number; readonly csv: string } | null;
}
