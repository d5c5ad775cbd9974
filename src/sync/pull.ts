/** One pull from a server of either kind, by one tab for all. */
import { readSyncState, updateSyncState } from '../data/meta.ts';
import type { HoldfastDatabase } from '../data/schema.ts';
import { forgetTouched } from '../data/server-records.ts';
import { withLock } from './locks.ts';
import { pullChanges } from './pull-changes.ts';
import type { PullContext, PullOptions, PullResult } from './pull-context.ts';
import { pullLists } from './pull-lists.ts';
import { pullQuotes } from './pull-quotes.ts';
import { fetchKeptFiles } from './receipt-files.ts';

/** A pull of another tab that has brought nothing for so many milliseconds is that of a frozen tab, and is not waited for. */
export const PULL_FROZEN_MS = 120_000;

/** Since when this tab has seen another at its pull, and how far that had come. */
const seenPulls = new WeakMap<HoldfastDatabase, { readonly progress: string; readonly since: number }>();

/** Whether the tab that pulls shows no progress any more; two that pull at once are no harm, just more work. */
async function isFrozen(db: HoldfastDatabase, now: number): Promise<boolean> {
  const progress = JSON.stringify(await readSyncState(db));
  const seen = seenPulls.get(db);
  if (seen?.progress === progress) return Math.abs(now - seen.since) >= PULL_FROZEN_MS;
  seenPulls.set(db, { progress, since: now });
  return false;
}

/** Fetches what changed elsewhere. `busy`: another tab is at it. */
export async function pull(
  context: PullContext,
  mode: 'plain' | 'extended',
  options: PullOptions,
): Promise<PullResult | 'busy'> {
  const { db, environment } = context;
  const name = `holdfast-pull-${db.name}`;
  const run = async (): Promise<PullResult> =>
    mode === 'extended' ? await pullChanges(context, options) : await pullLists(context, options);
  const own = await withLock(environment.locks, name, 'ifFree', run);
  const isStuck = own === null && (await isFrozen(db, environment.now()));
  if (own !== null || isStuck) seenPulls.delete(db);
  const result = isStuck ? await withLock(environment.locks, name, 'steal', run) : own;
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
