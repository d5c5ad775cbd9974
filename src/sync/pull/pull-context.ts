/** What both kinds of pull need and return. */
import { updateSyncState, type SyncState } from '../../data/database/meta.ts';
import type { TableName } from '../../data/database/schema.ts';
import { write, WriteRefused, type Written } from '../../data/database/write.ts';
import type { PullBasis } from '../../data/pulled/quarantine.ts';
import { requireLatest } from '../../data/outbox/claims.ts';
import type { Api, CallOutcome } from '../api/api.ts';
import type { LockContext } from '../api/sync-lock.ts';

/** What a pull needs before it has the lock. */
export interface SyncContext extends LockContext {
  readonly api: Api;
  /** Called with the number of records read so far. */
  readonly onProgress?: (records: number) => void;
}

export interface PullContext extends SyncContext {
  /** The claim of the lock: nothing is written once another tab has taken over. */
  readonly claimNumber: number;
}

/** A write of a pull; `interrupted` when another tab has taken over. */
export async function writeHeld<T>(
  { db, claimNumber }: PullContext,
  tables: readonly TableName[],
  body: () => Promise<T>,
): Promise<Written<T>> {
  return await write(db, tables, async () => {
    await requireLatest(db, claimNumber);
    return await body();
  });
}

/** Inside `writeHeld`: a part that could not be written ends all of it. */
export function orRefuse(written: Written<unknown>): void {
  if (!written.ok) throw new WriteRefused(written.fault);
}

/** How records that are read under this claim relate to those of the device. */
export function basisOf({ claimNumber, environment }: PullContext): PullBasis {
  return { claimNumber, now: environment.now() };
}

/** Changes some of what the database knows of the server, while the lock is held. */
export async function noteHeld(context: PullContext, changes: Partial<SyncState>): Promise<Written<void>> {
  return await writeHeld(context, [], async () => await updateSyncState(context.db, changes));
}

/** `failed`: the server replied, but not as expected; tried again later. */
export type PullResult = 'done' | 'offline' | 'failed';

/** What a failed call means for a pull. */
export function pullFailure(outcome: CallOutcome): PullResult {
  return outcome.kind === 'reply' ? 'failed' : 'offline';
}
