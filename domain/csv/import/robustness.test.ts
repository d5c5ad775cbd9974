/**
 * Any file is refused with a message, or read with every line accounted for and no amount wrong by a factor of 100:
 * neither compared with the row's own quantity x price, nor in an unchanged row beside a changed one.
 */
import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../tests/runs.ts';
import type { IsoDate } from '../../values/dates.ts';
import type { Transaction } from '../../records/records.ts';
import type { TransactionFields } from '../../records/transaction.ts';
import { readTable, type CsvTools } from '../source/read-table.ts';
import { unlistedAsset } from '../stored/directory.ts';
import type { Table } from '../tables/table.ts';
import { acceptRows } from './accept-rows.ts';
import { prepareImport, type PreparedImport } from './prepare-import.ts';

const tools: CsvTools = {
  parse: (text, delimiter) => Papa.parse<string[]>(text, { delimiter, newline: '\n' }),
};
const folder = new URL('../../../tests/fixtures/', import.meta.url);
/** The start of each sample: long enough to reach everything that is read, short enough for thousands of rounds. */
const samples = [
  'samples/transactions-real.csv',
  ...readdirSync(new URL('brokers/samples/', folder))
    .filter((name) => /\.(?:csv|txt)$/u.test(name))
    .map((name) => `brokers/samples/${name}`),
  ...readdirSync(new URL('brokers/nasty/', folder))
    .filter((name) => /\.(?:csv|txt)$/u.test(name) && !/^(?:v23-|l27-)/u.test(name))
    .map((name) => `brokers/nasty/${name}`),
].map((path) => new Uint8Array(readFileSync(new URL(path, folder))).slice(0, 1500));
const assets = [
  { ...unlistedAsset('v', 'GB00BH4HKS39', 'Vodafone Group plc'), sedol: 'BH4HKS3', fetchCode: 'VOD' },
  { ...unlistedAsset('a', 'US0378331005', 'Apple Inc'), fetchCode: 'AAPL' },
];
const store = { accounts: [{ id: 'a', name: 'Main' }], brokers: [{ id: 'b', name: 'Other' }], assets };
const filled = (rows: readonly (readonly string[])[]): number =>
  rows.filter((row) => row.some((cell) => cell.trim() !== '')).length;

interface Read {
  readonly table: Table;
  readonly prepared: PreparedImport;
}

function read(bytes: Uint8Array, transactions: readonly Transaction[] = []): Read | null {
  const table = readTable(bytes, tools);
  const prepared =
    'ok' in table
      ? table
      : prepareImport(
          table,
          { ...store, transactions },
          {
            today: '2026-11-21' as IsoDate,
            rate: () => '0.75',
            defaults: { taxWrapper: 'DEALING' },
          },
        );
  if (!prepared.ok) {
    if (prepared.message === '') throw new Error('refused without a word');
    return null;
  }
  if ('ok' in table) return null;
  const { totalRows, validCount, duplicateCount, errorCount, skippedRows } = prepared.content.summary;
  const cancelled = prepared.rows.filter(({ status }) => status === 'cancelled');
  const others = prepared.content.questionCount + cancelled.length;
  if (validCount + duplicateCount + errorCount + others !== totalRows)
    throw new Error('rows are not valid, duplicate, asked about, cancelled or wrong');
  const directive = table.preamble - filled(table.rows.slice(0, Math.max(table.headerIndex, 0)));
  // The second side of a conversion has a line number after the last line.
  const last = table.lines.reduce((most, line) => Math.max(most, line), 0);
  const further = prepared.rows.filter(({ rowNumber }) => rowNumber > last).length;
  if (totalRows - further + skippedRows + 1 !== filled(table.rows) + directive)
    throw new Error('a line is neither a row nor counted as none');
  if (cancelled.some(({ notes }) => notes.length === 0)) throw new Error('a row is left out without a word');
  for (const row of prepared.rows)
    // The reversal of a stored transaction is correct and adds none.
    if (
      row.status !== 'cancelled' &&
      row.reverses === null &&
      (row.fields === null) !== (row.errors.length > 0 || row.status === 'question')
    )
      throw new Error(`line ${row.rowNumber} is wrong without a word`);
  return { table, prepared };
}

/** A row's figures by the text of its cells. */
function figuresByCells({ table, prepared }: Read): ReadonlyMap<string, TransactionFields> {
  const cells = new Map(table.lines.map((line, index) => [line, table.rows[index]]));
  return new Map(
    prepared.rows.flatMap((row) =>
      row.fields === null ? [] : [[JSON.stringify(cells.get(row.rowNumber)), row.fields] as const],
    ),
  );
}

const AMOUNTS = [
  'quantity',
  'localPrice',
  'consideration',
  'brokerCharge',
  'stampDuty',
  'fxCharge',
  'accruedInterest',
] as const;
const headOf = ({ table }: Read): string => JSON.stringify(table.rows.slice(0, table.headerIndex + 1));

/**
 * In a file read by its columns, changing one row never moves a figure of another by a factor of 100. A broker's rows
 * may depend on each other.
 */
function checkUnchanged(before: Read | null, after: Read): void {
  if (before?.prepared.content.profileName !== 'Generic CSV' || headOf(before) !== headOf(after)) return;
  const known = figuresByCells(before);
  for (const [cells, fields] of figuresByCells(after)) {
    const same = known.get(cells);
    for (const name of AMOUNTS) {
      const [was, is] = [same?.[name] ?? 0, fields[name] ?? 0];
      if (was !== 0 && is !== 0 && [was / is, is / was].some((ratio) => ratio > 99 && ratio < 1010))
        throw new Error(`${name} of the unchanged ${cells} was ${was} and is ${is}`);
    }
  }
}

