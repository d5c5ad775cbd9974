import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it, vi } from 'vitest';
import type { IsoDate } from '../dates.ts';
import { prepareImport } from './prepare-import.ts';
import { readTable, type CsvTools } from './read-table.ts';

const tools: CsvTools = {
  parse: (text, delimiter) => Papa.parse<string[]>(text, { delimiter, newline: '\n' }),
  decode: (bytes, encoding) => new TextDecoder(encoding).decode(bytes),
};
const folder = new URL('../../tests/fixtures/', import.meta.url);
const samples = [
  'samples/transactions-real.csv',
  ...readdirSync(new URL('brokers/samples/', folder)).filter((name) => /\.(?:csv|txt)$/u.test(name)).map((name) => `brokers/samples/${name}`),
  ...readdirSync(new URL('brokers/nasty/', folder)).filter((name) => /\.(?:csv|txt)$/u.test(name) && name !== 'v23-long-cell.csv').map((name) => `brokers/nasty/${name}`),
].map((path) => new Uint8Array(readFileSync(new URL(path, folder))).slice(0, 2000));
const store = { accounts: [{ id: 'a', name: 'Main' }], brokers: [{ id: 'b', name: 'Other' }], assets: [], transactions: [] };

/** Reads any bytes and checks that every non-blank line is accounted for. */
function readAnything(bytes: Uint8Array): void {
  const table = readTable(bytes, tools);
  if ('ok' in table) {
    expect(table.message).not.toBe('');
    return;
  }
  const prepared = prepareImport(table, store, { today: '2026-11-21' as IsoDate });
  if (!prepared.ok) {
    expect(prepared.message).not.toBe('');
    return;
  }
  const { totalRows, validCount, duplicateCount, errorCount, skippedRows } = prepared.content.summary;
  expect(validCount + duplicateCount + errorCount).toBe(totalRows);
  const filled = table.rows.filter((row) => row.some((cell) => cell.trim() !== '')).length;
  const directive = table.preamble - table.rows.slice(0, table.headerIndex).filter((row) => row.some((cell) => cell.trim() !== '')).length;
  expect(totalRows + skippedRows + 1).toBe(filled + directive);
  for (const row of prepared.rows) expect(row.fields === null).toBe(row.errors.length > 0);
}

vi.setConfig({ testTimeout: 600_000 });
/** FUZZ_RUNS=20000 for a long run. */
const runs = { numRuns: Number(process.env['FUZZ_RUNS'] ?? 300) };

describe('any bytes', () => {
  it('are refused with a message or read with every line accounted for', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), readAnything), runs);
  });

  it('made by changing a few bytes of a sample are, too', () => {
    const edit = fc.record({ at: fc.nat(1999), byte: fc.oneof(fc.nat(255), fc.constantFrom(...'",;\t\n\r.-£()0159 '.split('').map((character) => character.charCodeAt(0)))), kind: fc.constantFrom('set', 'insert', 'remove') });
    fc.assert(fc.property(fc.constantFrom(...samples), fc.array(edit, { minLength: 1, maxLength: 8 }), (sample, edits) => {
      const bytes = Array.from(sample);
      for (const { at, byte, kind } of edits) bytes.splice(at % Math.max(1, bytes.length), kind === 'insert' ? 0 : 1, ...(kind === 'remove' ? [] : [byte]));
      readAnything(Uint8Array.from(bytes));
    }), runs);
  });
});

it('never changes an amount by a factor: quantity, price and consideration written in any known form read the same', () => {
  const forms: readonly ((pence: number) => string)[] = [
    (pence) => (pence / 100).toFixed(2),
    (pence) => `£${(pence / 100).toLocaleString('en-GB', { minimumFractionDigits: 2 })}`,
    (pence) => `(${(pence / 100).toFixed(2)})`,
    (pence) => `${(pence / 100).toFixed(2)}-`,
    (pence) => `${(pence / 100).toLocaleString('en-GB', { minimumFractionDigits: 2 })} DR`,
  ];
  fc.assert(fc.property(fc.array(fc.record({ pence: fc.integer({ min: 1, max: 1e9 }), form: fc.nat(forms.length - 1) }), { minLength: 1, maxLength: 20 }), (amounts) => {
    const lines = amounts.map(({ pence, form }) => `22/05/2025,Buy,GB00BH4HKS39,1,"${forms[form]?.(pence) ?? ''}"`);
    const table = readTable(new TextEncoder().encode(['Date,Type,ISIN,Quantity,Consideration', ...lines].join('\n')), tools);
    if ('ok' in table) throw new Error(table.message);
    const prepared = prepareImport(table, store, { today: '2026-11-21' as IsoDate });
    if (!prepared.ok) throw new Error(prepared.message);
    expect(prepared.rows.map((row) => row.fields?.consideration)).toEqual(amounts.map(({ pence }) => pence / 100));
  }), runs);
});
