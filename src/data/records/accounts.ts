/** The user's accounts (001 §3). */
import type { Account } from '../../../domain/records/records.ts';
import type { HoldfastDatabase } from '../database/schema.ts';

/** All accounts by name. */
export async function listAccounts(db: HoldfastDatabase): Promise<Account[]> {
  return (await db.accounts.toArray()).toSorted((a, b) => a.name.localeCompare(b.name, 'en-GB'));
}
