/**
 * The file of an export, before its records are checked: a zip, optionally encrypted with a passphrase. Each reader
 * checks the records by its own rules.
 */
import { isSealed, unseal } from './seal.ts';
import { readZip, type ZipEntry } from './zip.ts';

const FORMAT = 'holdfast-export';
const VERSION = 1;
export const RECORDS_ENTRY = 'records.json';

/** The unchecked content; `undefined` for a missing part, as in exports of earlier versions. */
export interface ExportParts {
  /** ISO instant. */
  readonly createdAt: string;
  /** A list of records for each entity. */
  readonly records: unknown;
  readonly prices: unknown;
  readonly rates: unknown;
  /** All entries of the zip by name. */
  readonly entries: ReadonlyMap<string, Uint8Array<ArrayBuffer>>;
}

/** Why a file is not opened: it is encrypted, not an export, or from a newer app. */
export type ExportFault = 'needsPassphrase' | 'wrongPassphrase' | 'notOurs' | 'newer';

/** The entry with the complete records. */
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
