/** The sample files of brokers, read against a catalogue as the app has it, and the public lists that propose securities. */
import { readdirSync, readFileSync } from 'node:fs';
import Papa from 'papaparse';
import { unlistedAsset, type ListedSecurity } from '../../domain/csv/stored/directory.ts';
import { readListedSecurities } from '../../domain/csv/stored/listed-securities.ts';
import { prepareImport, type ImportStore, type PreparedImport } from '../../domain/csv/import/prepare-import.ts';
import { readTable, type CsvTools } from '../../domain/csv/source/read-table.ts';
import type { ImportOptions } from '../../domain/csv/import/row-checker.ts';
import type { Table } from '../../domain/csv/tables/table.ts';
import type { IsoDate } from '../../domain/values/dates.ts';

const tools: CsvTools = {
  parse: (text, delimiter) => Papa.parse<string[]>(text, { delimiter, newline: '\n' }),
};
const folder = new URL('../fixtures/', import.meta.url);
const facts = new URL('../../domain/facts/', import.meta.url);
const { catalogue } = JSON.parse(readFileSync(new URL('brokers/samples/expected.json', folder), 'utf8')) as {
  readonly catalogue: readonly {
    readonly isin: string;
    readonly ticker: string | null;
    readonly sedol: string | null;
    readonly name: string;
  }[];
};

/** What is stored: one account, the catalogue with its exchanges, and no transactions. */
export const store: ImportStore = {
  accounts: [{ id: 'a', name: 'Main' }],
  brokers: [{ id: 'other', name: 'Other' }],
  assets: catalogue.map((entry) => ({
    ...unlistedAsset(entry.isin, entry.isin, entry.name),
    sedol: entry.sedol,
    fetchCode: entry.ticker ?? '',
    ...(entry.isin.startsWith('US') ? { denomination: 'USD' as const } : { priceSource: 'LSE' as const }),
    // Shares of London are quoted in pence, funds on an exchange and gilts in pounds.
    ...(entry.isin.startsWith('GB') && entry.name.endsWith(' plc') && { denomination: 'GBX' as const }),
  })),
  transactions: [],
};

/** The securities of the public lists. */
export const listed: readonly ListedSecurity[] = readListedSecurities(
  readFileSync(new URL('etf-names.csv', facts), 'utf8'),
  readFileSync(new URL('isin-tickers.csv', facts), 'utf8'),
);

/** A table as an import reads it whose tax wrapper was answered; null for a file that is refused. */
export function prepare(table: Table, options: Partial<ImportOptions> = {}): PreparedImport | null {
  const prepared = prepareImport(table, store, {
    today: '2026-11-21' as IsoDate,
    rate: () => '0.75',
    defaults: { taxWrapper: 'DEALING' },
    ...options,
  });
  return prepared.ok ? prepared : null;
}

/** The brokers' samples by name. */
export const BROKER_SAMPLES: readonly string[] = readdirSync(new URL('brokers/samples/', folder))
  .filter((name) => /\.(?:csv|txt)$/u.test(name))
  .map((name) => `brokers/samples/${name}`);

/** The table of a file under `tests/fixtures`; null where there is none in it. */
export function tableOf(path: string): Table | null {
  const read = readTable(new Uint8Array(readFileSync(new URL(path, folder))), tools);
  return 'ok' in read ? null : read;
}
