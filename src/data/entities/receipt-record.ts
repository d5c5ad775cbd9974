/** What the device keeps of a receipt: its description, which syncs, and its file, which may be here or on the server. */

/** A receipt or document of a transaction (000 §3.6). */
export interface Receipt {
  readonly id: string;
  readonly transactionId: string;
  readonly originalFileName: string;
  /** Media type of the file. */
  readonly contentType: string;
  /** In bytes; null where the server tells only a text. */
  readonly fileSize: number | null;
  /** Hexadecimal digest of the file; null where the server does not tell it. */
  readonly sha256: string | null;
  /** One of the receipt types (000 §3.6); null when none was chosen. */
  readonly receiptType: string | null;
  readonly description: string;
  /** ISO instant. */
  readonly uploadedAt: string;
}

/** The bytes of a receipt's file on this device. A Blob may lose its file on some systems; a buffer is kept whole. */
export interface ReceiptFile {
  /** The receipt's id. */
  readonly id: string;
  readonly bytes: ArrayBuffer;
  readonly type: string;
  /** Digest of the bytes as the user attached them. */
  readonly sha256: string;
  /** Kept although the server has it, for use without a connection. */
  readonly keep: boolean;
  /** Milliseconds since 1970 at which its receipt was removed before it was sent: an undo may want the file back. Says nothing while the receipt is there. */
  readonly removedAt?: number;
}
