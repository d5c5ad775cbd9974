import { expect, it } from 'vitest';
import type { Transaction } from '../../records/records.ts';
import type { PreparedRow } from './import-content.ts';
import { likelyDuplicates } from './near-duplicates.ts';

const TRADE = {
  accountId: 'a',
  transactionDate: '2025-04-09',
  transactionType: 'BUY',
  isin: 'US0378331005',
  taxWrapper: 'DEALING',
  quantity: 10,
  consideration: 1488,
  brokerDealReference: '',
};
type Changes = Readonly<Record<string, string | number | null>>;

const stored = (changes: Changes = {}): Transaction => ({ ...TRADE, ...changes, id: 's' }) as unknown as Transaction;
const says = (rows: readonly PreparedRow[], transaction: Transaction, words: string): boolean =>
  [...likelyDuplicates(rows, [transaction]).values()].flat().some((note) => note.includes(words));
const row = (changes: Changes = {}): PreparedRow =>
  ({ fields: { ...TRADE, ...changes }, duplicate: null }) as unknown as PreparedRow;

it.each([
  ['converted at another rate', row({ consideration: 1499.9 }), stored(), true],
  ['with its charges in the amount', row({ consideration: 1494 }), stored({ brokerDealReference: '7' }), true],
  [
    'a dividend at another rate',
    row({ transactionType: 'DIVIDEND', quantity: null, consideration: 1.9 }),
    stored({ transactionType: 'DIVIDEND', quantity: 10, consideration: 1.95 }),
    true,
  ],
  [
    'with another reference',
    row({ consideration: 1499.9, brokerDealReference: '8' }),
    stored({ brokerDealReference: '7' }),
    false,
  ],
  ['of other units', row({ consideration: 1499.9, quantity: 11 }), stored(), false],
  ['at an amount that is far away', row({ consideration: 1700 }), stored(), false],
  ['on another day', row({ consideration: 1499.9, transactionDate: '2025-04-10' }), stored(), false],
  ['in another wrapper', row({ consideration: 1499.9, taxWrapper: 'ISA' }), stored(), false],
])('a row that is a stored one %s', (_name, prepared, transaction, isNear) => {
  expect(says([prepared], transaction, 'same security and units, at £')).toBe(isNear);
});

it('a stored trade that another row equals is not near to any', () => {
  const transaction = stored();
  const equal = {
    ...row(),
    duplicate: { kind: 'equal', stored: transaction, storedCount: 1, fileCount: 1 },
  } as PreparedRow;
  expect(likelyDuplicates([equal, row({ consideration: 1499.9 })], [transaction]).size).toBe(0);
});

it.each([
  ['on the settlement day of two business days', row({ transactionDate: '2025-04-11' }), stored(), true],
  [
    'on the settlement day over a weekend',
    row({ transactionDate: '2025-04-14' }),
    stored({ transactionDate: '2025-04-10' }),
    true,
  ],
  [
    'on the settlement day over Easter',
    row({ transactionDate: '2025-04-23' }),
    stored({ transactionDate: '2025-04-17' }),
    true,
  ],
  [
    'on the settlement day abroad, which is a bank holiday here',
    row({ transactionDate: '2025-05-05' }),
    stored({ transactionDate: '2025-05-02' }),
    true,
  ],
  ['whose settlement day it has', row({ transactionDate: '2025-04-08' }), stored(), true],
  [
    'on the settlement day that is stored',
    row({ transactionDate: '2025-04-15' }),
    stored({ settlementDate: '2025-04-15' }),
    true,
  ],
  [
    'on the settlement day of one whose own is its day',
    row({ transactionDate: '2025-04-11' }),
    stored({ settlementDate: '2025-04-09' }),
    true,
  ],
  [
    'with the same reference',
    row({ transactionDate: '2025-04-11', brokerDealReference: '7' }),
    stored({ brokerDealReference: '7' }),
    true,
  ],
  ['on the next calendar day', row({ transactionDate: '2025-04-12' }), stored({ transactionDate: '2025-04-11' }), true],
  ['three business days later', row({ transactionDate: '2025-04-14' }), stored(), false],
  ['on a Sunday', row({ transactionDate: '2025-04-13' }), stored({ transactionDate: '2025-04-11' }), false],
  [
    'that settled on another day',
    row({ transactionDate: '2025-04-10' }),
    stored({ settlementDate: '2025-04-11' }),
    false,
  ],
  ['with rounded units', row({ transactionDate: '2025-04-11', quantity: 28.49 }), stored({ quantity: 28.488 }), true],
  ['of other units', row({ transactionDate: '2025-04-11', quantity: 28.47 }), stored({ quantity: 28.488 }), false],
  ['at another amount', row({ transactionDate: '2025-04-11', consideration: 1488.5 }), stored(), false],
  [
    'with another reference',
    row({ transactionDate: '2025-04-11', brokerDealReference: '8' }),
    stored({ brokerDealReference: '7' }),
    false,
  ],
  ['on the same day', row(), stored(), false],
])('a row that equals a stored trade %s', (_name, prepared, transaction, isSettled) => {
  expect(says([prepared], transaction, 'settlement day')).toBe(isSettled);
});

it.each([
  ['with other units at the same amount', row({ quantity: 100 }), stored(), true],
  ['with its units rounded', row({ quantity: 10.00012345 }), stored({ quantity: 10.0001 }), true],
  [
    'with an income of the same amount',
    row({ transactionType: 'DIVIDEND', quantity: 9 }),
    stored({ transactionType: 'DIVIDEND' }),
    false,
  ],
  [
    'with another reference',
    row({ quantity: 100, brokerDealReference: '8' }),
    stored({ brokerDealReference: '7' }),
    false,
  ],
])('a row of that day %s', (_name, prepared, transaction, isAlike) => {
  expect(says([prepared], transaction, 'same security and amount')).toBe(isAlike);
});

