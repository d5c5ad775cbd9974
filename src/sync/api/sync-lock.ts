/**
 * The one lock under which all tabs and the service worker of a browser send and pull, and the heartbeat of its
 * holder.
 */
import type { HoldfastDatabase } from '../../data/database/schema.ts';
import { beat, beginHold, HEARTBEAT_MS, lastSign } from '../../data/outbox/claims.ts';
import { withLock } from '../network/locks.ts';
import type { SyncEnvironment } from './environment.ts';

/**
 * A holder whose last heartbeat is older than this many milliseconds is frozen, and a frozen tab never releases a
 * lock.
 */
export const SILENT_MS = 30_000;
/**
 * How long it must have been watched, past a heartbeat: an old sign may be of an earlier holder, or the clock was set.
 */
const WATCHED_MS = HEARTBEAT_MS + 1000;
/** Longer than a tab waits before it checks again: the clock was set in the meantime, or the machine slept. */
const LONGEST_WATCH_MS = 120_000;
/** A lock that another tab holds is checked again after this many milliseconds. */
export const LOOK_AGAIN_MS = 1000;

export interface LockContext {
  readonly db: HoldfastDatabase;
  readonly environment: SyncEnvironment;
  /** Called with the number of each claim that is made here. */
  readonly onClaim?: (claimNumber: number) => void;
}

/** The last sign of life that this tab has seen of another holder, and since when. */
const watched = new WeakMap<HoldfastDatabase, { readonly sign: string; readonly since: number }>();

/** Runs `body` as the only one that sends or pulls; null, without running it, while another tab does. */
export async function withSyncLock<T extends object | string>(
  { db, environment }: LockContext,
  body: () => Promise<T>,
): Promise<T | null> {
  const { locks } = environment;
  const name = `holdfast-sync-${db.name}`;
  const run = async (isOurs: () => boolean): Promise<T | null> => {
    // If this tab was frozen since it got the lock, another may have taken it: the browser reports that before it
    // answers this.
    await locks.query();
    return isOurs() ? await body() : null;
  };
  const how = await withLock(locks, name, 'ifFree', async (isOurs) => ({ result: await run(isOurs) }));
  if (how === null && !(await isSilent(db, environment.now()))) return null;
  watched.delete(db);
  return how === null ? await withLock(locks, name, 'steal', run) : how.result;
}

async function isSilent(db: HoldfastDatabase, now: number): Promise<boolean> {
  const { sign, beatAt } = await lastSign(db);
  const seen = watched.get(db);
  const watchedMs = now - (seen?.since ?? now);
  if (seen?.sign === sign && watchedMs >= 0 && watchedMs < LONGEST_WATCH_MS)
    return watchedMs >= WATCHED_MS && Math.abs(now - beatAt) >= SILENT_MS;
  watched.set(db, { sign, since: now });
  return false;
}

/** Runs `body` under a claim that was just made, with its heartbeat. */
export async function whileBeating<T>(
  { db, environment, onClaim }: LockContext,
  claimNumber: number,
  body: () => Promise<T>,
): Promise<T> {
  onClaim?.(claimNumber);
  let isOver = false;
  let cancel = (): void => undefined;
  const plan = (): void => {
    cancel = environment.schedule(() => {
      void beat(db, claimNumber, environment.now()).then(
        (isHeld) => {
          if (isHeld && !isOver) plan();
        },
        // Without a heartbeat another tab takes over, and this one's results come too late to be written.
        () => undefined,
      );
    }, HEARTBEAT_MS);
  };
  plan();
  try {
    return await body();
  } finally {
    isOver = true;
    cancel();
  }
}

/**
 * Runs `body` under the lock with a claim of its own; null while another tab holds the lock, `otherwise` where storage
 * is full or gone.
 */
export async function asHolder<T extends object | string>(
  context: LockContext,
  body: (claimNumber: number) => Promise<T>,
  otherwise: T,
): Promise<T | null> {
  return await withSyncLock(context, async () => {
    const claimNumber = await beginHold(context.db, context.environment.now());
    return claimNumber === null
      ? otherwise
      : await whileBeating(context, claimNumber, async () => await body(claimNumber));
  });
}
