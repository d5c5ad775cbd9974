/** What was paid into savings accounts that are cash ISAs, as the holder states it (RULES 6.4). */
import type { Pounds } from '../values/amount.ts';
import type { SavingsAccount } from '../records/records.ts';
import { taxYearBounds, type TaxYear } from '../values/tax-year.ts';
import type { YearStatement } from './statements.ts';

/** A cash ISA of the holder, or one that was stated and then removed from the records. */
export interface CashIsa {
  readonly savingsAccountId: string;
  /** Null when nobody stated it; nothing is a statement too. */
  readonly paidIn: Pounds | null;
  readonly isRemoved: boolean;
}

type OpenPeriod = Pick<SavingsAccount, 'accountOpenDate' | 'accountCloseDate'>;

/** Whether a savings account is open on any day of a tax year. */
export function isOpenIn({ accountOpenDate, accountCloseDate }: OpenPeriod, taxYear: TaxYear): boolean {
  const { first, last } = taxYearBounds(taxYear);
  return accountOpenDate <= last && (accountCloseDate === null || accountCloseDate >= first);
}

/** RULES 6.4: the holder's cash ISAs of a year in the order of the accounts, then those that were removed. */
export function cashIsasOf(
  accountId: string,
  taxYear: TaxYear,
  savings: readonly SavingsAccount[],
  stated: YearStatement['cashIsas'],
): CashIsa[] {
  const recorded = new Set(savings.map(({ id }) => id));
  const own = savings
    .filter((account) => account.accountId === accountId && account.isCashIsa === true)
    .filter((account) => isOpenIn(account, taxYear) || stated.has(account.id))
    .map(({ id }): CashIsa => ({ savingsAccountId: id, paidIn: stated.get(id) ?? null, isRemoved: false }));
  const removed = [...stated]
    .filter(([id]) => !recorded.has(id))
    .map(([savingsAccountId, paidIn]): CashIsa => ({ savingsAccountId, paidIn, isRemoved: true }));
  return [...own, ...removed];
}
