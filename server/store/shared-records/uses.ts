/** The uses of a record, in words for the message that refuses its deletion. */
import type { Db } from '../database/store.ts';

interface Use {
  readonly count: number;
  readonly one: string;
  readonly many: string;
}

/** `3 transactions, 1 savings account and 2 properties`. */
function inWords(uses: readonly Use[]): string {
  const parts = uses
    .filter(({ count }) => count > 0)
    .map(({ count, one, many }) => `${count} ${count === 1 ? one : many}`);
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1) ?? ''}`;
}

/** The number of uses by kind; null when nothing uses the record. */
export interface Usage {
  readonly total: number;
  readonly words: string;
}

function usage(uses: readonly Use[]): Usage | null {
  const total = uses.reduce((sum, { count }) => sum + count, 0);
  return total === 0 ? null : { total, words: inWords(uses) };
}

/** The user's records in an account. */
export async function usesOfAccount(db: Db, userId: string, id: string): Promise<Usage | null> {
  const count = async (table: 'transactions' | 'savings_accounts' | 'broker_cash_balances' | 'properties') =>
    (
      await db.kysely
        .selectFrom(table)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('user_id', '=', userId)
        .where('account_id', '=', id)
        .executeTakeFirstOrThrow()
    ).count;
  return usage([
    { count: await count('transactions'), one: 'transaction', many: 'transactions' },
    { count: await count('savings_accounts'), one: 'savings account', many: 'savings accounts' },
    { count: await count('broker_cash_balances'), one: 'cash balance', many: 'cash balances' },
    { count: await count('properties'), one: 'property', many: 'properties' },
  ]);
}

/** All users' records at a broker. */
export async function usesOfBroker(db: Db, id: string): Promise<Usage | null> {
  const count = async (table: 'transactions' | 'broker_cash_balances') =>
    (
      await db.kysely
        .selectFrom(table)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('broker_id', '=', id)
        .executeTakeFirstOrThrow()
    ).count;
  return usage([
    { count: await count('transactions'), one: 'transaction', many: 'transactions' },
    { count: await count('broker_cash_balances'), one: 'cash balance', many: 'cash balances' },
  ]);
}
