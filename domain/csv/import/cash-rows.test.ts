import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import type { IsoDate } from '../../values/dates.ts';
import type { Transaction } from '../../records/records.ts';
import { readTable } from '../source/read-table.ts';
import { acceptRows } from './accept-rows.ts';
import { previewRowOf } from './import-content.ts';
import { prepareImport, type PreparedImport } from './prepare-import.ts';

const tools = {
  parse: (text: string, delimiter: string) => Papa.parse<string[]>(text, { delimiter, newline: '\n' }),
};
const account = { id: 'a', name: 'Main' };
const broker = { id: 'b', name: 'AJ Bell' };
const HEADER = 'Date,Type,Account,Broker,Tax Wrapper,Amount,Currency,Reference,ISIN';

function prepared(rows: readonly string[], transactions: readonly Transaction[] = []): PreparedImport {
  const table = readTable(new TextEncoder().encode([HEADER, ...rows].join('\n')), tools);
  if ('ok' in table) throw new Error(table.message);
  const read = prepareImport(
    table,
    { accounts: [account], brokers: [broker], assets: [], transactions },
    { today: '2026-11-21' as IsoDate },
  );
  if (!read.ok) throw new Error(read.message);
  return read;
}

function taken(read: PreparedImport): readonly Transaction[] {
  let ids = 0;
  return acceptRows(read, {
    selected: new Set(read.rows.map((row) => row.rowNumber)),
    createAccounts: [],
    newId: () => `t${(ids += 1)}`,
  }).transactions;
}

describe('cash events in a file of columns', () => {
  const rows = [
    '01/03/2024,Deposit,Main,AJ Bell,ISA,250.50,GBP,in-1,',
    '04/03/2024,Withdrawal,Main,AJ Bell,ISA,-100,GBP,,',
    '05/03/2024,Fee,Main,AJ Bell,ISA,"£1,004.99",,,',
    '06/03/2024,Cash Interest,Main,AJ Bell,ISA,0.31,USD,,',
  ];

  it('are read with their amount in their currency; a minus before an outgoing amount changes nothing', () => {
    const read = prepared(rows);
    expect(read.rows.flatMap(({ errors }) => errors)).toEqual([]);
    expect(
      taken(read).map(({ transactionType, cashAmount, cashCurrency, isin, consideration }) => [
        transactionType,
        cashAmount,
        cashCurrency,
        isin,
        consideration,
      ]),
    ).toEqual([
      ['DEPOSIT', 250.5, 'GBP', '', 0],
      ['WITHDRAWAL', 100, 'GBP', '', 0],
      ['FEE', 1004.99, 'GBP', '', 0],
      ['CASH_INTEREST', 0.31, 'USD', '', 0],
    ]);
    const names = { account: () => 'Main', broker: () => 'AJ Bell' };
    expect(read.rows.map((row) => previewRowOf(row, names).transaction)).toMatchObject([
      { transactionTypeLabel: 'Deposit', consideration: 250.5, considerationCurrency: 'GBP', isin: '' },
      { consideration: 100 },
      { consideration: 1004.99 },
      { consideration: 0.31, considerationCurrency: 'USD' },
    ]);
  });

  it('add nothing a second time; equal rows are counted', () => {
    const stored = taken(prepared(rows));
    expect(prepared(rows, stored).content.summary).toMatchObject({ duplicateCount: 4, validCount: 0 });
    const twice = prepared([...rows, rows[1] ?? ''], stored);
    expect(twice.content.summary).toMatchObject({ duplicateCount: 4, validCount: 1 });
  });

  it('are told apart by amount, currency, broker and wrapper', () => {
    const stored = taken(prepared(rows));
    const others = [
      '04/03/2024,Withdrawal,Main,AJ Bell,ISA,100.01,GBP,,',
      '04/03/2024,Withdrawal,Main,AJ Bell,SIPP,100,GBP,,',
      '04/03/2024,Withdrawal,Main,AJ Bell,ISA,100,EUR,,',
    ];
    expect(prepared(others, stored).content.summary).toMatchObject({ duplicateCount: 0, validCount: 3 });
  });

  it.each([
    ['01/03/2024,Deposit,Main,AJ Bell,ISA,-250,GBP,,', /the type Withdrawal/u],
    ['01/03/2024,Cash Interest,Main,AJ Bell,ISA,-0.31,GBP,,', /the type Interest Charged/u],
    ['01/03/2024,Deposit,Main,AJ Bell,ISA,250,CHF,,', /GBP, USD or EUR/u],
    ['01/03/2024,Deposit,Main,AJ Bell,ISA,ten,GBP,,', /a number/u],
    ['01/03/2024,Deposit,Main,AJ Bell,ISA,,GBP,,', /required/u],
    ['01/03/2030,Deposit,Main,AJ Bell,ISA,250,GBP,,', /not in the future/u],
    ['01/03/2024,Deposit,Main,AJ Bell,ISA,250,GBP,,US0378331005', /cash has no security/u],
    ['01/03/2024,Contribution,Main,AJ Bell,ISA,250,GBP,,', /Contribution Kind/u],
  ])('%s is refused', (row, message) => {
    const read = prepared([row]);
    expect(read.content.summary).toMatchObject({ errorCount: 1, validCount: 0 });
    expect(read.rows[0]?.errors.map((error) => error.message).join(' ')).toMatch(message);
  });
});
