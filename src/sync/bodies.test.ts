import { expect, it } from 'vitest';
import type { Money } from '../../domain/amount.ts';
import type { BrokerCashBalance } from '../../domain/records.ts';
import { bodyOf } from './bodies.ts';

it('notes of a cash balance are sent when there are any, and left out when empty', () => {
  const cash: BrokerCashBalance = { id: 'c', accountId: 'a', brokerId: 'b', taxWrapper: 'ISA', cashBalance: 5 as Money, currency: 'GBP', notes: '', lastUpdated: '2024-03-03' as BrokerCashBalance['lastUpdated'] };
  const plain = (notes: string, create: boolean) => bodyOf('brokerCashBalance', { ...cash, notes }, { extended: false, create });
  expect(plain('', true)).toEqual({ accountId: 'a', brokerId: 'b', taxWrapper: 'ISA', cashBalance: 5, currency: 'GBP' });
  expect(plain('', false)).toEqual({ cashBalance: 5, currency: 'GBP' });
  expect(plain('dividends', false)).toEqual({ cashBalance: 5, currency: 'GBP', notes: 'dividends' });
});
