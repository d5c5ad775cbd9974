/**
 * Any file of savings accounts, balances, assets and other records is refused with a message, or read with every line
 * accounted for. A failure prints its seed.
 */
import fc from 'fast-check';
import Papa from 'papaparse';
import { expect, it } from 'vitest';
import { runs } from '../../../tests/runs.ts';
import type { Money } from '../../values/amount.ts';
import type { IsoDate } from '../../values/dates.ts';
import type { CsvTools } from '../source/read-table.ts';
import { ACCOUNT_COLUMNS, prepareAccounts } from './accounts.ts';
import { ASSET_COLUMNS, prepareAssets } from './assets.ts';
import { BROKER_CASH_COLUMNS, prepareBrokerCash } from './broker-cash-balances.ts';
import { readEntityFile, type EntityColumns, type EntityFile } from './entity-file.ts';
import type { EntityImportRow } from './entity-import.ts';
import { PRICE_COLUMNS, preparePrices } from './prices.ts';
import { preparePropertyPrices, PROPERTY_PRICE_COLUMNS } from './property-prices.ts';
import { prepareSavings, SAVINGS_COLUMNS } from './savings-accounts.ts';

/** Fewer than for transactions, which run 20,000. */
const RUNS = runs(100, 1000);

const tools: CsvTools = {
  parse: (text, delimiter) => Papa.parse<string[]>(text, { delimiter, newline: '\n' }),
};
const accounts = [
  { id: 'alex', name: 'Alex' },
  { id: 'sam', name: 'Sam' },
];
const today = '2026-11-21' as IsoDate;

/** How a kind of file is read, and an example of it. */
interface Kind {
  readonly name: string;
  readonly sample: string;
  readonly read: (bytes: Uint8Array) => readonly EntityImportRow<unknown, unknown>[] | null;
}

/**
 * Reads bytes as a file of one kind; null when it is refused with a message. Every line below the header that is not
 * empty is a row.
 */
function kind<F extends string>(
  name: string,
  columns: EntityColumns<F>,
  judge: (file: EntityFile<F>) => readonly EntityImportRow<unknown, unknown>[],
  lines: readonly string[],
): Kind {
  const read: Kind['read'] = (bytes) => {
    const file = readEntityFile(bytes, tools, columns);
    if (!file.ok) {
      expect(file.message).not.toBe('');
      return null;
    }
    const rows = judge(file);
    expect(rows).toHaveLength(file.rows.length);
    return rows;
  };
  return { name, sample: lines.join('\r\n'), read };
}

