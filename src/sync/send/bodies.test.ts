import { expect, it } from 'vitest';
import type { Fraction, Money, Pounds } from '../../../domain/values/amount.ts';
import type { BrokerCashBalance, SavingsAccount } from '../../../domain/records/records.ts';
import { bodyOf } from './bodies.ts';

it('notes of a cash balance are sent when there are any, and left out when empty', () => {
  const cash: BrokerCashBalance = {
    id: 'c',
    accountId: 'a',
    brokerId: 'b',
    taxWrapper: 'ISA',
    cashBalance: 5 as Money,
    currency: 'GBP',
    notes: '',
    lastUpdated: '2024-03-03' as BrokerCashBalance['lastUpdated'],
  };
  const plain = (notes: string, create: boolean) =>
    bodyOf('brokerCashBalance', { ...cash, notes }, { extended: false, create });
  expect(plain('', true)).toEqual({
    accountId: 'a',
    brokerId: 'b',
    taxWrapper: 'ISA',
    cashBalance: 5,
    currency: 'GBP',
  });
  expect(plain('', false)).toEqual({ cashBalance: 5, currency: 'GBP' });
  expect(plain('dividends', false)).toEqual({ cashBalance: 5, currency: 'GBP', notes: 'dividends' });
});

it('the rate of a savings account is sent when there is one, and left out when there is none', () => {
  const savings: SavingsAccount = {
    id: 's',
    bankNameId: 'n',
    accountType: 'ISA',
    accountId: 'a',
    accountOpenDate: '2023-02-01' as SavingsAccount['accountOpenDate'],
    accountCloseDate: null,
    latestBalance: 5 as Pounds,
    latestBalanceDate: '2024-03-03' as SavingsAccount['latestBalanceDate'],
    interestRate: null,
    accountReference: '',
    sortCode: '',
    accountNumber: '',
    notes: '',
  };
  for (const options of [
    { extended: false, create: true },
    { extended: true, create: false },
  ]) {
    expect(bodyOf('savingsAccount', savings, options)).not.toHaveProperty('interestRate');
    expect(bodyOf('savingsAccount', { ...savings, interestRate: 0.0432 as Fraction }, options)).toMatchObject({
      interestRate: 0.0432,
    });
  }
});

it("a broker's status goes to our server alone, which keeps it where it is not said", () => {
  const broker = { id: 'b', name: 'AJ Bell' };
  expect(bodyOf('broker', broker, { extended: true, create: false })).toEqual({ name: 'AJ Bell', isActive: true });
  expect(bodyOf('broker', { ...broker, isActive: false }, { extended: true, create: false })).toEqual({
    name: 'AJ Bell',
    isActive: false,
  });
  expect(bodyOf('broker', broker, { extended: false, create: true })).toEqual({ name: 'AJ Bell' });
});
