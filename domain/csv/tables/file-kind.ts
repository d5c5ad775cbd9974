/** The kind of a chosen file, by its name and first bytes, before it is read as a table. */
import type { ColumnReading } from './column-readings.ts';
import type { TextEncoding } from './table.ts';

/** A file that cannot be previewed or imported; the message is the sentence to show. Nothing was written. */
export interface Refusal {
  readonly ok: false;
  readonly code: RefusalCode;
  readonly message: string;
  /** Further lines for `Errors (N total):`. */
  readonly errors: readonly string[];
  /** The columns of a file without a known header, for the user to assign. */
  readonly columns?: readonly ColumnReading[];
}

/** Why a whole file is refused. */
export type RefusalCode =
  | 'noFile'
  | 'tooLarge'
  | 'wrongType'
  | 'empty'
  | 'noRows'
  | 'notText'
  | 'noHeader'
  | 'unclosedQuote'
  | 'lineTooLong'
  | 'notReady'
  | 'cancelled'
  | 'failed';

/** The largest file that an import dialog accepts, in bytes. */
export const MAX_IMPORT_BYTES = 25 * 1024 * 1024;
/** No row of a table has a longer line. */
export const MAX_LINE_LENGTH = 500_000;

/** The most rows that are not blank; a file of the largest size has about 220,000. */
export const MAX_ROWS = 250_000;
/** The most cells of a file, including empty ones. */
export const MAX_CELLS = 8_000_000;
/** The most characters of one cell. */
export const MAX_CELL_LENGTH = 5000;

export const WRONG_TYPE = 'Please select a valid CSV/TSV file (.csv, .tsv, or .txt with tabular data).';

export function refuse(code: RefusalCode, message: string, errors: readonly string[] = []): Refusal {
  return { ok: false, code, message, errors };
}

/**
 * The check on choosing a file (000 §5 'Import file'), before a byte is read: present, type or name, and size.
 * `limit` is in bytes. Returns null when the file may be read.
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

/** Refuses a file whose first bytes are not text; null for a file that may be text. */
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

const SAMPLE_LENGTH = 4096;

interface DecodedText {
  readonly encoding: TextEncoding;
  readonly text: string;
}

/**
 * The text of a file: by byte order mark, by the NUL pattern of UTF-16, as UTF-8 when it is valid, else as
 * Windows-1252. NUL bytes that are not UTF-16, and many control characters, are refused as 'not text'.
 */
export function decodeText(bytes: Uint8Array): DecodedText | Refusal {
  const sample = bytes.subarray(0, SAMPLE_LENGTH);
  const wide = markedEncoding(bytes) ?? utf16ByNuls(sample);
  if (wide !== null) return { encoding: wide, text: new TextDecoder(wide).decode(bytes) };
  if (bytes.includes(0) || sample.filter(isControl).length > sample.length * 0.05) return refuse('notText', NOT_TEXT);
  try {
    return { encoding: 'utf-8', text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return { encoding: 'windows-1252', text: withPrintable(new TextDecoder('windows-1252').decode(bytes)) };
  }
}

/** The characters of the bytes 0x80 to 0x9F in Windows-1252; five bytes have none. */
const PRINTABLE = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ';

/** Node.js 20 decodes these bytes as ISO-8859-1, so that a sign of euros becomes a control character. */
function withPrintable(text: string): string {
  return text.replace(/[\u0080-\u009F]/gu, (character) => PRINTABLE[character.charCodeAt(0) - 0x80] ?? character);
}

function markedEncoding(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : null;
}

/** Latin letters in UTF-16 have a NUL as every second byte. */
function utf16ByNuls(sample: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const half = sample.length / 2;
  const evenNuls = sample.filter((byte, index) => byte === 0 && index % 2 === 0).length;
  const oddNuls = sample.filter((byte, index) => byte === 0 && index % 2 === 1).length;
  if (oddNuls > half * 0.6 && evenNuls < half * 0.1) return 'utf-16le';
  return evenNuls > half * 0.6 && oddNuls < half * 0.1 ? 'utf-16be' : null;
}

/**
 * True for a control character that text files never have: all but tab, line feed, form feed, carriage return and end
 * of file.
 */
function isControl(byte: number): boolean {
  return byte > 0 && byte < 0x20 && ![0x09, 0x0a, 0x0c, 0x0d, 0x1a].includes(byte);
}