/** Price and consideration of no accepted trade differ by a factor of 100. */
function checkFactors({ prepared }: Read): void {
  for (const { fields, rowNumber, reading } of prepared.rows) {
    // Two currencies may themselves differ by a factor of about 100.
    if (
      fields === null ||
      reading.figures.foreignPrice !== null ||
      (fields.transactionType !== 'BUY' && fields.transactionType !== 'SELL')
    )
      continue;
    const { quantity, localPrice, consideration } = fields;
    if (quantity === null || localPrice === null || consideration < 1) continue;
    const ratio = (quantity * localPrice) / consideration;
    if ((ratio > 99.5 && ratio < 100.5) || (ratio > 0.00995 && ratio < 0.01005))
      throw new Error(`line ${rowNumber}: quantity x price is ${ratio} times the consideration`);
  }
}

const many = runs(2000, 20_000);
const fewer = runs(100, 1000);

describe('any bytes', () => {
  it('are refused with a message or read with every line accounted for', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        read(bytes);
      }),
      fewer,
    );
  });

  it('made by changing a few bytes of a sample are, too, and change no amount by a factor of 100', () => {
    const edit = fc.record({
      at: fc.nat(1499),
      byte: fc.oneof(
        fc.nat(255),
        fc.constantFrom(...'",;\t\n\r.-£()0159 '.split('').map((character) => character.charCodeAt(0))),
      ),
      kind: fc.constantFrom('set', 'insert', 'remove'),
    });
    const originals = samples.map((bytes) => {
      const original = read(bytes);
      let made = 0;
      const newId = (): string => `t${(made += 1)}`;
      const choice = {
        selected: new Set(original?.prepared.rows.map((row) => row.rowNumber)),
        createAccounts: [],
        newId,
      };
      return { bytes, original, stored: original === null ? [] : acceptRows(original.prepared, choice).transactions };
    });
    fc.assert(
      fc.property(
        fc.constantFrom(...originals),
        fc.array(edit, { minLength: 1, maxLength: 8 }),
        ({ bytes: sample, original, stored }, edits) => {
          const bytes = Array.from(sample);
          for (const { at, byte, kind } of edits)
            bytes.splice(
              at % Math.max(1, bytes.length),
              kind === 'insert' ? 0 : 1,
              ...(kind === 'remove' ? [] : [byte]),
            );
          const changed = read(Uint8Array.from(bytes), stored);
          if (changed === null) return;
          checkFactors(changed);
          checkUnchanged(original, changed);
        },
      ),
      many,
    );
  });
});

describe('an amount keeps its size', () => {
  const grouped = (digits: string, mark: string): string => digits.replace(/\B(?=(?:\d{3})+(?!\d))/gu, mark);
  const written = (pence: number, mark: string, grouping: string): string =>
    `${grouped(String(Math.floor(pence / 100)), grouping)}${mark}${String(pence % 100).padStart(2, '0')}`;
  const forms: readonly ((pence: number) => string)[] = [
    (pence) => written(pence, '.', ''),
    (pence) => `£${written(pence, '.', ',')}`,
    (pence) => `(${written(pence, '.', '')})`,
    (pence) => `${written(pence, '.', '')}-`,
    (pence) => `${written(pence, '.', ',')} DR`,
    (pence) => `GBP ${written(pence, '.', ' ')}`,
    (pence) => `-£${written(pence, '.', ',')}`,
    (pence) => `${pence}p`,
    (pence) => `"${written(pence, '.', ',')}"`.slice(1, -1),
  ];
  const file = (lines: readonly string[]): Uint8Array => new TextEncoder().encode(lines.join('\n'));
  const pence = fc.integer({ min: 1, max: 1e9 });

  it('in any known form', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ pence, form: fc.nat(forms.length - 1) }), { minLength: 1, maxLength: 20 }),
        (amounts) => {
          const prepared = read(
            file([
              'Date,Type,ISIN,Quantity,Consideration',
              ...amounts.map((amount) => `22/05/2025,Buy,GB00BH4HKS39,1,"${forms[amount.form]?.(amount.pence) ?? ''}"`),
            ]),
          );
          expect(prepared?.prepared.rows.map((row) => row.fields?.consideration)).toEqual(
            amounts.map((amount) => amount.pence / 100),
          );
        },
      ),
      fewer,
    );
  });

  it('with decimal commas between semicolons', () => {
    fc.assert(
      fc.property(fc.array(pence, { minLength: 2, maxLength: 20 }), (amounts) => {
        const prepared = read(
          file([
            'Date;Type;ISIN;Quantity;Consideration',
            ...amounts.map((amount) => `22.05.2025;Buy;GB00BH4HKS39;1;${written(amount, ',', '.')}`),
          ]),
        );
        expect(prepared?.prepared.rows.map((row) => row.fields?.consideration)).toEqual(
          amounts.map((amount) => amount / 100),
        );
      }),
      fewer,
    );
  });

  it('with prices in pence, whether the file says so or not', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 10_000 }),
        fc.integer({ min: 200, max: 99_999 }),
        fc.constantFrom('Price', 'Price (p)', 'Price (pence)'),
        (quantity, tenthPence, heading) => {
          const price = tenthPence / 10;
          const consideration = Math.round(quantity * price) / 100;
          const prepared = read(
            file([
              `Date,Type,ISIN,Quantity,${heading},Consideration`,
              `22/05/2025,Buy,GB00BH4HKS39,${quantity},${price},${consideration.toFixed(2)}`,
            ]),
          );
          expect(prepared?.prepared.rows[0]?.fields?.consideration).toBe(consideration);
          expect(prepared?.prepared.rows[0]?.fields?.localPrice).toBeCloseTo(price / 100, 9);
        },
      ),
      fewer,
    );
  });
});
