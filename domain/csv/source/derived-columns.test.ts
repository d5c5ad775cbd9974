/** Files without a profile that state types and securities otherwise than in a column. */
import { describe, expect, it } from 'vitest';
import { readLines, selectedLines } from '../../../tests/imports/read-lines.ts';
import type { PreparedImport } from '../import/prepare-import.ts';
import { sourceRows } from './source-rows.ts';

/** The type, units and amount of the rows that are selected beforehand, by line. */
function read(...lines: readonly string[]): Readonly<Record<number, string>> {
  const prepared: PreparedImport = readLines(...lines);
  const chosen = selectedLines(prepared);
  return Object.fromEntries(
    prepared.rows.flatMap(({ rowNumber, fields }) =>
      fields !== null && chosen.includes(rowNumber)
        ? [[rowNumber, `${fields.transactionType} ${fields.isin.slice(-4)} ${fields.quantity} ${fields.consideration}`]]
        : [],
    ),
  );
}

const TRADE = '2024-06-03,IE00B3RBWM25,10,85.10,851.00';
const HEADER = 'Date,ISIN,Quantity,Price,Amount';

describe('a title above rows', () => {
  it('names their type, also above the header and with the header again', () => {
    expect(read('Your purchases', HEADER, TRADE, 'Sales:', HEADER, TRADE.replace('-03', '-04'))).toEqual({
      3: 'BUY WM25 10 851',
      6: 'SELL WM25 10 851',
    });
    expect(read('Dividends received', 'Date,ISIN,Amount', '2024-06-03,IE00B3RBWM25,4.25')).toEqual({
      3: 'DIVIDEND WM25 null 4.25',
    });
  });

  it('is also that of interest, beside dividends', () => {
    const prepared = readLines(
      'Dividends',
      'Date,ISIN,Amount',
      '2024-06-03,IE00B3RBWM25,4.25',
      'Interest',
      '2024-06-04,,1.20',
    );
    expect(prepared.rows.map(({ fields }) => fields?.transactionType)).toEqual(['DIVIDEND', 'CASH_INTEREST']);
  });

  it.each(['Purchases and sales', 'Regular investment', 'Transactions', 'Other'])('is no type if it is %s', (title) => {
    expect(read(title, HEADER, TRADE)).toEqual({});
    expect(read('Purchases', HEADER, TRADE, title, TRADE)).toEqual({});
  });

  it('names their security, with its code', () => {
    const header = 'Date,Type,Quantity,Price,Amount';
    const trade = '2024-06-03,Buy,10,85.10,851.00';
    expect(read(header, 'Vodafone Group plc (VOD)', trade, 'Lloyds Banking Group plc (LLOY)', trade)).toEqual({
      3: 'BUY KS39 10 851',
      5: 'BUY 6128 10 851',
    });
    expect(read(header, 'Vodafone - GB00BH4HKS39', trade, 'Total,,,,851.00', 'Lloyds - GB0008706128', trade)).toEqual({
      3: 'BUY KS39 10 851',
      6: 'BUY 6128 10 851',
    });
    // A title of some rows is none of all, a month is no security, and neither is a single title.
    expect(read(header, trade, 'Vodafone Group plc', trade, 'Lloyds Banking Group plc', trade)).toEqual({});
    expect(read(header, 'June 2024', trade, 'Vodafone Group plc', trade, 'BP plc', trade)).toEqual({});
    expect(read(header, 'Vodafone Group plc', trade)).toEqual({});
  });
});

describe('columns of what was bought and what was sold', () => {
  it.each([
    ['units', 'Date,ISIN,Units bought,Units sold,Price,Amount', '10,,85.10,851.00', ',5,85.50,427.50'],
    ['what their headings do not say', 'Date,ISIN,Bought,Sold,Price,Amount', '10,,85.10,851.00', ',5,85.50,427.50'],
    ['money', 'Date,ISIN,Quantity,Price,Purchase amount,Sale amount', '10,85.10,851.00,', '5,85.50,,427.50'],
    ['money beside units', 'Date,ISIN,Quantity,Price,Bought,Sold', '10,85.10,851.00,', '5,85.50,,427.50'],
  ])('name the side if they hold %s', (_what, header, bought, sold) => {
    expect(read(header, `2024-06-03,IE00B3RBWM25,${bought}`, `2024-06-17,IE00B3RBWM25,${sold}`)).toEqual({
      2: 'BUY WM25 10 851',
      3: 'SELL WM25 5 427.5',
    });
  });

  it('say nothing where a row fills both or none, or a figure is negative', () => {
    const header = 'Date,ISIN,Bought,Sold,Price,Amount';
    const row = '2024-06-03,IE00B3RBWM25,10,,85.10,851.00';
    for (const other of ['10,5', ',', '-10,'])
      expect(read(header, row, `2024-06-17,IE00B3RBWM25,${other},85.10,851.00`)).toEqual({});
    expect(read('Date,ISIN,Quantity,Buy price,Sell price', '2024-06-03,IE00B3RBWM25,10,85.10,')).toEqual({});
  });
});

it('the first word of a text names the side where it does so in every row', () => {
  const header = 'Date,Details,ISIN,Quantity,Price,Amount';
  const row = (details: string): string => `2024-06-03,${details},IE00B3RBWM25,10,85.10,851.00`;
  expect(read(header, row('Buy 10 VWRL @ 85.10'), row('Sold 10 VWRL @ 85.10'))).toEqual({
    2: 'BUY WM25 10 851',
    3: 'SELL WM25 10 851',
  });
  expect(read(header, row('Buy 10 VWRL @ 85.10'), row('VWRL 10 @ 85.10'))).toEqual({});
  expect(read(header, row('Buy back of 10 VWRL'))).toEqual({});
});

it('a second column of types is read where the first one only groups them', () => {
  const header = 'Date,Type,Sub type,ISIN,Quantity,Price,Amount';
  const row = '2024-06-03,Trade,Buy,IE00B3RBWM25,10,85.10,851.00';
  const dividend = '2024-06-20,Income,Dividend,IE00B3RBWM25,5,,4.50';
  expect(read(header, row, dividend)).toEqual({ 2: 'BUY WM25 10 851', 3: 'DIVIDEND WM25 5 4.5' });
  expect(read(header, row.replace('Trade,Buy', 'Buy,Sell'), dividend)).toEqual({ 3: 'DIVIDEND WM25 5 4.5' });
});

it('what was read is listed after the columns of the file, each with an example from a transaction', () => {
  const trade = '2024-06-03,Buy,10,85.10,851.00';
  const lines = ['Date,Type,Quantity,Price,Amount', 'Vodafone Group plc (VOD)', trade, 'Lloyds plc (LLOY)', trade];
  const rows = lines.map((line) => line.split(','));
  const read = sourceRows({
    encoding: 'utf-8',
    delimiter: ',',
    rows,
    lines: [1, 2, 3, 4, 5],
    headerIndex: 0,
    preamble: 0,
  });
  expect(read.columns?.map(({ header, sample, isDerived }) => [header, sample, isDerived ?? false])).toEqual([
    ['Date', '2024-06-03', false],
    ['Type', 'Buy', false],
    ['Quantity', '10', false],
    ['Price', '85.10', false],
    ['Amount', '851.00', false],
    ['Security', 'Vodafone Group plc', true],
    ['Ticker', 'VOD', true],
  ]);
});
