import { expect, it } from 'vitest';
import type { Transaction } from '../../records/records.ts';
import type { PreparedRow } from './import-content.ts';
import { nearDuplicates } from './near-duplicates.ts';

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
  expect(nearDuplicates([prepared], [transaction]).near.has(prepared)).toBe(isNear);
});

it('a stored trade that another row equals is not near to any', () => {
  const transaction = stored();
  const equal = {
    ...row(),
    duplicate: { kind: 'equal', stored: transaction, storedCount: 1, fileCount: 1 },
  } as PreparedRow;
  expect(nearDuplicates([equal, row({ consideration: 1499.9 })], [transaction]).near.size).toBe(0);
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
  ['whose settlement day it has', row({ transactionDate: '2025-04-08' }), stored(), true],
  [
    'on the settlement day that is stored',
    row({ transactionDate: '2025-04-15' }),
    stored({ settlementDate: '2025-04-15' }),
    true,
  ],
  [
    'with the same reference',
    row({ transactionDate: '2025-04-11', brokerDealReference: '7' }),
    stored({ brokerDealReference: '7' }),
    true,
  ],
  ['three business days later', row({ transactionDate: '2025-04-14' }), stored(), false],
  ['on a Sunday', row({ transactionDate: '2025-04-13' }), stored({ transactionDate: '2025-04-11' }), false],
  [
    'that settled on another day',
    row({ transactionDate: '2025-04-10' }),
    stored({ settlementDate: '2025-04-11' }),
    false,
  ],
  ['at another amount', row({ transactionDate: '2025-04-11', consideration: 1488.5 }), stored(), false],
  [
    'with another reference',
    row({ transactionDate: '2025-04-11', brokerDealReference: '8' }),
    stored({ brokerDealReference: '7' }),
    false,
  ],
  ['on the same day', row(), stored(), false],
])('a row that equals a stored trade %s', (_name, prepared, transaction, isSettled) => {
  expect(nearDuplicates([prepared], [transaction]).settled.has(prepared)).toBe(isSettled);
});
