/** What a round of sync has read already, so that its look at the server, its search for a doubtful change and its pull ask for nothing twice. */
import type { HoldfastDatabase } from '../../data/database/schema.ts';
import { countClaimedEntries } from '../../data/outbox/claims.ts';
import type { HttpRequest } from '../network/http.ts';
import { successOf, type Api, type CallOptions, type CallOutcome } from './api.ts';

/** An older answer says too little of what other devices have done since. */
const FRESH_MS = 15_000;
/** Answers that are kept at most: a list in pages may be long. */
const MOST_KEPT = 50;

/** An api that answers a `recent` question from what it has read since anything was sent, by this tab or by another. */
export class RecentReads implements Api {
  private readonly api: Api;
  private readonly db: HoldfastDatabase;
  private readonly now: () => number;
  private kept = new Map<string, { readonly outcome: CallOutcome; readonly at: number }>();
  /** How many claims were made when they were read. */
  private claimedEntries = 0;

  /** `now` answers milliseconds since 1970. */
  constructor(api: Api, db: HoldfastDatabase, now: () => number) {
    this.api = api;
    this.db = db;
    this.now = now;
  }

  /** A round is over: the next one asks anew. */
  forget(): void {
    this.kept = new Map();
  }

  /** A claim of this tab's own follows on what was read; any other is of another tab, which may have sent something since. */
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
    // Nothing was sent meanwhile, or the answer went into a map that nobody looks at any more.
    if (successOf(outcome) !== null && kept.size < MOST_KEPT) kept.set(path, { outcome, at });
    return outcome;
  };
}
