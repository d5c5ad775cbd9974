import { describe, expect, it } from 'vitest';
import { CASH_EVENT_TYPES, TRANSACTION_TYPES } from '../fields/enums.ts';
import { isValidIsin, isValidSedol } from '../values/isin.ts';
import { issueText } from './issue-text.ts';
import { checkTransaction, type TransactionInput } from './transaction.ts';

const buy: TransactionInput = {
  transactionType: 'BUY',
  transactionDate: '2024-03-01',
  brokerId: 'b',
  accountId: 'a',
  taxWrapper: 'DEALING',
  isin: 'IE00B4L5Y983',
  quantity: 10,
  localPrice: 33.9858,
  consideration: 339.86,
};

function texts(input: TransactionInput): string[] {
  const checked = checkTransaction(input);
  return checked.ok ? [] : checked.issues.map(issueText);
}

/** The decided list (DECISIONS, 'Transaction types') in full: value, label and quantity rule. */
const DECIDED = [
  ['BUY', 'Buy', 'positive'],
  ['SELL', 'Sell', 'positive'],
  ['TRANSFER_IN', 'Transfer In', 'positive'],
  ['TRANSFER_OUT', 'Transfer Out (no gain, no loss)', 'positive'],
  ['DIVIDEND', 'Dividend', 'optional'],
  ['DIVIDEND_REINVESTED', 'Dividend Reinvestment', 'positive'],
  ['INTEREST', 'Interest', 'optional'],
  ['SPLIT', 'Stock Split / Consolidation', 'nonZero'],
  ['BONUS_ISSUE', 'Bonus Issue', 'positive'],
  ['RIGHTS_ISSUE', 'Rights Issue', 'positive'],
  ['RETURN_OF_CAPITAL', 'Return of Capital', 'optional'],
  ['ACCUMULATION', 'Notional Distribution / ERI', 'optional'],
  ['EQUALISATION', 'Equalisation', 'optional'],
  ['MERGER', 'Merger / Takeover', 'positive'],
  ['DEMERGER', 'Demerger', 'positive'],
  ['ISIN_CHANGE', 'ISIN Change', 'none'],
] as const;

/** Cash events: value, label, the direction of the money, and the type of the same movement in the other direction. */
const CASH = [
  ['DEPOSIT', 'Deposit', 'in', 'WITHDRAWAL'],
  ['WITHDRAWAL', 'Withdrawal', 'out', 'DEPOSIT'],
  ['CONTRIBUTION', 'Contribution', 'in', 'WITHDRAWAL'],
  ['FEE', 'Fee', 'out', 'FEE_REFUND'],
  ['FEE_REFUND', 'Fee Refund', 'in', 'FEE'],
  ['TAX', 'Tax', 'out', 'TAX_REFUND'],
  ['TAX_REFUND', 'Tax Refund', 'in', 'TAX'],
  ['CASH_INTEREST', 'Interest on Cash', 'in', 'INTEREST_CHARGED'],
  ['INTEREST_CHARGED', 'Interest Charged', 'out', 'CASH_INTEREST'],
  ['CASH_TRANSFER_IN', 'Cash Transfer In', 'in', 'CASH_TRANSFER_OUT'],
  ['CASH_TRANSFER_OUT', 'Cash Transfer Out', 'out', 'CASH_TRANSFER_IN'],
] as const;

describe('transaction rules', () => {
  it('know the decided types, no more and no fewer', () => {
    expect(TRANSACTION_TYPES.map(({ value, label, quantity }) => [value, label, quantity])).toEqual([
      ...DECIDED,
      ...CASH.map(([value, label]) => [value, label, 'none']),
    ]);
    expect(CASH_EVENT_TYPES.map(({ value, label, cash, opposite }) => [value, label, cash, opposite])).toEqual(CASH);
  });

  it('accept a plain purchase and take missing charges as nil', () => {
    const checked = checkTransaction(buy);
    expect(checked.ok && checked.value).toMatchObject({
      quantity: 10,
      nativePrice: null,
      brokerCharge: 0,
      stampDuty: 0,
      fxCharge: 0,
      accruedInterest: 0,
    });
  });

  it('name every fault of a row at once, with the value and what was expected', () => {
    expect(
      texts({ ...buy, isin: 'IE00B4L5Y984', quantity: 0, taxWrapper: 'PREMIUM BONDS', transactionDate: '2024-02-30' }),
    ).toEqual([
      'Transaction Date "2024-02-30" is not valid: expected a date as yyyy-MM-dd, from 1800 to 2200.',
      'Tax Wrapper "PREMIUM BONDS" is not valid: expected DEALING, SIPP, ISA, LISA, SPECULATIVE or JISA.',
      'ISIN "IE00B4L5Y984" is not valid: expected an ISIN with a correct check digit.',
      'Quantity "0" is not valid: expected a number greater than 0.',
    ]);
  });

  it.each(DECIDED)('hold the quantity of %s (%s) to its rule: %s', (value, _label, rule) => {
    const accepts = (quantity: number | null): boolean =>
      checkTransaction({ ...buy, transactionType: value, quantity, relatedIsin: 'GB00BH4HKS39' }).ok;
    expect(accepts(5)).toBe(rule !== 'none');
    expect(accepts(-5)).toBe(rule === 'nonZero');
    expect(accepts(null)).toBe(rule === 'optional' || rule === 'none');
    expect(accepts(0)).toBe(rule === 'optional' || rule === 'none');
  });

  it('refuse figures beyond 15 digits', () => {
    expect(texts({ ...buy, consideration: 0.1 + 0.2 })).toEqual([
      'Consideration "0.30000000000000004" is not valid: expected at most 15 significant digits and 12 decimal places.',
    ]);
  });

  it('want both numbers of a ratio and another security for a merger', () => {
    expect(texts({ ...buy, transactionType: 'SPLIT', ratioNew: 3 })).toHaveLength(1);
    expect(texts({ ...buy, transactionType: 'SPLIT', ratioNew: 1_000_000, ratioOld: 1 })).toEqual([]);
    expect(texts({ ...buy, transactionType: 'SPLIT', ratioNew: 1_000_001, ratioOld: 1 })).toEqual(
      expect.arrayContaining([expect.stringContaining('a whole number from 1 to 1,000,000')]),
    );
    expect(texts({ ...buy, transactionType: 'MERGER', relatedIsin: buy.isin })).toHaveLength(1);
  });
});

describe('identifiers', () => {
  it('check their digits', () => {
    expect(isValidIsin('US0378331005')).toBe(true);
    expect(isValidIsin('US0378331006')).toBe(false);
    expect(isValidIsin('XAU')).toBe(true);
    expect(isValidIsin('TEST0001')).toBe(true);
    expect(isValidIsin('us0378331005')).toBe(false);
    expect(isValidSedol('B1YW440')).toBe(true);
    expect(isValidSedol('B1YW441')).toBe(false);
  });
});
