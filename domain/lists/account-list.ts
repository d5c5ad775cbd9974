/** The accounts that a search finds. */
import type { Account } from '../records/records.ts';

/** Accounts whose name contains the text, in the given order. */
export function accountsNamed<A extends Pick<Account, 'name'>>(accounts: readonly A[], text: string): readonly A[] {
  const wanted = text.toLowerCase();
  return accounts.filter(({ name }) => name.toLowerCase().includes(wanted));
}
