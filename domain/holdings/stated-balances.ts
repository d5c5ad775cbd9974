/** The stated balances of savings accounts by day, as their extras store them. */
import type { Money } from '../values/amount.ts';
import type { IsoDate } from '../values/dates.ts';
import { parseBalanceHistoryKey, type Extra } from '../records/extra.ts';
import type { Statement } from './net-worth.ts';

/** By the id of the savings account. */
export type StatedBalances = ReadonlyMap<string, readonly Statement[]>;

/** Reads the extras of kind `balance-history`; a value without a number is ignored. */
export function balancesByAccount(extras: readonly Pick<Extra, 'key' | 'value'>[]): StatedBalances {
  const found = new Map<string, Statement[]>();
  for (const { key, value } of extras) {
    const { savingsAccountId, date } = parseBalanceHistoryKey(key);
    const { balance } = value;
    if (typeof balance !== 'number') continue;
    const known = found.get(savingsAccountId) ?? [];
    found.set(savingsAccountId, known);
    known.push({ date: date as IsoDate, amount: balance as Money });
  }
  return found;
}
