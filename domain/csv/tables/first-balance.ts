/** What the first balance of a file says against the row that made it. */
import type { Unit } from '../../values/amount.ts';
import { absolute, type Exact } from '../../values/decimal.ts';
import type { BalanceLine } from './balance-lines.ts';

/** True where any line states less than nothing. */
export function hasOverdraft(lines: readonly BalanceLine[]): boolean {
  return lines.some(({ balance }) => balance !== null && balance < 0n);
}

/**
 * True for a first receipt that is larger than the balance after it, which means that the account was overdrawn before
 * it; where others of the file's balances are, only for one that is far larger.
 */
export function isMoreThanThere(change: Exact<Unit>, balance: Exact<Unit>, isOverdrawn: boolean): boolean {
  return change > 0n && (isOverdrawn ? absolute(balance) * 2n : balance) < change;
}
