/** The latest charges of brokers, which plans assume until the user states others (RULES 3.2). */
import type { Pounds } from '../values/amount.ts';
import type { Transaction } from '../records/records.ts';

/** The broker charge of the latest Buy or Sell at each broker; brokers without one are not included. */
export function latestCharges(transactions: readonly Transaction[]): ReadonlyMap<string, Pounds> {
  const latest = new Map<string, Transaction>();
  for (const row of transactions) {
    if (row.transactionType !== 'BUY' && row.transactionType !== 'SELL') continue;
    const known = latest.get(row.brokerId);
    if (known === undefined || isLater(row, known)) latest.set(row.brokerId, row);
  }
  return new Map([...latest].map(([brokerId, { brokerCharge }]) => [brokerId, brokerCharge]));
}

function isLater(a: Transaction, b: Transaction): boolean {
  return a.transactionDate === b.transactionDate ? a.id > b.id : a.transactionDate > b.transactionDate;
}
