/**
 * Any file: refused with a message, or read with every line accounted for, and no amount off by a factor of 100. 20,000 changed
 * samples on each run, within a minute of processor time; `FUZZ_RUNS` sets another number, and a failure prints its seed.
 */
import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it, vi } from 'vitest';
import type { IsoDate } from '../dates.ts';
import { unlistedAsset } from './directory.ts';
import { prepareImport, type PreparedImport } from './prepare-import.ts';
import { readTable, type CsvTools } from './read-table.ts';

const tools: CsvTools = {
  parse: (text, delimiter) => Papa.parse<string[]>(text, { delimiter, newline: '\n' }),
  decode: (bytes, encoding) => new TextDecoder(encoding).decode(bytes),
};
const folder = new URL('../../tests/fixtures/', import.meta.url);
/** The start of each sample: enough of it to reach all that is read, short enough for thousands of rounds. */
const samples = [
  'samples/transactions-real.csv',
  ...readdirSync(new URL('brokers/samples/', folder)).filter((name) => /\.(?:csv|txt)$/u.test(name)).map((name) => `brokers/samples/${name}`),
  ...readdirSync(new URL('brokers/nasty/', folder)).filter((name) => /\.(?:csv|txt)$/u.test(name) && !/^(?:v23-|l27-)/u.test(name)).map((name) => `brokers/nasty/${name}`),
].map((path) => new Uint8Array(readFileSync(new URL(path, folder))).slice(0, 1500));
const assets = [{ ...unlistedAsset('v', 'GB00BH4HKS39', 'Vodafone Group plc'), sedol: 'BH4HKS3', fetchCode: 'VOD' }, { ...unlistedAsset('a', 'US0378331005', 'Apple Inc'), fetchCode: 'AAPL' }];
const store = { accounts: [{ id: 'a', name: 'Main' }], brokers: [{ id: 'b', name: 'Other' }], assets, transactions: [] };
const filled = (rows: readonly (readonly string[])[]): number => rows.filter((row) => row.some((cell) => cell.trim() !== '')).length;

function read(bytes: Uint8Array): PreparedImport | null {
  const table = readTable(bytes, tools);
  const prepared = 'ok' in table ? table : prepareImport(table, store, { today: '2026-11-21' as IsoDate, rate: () => '0.75' });
  if (!prepared.ok) {
    if (prepared.message === '') throw new Error('refused without a word');
    return null;
  }
  if ('ok' in table) return null;
  const { totalRows, validCount, duplicateCount, errorCount, skippedRows } = prepared.content.summary;
  if (validCount + duplicateCount + errorCount !== totalRows) throw new Error('rows are not valid, duplicate or wrong');
  const directive = table.preamble - filled(table.rows.slice(0, Math.max(table.headerIndex, 0)));
  if (totalRows + skippedRows + 1 !== filled(table.rows) + directive) throw new Error('a line is neither a row nor counted as none');
  for (const row of prepared.rows) if ((row.fields === null) !== row.errors.length > 0) throw new Error(`line ${row.rowNumber} is wrong without a word`);
  return prepared;
}

/** No accepted trade's price and consideration are a factor of 100 apart. */
function checkFactors(prepared: PreparedImport): void {
  for (const { fields, rowNumber, reading } of prepared.rows) {
    // Two currencies may be about 100 apart by themselves.
    if (fields === null || reading.figures.foreignPrice !== null || (fields.transactionType !== 'BUY' && fields.transactionType !== 'SELL')) continue;
    const { quantity, localPrice, consideration } = fields;
    if (quantity === null || localPrice === null || consideration < 1) continue;
    const ratio = (quantity * localPrice) / consideration;
    if ((ratio > 99.5 && ratio < 100.5) || (ratio > 0.00995 && ratio < 0.01005)) throw new Error(`line ${rowNumber}: quantity x price is ${ratio} times the consideration`);
  }
}

vi.setConfig({ testTimeout: 600_000 });
const runs = { numRuns: Number(process.env['FUZZ_RUNS'] ?? 20_000) };
const fewer = { numRuns: Math.ceil(runs.numRuns / 20) };

