import { listAccounts } from '../../data/records/accounts.ts';
import { currentDatabase } from '../../data/database/database.ts';
import type { Account } from '../../../domain/records.ts';
import type { Live } from '../../ui/use-live.ts';
import { useStored } from '../../ui/use-stored.ts';

/** The user's accounts by name, kept up to date. */
export function useAccounts(): Live<readonly Account[]> {
  return useStored(() => listAccounts(currentDatabase()), []);
}
