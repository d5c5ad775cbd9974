/** The uses of a security: transactions of all users, by its ISIN. */
import type { AssetUses } from '../../../contract/assets.ts';
import type { Db } from '../database/store.ts';

/** The number of transactions that name an ISIN, and of their users. */
export async function usesOf(db: Db, isin: string): Promise<AssetUses> {
  return await db.kysely
    .selectFrom('transactions')
    .select(({ fn }) => [
      fn.countAll<number>().as('transactionCount'),
      fn.count<number>('user_id').distinct().as('userCount'),
    ])
    .where((eb) => eb.or([eb('isin', '=', isin), eb('related_isin', '=', isin)]))
    .executeTakeFirstOrThrow();
}

/** `3 transactions of 2 people use it`. */
export function usedWords({ transactionCount, userCount }: AssetUses): string {
  const people = userCount === 1 ? '' : ` of ${userCount} people`;
  return `${transactionCount} transaction${transactionCount === 1 ? '' : 's'}${people} ${transactionCount === 1 ? 'uses' : 'use'} it`;
}