describe('any bytes', () => {
  it('are refused with a message or read with every line accounted for', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => { read(bytes); }), fewer);
  });

  it('made by changing a few bytes of a sample are, too, and change no amount by a factor of 100', () => {
    const edit = fc.record({ at: fc.nat(1499), byte: fc.oneof(fc.nat(255), fc.constantFrom(...'",;\t\n\r.-£()0159 '.split('').map((character) => character.charCodeAt(0)))), kind: fc.constantFrom('set', 'insert', 'remove') });
    fc.assert(fc.property(fc.constantFrom(...samples), fc.array(edit, { minLength: 1, maxLength: 8 }), (sample, edits) => {
      const bytes = Array.from(sample);
      for (const { at, byte, kind } of edits) bytes.splice(at % Math.max(1, bytes.length), kind === 'insert' ? 0 : 1, ...(kind === 'remove' ? [] : [byte]));
      const prepared = read(Uint8Array.from(bytes));
      if (prepared !== null) checkFactors(prepared);
    }), runs);
  });
});

describe('an amount keeps its size', () => {
  const grouped = (digits: string, mark: string): string => digits.replace(/\B(?=(?:\d{3})+(?!\d))/gu, mark);
  const written = (pence: number, mark: string, grouping: string): string => `${grouped(String(Math.floor(pence / 100)), grouping)}${mark}${String(pence % 100).padStart(2, '0')}`;
  const forms: readonly ((pence: number) => string)[] = [
    (pence) => written(pence, '.', ''), (pence) => `£${written(pence, '.', ',')}`, (pence) => `(${written(pence, '.', '')})`, (pence) => `${written(pence, '.', '')}-`,
    (pence) => `${written(pence, '.', ',')} DR`, (pence) => `GBP ${written(pence, '.', ' ')}`, (pence) => `-£${written(pence, '.', ',')}`, (pence) => `${pence}p`, (pence) => `"${written(pence, '.', ',')}"`.slice(1, -1),
  ];
  const file = (lines: readonly string[]): Uint8Array => new TextEncoder().encode(lines.join('\n'));
  const pence = fc.integer({ min: 1, max: 1e9 });

  it('in any known form', () => {
    fc.assert(fc.property(fc.array(fc.record({ pence, form: fc.nat(forms.length - 1) }), { minLength: 1, maxLength: 20 }), (amounts) => {
      const prepared = read(file(['Date,Type,ISIN,Quantity,Consideration', ...amounts.map((amount) => `22/05/2025,Buy,GB00BH4HKS39,1,"${forms[amount.form]?.(amount.pence) ?? ''}"`)]));
      expect(prepared?.rows.map((row) => row.fields?.consideration)).toEqual(amounts.map((amount) => amount.pence / 100));
    }), fewer);
  });

  it('with decimal commas between semicolons', () => {
    fc.assert(fc.property(fc.array(pence, { minLength: 2, maxLength: 20 }), (amounts) => {
      const prepared = read(file(['Date;Type;ISIN;Quantity;Consideration', ...amounts.map((amount) => `22.05.2025;Buy;GB00BH4HKS39;1;${written(amount, ',', '.')}`)]));
      expect(prepared?.rows.map((row) => row.fields?.consideration)).toEqual(amounts.map((amount) => amount / 100));
    }), fewer);
  });

  it('with prices in pence, said or not', () => {
    fc.assert(fc.property(fc.integer({ min: 2, max: 10_000 }), fc.integer({ min: 200, max: 99_999 }), fc.constantFrom('Price', 'Price (p)', 'Price (pence)'), (quantity, tenthPence, heading) => {
      const price = tenthPence / 10;
      const consideration = Math.round(quantity * price) / 100;
      const prepared = read(file([`Date,Type,ISIN,Quantity,${heading},Consideration`, `22/05/2025,Buy,GB00BH4HKS39,${quantity},${price},${consideration.toFixed(2)}`]));
      expect(prepared?.rows[0]?.fields?.consideration).toBe(consideration);
      expect(prepared?.rows[0]?.fields?.localPrice).toBeCloseTo(price / 100, 9);
    }), fewer);
  });
});
