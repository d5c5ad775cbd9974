/** The calendar of a user's tax dates, calculated from the stored records by the domain's own rules. */
import { londonDate } from '../../domain/values/dates.ts';
import { namedTaxDates, taxCalendar } from '../../domain/tax-dates/tax-calendar.ts';
import { listBankNames } from '../store/shared-records/bank-names.ts';
import { savingsShown } from '../store/user-records/savings-accounts.ts';
import type { Db } from '../store/database/store.ts';
import { readPortfolio } from './portfolio.ts';

/** `now` is an ISO instant. */
export async function taxCalendarOf(db: Db, userId: string, withNames: boolean, now: string): Promise<string> {
  const today = londonDate(Date.parse(now));
  const portfolio = await readPortfolio(db, userId, today);
  const dates = namedTaxDates({
    ...portfolio,
    today,
    savings: await savingsShown(db, userId, { includeClosedAccounts: true }),
    bankNames: new Map((await listBankNames(db, true)).map((bank) => [bank.id, bank])),
  });
  return taxCalendar(dates, withNames, now);
}
