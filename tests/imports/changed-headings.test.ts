/** A broker renames a column, moves it or leaves it out: no figure of a chosen row becomes another one without a word. */
import { expect, it } from 'vitest';
import type { PreparedImport } from '../../domain/csv/import/prepare-import.ts';
import type { Table } from '../../domain/csv/tables/table.ts';
import type { TransactionFields } from '../../domain/records/transaction.ts';
import { isTakenSilently } from './judge-mutant.ts';
import { BROKER_SAMPLES, prepare, tableOf } from './samples.ts';

type Change = (cells: readonly string[], position: number, isHeader: boolean) => readonly string[];

const CHANGES: Readonly<Record<string, Change>> = {
  renamed: (cells, position, isHeader) => (isHeader ? cells.with(position, 'Other words') : cells),
  removed: (cells, position) => cells.toSpliced(position, 1),
  moved: (cells, position) => [...cells.toSpliced(position, 1), cells[position] ?? ''],
};

/** Where the file does not state the figure any more, and nothing in it contradicts the one that was read. */
const CANNOT_BE_TOLD: Readonly<Record<string, string>> = {
  'ajbell-transactionhistory.csv, Amount (GBP)': 'units x price, without what the amount says of its charges',
  'cgtcalculator-trades.txt, charges': 'a text without headings has no column that can be missing',
  'degiro-transactions-eur.csv':
    'its columns stand in fixed places: else they are read by headings, at the known rates',
  'ig-share-dealing-trades.csv, Conversion rate': 'the known rate of the day instead of the one of the file',
  'revolut-trading-symbols.csv, Total Amount': 'units x price, without what the amount says of its charges',
  'schwab-transactions.csv, Fees & Comm': 'the other headings are those of any file',
};

function changed(table: Table, position: number, change: Change): Table {
  const rows = table.rows.map((cells, at) =>
    at < table.headerIndex || position >= cells.length ? cells : change(cells, position, at === table.headerIndex),
  );
  return { ...table, rows };
}

/** What a trade or an income is worth with its charges. */
function netOf({ transactionType, consideration, brokerCharge, stampDuty, fxCharge }: TransactionFields): number {
  const charges = brokerCharge + stampDuty + fxCharge;
  return consideration + (transactionType === 'SELL' ? -charges : charges);
}

/** What a chosen row says otherwise than the file did before; null where it only says less. */
function difference(before: TransactionFields | null | undefined, row: TransactionFields): string | null {
  if (before === null || before === undefined) return 'was no transaction';
  for (const field of ['transactionType', 'transactionDate', 'isin'] as const)
    if (before[field] !== row[field]) return `${field} ${before[field]} became ${row[field]}`;
  const isTrade = row.transactionType === 'BUY' || row.transactionType === 'SELL';
  if (isTrade && before.quantity !== row.quantity) return `quantity ${before.quantity} became ${row.quantity}`;
  return Math.abs(netOf(before) - netOf(row)) > 0.0251 ? `net ${netOf(before)} became ${netOf(row)}` : null;
}

function differences(original: PreparedImport, read: PreparedImport): readonly string[] {
  const before = new Map(original.rows.map(({ rowNumber, fields }) => [rowNumber, fields]));
  return read.rows.filter(isTakenSilently).flatMap(({ rowNumber, fields }) => {
    const found = fields === null ? null : difference(before.get(rowNumber), fields);
    return found === null ? [] : [`line ${rowNumber}: ${found}`];
  });
}

const files = BROKER_SAMPLES.flatMap((path) => {
  const table = tableOf(path);
  const original = table === null ? null : prepare(table);
  return table === null || original === null ? [] : [{ name: path.split('/').at(-1) ?? '', table, original }];
});

it.each(Object.entries(CHANGES))('a column that is %s', (_what, change) => {
  let tried = 0;
  const found = files.flatMap(({ name, table, original }) =>
    (table.rows[table.headerIndex] ?? []).flatMap((heading, position) => {
      const column = `${name}, ${heading}`;
      if (heading.trim() === '' || CANNOT_BE_TOLD[name] !== undefined || CANNOT_BE_TOLD[column] !== undefined)
        return [];
      const read = prepare(changed(table, position, change));
      tried += 1;
      return read === null ? [] : differences(original, read).map((text) => `${column}: ${text}`);
    }),
  );
  expect(tried).toBeGreaterThan(250);
  expect(found).toEqual([]);
});

const fileOf = (name: string): Table => {
  const found = files.find((file) => file.name === name);
  if (found === undefined) throw new Error(`no sample ${name}`);
  return found.table;
};
const notesOf = (read: PreparedImport | null): readonly string[] => read?.rows.flatMap(({ notes }) => notes) ?? [];

it('a file that lacks one heading of a broker is asked about, until its columns were chosen', () => {
  const table = fileOf('barclays-smart-investor-orders.csv');
  const position = table.rows[table.headerIndex]?.indexOf('Order Status') ?? -1;
  const renamed = changed(table, position, (cells, at, isHeader) => (isHeader ? cells.with(at, 'Outcome') : cells));
  const note =
    "This looks like a file of Barclays Smart Investor, but its column 'order status' is missing. Choose what each column holds.";
  const read = prepare(renamed);
  expect(read?.rows.filter(({ notes }) => !notes.some((said) => said.includes(note)))).toEqual([]);
  expect(read?.content.notices).toContain(note);
  const columns = read?.content.columns.map(({ field }) => field) ?? [];
  const chosen = prepare(renamed, { columns });
  expect(chosen?.rows).toHaveLength(read?.rows.length ?? -1);
  expect(notesOf(chosen).join(' ')).not.toContain(note);
});

it.each([
  ['12.34', "'Other words' states 12.34, which was not read. Check whether it belongs to this row."],
  ['12345', null],
  ['0.00', null],
  ['note', null],
])('a cell of %s below a heading that the files of a broker do not have', (cell, note) => {
  const table = fileOf('freetrade-2024.csv');
  const rows = table.rows.map((cells, at) =>
    at < table.headerIndex ? cells : [...cells, at === table.headerIndex ? 'Other words' : cell],
  );
  const trades = prepare({ ...table, rows })?.rows.filter(({ fields }) => fields?.transactionType === 'BUY') ?? [];
  expect(trades.length).toBeGreaterThan(0);
  for (const { notes } of trades) expect(notes.join(' ')).toEqual(note === null ? '' : expect.stringContaining(note));
});

it('the charges of a gilt are proved by what was paid with its accrued interest', () => {
  const table = fileOf('ibkr-transaction-history.csv');
  const position = table.rows[table.headerIndex]?.indexOf('Commission') ?? -1;
  const removed = changed(table, position, (cells, at) => cells.toSpliced(at, 1));
  expect(notesOf(prepare(removed)).join(' ')).toContain(
    '997.12 and charges of 1.87 make 998.99, but the file states 999.99. Check them.',
  );
});
