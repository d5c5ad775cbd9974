/**
 * Limits the tries per key in a period of time, counted in the database, so that a second process does not double the
 * limit.
 */
import { createHash } from 'node:crypto';
import { unlessFull, type Db } from '../store/database/store.ts';
import {
  countTry,
  forgetOldTries,
  forgetTries,
  hasTries,
  uncountTry,
  type ThrottleState,
} from '../store/users/throttles.ts';

/** Expired counts are removed after this many tries. */
const TIDY_EVERY = 500;
let triesSinceTidy = 0;
/** At most this many keys are counted in memory; the oldest are dropped. */
const MOST_UNWRITTEN = 10_000;

export class Throttle {
  private readonly db: Db;
  private readonly name: string;
  private readonly limit: number;
  private readonly windowMs: number;
  /** Counts that a full disk kept out of the database. */
  private readonly unwritten = new Map<string, ThrottleState>();

  constructor(db: Db, name: string, limit: number, windowMs: number) {
    this.db = db;
    this.name = name;
    this.limit = limit;
    this.windowMs = windowMs;
  }

  /**
   * Counts a try at `now` (milliseconds) and returns 0 when it is allowed, else the seconds to wait. Counting comes
   * first, so that simultaneous tries cannot all pass.
   */
  async take(key: string, now: number): Promise<number> {
    triesSinceTidy += 1;
    if (triesSinceTidy >= TIDY_EVERY) {
      triesSinceTidy = 0;
      await this.ifRoom(forgetOldTries(this.db, now));
    }
    const { count, until } = await unlessFull(
      async () => await countTry(this.db, this.keyOf(key), now, this.windowMs),
      () => this.countHere(this.keyOf(key), now),
    );
    return count <= this.limit ? 0 : Math.ceil((until - now) / 1000);
  }

  /** True while the key has a count. */
  async has(key: string, now: number): Promise<boolean> {
    return await hasTries(this.db, this.keyOf(key), now);
  }

  /** Removes a try from the count that did no harm. */
  async uncount(key: string): Promise<void> {
    const here = this.unwritten.get(this.keyOf(key));
    if (here !== undefined) this.unwritten.set(this.keyOf(key), { ...here, count: Math.max(0, here.count - 1) });
    await this.ifRoom(uncountTry(this.db, this.keyOf(key)));
  }

  /** Forgets a key, after a success. */
  async forget(key: string): Promise<void> {
    this.unwritten.delete(this.keyOf(key));
    await this.ifRoom(forgetTries(this.db, this.keyOf(key)));
  }

  private countHere(key: string, now: number): ThrottleState {
    const before = this.unwritten.get(key);
    const state =
      before === undefined || before.until <= now
        ? { count: 1, until: now + this.windowMs }
        : { count: before.count + 1, until: Math.min(before.until, now + this.windowMs) };
    this.unwritten.delete(key);
    this.unwritten.set(key, state);
    const [oldest] = this.unwritten.keys();
    if (this.unwritten.size > MOST_UNWRITTEN && oldest !== undefined) this.unwritten.delete(oldest);
    return state;
  }

  /** On a full disk, a count that cannot be reduced is not an error. */
  private async ifRoom(work: Promise<void>): Promise<void> {
    await unlessFull(
      async () => {
        await work;
      },
      () => undefined,
    );
  }

  /** Addresses of people and machines are stored only as hashes. */
  private keyOf(key: string): string {
    return `${this.name}:${createHash('sha256').update(key).digest('base64url')}`;
  }
}

const MINUTE = 60_000;
/** How long a place where a user has signed in is remembered. */
const KNOWN_PLACE_DAYS = 90;

/** Limits on guessing, per account and per address. */
export interface Throttles {
  readonly account: Throttle;
  readonly address: Throttle;
  /** The places where an account has signed in, by account and address; remembered, not limited. */
  readonly knownPlace: Throttle;
  /** Tries from such a place. */
  readonly placeGuesses: Throttle;
  /** Tries of a signed-in user's own password. */
  readonly ownPassword: Throttle;
  readonly registration: Throttle;
  readonly resetEmail: Throttle;
  readonly resetAddress: Throttle;
  /** Prices that a user may fetch from outside sources. */
  readonly priceFetch: Throttle;
  /** Requests for unknown calendar addresses, by address of the caller. */
  readonly feedAddress: Throttle;
  /** Reads of a user's calendar. */
  readonly feedReads: Throttle;
}

export function makeThrottles(db: Db): Throttles {
  return {
    account: new Throttle(db, 'account', 10, 15 * MINUTE),
    address: new Throttle(db, 'address', 50, 15 * MINUTE),
    knownPlace: new Throttle(db, 'knownPlace', Number.MAX_SAFE_INTEGER, KNOWN_PLACE_DAYS * 24 * 60 * MINUTE),
    placeGuesses: new Throttle(db, 'placeGuesses', 10, 15 * MINUTE),
    ownPassword: new Throttle(db, 'ownPassword', 10, 15 * MINUTE),
    registration: new Throttle(db, 'registration', 60, 60 * MINUTE),
    resetEmail: new Throttle(db, 'resetEmail', 5, 60 * MINUTE),
    resetAddress: new Throttle(db, 'resetAddress', 30, 60 * MINUTE),
    priceFetch: new Throttle(db, 'priceFetch', 60, 10 * MINUTE),
    feedAddress: new Throttle(db, 'feedAddress', 50, 15 * MINUTE),
    feedReads: new Throttle(db, 'feedReads', 20, 15 * MINUTE),
  };
}
