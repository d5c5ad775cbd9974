import { describe, expect, it } from 'vitest';
import type { CashKind, CashRow } from '../profiles/cash.ts';
import { directedByWords, cashKindOf } from '../profiles/cash.ts';
import { valueOf, type Figure } from '../profiles/figures.ts';
import { cashAnswer, linkedTransfers, sameDayReversals } from './cash-events.ts';

const figure = (text: string): Figure | null => valueOf(text);
const row = (kind: CashKind, amount: string, about: Partial<CashRow> = {}): CashRow => ({
  kind,
  date: '06/05/2025',
  amount: figure(amount),
  words: 'Words',
  ...about,
});
const surroundings = { isProved: false, digits: '', isReversal: false, pair: '' };

/** `TYPE amount`, with `held` for a note and `back` for a reversal. */
function outcome(of: CashRow, about: Partial<typeof surroundings> = {}): string {
  const answer = cashAnswer(of, { ...surroundings, ...about });
  if (answer.kind !== 'transaction') return answer.kind;
  if (answer.unknownCash !== undefined) return `asked ${answer.unknownCash.direction ?? 'which way'}`;
  const { transactionType = '', consideration = '' } = answer.cells;
  return [
    transactionType,
    consideration,
    ...(answer.isReversal === true ? ['back'] : []),
    ...(answer.note === undefined ? [] : ['held']),
  ].join(' ');
}

describe('the event of a row', () => {
  it.each([
    [row('deposit', '10'), 'DEPOSIT 10'],
    [row('deposit', '-10'), 'DEPOSIT 10 back'],
    [row('withdrawal', '-10'), 'WITHDRAWAL 10'],
    [row('withdrawal', '10'), 'WITHDRAWAL 10 back'],
    [row('payment', '10'), 'DEPOSIT 10'],
    [row('payment', '-10'), 'WITHDRAWAL 10'],
    [row('payment', '-10', { words: 'Wire received' }), 'WITHDRAWAL 10 held'],
    [row('ownContribution', '10'), 'CONTRIBUTION 10'],
    [row('ownContribution', '-10'), 'CONTRIBUTION 10 back'],
    [row('fee', '-10'), 'FEE 10'],
    [row('fee', '10'), 'FEE_REFUND 10 held'],
    [row('fee', '10', { isRefund: true }), 'FEE_REFUND 10'],
    [row('tax', '-10'), 'TAX 10'],
    [row('tax', '10'), 'TAX_REFUND 10 held'],
    [row('interest', '10'), 'CASH_INTEREST 10'],
    [row('interest', '-10'), 'INTEREST_CHARGED 10 held'],
    [row('transfer', '10'), 'CASH_TRANSFER_IN 10'],
    [row('transfer', '-10'), 'CASH_TRANSFER_OUT 10'],
    [row('unknown', '10'), 'asked in'],
    [row('unknown', '-10'), 'asked out'],
    [row('transfer', '10', { isDirectionOpen: true }), 'asked which way'],
    [row('deposit', '0'), 'ignored'],
    [row('deposit', 'ten'), 'fault'],
  ])('%#', (of, expected) => {
    expect(outcome(of)).toBe(expected);
  });

  it('is not held back where the running balance proves it', () => {
    expect(outcome(row('interest', '-10'), { isProved: true })).toBe('INTEREST_CHARGED 10');
    expect(outcome(row('deposit', '10'), { digits: 'odd', isProved: true })).toBe('DEPOSIT 10');
    expect(outcome(row('deposit', '10'), { digits: 'odd' })).toBe('DEPOSIT 10 held');
  });

  it('is the event of the row that it reverses, whatever the sign', () => {
    expect(outcome(row('fee', '10'), { isReversal: true })).toBe('FEE 10 back');
    expect(outcome(row('fee', '-10'), { isReversal: true })).toBe('FEE 10 back');
    expect(outcome(row('transfer', '-10'), { isReversal: true })).toBe('CASH_TRANSFER_IN 10 back');
  });
});

it('a fee refunded on its day reverses that fee, and another amount, day or place does not', () => {
  const fee = row('fee', '-5');
  const back = row('fee', '5');
  expect([...sameDayReversals([fee, back])]).toEqual([back]);
  expect([...sameDayReversals([back, fee])]).toEqual([back]);
  expect([...sameDayReversals([fee, row('fee', '5', { date: '07/05/2025' })])]).toEqual([]);
  expect([...sameDayReversals([fee, row('fee', '6')])]).toEqual([]);
  expect([...sameDayReversals([fee, row('fee', '5', { place: 'SIPP' })])]).toEqual([]);
  // Of two fees and one refund one fee remains.
  expect([...sameDayReversals([fee, row('fee', '-5'), back])]).toEqual([back]);
});

it('links both sides of a transfer between two places, but none of three', () => {
  const out = row('transfer', '-100', { place: 'ISA' });
  const into = row('transfer', '100', { place: 'Dealing' });
  expect([...linkedTransfers([out, into]).keys()]).toEqual([out, into]);
  expect(linkedTransfers([out, into, row('transfer', '100', { place: 'SIPP' })]).size).toBe(0);
  expect(linkedTransfers([out, row('transfer', '100', { place: 'ISA' })]).size).toBe(0);
  expect(linkedTransfers([out, row('transfer', '-100', { place: 'Dealing' })]).size).toBe(0);
});

describe('words', () => {
  it.each([
    ['2025/26 ISA Subscription', 'ownContribution'],
    ['Tax relief', 'taxRelief'],
    ['Employer contribution', 'employerContribution'],
    ['Contribution', 'unknown'],
    ['Gross interest to 30/04/25', 'interest'],
    ['Tax On Interest', 'tax'],
    ['Account charge for shares', 'fee'],
    ['Cash Withdrawal', 'withdrawal'],
    ['Payment by Faster - One-off withdrawal', 'withdrawal'],
    ['Faster Payment In', 'deposit'],
    ['Faster Payment', 'payment'],
    ['TRF FROM 0000001', 'transfer'],
    ['Loyalty bonus', 'unknown'],
    ['Cash adjustment', 'unknown'],
    ['', 'unknown'],
  ] as const)('%s', (words, kind) => {
    expect(cashKindOf(words)).toBe(kind);
  });

  it('tell the direction of amounts without signs, or leave it open', () => {
    const size = figure('5');
    expect(directedByWords('fee', size, 'Fee')).toMatchObject({ amount: figure('-5') });
    expect(directedByWords('fee', size, 'Fee refund')).toMatchObject({ amount: size, isRefund: true });
    expect(directedByWords('transfer', size, 'Transfer to ISA')).toEqual({ amount: figure('-5') });
    expect(directedByWords('transfer', size, 'Transfer from GIA to ISA')).toEqual({
      amount: size,
      isDirectionOpen: true,
    });
  });
});
