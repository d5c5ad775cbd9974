import { expect, it } from 'vitest';
import type { Transaction } from '../../records/records.ts';
import { considerationWithoutCharges, mayHaveGuessedNames } from './earlier-imports.ts';

const trade = (fields: Record<string, unknown>): Transaction =>
  ({
    transactionType: 'BUY',
    quantity: 1500,
    localPrice: 0.7154,
    brokerCharge: 11.95,
    stampDuty: 0,
    fxCharge: 0,
    ...fields,
  }) as unknown as Transaction;

it('tells a consideration that contains the charges from one that does not', () => {
  expect(considerationWithoutCharges(trade({ consideration: 1085.05 }))).toBe('1073.10');
  expect(considerationWithoutCharges(trade({ consideration: 1073.1 }))).toBeNull();
  expect(considerationWithoutCharges(trade({ consideration: 1061.15 }))).toBeNull();
  expect(considerationWithoutCharges(trade({ transactionType: 'SELL', consideration: 1061.15 }))).toBe('1073.10');
  expect(considerationWithoutCharges(trade({ consideration: 1085.05, brokerCharge: 0 }))).toBeNull();
  expect(considerationWithoutCharges(trade({ consideration: 1085.05, localPrice: null }))).toBeNull();
});

it('lists for review imports from brokers that give names only, made before names had to match in full', () => {
  const earlier = { fileName: 'a.csv', profileName: 'Hargreaves Lansdown' };
  expect(mayHaveGuessedNames(earlier)).toBe(true);
  expect(mayHaveGuessedNames({ ...earlier, profileName: 'Trading 212' })).toBe(false);
  expect(mayHaveGuessedNames({ ...earlier, proof: {} })).toBe(false);
  expect(mayHaveGuessedNames({ ...earlier, undone: {} })).toBe(false);
});
