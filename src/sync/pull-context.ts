/** What both kinds of pull need and answer. */
import type { HoldfastDatabase } from '../data/schema.ts';
import type { Api, CallOutcome } from './api.ts';
import type { SyncEnvironment } from './environment.ts';

/** What a pull takes from its surroundings besides the API. */
export type PullEnvironment = Pick<SyncEnvironment, 'fetch' | 'schedule' | 'now' | 'locks'>;

export interface PullContext {
  readonly db: HoldfastDatabase;
  readonly api: Api;
  readonly environment: PullEnvironment;
  /** Called with the number of records read so far. */
  readonly onProgress?: (records: number) => void;
  /** Gives up what takes long, for another to do. */
  readonly isBrief?: boolean;
  /** Aborted when sync is stopped. */
  readonly signal?: AbortSignal;
}

/** `failed`: the server answered, but not with what it should; tried again later. */
export type PullResult = 'done' | 'offline' | 'signedOut' | 'failed';

/** `long`: a brief pull has left the rest to another. */
export type BriefResult = PullResult | 'long';

/** What a call that spoilt a pull means for it. */
export function pullFailure(outcome: CallOutcome): PullResult {
  return outcome.kind === 'reply' ? 'failed' : outcome.kind;
}
