/** One pull from a server of either kind, by one tab for all. */
import { updateSyncState } from '../data/meta.ts';
import { forgetTouched } from '../data/server-records.ts';
import { withLock } from './locks.ts';
import { pullChanges } from './pull-changes.ts';
import type { PullContext, PullResult } from './pull-context.ts';
import { pullLists } from './pull-lists.ts';
import { fetchKeptFiles } from './receipt-files.ts';

/** Fetches what changed elsewhere; `full` reads everything again. `busy`: another tab is at it. */
export async function pull(
  context: PullContext,
  mode: 'plain' | 'extended',
  full: boolean,
): Promise<PullResult | 'busy'> {
  const { db, environment } = context;
  const result = await withLock(environment.locks, `holdfast-pull-${db.name}`, 'ifFree', async () =>
    mode === 'extended' ? await pullChanges(context, { full }) : await pullLists(context, { full }),
  );
  if (result !== 'done') return result ?? 'busy';
  await forgetTouched(db);
  await fetchKeptFiles(context);
  await updateSyncState(db, { lastSyncedAt: new Date(environment.now()).toISOString() });
  return 'done';
}
