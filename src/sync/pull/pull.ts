/** One pull from a server of either kind, by one tab for all. */
import { updateSyncState } from '../../data/database/meta.ts';
import { forgetOldAcknowledgements } from '../../data/pulled/server-records.ts';
import { asHolder } from '../api/sync-lock.ts';
import { pullChanges } from './pull-changes.ts';
import type { PullContext, PullResult, SyncContext } from './pull-context.ts';
import { pullLists } from './pull-lists.ts';
import { pullQuotes } from './pull-quotes.ts';
import { fetchKeptFiles } from './receipt-files.ts';

/**
 * Fetches what changed elsewhere; `allQuotes` asks a plain server for every price and rate, also for those requested
 * today: a person wants to see the latest. `busy`: another tab pulls or sends.
 */
export async function pull(
  context: SyncContext,
  mode: 'plain' | 'extended',
  allQuotes: boolean,
): Promise<PullResult | 'busy'> {
  const { db, environment } = context;
  const pullOnce = async (): Promise<PullResult | 'restoredFromBackup' | null> =>
    await asHolder(
      context,
      async (claimNumber) => {
        const held: PullContext = { ...context, claimNumber };
        const pulled = mode === 'extended' ? await pullChanges(held) : await pullLists(held, allQuotes);
        if (pulled === 'done') await forgetOldAcknowledgements(db, claimNumber);
        return pulled;
      },
      'failed',
    );
  const first = await pullOnce();
  const result = first === 'restoredFromBackup' ? await pullOnce() : first;
  // Restored once more meanwhile, or several servers with data of their own: it is tried again later.
  if (result === 'restoredFromBackup') return 'failed';
  if (result !== 'done') return result ?? 'busy';
  await fetchKeptFiles(context);
  await updateSyncState(db, { lastSyncedAt: new Date(environment.now()).toISOString() });
  return 'done';
}

/** Asks a plain server for the prices and rates that it was never asked for; another tab that pulls does so itself. */
export async function pullMissingQuotes(context: SyncContext): Promise<void> {
  await asHolder(context, async (claimNumber) => await pullQuotes({ ...context, claimNumber }, false), 'failed');
}
