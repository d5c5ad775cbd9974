/** The export file: a zip with all records as JSON and as CSV, and the files of receipts. */
import { transactionsCsv } from '../../domain/csv/exports/export-transactions.ts';
import { RECORDS_ENTRY, recordsEntry, type ExportParts } from '../../backup/export-file.ts';
import { writeZip, type ZipEntry } from '../../backup/zip.ts';
import { ratesCsv } from '../../domain/csv/entities/exchange-rates.ts';
import { pricesCsv } from '../../domain/csv/entities/prices.ts';
import { csvFile, numberCell, textCell } from '../../domain/csv/cells/write-csv.ts';
import { fieldLabel } from '../../domain/records/issue-text.ts';
import { LAST_DAY } from '../../domain/values/dates.ts';
import { checkExchangeRate } from '../../domain/records/exchange-rate.ts';
import { checkPrice } from '../../domain/records/price.ts';
import type { ExchangeRate, PricePoint } from '../../domain/records/records.ts';
import type { AllRecords } from '../../src/data/device/backup-records.ts';
import { digestOf } from '../../src/data/database/digest.ts';
import type { EntityName, EntityRecords } from '../../src/data/entities/entities.ts';
import { fieldsOf, recordOf } from '../../src/data/entities/entity-fields.ts';
import { issuesOf } from '../../src/data/entities/entity-rules.ts';
import { ENTITY_TABLES } from '../../src/data/database/schema.ts';

const ENTITIES = Object.keys(ENTITY_TABLES) as EntityName[];

/** The content of the file. `files` are by the receipt's id. */
export interface BackupContent {
  /** ISO instant. */
  readonly createdAt: string;
  readonly records: AllRecords;
  readonly files: ReadonlyMap<string, Uint8Array<ArrayBuffer>>;
  /** Those typed by hand and the newest of the others; of a device without a server all. */
  readonly prices: readonly PricePoint[];
  /** The newest of each pair; of a device without a server all. */
  readonly rates: readonly ExchangeRate[];
}

/** Writes the file. */
export async function writeBackup({ createdAt, records, files, prices, rates }: BackupContent): Promise<Blob> {
  const entries: ZipEntry[] = [text('READ-ME.txt', README), recordsEntry({ createdAt, records, prices, rates })];
  for (const entity of ENTITIES)
    if (records[entity].length > 0) entries.push(text(`csv/${ENTITY_TABLES[entity]}.csv`, csvOf(entity, records)));
  if (prices.length > 0) entries.push(text('csv/prices.csv', pricesCsv(prices)));
  if (rates.length > 0) entries.push(text('csv/exchange-rates.csv', ratesCsv(rates)));
  for (const { id, originalFileName } of records.receipt) {
    const bytes = files.get(id);
    if (bytes !== undefined) entries.push({ name: `receipts/${id}/${originalFileName}`, bytes });
  }
  return await writeZip(entries);
}

const README = [
  'All your Holdfast records on the day of this export.',
  `${RECORDS_ENTRY} contains all records. To restore this zip file, use Settings > Export and Restore.`,
  'The folder csv contains the same records for a spreadsheet, the folder receipts the receipt files.',
  'prices.csv contains the prices of your securities: those entered by hand, and the newest of the others. Import it at Holdings > Missing Prices > Import Prices.',
  'exchange-rates.csv contains the newest exchange rates, of a device without a server all of them. Import it at Settings > Currency Exchange Rates.',
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

/** Checks every record by its entity's rules and every receipt's file by its digest; null where the file is damaged. */
export async function checkParts({ createdAt, entries, ...parts }: ExportParts): Promise<BackupContent | null> {
  const records = checkedRecords(parts.records);
  const prices = checkedPrices(parts.prices);
  const rates = checkedRates(parts.rates);
  if (records === null || prices === null || rates === null) return null;
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  for (const { id, sha256 } of records.receipt) {
    const [, content] = [...entries].find(([name]) => name.startsWith(`receipts/${id}/`)) ?? [];
    if (content === undefined) continue;
    if (sha256 !== null && (await digestOf(content.slice().buffer)) !== sha256) return null;
    files.set(id, content);
  }
  return { createdAt, records, files, prices, rates };
}

/** The prices of an export; exports of earlier versions have none. */
function checkedPrices(value: unknown): readonly PricePoint[] | null {
  if (value === undefined) return [];
  if (!Array.isArray(value)) return null;
  const prices = (value as readonly Partial<Record<keyof PricePoint, unknown>>[]).flatMap(
    ({ isin, currency, fetchedAt, byHand, ...price }): PricePoint[] => {
      const checked = checkPrice(price, LAST_DAY);
      return checked.ok && typeof isin === 'string' && typeof currency === 'string' && typeof fetchedAt === 'string'
        ? [{ isin, currency, fetchedAt, ...checked.value, ...(byHand === true && { byHand }) }]
        : [];
    },
  );
  return prices.length === value.length ? prices : null;
}

/** As `checkedPrices`. */
function checkedRates(value: unknown): readonly ExchangeRate[] | null {
  if (value === undefined) return [];
  if (!Array.isArray(value)) return null;
  const rates = (value as readonly Record<keyof ExchangeRate, unknown>[]).flatMap((rate): ExchangeRate[] => {
    const checked = checkExchangeRate(rate, LAST_DAY);
    return checked.ok ? [checked.value] : [];
  });
  return rates.length === value.length ? rates : null;
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

/** The fields that a record must have, where a server may be less strict than a form. */
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
