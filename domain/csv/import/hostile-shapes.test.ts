/**
 * Files with little content and great size are read or refused with a sentence, in time that grows linearly with their
 * length.
 */
import Papa from 'papaparse';
import { expect, it } from 'vitest';
import type { IsoDate } from '../../values/dates.ts';
import type { Transaction } from '../../records/records.ts';
import { readTable } from '../source/read-table.ts';
import type { Refusal } from '../tables/file-kind.ts';
import { acceptRows } from './accept-rows.ts';
import { prepareImport, type ImportStore, type PreparedImport } from './prepare-import.ts';

const STORE: ImportStore = {
  accounts: [{ id: 'a', name: 'Main' }],
  brokers: [{ id: 'b', name: 'AJ Bell' }],
  assets: [],
  transactions: [],
};
const HEADER = 'Date,Type,ISIN,Asset,Account,Broker,Tax Wrapper,Quantity,Price,Consideration\n';
const ROW = '22/05/2025,Buy,GB00BH4HKS39,Vodafone,Main,AJ Bell,ISA,10,1,10\n';
/** Processor time: a pattern that backtracks or quadratic work takes minutes, linear work a second or two. */
const PATIENCE_MS = 15_000;

function read(file: string | Uint8Array, transactions: readonly Transaction[] = []): PreparedImport | Refusal {
  const before = process.cpuUsage();
  const table = readTable(typeof file === 'string' ? new TextEncoder().encode(file) : file, {
    parse: (content, delimiter) => Papa.parse<string[]>(content, { delimiter, newline: '\n' }),
  });
  const prepared =
    'ok' in table
      ? table
      : prepareImport(
          table,
          { ...STORE, transactions },
          { today: '2026-11-21' as IsoDate, defaults: { taxWrapper: 'DEALING' } },
        );
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(PATIENCE_MS);
  return prepared;
}

function rowsOf(prepared: PreparedImport | Refusal): PreparedImport {
  if (!prepared.ok) throw new Error(prepared.message);
  return prepared;
}

it.each([
  ['a million empty lines', HEADER + '\n'.repeat(1_000_000) + ROW],
  ['300,000 lines of empty cells', `${HEADER}${',,,,,,,,,\n'.repeat(300_000)}${ROW}`],
  [
    'as many columns as Excel has',
    `Date,Type,ISIN,Quantity,Consideration${',x'.repeat(16_379)}\n22/05/2025,Buy,GB00BH4HKS39,1,1${',1'.repeat(16_379)}\n`,
  ],
])('%s hide no row', (_name, text) => {
  expect(rowsOf(read(text)).content.summary).toEqual({
    totalRows: 1,
    validCount: 1,
    duplicateCount: 0,
    errorCount: 0,
    skippedRows: 0,
  });
});

it('says that columns were not used, once for all of them', () => {
  const { content } = rowsOf(
    read(`Date,Type,ISIN,Quantity,Consideration${',x'.repeat(16_379)}\n22/05/2025,Buy,GB00BH4HKS39,1,1\n`),
  );
  expect(content.notices[0]).toBe('16379 columns were not used.');
});

it.each([
  ['10 MB without a line break', 'a,'.repeat(5_000_000), 'Line 1 is too long.'],
  ['a cell of 1 MB', HEADER + ROW.replace('Vodafone', 'x'.repeat(1_000_000)), 'Line 2 is too long.'],
  [
    '100,000 quotation marks',
    `${HEADER}${'"'.repeat(100_000)}${ROW}`,
    'A quotation mark opened on line 2 is never closed. Fix that line and choose the file again.',
  ],
])('%s are refused by name', (_name, text, message) => {
  expect(read(text)).toMatchObject({ ok: false, message });
});

it.each([
  ['a long word for a number', ROW.replace(',10,1,', `,${'a'.repeat(100_000)}!,1,`), 'Quantity "aaaa'],
  ['spaces inside a number', ROW.replace(',10,1,', `,1${' '.repeat(100_000)}2,1,`), 'Quantity "1 '],
  ['100,000 digits', ROW.replace(',10,1,', `,${'1'.repeat(100_000)},1,`), 'Quantity "1111'],
  ['spaces inside a date', ROW.replace('22/05/2025', `22${' '.repeat(100_000)}May 2025`), 'Date "22 '],
])('%s make an error row that shows the start of the cell', (_name, row, start) => {
  const [only, other] = rowsOf(read(HEADER + row + ROW)).rows;
  expect([only?.status, other?.status]).toEqual(['error', 'valid']);
  expect(only?.errors[0]?.message).toContain(start);
  expect(only?.errors[0]?.message.length).toBeLessThan(200);
});

it('20,000 equal rows are as many trades, and as many duplicates the second time, with a reference or without', () => {
  const first = rowsOf(read(HEADER + ROW.repeat(20_000)));
  expect(first.content.summary).toMatchObject({ validCount: 20_000 });
  let made = 0;
  const { transactions } = acceptRows(first, {
    selected: new Set(first.rows.map((row) => row.rowNumber)),
    createAccounts: [],
    newId: () => String((made += 1)),
  });
  expect(rowsOf(read(HEADER + ROW.repeat(20_000), transactions)).content.summary).toMatchObject({
    validCount: 0,
    duplicateCount: 20_000,
  });
  const referenced = transactions.map((row, index) => ({ ...row, brokerDealReference: `R${index}` }));
  const file = `${HEADER.trim()},Reference\n${referenced.map((row) => `${ROW.trim()},${row.brokerDealReference}\n`).join('')}`;
  expect(rowsOf(read(file, referenced)).content.summary).toMatchObject({ validCount: 0, duplicateCount: 20_000 });
});

it('50,000 rows in UTF-16 with decimal commas and a line break in every name: the wrong ones are named by their line, the others are read', () => {
  const wrong = new Set([0, 24_999, 49_999]);
  const rows = Array.from(
    { length: 50_000 },
    (_, index) => `22.05.2025;Buy;GB00BH4HKS39;"Vodafone\nGroup";${index + 1};${wrong.has(index) ? 'x' : '1.234,56'}\n`,
  );
  const units = Uint16Array.from(`\uFEFFDate;Type;ISIN;Asset;Quantity;Consideration\n${rows.join('')}`, (character) =>
    character.charCodeAt(0),
  );
  const prepared = rowsOf(read(new Uint8Array(units.buffer)));
  expect(prepared.content.summary).toMatchObject({
    totalRows: 50_000,
    validCount: 49_997,
    errorCount: 3,
    skippedRows: 0,
  });
  expect(
    prepared.rows
      .filter((row) => row.status === 'error')
      .map((row) => [row.rowNumber, row.errors.map(({ message }) => message)]),
  ).toEqual([...wrong].map((index) => [2 + 2 * index, ['Consideration "x" is not valid: expected a number.']]));
  expect(prepared.rows[1]?.fields).toMatchObject({ quantity: 2, consideration: 1234.56 });
});
