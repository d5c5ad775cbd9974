import { describe, expect, it } from 'vitest';
import { movedCells } from './moved-cash.ts';

const cells = { transactionType: 'BUY', consideration: '500', currency: 'USD', brokerCharge: '1.5' };

describe('the cash amount of a row in another currency', () => {
  it.each([
    ['a purchase with its charges', cells, undefined, '501.5'],
    ['a sale less its charges', { ...cells, transactionType: 'SELL' }, undefined, '498.5'],
    ['what the file states', cells, { net: '-501.49' }, '501.49'],
    ['accrued interest with a purchase', { ...cells, accruedInterest: '2' }, undefined, '503.5'],
    ['a charge in another currency beside it', { ...cells, brokerCharge: '1.5 GBP' }, undefined, '500'],
    ['income', { transactionType: 'DIVIDEND', consideration: '0.44', currency: 'EUR' }, undefined, '0.44'],
  ])('is %s', (_what, row, proof, cashAmount) => {
    expect(movedCells({ cells: row, ...(proof !== undefined && { proof }) })).toEqual({
      cashAmount,
      cashCurrency: row.currency,
    });
  });

  it.each([
    ['pounds', { ...cells, currency: 'GBP' }],
    ['a currency that the ledger does not keep', { ...cells, currency: 'CHF' }],
    ['a split', { ...cells, transactionType: 'SPLIT' }],
    ['nothing', { ...cells, consideration: '0', brokerCharge: '' }],
  ])('is not stated for %s', (_what, row) => {
    expect(movedCells({ cells: row })).toEqual({});
  });
});
