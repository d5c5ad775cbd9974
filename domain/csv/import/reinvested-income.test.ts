import { expect, it } from 'vitest';
import type { CheckedRow } from './row-checker.ts';
import { withoutIncomeTwice } from './reinvested-income.ts';

let line = 1;
const row = (transactionType: string, consideration: number, changes: object = {}): CheckedRow => {
  line += 1;
  const fields = {
    accountId: 'a',
    isin: 'IE00B3XXRP09',
    taxWrapper: 'ISA',
    transactionDate: '2024-03-27',
    consideration,
  };
  return {
    fields: { ...fields, transactionType, ...changes },
    reading: { source: { line }, isReversal: false, notes: [], remarks: [] },
  } as unknown as CheckedRow;
};
const read = (...rows: readonly CheckedRow[]) =>
  withoutIncomeTwice(rows).map(({ fields, reading }) => [
    fields?.transactionType,
    ...reading.notes,
    ...reading.remarks,
  ]);

it('units bought with a dividend that another row states are a purchase', () => {
  const dividend = row('DIVIDEND', 2.45);
  const on = (day: string) => row('DIVIDEND_REINVESTED', 2.45, { transactionDate: day });
  expect(read(on('2024-03-29'), dividend)).toEqual([
    ['BUY', `Row ${dividend.reading.source.line} states the dividend, so these units were read as bought with it.`],
    ['DIVIDEND'],
  ]);
  // One dividend pays for one purchase.
  expect(read(dividend, on('2024-03-27'), on('2024-03-27')).map(([type]) => type)).toEqual([
    'DIVIDEND',
    'BUY',
    'DIVIDEND_REINVESTED',
  ]);
  expect(read(dividend, on('2024-04-27'))[1]).toEqual(['DIVIDEND_REINVESTED']);
});

it.each([
  ['in another tax wrapper', { taxWrapper: 'SIPP' }],
  ['of another security', { isin: 'IE0005042456' }],
])('a reinvested dividend %s is one of its own', (_name, changes) => {
  expect(read(row('DIVIDEND', 2.45), row('DIVIDEND_REINVESTED', 2.45, changes))[1]).toEqual(['DIVIDEND_REINVESTED']);
});

it('a dividend of another amount in that week gives a note', () => {
  const dividend = row('DIVIDEND', 2.6);
  expect(read(dividend, row('DIVIDEND_REINVESTED', 2.45))[1]).toEqual([
    'DIVIDEND_REINVESTED',
    `Row ${dividend.reading.source.line} states a dividend of £2.60. If these units were bought with it, change the type to Buy, or the income is recorded twice.`,
  ]);
});
