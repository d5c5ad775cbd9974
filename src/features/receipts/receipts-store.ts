/**
 * What the receipts manager needs of the device's data; the screen passes it, so that the manager knows no database.
 */
import {
  MAX_RECEIPT_BYTES,
  receiptContentType,
  RECEIPT_SIZE_FAULT,
  RECEIPT_TYPE_FAULT,
  type ReceiptContentType,
} from '../../../domain/records/receipt.ts';
import type { Live } from '../../ui/hooks/use-live.ts';

export interface ReceiptItem {
  readonly id: string;
  readonly originalFileName: string;
  readonly contentType: string;
  /** In bytes; null where a server tells none. */
  readonly fileSize: number | null;
  /** ISO instant. */
  readonly uploadedAt: string;
  readonly receiptType: string | null;
  readonly description: string;
  /** True while the server does not have it. */
  readonly pending: boolean;
  /** The file on this device is not what was attached, so it was not sent. */
  readonly needsFile: boolean;
}

export interface ReceiptDetails {
  /** Empty when none was chosen. */
  readonly receiptType: string;
  readonly description: string;
}

/** A file that was looked at and may be kept. */
export interface CheckedFile {
  readonly name: string;
  readonly bytes: ArrayBuffer;
  readonly contentType: ReceiptContentType;
}

export interface ReceiptsStore {
  /** A hook: the receipts, kept up to date, and read again for another `round`. */
  readonly useReceipts: (round: number) => Live<readonly ReceiptItem[]>;
  /** Asks the server for what it has, where it does not tell it by itself. */
  readonly refresh: () => void;
  /** Saves a file and returns null, or the reason why it was not saved. */
  readonly add: (file: CheckedFile, details: ReceiptDetails) => Promise<string | null>;
  /** Replaces a damaged file and returns null, or the reason why it was not replaced. */
  readonly addAgain: (id: string, file: CheckedFile) => Promise<string | null>;
  readonly update: (id: string, details: ReceiptDetails) => Promise<boolean>;
  readonly remove: (id: string) => Promise<boolean>;
  /** The file's bytes, from the device or else from the server; null when neither can give them now. */
  readonly bytes: (id: string) => Promise<ArrayBuffer | null>;
  /** The server's address of a file that is only there; null when it is here or cannot be requested now. */
  readonly link: (id: string) => Promise<string | null>;
}

/** Types that the picker and the check accept (000 §5); `image/jpg` is what some systems call a JPEG. */
export const ACCEPTED_TYPES: readonly string[] = [
  'application/pdf',
  'image/jpeg',
  'image/jpg',
  'image/png',
  'image/gif',
  'image/webp',
];

/** Why a file cannot be a receipt, before it is read; null when it may be. */
export function refuseReceipt({ type, size }: Pick<File, 'type' | 'size'>): string | null {
  if (!ACCEPTED_TYPES.includes(type)) return RECEIPT_TYPE_FAULT;
  return size > MAX_RECEIPT_BYTES ? RECEIPT_SIZE_FAULT : null;
}

/** Reads a chosen file; its first bytes must be what its name says, because the name alone decides how it is opened. */
export async function readReceipt(file: File): Promise<CheckedFile | string> {
  const refused = refuseReceipt(file);
  if (refused !== null) return refused;
  const bytes = await file.arrayBuffer();
  const contentType = receiptContentType(file.name, new Uint8Array(bytes));
  return contentType === null ? RECEIPT_TYPE_FAULT : { name: file.name, bytes, contentType };
}
