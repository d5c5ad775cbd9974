/** Receipts and other documents of a transaction: kinds, limits and permitted files (000 §3.6, §5). */
import type { Option } from '../fields/enums.ts';

export const RECEIPT_TYPES = [
  { value: 'contract_note', label: 'Contract Note' },
  { value: 'trade_confirmation', label: 'Trade Confirmation' },
  { value: 'tax_form', label: 'Tax Form' },
  { value: 'statement', label: 'Statement' },
  { value: 'other', label: 'Other' },
] as const satisfies readonly Option[];
export type ReceiptType = (typeof RECEIPT_TYPES)[number]['value'];

/** 10 MB. */
export const MAX_RECEIPT_BYTES = 10_485_760;
export const RECEIPT_DESCRIPTION_LIMIT = 1000;
export const FILE_NAME_LIMIT = 200;

export const RECEIPT_TYPE_FAULT = 'Invalid file type. Please upload a PDF or image file (JPEG, PNG, GIF, WebP).';
export const RECEIPT_SIZE_FAULT = 'File size exceeds 10 MB limit.';

export const RECEIPT_CONTENT_TYPES = ['application/pdf', 'image/jpeg', 'image/png', 'image/gif', 'image/webp'] as const;
export type ReceiptContentType = (typeof RECEIPT_CONTENT_TYPES)[number];
export const RECEIPT_CONTENT_OPTIONS: readonly Option<ReceiptContentType>[] = RECEIPT_CONTENT_TYPES.map((value) => ({
  value,
  label: value,
}));

/** The first bytes of a kind of file; null stands for any byte. */
type Magic = readonly (number | null)[];

const ascii = (text: string): Magic => Array.from({ length: text.length }, (_, index) => text.charCodeAt(index));
const any = (count: number): Magic => Array.from({ length: count }, () => null);

const KINDS: readonly {
  readonly contentType: ReceiptContentType;
  readonly extensions: readonly string[];
  readonly magic: readonly Magic[];
}[] = [
  { contentType: 'application/pdf', extensions: ['pdf'], magic: [ascii('%PDF-')] },
  { contentType: 'image/jpeg', extensions: ['jpg', 'jpeg'], magic: [[0xff, 0xd8, 0xff]] },
  { contentType: 'image/png', extensions: ['png'], magic: [[0x89, ...ascii('PNG\r\n'), 0x1a, 0x0a]] },
  { contentType: 'image/gif', extensions: ['gif'], magic: [ascii('GIF87a'), ascii('GIF89a')] },
  { contentType: 'image/webp', extensions: ['webp'], magic: [[...ascii('RIFF'), ...any(4), ...ascii('WEBP')]] },
];

const startsWith = (bytes: Uint8Array, magic: Magic): boolean =>
  bytes.length >= magic.length && magic.every((byte, index) => byte === null || bytes[index] === byte);

/** The kind of file that its first bytes and its extension both name; null for any other file. */
export function receiptContentType(fileName: string, bytes: Uint8Array): ReceiptContentType | null {
  const extension = /\.([^.]*)$/u.exec(fileName)?.[1]?.toLowerCase() ?? '';
  return (
    KINDS.find((kind) => kind.extensions.includes(extension) && kind.magic.some((magic) => startsWith(bytes, magic)))
      ?.contentType ?? null
  );
}

/**
 * Control characters, folder separators, and marks that change the direction of text, by which `gnp.exe` would read as
 * `exe.png`.
 */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029/\\:*?"<>|]/gu;

/** A file name that can be shown and stored anywhere: no path, no control characters, at most 200 characters with its extension. */
export function safeFileName(given: string): string {
  const name = (given.split(/[/\\]/u).at(-1) ?? '').normalize('NFC').replace(UNSAFE, '').trim().replace(/^\.+/u, '');
  const extension = /\.[^.]{1,10}$/u.exec(name)?.[0] ?? '';
  const stem = name.slice(0, name.length - extension.length);
  // The cut is between characters, never within one.
  return `${
    stem
      .slice(0, FILE_NAME_LIMIT - extension.length)
      .replace(/\p{Cs}$/u, '')
      .trimEnd() || 'receipt'
  }${extension}`;
}
