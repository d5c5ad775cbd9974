/** Savings accounts with the names of their banks and holders, from this device's repositories. */
import type { SavingsListItem } from '../../../domain/lists/savings-list.ts';
import { currentDatabase } from '../../data/database/database.ts';
import { savingsListItems } from '../../data/records/savings-accounts.ts';

export async function readSavings(): Promise<readonly SavingsListItem[]> {
  return await savingsListItems(currentDatabase());
}
