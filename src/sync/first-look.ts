/** The first call of a start, which shows that the server answers and knows the user; the pull that follows need not repeat it. */
import { senderEpoch } from '../data/claims.ts';
import type { HoldfastDatabase } from '../data/schema.ts';
import { successOf, type Api, type CallOutcome } from './api.ts';
import { listPath } from './paths.ts';

/** An older answer says too little of what other devices have done since. */
const FRESH_MS = 15_000;

const ACCOUNTS = listPath('account');

export class FirstLook {
  private readonly db: HoldfastDatabase;
  private readonly now: () => number;
  private seen: { readonly outcome: CallOutcome; readonly epoch: number; readonly at: number } | null = null;

  /** `now` answers milliseconds since 1970. */
  constructor(db: HoldfastDatabase, now: () => number) {
    this.db = db;
    this.now = now;
  }

  /** Asks what every server answers to whoever is signed in; false when it does not. */
  async succeeds(api: Api): Promise<boolean> {
    const epoch = await senderEpoch(this.db);
    const outcome = await api.call('GET', ACCOUNTS);
    if (successOf(outcome) === null) return false;
    this.seen = { outcome, epoch, at: this.now() };
    return true;
  }

  /** An api that answers the first reading of the accounts with what was seen, unless something was sent since. */
  async before(api: Api): Promise<Api> {
    const { seen } = this;
    this.seen = null;
    if (seen === null || Math.abs(this.now() - seen.at) >= FRESH_MS || (await senderEpoch(this.db)) !== seen.epoch)
      return api;
    let isUsed = false;
    return {
      call: async (method, path, options) => {
        if (isUsed || method !== 'GET' || path !== ACCOUNTS) return await api.call(method, path, options);
        isUsed = true;
        return seen.outcome;
      },
    };
  }
}
