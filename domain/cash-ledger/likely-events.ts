/** What a difference between a stated balance and the ledger most likely is; offered, never saved unasked. */
import { absolute, type Exact } from '../values/decimal.ts';
import { cashEventOf, type CashEventType } from '../fields/enums.ts';
import type { CashLedger } from './cash-ledger.ts';

const ORDER = {
  in: ['DEPOSIT', 'CASH_INTEREST', 'CONTRIBUTION'],
  out: ['WITHDRAWAL', 'FEE', 'INTEREST_CHARGED'],
} as const satisfies Readonly<Record<'in' | 'out', readonly CashEventType[]>>;

/** An event of just this amount in the ledger counts for more than any number of others. */
const SAME_AMOUNT = 1_000_000;

/**
 * At most three types that would explain a difference (stated less reckoned), the likeliest first: those that have moved just
 * this amount before, then those that are frequent in this ledger.
 */
export function likelyEvents({ lines }: CashLedger, difference: Exact<'money'>): readonly CashEventType[] {
  if (difference === 0n) return [];
  const way = difference > 0n ? 'in' : 'out';
  const weights = new Map<CashEventType, number>(ORDER[way].map((type) => [type, 0]));
  for (const { transaction, amount } of lines) {
    const event = cashEventOf(transaction.transactionType);
    if (event?.cash !== way) continue;
    const weight = absolute(amount) === absolute(difference) ? SAME_AMOUNT : 1;
    weights.set(event.value, (weights.get(event.value) ?? 0) + weight);
  }
  return [...weights]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, 3)
    .map(([type]) => type);
}