const KINDS: readonly Kind[] = [
  kind('accounts', ACCOUNT_COLUMNS, (file) => prepareAccounts(file, accounts), [
    'Id,Account Name',
    ',Alex',
    '0190b0a0-0000-7000-8000-000000000001,"Mary, Anne"',
  ]),
  kind('assets', ASSET_COLUMNS, (file) => prepareAssets(file, []), [
    'Name,Type,Category,Income Treatment,Total Expense Ratio,ISIN,SEDOL,Price Source,Fetch Code,Denomination,Exclude From Price Updates',
    'Vodafone Group plc,EQUITY,UK_TSM,NA,0.07,GB00BH4HKS39,BH4HKS3,LSE,VOD,GBX,false',
    'Gold,COMMODITY,PRECIOUS_METALS,NA,0,XAU,,MANUAL,XAU,GBP,true',
  ]),
  kind(
    'savings accounts',
    SAVINGS_COLUMNS,
    (file) =>
      prepareSavings(file, {
        accounts,
        bankNames: [{ id: 'ch', name: 'Chase' }],
        savingsAccounts: [],
        defaultAccountId: 'alex',
      }),
    [
      'Bank Name;Account Type;Account Open Date;Latest Balance;Latest Balance Date;Interest Rate;Sort Code;Account Number',
      'Chase;Saver;01/05/2021;1.234,50;31/12/2025;4,32;20-36-43;12345678',
      'Chase;Saver;25/05/2021;12,50;31/12/2025;;;',
    ],
  ),
  kind(
    'cash balances',
    BROKER_CASH_COLUMNS,
    (file) => prepareBrokerCash(file, { accounts, brokers: [{ id: 'ajb', name: 'AJ Bell' }], balances: [] }),
    [
      'Account\tBroker\tTax Wrapper\tBalance\tCurrency\tNotes',
      'Sam\tAJ Bell\tISA\t"£1,000"\tGBP\t"two\nlines"',
      'Alex\tAJ Bell\tSIPP\t12.34\tUSD\t',
    ],
  ),
  kind(
    "a property's prices",
    PROPERTY_PRICE_COLUMNS,
    (file) =>
      preparePropertyPrices(file, {
        property: {
          id: 'home',
          name: 'Home',
          currency: 'GBP',
          datePurchased: '2020-01-31' as IsoDate,
          purchasePrice: 200_000 as Money,
        },
        prices: [],
      }),
    ['Date,Price,Currency', '25/04/2024,"250,000",GBP', '2025-04-25,255000.50,GBP'],
  ),
  kind(
    "an asset's prices",
    PRICE_COLUMNS,
    (file) => preparePrices(file, { isin: 'GB00BH4HKS39', denomination: 'GBX', stored: [], trades: [], today }),
    ['Date,Price,Currency', '25/04/2024,71.54,GBX', '2025-04-25,72,GBX'],
  ),
];

/** No line below an unchanged header is skipped. A quotation mark may continue a line on the next. */
function expectAllLines(bytes: Uint8Array, sample: string, rows: readonly { readonly rowNumber: number }[]): void {
  expect(new Set(rows.map((row) => row.rowNumber)).size).toBe(rows.length);
  const [header = '', ...lines] = new TextDecoder('windows-1252').decode(bytes).split(/\r\n|[\r\n]/u);
  if (lines.some((line) => line.includes('"')) || header !== sample.split('\r\n')[0]) return;
  const separator = [',', ';', '\t'].find((mark) => header.includes(mark)) ?? ',';
  expect(rows).toHaveLength(lines.filter((line) => line.split(separator).some((cell) => cell.trim() !== '')).length);
}

it.each(KINDS)('$name: the example is read without an error', ({ sample, read }) => {
  expect(read(new TextEncoder().encode(sample))?.flatMap((row) => row.errors)).toEqual([]);
});

it.each(KINDS)(
  '$name: a file with changed bytes is refused with a message, or each of its lines is valid, a duplicate or wrong with a word',
  ({ sample, read }) => {
    const bytesOf = new TextEncoder().encode(sample);
    const edit = fc.record({
      at: fc.nat(bytesOf.length),
      byte: fc.oneof(
        fc.nat(255),
        fc.constantFrom(...'",;\t\n\r.-£()0159 '.split('').map((character) => character.charCodeAt(0))),
      ),
      kind: fc.constantFrom('set', 'insert', 'remove'),
    });
    fc.assert(
      fc.property(fc.array(edit, { minLength: 1, maxLength: 6 }), (edits) => {
        const changed = Array.from(bytesOf);
        for (const { at, byte, kind: how } of edits)
          changed.splice(at, how === 'insert' ? 0 : 1, ...(how === 'remove' ? [] : [byte]));
        const bytes = Uint8Array.from(changed);
        const rows = read(bytes);
        if (rows === null) return;
        expectAllLines(bytes, sample, rows);
        for (const row of rows) {
          expect(row.record === null).toBe(row.status === 'error');
          expect(row.errors.every((error) => error.message !== '') && row.errors.length > 0).toBe(
            row.status === 'error',
          );
          expect(row.duplicateInfo !== null).toBe(row.status === 'duplicate');
        }
      }),
      RUNS,
    );
  },
);
