/** The expected interest of savings accounts, and the accounts that close soon. */
import type { Pounds } from '../values/amount.ts';
import { addDays, daysBetween, type IsoDate } from '../values/dates.ts';
import { exact, multiply, share, toAmount, type Exact } from '../values/decimal.ts';
import type { SavingsAccount } from '../records/records.ts';
import { taxYearBounds, type TaxYear } from '../values/tax-year.ts';

/**
 * The interest of an account in a tax year if its latest balance and rate apply to all of it: balance x rate x the days
 * it is open in that year / the days of the year. Interest is earned by the night, so the day of opening counts and the
 * day of closing does not. Null when the rate is unknown; otherwise pounds, not rounded to pence.
 */
export function expectedInterest(
  {
    latestBalance,
    interestRate,
    accountOpenDate,
    accountCloseDate,
  }: Pick<SavingsAccount, 'latestBalance' | 'interestRate' | 'accountOpenDate' | 'accountCloseDate'>,
  taxYear: TaxYear,
): Pounds | null {
  if (interestRate === null) return null;
  const { first, last } = taxYearBounds(taxYear);
  const end = addDays(last, 1);
  const from = accountOpenDate > first ? accountOpenDate : first;
  const to = accountCloseDate !== null && accountCloseDate < end ? accountCloseDate : end;
  const days = Math.max(0, daysBetween(from, to));
  const whole = multiply(exact(latestBalance), exact(interestRate));
  const count = (number: number) => BigInt(number) as Exact<'quantity'>;
  return toAmount(share(whole, count(days), count(daysBetween(first, end))));
}

/** Close dates are shown this many days ahead. */
export const CLOSING_SOON_DAYS = 30;

/** The accounts whose close date is today or one of the next 30 days, nearest first. */
export function closingSoon<A extends Pick<SavingsAccount, 'accountCloseDate'>>(
  accounts: readonly A[],
  today: IsoDate,
): readonly (A & { readonly accountCloseDate: IsoDate })[] {
  const soon = (account: A): account is A & { readonly accountCloseDate: IsoDate } => {
    const days = account.accountCloseDate === null ? -1 : daysBetween(today, account.accountCloseDate);
    return days >= 0 && days <= CLOSING_SOON_DAYS;
  };
  return accounts.filter(soon).toSorted((a, b) => (a.accountCloseDate < b.accountCloseDate ? -1 : 1));
}
