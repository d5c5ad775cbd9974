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

it("a broker's status goes to our server alone, which keeps it where it is not said", () => {
  const broker = { id: 'b', name: 'AJ Bell' };
  expect(bodyOf('broker', broker, { extended: true, create: false })).toEqual({ name: 'AJ Bell', isActive: true });
  expect(bodyOf('broker', { ...broker, isActive: false }, { extended: true, create: false })).toEqual({ name: 'AJ Bell', isActive: false });
  expect(bodyOf('broker', broker, { extended: false, create: true })).toEqual({ name: 'AJ Bell' });
});
