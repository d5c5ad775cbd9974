import { readFileSync } from 'node:fs';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import type { IsoDate } from '../../dates.ts';
import { unlistedAsset } from '../directory.ts';
import { prepareImport } from '../prepare-import.ts';
import { readTable, type CsvTools } from '../read-table.ts';

const folder = new URL('../../../tests/fixtures/brokers/samples/', import.meta.url);
const tools: CsvTools = {
  parse: (text, delimiter) => Papa.parse<string[]>(text, { delimiter, newline: '\n' }),
  decode: (bytes, encoding) => new TextDecoder(encoding).decode(bytes),
};

interface Expected {
  readonly line: number;
  readonly status: 'valid' | 'needsAsset' | 'cash' | 'ignored' | 'error';
  readonly transactionDate?: string;
  readonly transactionType?: string;
  readonly subType?: string;
  readonly isin?: string | null;
  readonly quantity?: number;
  readonly price?: number;
  readonly currency?: string;
  readonly consideration?: number;
  readonly considerationCurrency?: string;
  readonly brokerCharge?: number;
  readonly stampDuty?: number;
  readonly fxCharge?: number;
  readonly reference?: string;
  readonly message?: string;
}
const { files, catalogue } = JSON.parse(readFileSync(new URL('expected.json', folder), 'utf8')) as {
  readonly catalogue: readonly { readonly isin: string; readonly sedol: string | null; readonly name: string }[];
  readonly files: Readonly<Record<string, { readonly rejectFile?: string; readonly rows: readonly Expected[] }>>;
};
const assets = catalogue.map((entry) => ({ ...unlistedAsset(entry.isin, entry.isin, entry.name), sedol: entry.sedol }));

/** Our type for what the expectations call a dividend of another kind. */
function typeOf(row: Expected): string | undefined {
  if (row.subType === 'NOTIONAL') return 'ACCUMULATION';
  return row.subType === 'EQUALISATION' ? 'EQUALISATION' : row.transactionType;
}

function read(name: string): ReturnType<typeof prepareImport> {
  const table = readTable(new Uint8Array(readFileSync(new URL(name, folder))), tools);
  if ('ok' in table) return table;
  const store = { accounts: [{ id: 'a', name: 'Main' }], brokers: [{ id: 'other', name: 'Other' }], assets, transactions: [] };
  return prepareImport(table, store, { today: '2026-11-21' as IsoDate, rate: () => '0.75' });
}

describe.each([
  ['trading212-2026.csv', 'Trading 212'], ['trading212-2024.csv', 'Trading 212'], ['freetrade-2024.csv', 'Freetrade'], ['hl-transaction-summary.csv', 'Hargreaves Lansdown'],
  ['ajbell-transactionhistory.csv', 'AJ Bell'], ['ii-transactions.csv', 'interactive investor'], ['investengine-GIA_trading_statement.csv', 'InvestEngine'], ['lightyear-account-statement.csv', 'Lightyear'],
])('%s', (name, broker) => {
  const expected = files[name]?.rows ?? [];
  const prepared = read(name);
  if (!prepared.ok) throw new Error(prepared.message);

  it('is recognised, and every line is accounted for', () => {
    expect(prepared.content.profileName).toBe(broker);
    expect(prepared.content.datesAmbiguous).toBe(false);
    expect(prepared.content.unknownBrokers).toMatchObject([{ name: broker, brokerId: 'other' }]);
    const rows = expected.filter((row) => row.status !== 'cash' && row.status !== 'ignored');
    expect(prepared.rows.map((row) => row.rowNumber)).toEqual(expect.arrayContaining(rows.map((row) => row.line)));
    expect(prepared.content.summary.totalRows).toBe(rows.length);
  });

  it.each(expected.filter((row) => row.status !== 'cash' && row.status !== 'ignored').map((row) => [row.line, row] as const))('line %i', (line, row) => {
    const found = prepared.rows.find((candidate) => candidate.rowNumber === line);
    if (row.status === 'error') {
      expect(found?.errors.map((error) => error.message)).toEqual([row.message]);
      return;
    }
    expect(found?.errors).toEqual([]);
    expect(found?.fields).toMatchObject({
      transactionDate: row.transactionDate, transactionType: typeOf(row), isin: row.isin, quantity: row.quantity ?? null, brokerDealReference: row.reference ?? '',
    });
    if (row.considerationCurrency !== undefined && row.considerationCurrency !== 'GBP') return;
    expect(found?.fields).toMatchObject({ consideration: row.consideration, brokerCharge: row.brokerCharge ?? 0, stampDuty: row.stampDuty ?? 0, fxCharge: row.fxCharge ?? 0 });
    if (row.currency === 'GBP' && row.price !== undefined && typeOf(row) !== 'DIVIDEND') expect(found?.fields?.localPrice).toBeCloseTo(row.price, 6);
  });
});

it('refuses a valuation by name', () => {
  expect(read('hl-holdings-snapshot.csv')).toMatchObject({ ok: false, message: files['hl-holdings-snapshot.csv']?.rejectFile });
});

it('reads a split of two lines as one change in units with its ratio', () => {
  const prepared = read('trading212-2026.csv');
  expect(prepared.ok && prepared.rows.find((row) => row.rowNumber === 8)?.fields).toMatchObject({ transactionType: 'SPLIT', quantity: 36, ratioNew: 10, ratioOld: 1, consideration: 0 });
});

it('changes amounts in another currency at the rate of the day, and keeps the native price', () => {
  const prepared = read('lightyear-account-statement.csv');
  expect(prepared.ok && prepared.rows.find((row) => row.rowNumber === 5)?.fields).toMatchObject({ consideration: 375, brokerCharge: 0.75, localPrice: 187.5 });
});
