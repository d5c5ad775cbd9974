/**
 * The reads of a round of sync, so that reading before a change, searching for a doubtful change and pulling request
 * nothing twice.
 */
import type { HoldfastDatabase } from '../../data/database/schema.ts';
import { countClaimedEntries } from '../../data/outbox/claims.ts';
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
  /** How many entries had been claimed when they were read. */
  private claimedEntries = 0;

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

  /**
   * Entries that this tab has claimed follow on its own reads; any other was claimed by another tab, which may have
   * sent something since.
   */
  followClaim(claimedEntries: number): void {
    if (claimedEntries === this.claimedEntries + 1) this.claimedEntries = claimedEntries;
  }

  call = async (method: HttpRequest['method'], path: string, options: CallOptions = {}): Promise<CallOutcome> => {
    if (method !== 'GET') this.forget();
    if (options.recent !== true) return await this.api.call(method, path, options);
    const claimedEntries = await countClaimedEntries(this.db);
    if (claimedEntries !== this.claimedEntries) this.forget();
    this.claimedEntries = claimedEntries;
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
