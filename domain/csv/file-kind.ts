/** What a chosen file is, from its name and its first bytes, before any of it is read as a table. */
import type { Refusal, RefusalCode } from './preview.ts';

/** The largest file an import dialog takes. */
export const MAX_IMPORT_BYTES = 25 * 1024 * 1024;
/** A line longer than this is no row of a table. */
export const MAX_LINE_LENGTH = 500_000;

/** Rows that say something; a file of the largest size has about 220,000. */
export const MAX_ROWS = 250_000;
/** Cells of a file, empty ones too. */
export const MAX_CELLS = 8_000_000;
/** Characters of one cell. */
export const MAX_CELL_LENGTH = 5000;

export const WRONG_TYPE = 'Please select a valid CSV/TSV file (.csv, .tsv, or .txt with tabular data).';

export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

export function refuse(code: RefusalCode, message: string, errors: readonly string[] = []): Refusal {
  return { ok: false, code, message, errors };
}

/**
 * The check on choosing a file (000 §5 'Import file'), before a byte is read: present, type or name, and size.
 * `limit` is in bytes. Answers null when the file may be read.
 */
export function checkImportFile(
  file: { readonly name: string; readonly type: string; readonly size: number } | null,
  limit: number = MAX_IMPORT_BYTES,
): Refusal | null {
  if (file === null) return refuse('noFile', 'No file selected.');
  const typed = ['text/csv', 'text/tab-separated-values', 'text/plain'].includes(file.type.split(';')[0] ?? '');
  if (!typed && !/\.(?:csv|tsv|txt)$/iu.test(file.name)) return refuse('wrongType', WRONG_TYPE);
  return checkSize(file.size, limit);
}

/** Refuses a file above the limit, naming both sizes. */
export function checkSize(size: number, limit: number = MAX_IMPORT_BYTES): Refusal | null {
  if (size <= limit) return null;
  const megabytes = limit / 1024 / 1024;
  const rows = Math.round(megabytes * 8.8) * 1000;
  return refuse(
    'tooLarge',
    `This file is ${(size / 1024 / 1024).toFixed(2)} MB. The largest import is ${megabytes} MB (about ${rows.toLocaleString('en-GB')} rows). Split it by year.`,
  );
}

interface Signature {
  readonly bytes: readonly number[];
  readonly message: string;
}

const SIGNATURES: readonly Signature[] = [
  {
    bytes: [0x25, 0x50, 0x44, 0x46],
    message: "This is a PDF. Ask your broker's site for a CSV export, or attach the PDF to a transaction as a receipt.",
  },
  {
    bytes: [0x50, 0x4b, 0x03, 0x04],
    message: 'This is an Excel workbook or a zip file. Open it and save it as CSV, then choose that file.',
  },
  { bytes: [0x50, 0x4b, 0x05, 0x06], message: WRONG_TYPE },
  {
    bytes: [0xd0, 0xcf, 0x11, 0xe0],
    message: 'This is an Excel workbook (.xls). Open it and save it as CSV, then choose that file.',
  },
  { bytes: [0x1f, 0x8b], message: WRONG_TYPE },
  { bytes: [0x89, 0x50, 0x4e, 0x47], message: WRONG_TYPE },
  { bytes: [0xff, 0xd8, 0xff], message: WRONG_TYPE },
  { bytes: [0x47, 0x49, 0x46, 0x38], message: WRONG_TYPE },
  { bytes: [0x37, 0x7a, 0xbc, 0xaf], message: WRONG_TYPE },
  { bytes: [0x52, 0x61, 0x72, 0x21], message: WRONG_TYPE },
];

/** Refuses what its first bytes show to be no text; null for what may be text. */
export function refuseByBytes(bytes: Uint8Array): Refusal | null {
  if (bytes.length === 0) return refuse('empty', 'The file is empty.');
  const signature = SIGNATURES.find((entry) => entry.bytes.every((byte, index) => bytes[index] === byte));
  return signature === undefined ? null : refuse('wrongType', signature.message);
}

/** Refuses text that is another format: a web page, XML, JSON or QIF. */
export function refuseByText(text: string): Refusal | null {
  const start = text.slice(0, 200).trimStart().toLowerCase();
  if (start === '' && text.trim() === '') return refuse('empty', 'The file is empty.');
  if (/^<(?:!doctype|html|head|body|table|\?xml[^>]*>\s*<(?:!doctype )?html)/u.test(start)) {
    return refuse(
      'wrongType',
      'This is a web page, not a CSV file. Your broker session may have ended: sign in there and download again.',
    );
  }
  if (/^(?:<\?xml|<[a-z]|\{|\[|!type:|!account|ofxheader)/u.test(start)) return refuse('wrongType', WRONG_TYPE);
  return null;
}

const NOT_TEXT = 'This file is not text. Export your transactions as CSV and choose that file.';

/**
 * The encoding of a file: by byte order mark, by the NUL pattern of UTF-16, UTF-8 when it is valid, else Windows-1252.
 * NUL bytes that are no UTF-16 and many control characters are refused as 'not text'.
 */
export function detectEncoding(bytes: Uint8Array): TextEncoding | Refusal {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const sample = bytes.subarray(0, 4096);
  let evenNuls = 0;
  let oddNuls = 0;
  let controls = 0;
  for (let i = 0; i < sample.length; i += 1) {
    const byte = sample[i] ?? 0;
    if (byte === 0) {
      if (i % 2 === 0) evenNuls += 1;
      else oddNuls += 1;
    } else if (byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d && byte !== 0x0c && byte !== 0x1a)
      controls += 1;
  }
  const half = sample.length / 2;
  if (oddNuls > half * 0.6 && evenNuls < half * 0.1) return 'utf-16le';
  if (evenNuls > half * 0.6 && oddNuls < half * 0.1) return 'utf-16be';
  if (evenNuls + oddNuls > 0 || bytes.includes(0) || controls > sample.length * 0.05)
    return refuse('notText', NOT_TEXT);
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252';
}

/** True for well-formed UTF-8 (Unicode 15, table 3-7). */
export function isUtf8(bytes: Uint8Array): boolean {
  for (let i = 0; i < bytes.length; i += 1) {
    const lead = bytes[i] ?? 0;
    if (lead < 0x80) continue;
    const [length, low, high] = followers(lead);
    if (length === 0) return false;
    for (let step = 1; step <= length; step += 1) {
      const byte = bytes[i + step];
      if (byte === undefined || byte < (step === 1 ? low : 0x80) || byte > (step === 1 ? high : 0xbf)) return false;
    }
    i += length;
  }
  return true;
}

/** How many bytes follow a lead byte, and the range of the first of them; none for a byte that leads nothing. */
function followers(lead: number): readonly [number, number, number] {
  if (lead >= 0xc2 && lead <= 0xdf) return [1, 0x80, 0xbf];
  if (lead === 0xe0) return [2, 0xa0, 0xbf];
  if (lead === 0xed) return [2, 0x80, 0x9f];
  if (lead > 0xe0 && lead <= 0xef) return [2, 0x80, 0xbf];
  if (lead === 0xf0) return [3, 0x90, 0xbf];
  if (lead > 0xf0 && lead <= 0xf3) return [3, 0x80, 0xbf];
  return lead === 0xf4 ? [3, 0x80, 0x8f] : [0, 0, 0];
}
