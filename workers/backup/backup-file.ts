/** The one file that holds everything: a zip with the records as JSON and as CSV, and the files of receipts. */
import { transactionsCsv } from '../../domain/csv/export-transactions.ts';
import { pricesCsv } from '../../domain/csv/prices.ts';
import { csvFile, numberCell, textCell } from '../../domain/csv/write-csv.ts';
import { fieldLabel } from '../../domain/issue-text.ts';
import type { IsoDate } from '../../domain/dates.ts';
import { checkPrice } from '../../domain/price.ts';
import type { PricePoint } from '../../domain/records.ts';
import type { AllRecords } from '../../src/data/backup-records.ts';
import { digestOf } from '../../src/data/digest.ts';
import { fieldsOf, recordOf } from '../../src/data/entity-fields.ts';
import { issuesOf } from '../../src/data/entity-rules.ts';
import { ENTITY_TABLES, type EntityName, type EntityRecords } from '../../src/data/schema.ts';
import { readZip, writeZip, type ZipEntry } from './zip.ts';

const FORMAT = 'holdfast-export';
const VERSION = 1;
const RECORDS = 'records.json';
const LAST_DAY = '9999-12-31' as IsoDate;
const ENTITIES = Object.keys(ENTITY_TABLES) as EntityName[];

/** What the file holds. `files` by the receipt's id. */
export interface BackupContent {
  /** ISO instant. */
  readonly createdAt: string;
  readonly records: AllRecords;
  readonly files: ReadonlyMap<string, Uint8Array<ArrayBuffer>>;
  /** Those typed by hand of the user's securities: no source has them. */
  readonly prices: readonly PricePoint[];
}

/** Writes the file. */
export async function writeBackup({ createdAt, records, files, prices }: BackupContent): Promise<Blob> {
  const json = JSON.stringify({ format: FORMAT, version: VERSION, createdAt, records, prices }, null, 1);
  const entries: ZipEntry[] = [text('READ-ME.txt', README), text(RECORDS, json)];
  for (const entity of ENTITIES)
    if (records[entity].length > 0) entries.push(text(`csv/${ENTITY_TABLES[entity]}.csv`, csvOf(entity, records)));
  if (prices.length > 0) entries.push(text('csv/prices.csv', pricesCsv(prices)));
  for (const { id, originalFileName } of records.receipt) {
    const bytes = files.get(id);
    if (bytes !== undefined) entries.push({ name: `receipts/${id}/${originalFileName}`, bytes });
  }
  return await writeZip(entries);
}

const README = [
  'Everything of yours in Holdfast on the day of this export.',
  `${RECORDS} holds all records as they are; Settings > Export and Restore reads this zip again.`,
  'The folder csv has the same records for a spreadsheet, the folder receipts the files of receipts.',
  'prices.csv has the prices typed by hand of your securities: Holdings > Missing Prices > Import Prices reads it.',
  '',
].join('\r\n');

function text(name: string, content: string): ZipEntry {
  return { name, bytes: new TextEncoder().encode(content) };
}

function csvOf(entity: EntityName, records: AllRecords): string {
  if (entity === 'transaction') {
    const nameOf = (rows: readonly { readonly id: string; readonly name: string }[]): ((id: string) => string) => {
      const names = new Map(rows.map((row) => [row.id, row.name]));
      return (id) => names.get(id) ?? '';
    };
    const assets = new Map(records.asset.map((asset) => [asset.isin, asset.name]));
    return transactionsCsv(records.transaction, {
      account: nameOf(records.account),
      broker: nameOf(records.broker),
      asset: (isin) => assets.get(isin) ?? '',
    });
  }
  const fields: readonly string[] = fieldsOf(entity);
  return csvFile(
    fields.map(fieldLabel),
    records[entity].map((record) => fields.map((field) => cellOf(Reflect.get(record, field)))),
  );
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return numberCell(value as never);
  return textCell(typeof value === 'string' ? value : JSON.stringify(value));
}

/** Why a file cannot be restored: it is none of ours, of a newer app, or damaged. */
export type BackupFault = 'notOurs' | 'newer' | 'damaged';

/** Reads the file and checks every record by its entity's rules and every receipt's file by its digest. */
export async function readBackup(bytes: Uint8Array<ArrayBuffer>): Promise<BackupContent | BackupFault> {
  const entries = await readZip(bytes).catch(() => null);
  if (entries === null) return 'notOurs';
  const json = parsed(entries.get(RECORDS));
  if (json?.['format'] !== FORMAT || typeof json['createdAt'] !== 'string') return 'notOurs';
  if (json['version'] !== VERSION) return 'newer';
  const records = checkedRecords(json['records']);
  if (records === null) return 'damaged';
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  for (const { id, sha256 } of records.receipt) {
    const [, content] = [...entries].find(([name]) => name.startsWith(`receipts/${id}/`)) ?? [];
    if (content === undefined) continue;
    if (sha256 !== null && (await digestOf(content.slice().buffer)) !== sha256) return 'damaged';
    files.set(id, content);
  }
  const prices = checkedPrices(json['prices']);
  return prices === null ? 'damaged' : { createdAt: json['createdAt'], records, files, prices };
}

/** Exports of earlier versions have none. */
function checkedPrices(value: unknown): readonly PricePoint[] | null {
  if (value === undefined) return [];
  if (!Array.isArray(value)) return null;
  const prices = (value as readonly Partial<Record<keyof PricePoint, unknown>>[]).flatMap(
    ({ isin, currency, fetchedAt, ...price }): PricePoint[] => {
      const checked = checkPrice(price, LAST_DAY);
      return checked.ok && typeof isin === 'string' && typeof currency === 'string' && typeof fetchedAt === 'string'
        ? [{ isin, currency, fetchedAt, ...checked.value, byHand: true }]
        : [];
    },
  );
  return prices.length === value.length ? prices : null;
}

function parsed(bytes: Uint8Array | undefined): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : null;
  } catch {
    return null;
  }
}

function checkedRecords(value: unknown): AllRecords | null {
  const records: Partial<Record<EntityName, readonly unknown[]>> = {};
  for (const entity of ENTITIES) {
    const rows = (value as Readonly<Record<string, unknown>> | undefined)?.[entity] ?? [];
    if (!Array.isArray(rows) || !rows.every((row) => isRecord(entity, row))) return null;
    records[entity] = rows.map((row) => recordOf<EntityName>(entity, row as EntityRecords[EntityName]));
  }
  return records as unknown as AllRecords;
}

/** What a record has to have at least whose rules a server may keep less strictly than a form. */
const TEXTS: { readonly [E in EntityName]?: readonly string[] } = {
  account: ['name'],
  broker: ['name'],
  asset: ['name', 'isin'],
  receipt: ['transactionId', 'originalFileName', 'contentType', 'description', 'uploadedAt'],
};

function isRecord(entity: EntityName, row: unknown): boolean {
  if (typeof row !== 'object' || row === null) return false;
  const has = (field: string): boolean =>
    typeof Reflect.get(row, field) === 'string' && Reflect.get(row, field) !== undefined;
  if (!has('id') || !(TEXTS[entity] ?? []).every(has)) return false;
  return issuesOf<EntityName>(entity, row as EntityRecords[EntityName]).length === 0;
}
