/**
 * The reads of a round of sync, so that reading before a change, searching for a doubtful change and pulling request
 * nothing twice.
 */
import type { HoldfastDatabase } from '../../data/database/schema.ts';
import { latestClaimNumber } from '../../data/outbox/claims.ts';
import type { HttpRequest } from '../network/http.ts';
import { successOf, type Api, type CallOptions, type CallOutcome } from './api.ts';

/** An older reply may miss what other devices have done since. */
const FRESH_MS = 15_000;
/** At most this many replies are kept: a list in pages may be long. */
const MOST_KEPT = 50;

/** An API that answers a `recent` request from an earlier reply, if nothing was sent since by this tab or another. */
export class RecentReads implements Api {
  private readonly api: Api;
  private readonly db: HoldfastDatabase;
  private readonly now: () => number;
  private kept = new Map<string, { readonly outcome: CallOutcome; readonly at: number }>();
  /** The latest claim of the lock when they were read. */
  private claimNumber = 0;

  /** `now` returns milliseconds since 1970. */
  constructor(api: Api, db: HoldfastDatabase, now: () => number) {
    this.api = api;
    this.db = db;
    this.now = now;
  }

  /** A round is over: the next one requests everything again. */
  forget(): void {
    this.kept = new Map();
  }

  /** A claim of this tab follows on its own reads; after another tab's, something may have been sent since. */
  followClaim(claimNumber: number): void {
    if (claimNumber === this.claimNumber + 1) this.claimNumber = claimNumber;
  }

  call = async (method: HttpRequest['method'], path: string, options: CallOptions = {}): Promise<CallOutcome> => {
    if (method !== 'GET') this.forget();
    if (options.recent !== true) return await this.api.call(method, path, options);
    const claimNumber = await latestClaimNumber(this.db);
    if (claimNumber !== this.claimNumber) this.forget();
    this.claimNumber = claimNumber;
    const found = this.kept.get(path);
    const at = this.now();
    if (found !== undefined && Math.abs(at - found.at) < FRESH_MS) return found.outcome;
    const { kept } = this;
    const outcome = await this.api.call(method, path, options);
    // Nothing was sent in the meantime, or the reply went into a map that is no longer used.
    if (successOf(outcome) !== null && kept.size < MOST_KEPT) kept.set(path, { outcome, at });
    return outcome;
  };
}
