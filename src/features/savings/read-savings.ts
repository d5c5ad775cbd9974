/** Savings accounts with the names of their banks and holders, from this device's repositories. */
import { type SavingsListItem, savingsListItem } from '../../../domain/lists/savings-list.ts';
import { listAccounts } from '../../data/accounts.ts';
import { listBankNames } from '../../data/bank-names.ts';
import { watchTables } from '../../data/change-feed.ts';
import { currentDatabase } from '../../data/database.ts';
import { listSavingsAccounts } from '../../data/savings-accounts.ts';

export async function readSavings(): Promise<readonly SavingsListItem[]> {
  const db = currentDatabase();
  const [accounts, banks, savings] = await Promise.all([listAccounts(db), listBankNames(db), listSavingsAccounts(db)]);
  const bankNames = new Map(banks.map(({ id, name }) => [id, name]));
  const accountNames = new Map(accounts.map(({ id, name }) => [id, name]));
  return savings.map((account) => savingsListItem(account, { bank: (id) => bankNames.get(id) ?? '', account: (id) => accountNames.get(id) ?? '' }));
}

export function watchSavings(changed: () => void): () => void {
  return watchTables(currentDatabase(), ['savingsAccounts', 'accounts', 'bankNames', 'outbox'], changed);
}
