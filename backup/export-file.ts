/**
 * The file of an export, before its records are looked at: a zip, which a passphrase may close. Whoever reads it checks the records
 * by rules of their own.
 */
import { isSealed, unseal } from './seal.ts';
import { readZip, type ZipEntry } from './zip.ts';

const FORMAT = 'holdfast-export';
const VERSION = 1;
export const RECORDS_ENTRY = 'records.json';

/** What the file says, unchecked; `undefined` for a part that it lacks, as exports of earlier versions do. */
export interface ExportParts {
  /** ISO instant. */
  readonly createdAt: string;
  /** By entity a list of records. */
  readonly records: unknown;
  readonly prices: unknown;
  readonly rates: unknown;
  /** Everything in the zip by its name. */
  readonly entries: ReadonlyMap<string, Uint8Array<ArrayBuffer>>;
}

/** Why a file is not opened: it is closed, none of ours, or of a newer app. */
export type ExportFault = 'needsPassphrase' | 'wrongPassphrase' | 'notOurs' | 'newer';

/** The entry that holds the records as they are. */
export function recordsEntry(content: Omit<ExportParts, 'entries'>): ZipEntry {
  const { createdAt, records, prices, rates } = content;
  const json = JSON.stringify({ format: FORMAT, version: VERSION, createdAt, records, prices, rates }, null, 1);
  return { name: RECORDS_ENTRY, bytes: new TextEncoder().encode(json) };
}

/** Opens a file; `passphrase` is empty where none is known. */
export async function openExport(
  given: Uint8Array<ArrayBuffer>,
  passphrase: string,
): Promise<ExportParts | ExportFault> {
  if (isSealed(given) && passphrase === '') return 'needsPassphrase';
  const zip = isSealed(given) ? await unseal(given, passphrase) : given;
  if (zip === null) return 'wrongPassphrase';
  const entries = await readZip(zip).catch(() => null);
  if (entries === null) return 'notOurs';
  const json = parsed(entries.get(RECORDS_ENTRY));
  const createdAt = json?.['createdAt'];
  if (json?.['format'] !== FORMAT || typeof createdAt !== 'string') return 'notOurs';
  if (json['version'] !== VERSION) return 'newer';
  return { createdAt, records: json['records'], prices: json['prices'], rates: json['rates'], entries };
}

function parsed(bytes: Uint8Array | undefined): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : null;
  } catch {
    return null;
  }
}
