import { listAccounts } from '../../data/accounts.ts';
import { watchTables } from '../../data/change-feed.ts';
import { currentDatabase } from '../../data/database.ts';
import type { Account } from '../../../domain/records.ts';
import { type Live, useLive } from '../../ui/use-live.ts';

/** The user's accounts by name, kept up to date. */
export function useAccounts(): Live<readonly Account[]> {
  return useLive(
    () => listAccounts(currentDatabase()),
    (changed) => watchTables(currentDatabase(), ['accounts'], changed),
    [],
  );
}
