import { listAccounts } from '../../data/records/accounts.ts';
import { firstReads } from '../../data/records/first-reads.ts';
import { currentDatabase } from '../../data/database/database.ts';
import type { Account } from '../../../domain/records/records.ts';
import type { Live } from '../../ui/hooks/use-live.ts';
import { useStored } from '../../ui/hooks/use-stored.ts';

/** The user's accounts by name, kept up to date. */
export function useAccounts(): Live<readonly Account[]> {
  return useStored(() => listAccounts(currentDatabase()), [], firstReads().accounts);
}
