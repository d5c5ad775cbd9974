import { done, type Outcome } from '../outcome.ts';
import { findAccount } from '../store/user-records/accounts.ts';
import type { Db } from '../store/database/store.ts';

/** An account in a filter must be the caller's; without one there is nothing to check. */
export async function checkAccountFilter(
  db: Db,
  userId: string,
  accountId: string | undefined,
): Promise<Outcome<unknown>> {
  return accountId === undefined || accountId === '' ? done(undefined) : await findAccount(db, userId, accountId);
}
