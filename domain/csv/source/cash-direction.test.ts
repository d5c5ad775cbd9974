import { expect, it } from 'vitest';
import { bodyRows, rowsAt } from '../tables/body-rows.ts';
import type { Table } from '../tables/table.ts';
import { withCashDirection } from './cash-direction.ts';

function amounts(header: string, ...rows: readonly string[]): readonly string[] | null {
  const cells = [header, ...rows].map((line) => line.split(','));
  const table: Table = {
    encoding: 'utf-8',
    delimiter: ',',
    rows: cells,
    lines: cells.map((_row, index) => index + 1),
    headerIndex: 0,
    preamble: 0,
  };
  const { table: directed, isDirected } = withCashDirection(table, rowsAt(table, bodyRows(table).positions));
  return isDirected ? directed.rows.map((row) => row.join(',')) : null;
}

it.each([
  ['Debit,Credit'],
  ['Paid out,Paid in'],
  ['Money Out (£),Money In (£)'],
  ['PAYMENTS,RECEIPTS'],
  ['Dr,Cr'],
  ['Amount debited GBP,Amount credited GBP'],
])('columns of payments and receipts, %s, are one amount with the sign of cash', (headings) => {
  const [paid = '', received = ''] = headings.split(',');
  expect(
    amounts(`Date,${headings}`, '1 May 2025,740.98,', '2 May 2025,,£45.00', '3 May 2025,0.00,5', 'Total,1,2'),
  ).toEqual([`Date,${paid} / ${received},`, '1 May 2025,-740.98,', '2 May 2025,£45.00,', '3 May 2025,5,', 'Total,1,2']);
});

it('payments that are negative already stay so', () => {
  expect(amounts('Date,Debit,Credit', '1 May 2025,-740.98,', '2 May 2025,,45')?.slice(1)).toEqual([
    '1 May 2025,-740.98,',
    '2 May 2025,45,',
  ]);
});

it.each([
  ['a row that fills both', 'Date,Debit,Credit', ['1 May 2025,1,2']],
  ['payments with both signs', 'Date,Debit,Credit', ['1 May 2025,1,', '2 May 2025,-2,']],
  ['a negative receipt', 'Date,Debit,Credit', ['1 May 2025,1,', '2 May 2025,,-2']],
  ['two columns of payments', 'Date,Debit,Paid out,Credit', ['1 May 2025,1,,']],
  ['no receipts', 'Date,Debit,Balance', ['1 May 2025,1,2']],
  ['directions beside signs', 'Date,Amount,DR/CR', ['1 May 2025,-1,DR']],
  ['other words', 'Date,Amount,Direction', ['1 May 2025,1,Buy']],
])('%s change nothing', (_what, header, rows) => {
  expect(amounts(header, ...rows)).toBeNull();
});

it.each([
  ['DR/CR', 'DR', 'CR'],
  ['Debit/Credit', 'Debit', 'Credit'],
  ['Direction', 'Out', 'In'],
  ['+/-', '-', '+'],
  ['D/C', 'D', 'C'],
])('a column %s gives amounts their sign', (heading, paid, received) => {
  expect(
    amounts(`Date,Amount,Units,${heading}`, `1 May 2025,740.98,10,${paid}`, `2 May 2025,45,10,${received}`),
  ).toEqual(['Date,Amount,Units,', '1 May 2025,-740.98,10,', '2 May 2025,45,10,']);
});