it('a row with rounded units is near to a stored one at nearly its amount', () => {
  const prepared = row({ quantity: 10.00012345, consideration: 1499.9 });
  expect(says([prepared], stored({ quantity: 10.0001 }), 'same security and units, at £')).toBe(true);
  expect(says([prepared], stored({ quantity: 10.0003 }), 'same security and units, at £')).toBe(false);
});

it.each([
  ['other figures', row({ quantity: 11, consideration: 1637, brokerDealReference: 'R100' }), 'R100', true],
  ['a later day', row({ transactionDate: '2025-04-17', brokerDealReference: 'R100' }), 'R100', true],
  ['a much later day', row({ transactionDate: '2025-05-17', brokerDealReference: 'R100' }), 'R100', false],
  ['a word as its reference', row({ quantity: 11, brokerDealReference: 'SALE' }), 'SALE', false],
  ['another security', row({ isin: 'US5949181045', brokerDealReference: 'R100' }), 'R100', false],
])('a row with the reference of a stored one and %s may correct it', (_name, prepared, reference, corrects) => {
  expect(says([prepared], stored({ brokerDealReference: reference }), 'has the same reference')).toBe(corrects);
});

it('parts of an order, which share its reference, correct nothing', () => {
  const parts = [11, 12].map((quantity) => row({ quantity, consideration: quantity, brokerDealReference: 'R100' }));
  expect(says(parts, stored({ brokerDealReference: 'R100' }), 'has the same reference')).toBe(false);
});

it('rows of a day that have as many units together as a stored trade may be its parts', () => {
  const parts = (...all: readonly number[]) => all.map((quantity) => row({ quantity, consideration: quantity * 148 }));
  expect(says(parts(4, 6), stored({ consideration: 1500 }), 'together')).toBe(true);
  expect(says(parts(4, 7), stored({ consideration: 1500 }), 'together')).toBe(false);
});

it.each([
  ['the dividend itself', row({ transactionType: 'DIVIDEND', quantity: null }), 'DIVIDEND_REINVESTED', true],
  ['its purchase', row(), 'DIVIDEND_REINVESTED', true],
  ['a reinvested dividend', row({ transactionType: 'DIVIDEND_REINVESTED' }), 'DIVIDEND', true],
  ['a purchase at the same amount', row(), 'DIVIDEND', false],
])('%s beside a stored one of the same amount', (_name, prepared, transactionType, isPart) => {
  expect(says([prepared], stored({ transactionType }), 'reinvested dividend')).toBe(isPart);
});

it.each([
  ['three days later', '2025-04-12', {}, true],
  ['a month later', '2025-05-09', {}, false],
  ['on its day', '2025-04-09', {}, false],
  ['with another amount', '2025-04-12', { consideration: 1487 }, false],
])('an income %s than a stored one of the same amount', (_name, transactionDate, changes, isAlike) => {
  const income = { transactionType: 'DIVIDEND', quantity: null };
  const prepared = row({ ...income, transactionDate, ...changes });
  expect(says([prepared], stored(income), 'has the same security and amount.')).toBe(isAlike);
});

const CASH = {
  transactionType: 'FEE',
  isin: '',
  quantity: null,
  consideration: 0,
  cashAmount: 4.99,
  cashCurrency: 'GBP',
};

const FEE = stored(CASH);

it.each([
  [
    'a few days away',
    [row({ ...CASH, transactionDate: '2025-04-11' })],
    [stored(CASH), stored({ ...CASH, transactionDate: '2025-05-09' })],
    true,
  ],
  [
    'a month away',
    [row({ ...CASH, transactionDate: '2025-05-09' })],
    [stored(CASH), stored({ ...CASH, transactionDate: '2025-06-09' })],
    false,
  ],
  [
    'of another amount',
    [row({ ...CASH, transactionDate: '2025-04-11', cashAmount: 5 })],
    [stored(CASH), stored({ ...CASH, transactionDate: '2025-05-09' })],
    false,
  ],
  ['after all stored ones, as of each day', [row({ ...CASH, transactionDate: '2025-04-10' })], [stored(CASH)], false],
  [
    'in a file with another one on its stored day',
    [
      row({ ...CASH, transactionDate: '2025-04-11' }),
      { ...row(CASH), duplicate: { kind: 'equal', stored: FEE } } as unknown as PreparedRow,
    ],
    [FEE, stored({ ...CASH, transactionDate: '2025-04-12' })],
    false,
  ],
])('a movement of cash %s', (_name, rows, transactions, isLike) => {
  const notes = [...likelyDuplicates(rows, transactions).values()].flat();
  expect(notes.some((note) => note.includes('dated by another file'))).toBe(isLike);
});

it('the same reference with nearly the same amount is one trade', () => {
  const prepared = row({ consideration: 1499.9, brokerDealReference: 'R1' });
  expect(says([prepared], stored({ brokerDealReference: 'R1' }), 'same security and units, at £')).toBe(true);
});

it.each([
  ['half as large', 744, {}, true],
  ['three times as large', 4464, {}, true],
  ['as interest', 744, { transactionType: 'INTEREST' }, true],
  ['of another day', 744, { transactionDate: '2025-04-10' }, false],
  ['under a reference of the same numbering', 744, { brokerDealReference: '8' }, false],
])('an income %s as a stored one may be corrected or before tax', (_name, consideration, changes, isAlike) => {
  const income = { transactionType: 'DIVIDEND', quantity: null };
  const prepared = row({ ...income, consideration, ...changes });
  expect(says([prepared], stored({ ...income, brokerDealReference: '7' }), 'or corrected since')).toBe(isAlike);
});
