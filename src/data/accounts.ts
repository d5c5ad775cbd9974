/** The user's accounts (001 §3). */
import type { Account } from '../../domain/records.ts';
import { newId } from './ids.ts';
import { currentId, listOutbox, putAndQueue, QUEUE_TABLES, removeAndQueue } from './outbox.ts';
import { isEntryOf } from './outbox-entry.ts';
import type { HoldfastDatabase } from './schema.ts';
import { countTransactionsWhere } from './transactions.ts';
import { write, WriteRefused, type Written } from './write.ts';

/** All accounts by name. */
export async function listAccounts(db: HoldfastDatabase): Promise<Account[]> {
  return (await db.accounts.toArray()).toSorted((a, b) => a.name.localeCompare(b.name, 'en-GB'));
}

/** The account with this id, or the one that the id had become; null when there is none. */
export async function getAccount(db: HoldfastDatabase, id: string): Promise<Account | null> {
  return (await db.accounts.get(await currentId(db, id))) ?? null;
}

/** Creates an account, or renames the one with the given id. The name is at most 100 characters, which the form has checked. */
export async function saveAccount(db: HoldfastDatabase, fields: { readonly id?: string; readonly name: string }, now = Date.now()): Promise<Written<Account>> {
  return await write(db, ['accounts', ...QUEUE_TABLES], async () => {
    const id = fields.id === undefined ? newId() : await currentId(db, fields.id);
    if (fields.id !== undefined && (await db.accounts.get(id)) === undefined) throw new WriteRefused({ code: 'notFound' });
    const account: Account = { id, name: fields.name };
    await putAndQueue(db, 'account', account, now);
    return account;
  });
}

/** Removes an account that no transaction is in; otherwise `inUse` with their number. */
export async function removeAccount(db: HoldfastDatabase, id: string, now = Date.now()): Promise<Written<null>> {
  return await write(db, ['accounts', 'transactions', ...QUEUE_TABLES], async () => {
    const known = await currentId(db, id);
    const count = await countTransactionsWhere(db, (transaction) => transaction.accountId === known);
    if (count > 0) throw new WriteRefused({ code: 'inUse', count });
    // The server refuses while it still has transactions in the account that are deleted or moved here.
    const dependsOn = (await listOutbox(db)).filter((entry) => isEntryOf(entry, 'transaction') && entry.base?.record?.accountId === known).map((entry) => entry.seq);
    if ((await removeAndQueue(db, 'account', known, { now, holdMs: 0, dependsOn })) === null) throw new WriteRefused({ code: 'notFound' });
    return null;
  });
}
