import {
  FILE_NAME_LIMIT,
  MAX_RECEIPT_BYTES,
  RECEIPT_CONTENT_OPTIONS,
  RECEIPT_DESCRIPTION_LIMIT,
  RECEIPT_TYPES,
} from './receipt.ts';
import { choice, instant, lines, orNull, reference, text, whole, type FieldsOf } from '../fields/record-fields.ts';

/** A document of a transaction (000 §3.6); its bytes are stored elsewhere and never change. */
export const RECEIPT = {
  transactionId: reference('transaction', 'transaction', { label: 'Transaction', expected: 'a transaction' }),
  originalFileName: text(FILE_NAME_LIMIT, { label: 'File Name', expected: 'the name of a file' }),
  contentType: choice(RECEIPT_CONTENT_OPTIONS, { label: 'Content Type', expected: 'a PDF or an image' }),
  /** In bytes. */
  fileSize: whole([1, MAX_RECEIPT_BYTES], { label: 'File Size', expected: 'a size in bytes' }),
  /** The SHA-256 of the bytes, in lower-case hexadecimal. */
  sha256: text(64, { label: 'SHA-256', expected: 'the digest of the file' }),
  uploadedAt: instant({ label: 'Uploaded' }),
  receiptType: orNull(choice(RECEIPT_TYPES, { label: 'Receipt Type', expected: 'one of the kinds of documents' })),
  /** Empty when there is none. */
  description: lines(RECEIPT_DESCRIPTION_LIMIT, { label: 'Description' }),
};
export interface Receipt extends FieldsOf<typeof RECEIPT> {
  readonly id: string;
}
