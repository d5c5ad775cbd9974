/** Cash that is part of the portfolio. */
import type { Amount, Money, Unit } from '../../domain/values/amount.ts';
import type { CashBalance } from '../../domain/holdings/pound-total.ts';
import type { BrokerCashBalance, SavingsAccount } from '../../domain/records/records.ts';
import { isClosed } from '../../domain/records/savings-account.ts';

/** Cash at brokers and in open savings accounts. */
export function cashOf(atBrokers: readonly BrokerCashBalance[], savings: readonly SavingsAccount[]): CashBalance[] {
  return [
    ...atBrokers.map(({ cashBalance, currency }) => ({ amount: cashBalance, currency })),
    ...savings
      .filter((account) => !isClosed(account))
      .map(({ latestBalance }) => ({ amount: latestBalance as Amount<Unit> as Money, currency: 'GBP' })),
  ];
}
