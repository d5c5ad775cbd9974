/** The user's accounts (001 §3). */
import type { Account } from '../../../domain/records.ts';
import { getRecord, saveRecord, saveRecords, type Saved } from './records.ts';
import { removeRecords } from '../outbox/removals.ts';
import type { Removed } from '../database/removed.ts';
import type { HoldfastDatabase } from '../database/schema.ts';
import type { Written } from '../database/write.ts';

/** All accounts by name. */
export async function listAccounts(db: HoldfastDatabase): Promise<Account[]> {
  return (await db.accounts.toArray()).toSorted((a, b) => a.name.localeCompare(b.name, 'en-GB'));
}

/** The account with this id, or the one that the id had become; null when there is none. */
export async function getAccount(db: HoldfastDatabase, id: string): Promise<Account | null> {
  return await getRecord(db, 'account', id);
}

/** Creates an account, or renames the one with the given id. The name is at most 100 characters, which the form has checked. */
export async function saveAccount(
  db: HoldfastDatabase,
  fields: Saved<'account'>,
  now = Date.now(),
): Promise<Written<Account>> {
  return await saveRecord(db, 'account', fields, now);
}

/** `saveAccount` of several in one step, all or none. */
export async function saveAccounts(
  db: HoldfastDatabase,
  all: readonly Saved<'account'>[],
  now = Date.now(),
): Promise<Written<number>> {
  return await saveRecords(db, 'account', all, now);
}

/**
 * Removes an account without transactions, savings accounts, cash balances and properties; otherwise `inUse` with
 * their number. `undoRemovals` restores it.
 */
export async function removeAccount(
  db: HoldfastDatabase,
  id: string,
  now = Date.now(),
): Promise<Written<Removed<'account'>>> {
  return await removeRecords(db, 'account', [id], now);
}
