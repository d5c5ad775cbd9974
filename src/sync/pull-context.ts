/** What both kinds of pull need and answer. */
import type { HoldfastDatabase } from '../data/schema.ts';
import type { Api, CallOutcome } from './api.ts';
import type { SyncEnvironment } from './environment.ts';

export interface PullContext {
  readonly db: HoldfastDatabase;
  readonly api: Api;
  readonly environment: SyncEnvironment;
  /** Called with the number of records read so far. */
  readonly onProgress?: (records: number) => void;
}

export interface PullOptions {
  /** Reads everything again. */
  readonly full: boolean;
  /** Asks a plain server for every price and rate, also for those asked for today: a person wants to see the latest. */
  readonly quotes: boolean;
}

/** `failed`: the server answered, but not with what it should; tried again later. */
export type PullResult = 'done' | 'offline' | 'signedOut' | 'failed';

/** What a call that spoilt a pull means for it. */
export function pullFailure(outcome: CallOutcome): PullResult {
  return outcome.kind === 'reply' ? 'failed' : outcome.kind;
}
