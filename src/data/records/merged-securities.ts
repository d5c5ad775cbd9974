/**
 * Securities that an administrator has merged: the server writes an extra that says which security the user's
 * transactions name now.
 */
import { removeExtra } from './extras.ts';
import type { HoldfastDatabase } from '../database/schema.ts';

const KIND = 'merged-security';

/** One security that was merged into another. */
export interface MergedSecurity {
  readonly isin: string;
  readonly name: string;
  readonly intoName: string;
  readonly intoIsin: string;
  /** How many of the user's transactions were changed. */
  readonly transactions: number;
  /** ISO instant. */
  readonly at: string;
}

/** Those that the user has not read yet, the latest first. */
export async function listMergedSecurities(db: HoldfastDatabase): Promise<MergedSecurity[]> {
  const text = (value: unknown): string => (typeof value === 'string' ? value : '');
  const rows = await db.extras.where('kind').equals(KIND).toArray();
  return rows
    .map(({ key, value }) => ({
      isin: key,
      name: text(value['name']),
      intoName: text(value['intoName']),
      intoIsin: text(value['intoIsin']),
      transactions: Number(value['transactions'] ?? 0),
      at: text(value['at']),
    }))
    .toSorted((a, b) => (a.at < b.at ? 1 : -1));
}

/** Forgets what the user has read, on all devices. */
export async function dismissMergedSecurities(db: HoldfastDatabase): Promise<void> {
  for (const { isin } of await listMergedSecurities(db)) await removeExtra(db, KIND, isin);
}
