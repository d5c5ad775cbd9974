/** One pull from a server of either kind, by one tab for all. */
import { updateSyncState } from '../data/meta.ts';
import { forgetTouched } from '../data/server-records.ts';
import { withLock } from './locks.ts';
import { pullChanges } from './pull-changes.ts';
import type { PullContext, PullOptions, PullResult } from './pull-context.ts';
import { pullLists } from './pull-lists.ts';
import { pullQuotes } from './pull-quotes.ts';
import { fetchKeptFiles } from './receipt-files.ts';

/** Fetches what changed elsewhere. `busy`: another tab is at it. */
export async function pull(
  context: PullContext,
  mode: 'plain' | 'extended',
  options: PullOptions,
): Promise<PullResult | 'busy'> {
  const { db, environment } = context;
  const result = await withLock(environment.locks, `holdfast-pull-${db.name}`, 'ifFree', async () =>
    mode === 'extended' ? await pullChanges(context, options) : await pullLists(context, options),
  );
  if (result !== 'done') return result ?? 'busy';
  await forgetTouched(db);
  await fetchKeptFiles(context);
  await updateSyncState(db, { lastSyncedAt: new Date(environment.now()).toISOString() });
  return 'done';
}

/** Asks a plain server for the prices and rates that it was never asked for; another tab that pulls does so itself. */
export async function pullMissingQuotes(context: PullContext): Promise<void> {
  const { db, environment } = context;
  await withLock(environment.locks, `holdfast-pull-${db.name}`, 'ifFree', async () => {
    await pullQuotes(context, { all: false });
  });
}
