/** One pull from a server of either kind, by one tab for all. */
import { updateSyncState } from '../data/meta.ts';
import { forgetTouched } from '../data/server-records.ts';
import { withLock } from './locks.ts';
import { pullChanges } from './pull-changes.ts';
import type { BriefResult, PullContext, PullResult } from './pull-context.ts';
import { pullLists } from './pull-lists.ts';
import { fetchKeptFiles } from './receipt-files.ts';

type Mode = 'plain' | 'extended';

/** Fetches what changed elsewhere; `full` reads everything again. `busy`: another tab is at it. */
export type Pull = (context: PullContext, mode: Mode, full: boolean) => Promise<PullResult | 'busy'>;

/** Pulls on this thread. */
export const pull: Pull = async (context, mode, full) => {
  const result = await pullUnderLock({ ...context, isBrief: false }, mode, full);
  // Only a brief one leaves anything.
  return result === 'long' ? 'failed' : result;
};

/**
 * Pulls a few changes on this thread and leaves to `long` what may take it up: everything, many changes, or the lists of
 * a plain server, which are always read whole. What this thread has taken over by then is behind the cursor.
 */
export function pullBrieflyOr(long: Pull): Pull {
  return async (context, mode, full) => {
    const result = mode === 'plain' ? 'long' : await pullUnderLock({ ...context, isBrief: true }, mode, full);
    return result === 'long' ? await long(context, mode, full) : result;
  };
}

async function pullUnderLock(context: PullContext, mode: Mode, full: boolean): Promise<BriefResult | 'busy'> {
  const { db, environment } = context;
  const result = await withLock(environment.locks, `holdfast-pull-${db.name}`, 'ifFree', async () =>
    (mode === 'extended' ? await pullChanges(context, { full }) : await pullLists(context, { full })));
  if (result !== 'done') return result ?? 'busy';
  await forgetTouched(db);
  await fetchKeptFiles(context);
  await updateSyncState(db, { lastSyncedAt: new Date(environment.now()).toISOString() });
  return 'done';
}
