/** Limits on tries per key in a window of time, counted in the database: a second process does not double them. */
import { createHash } from 'node:crypto';
import type { Db } from '../store/store.ts';
import { countTry, forgetOldTries, forgetTries, hasTries, uncountTry } from '../store/throttles.ts';

/** Counts that have run out are removed after so many tries. */
const TIDY_EVERY = 500;
let triesSinceTidy = 0;

export class Throttle {
  private readonly db: Db;
  private readonly name: string;
  private readonly limit: number;
  private readonly windowMs: number;

  constructor(db: Db, name: string, limit: number, windowMs: number) {
    this.db = db;
    this.name = name;
    this.limit = limit;
    this.windowMs = windowMs;
  }

  /**
   * Counts a try at `now` (milliseconds) and answers 0 when it may go on, else the seconds to wait. Counting comes first,
   * so that tries at the same moment cannot all pass.
   */
  async take(key: string, now: number): Promise<number> {
    triesSinceTidy += 1;
    if (triesSinceTidy >= TIDY_EVERY) {
      triesSinceTidy = 0;
      await forgetOldTries(this.db, now);
    }
    const { count, until } = await countTry(this.db, this.keyOf(key), now, this.windowMs);
    return count <= this.limit ? 0 : Math.ceil((until - now) / 1000);
  }

  /** True while tries of the key count. */
  async has(key: string, now: number): Promise<boolean> {
    return await hasTries(this.db, this.keyOf(key), now);
  }

  /** Takes a try back that did no harm. */
  async giveBack(key: string): Promise<void> {
    await uncountTry(this.db, this.keyOf(key));
  }

  /** Forgets a key, after a success. */
  async forget(key: string): Promise<void> {
    await forgetTries(this.db, this.keyOf(key));
  }

  /** Addresses of people and machines are not kept, only what tells them apart. */
  private keyOf(key: string): string {
    return `${this.name}:${createHash('sha256').update(key).digest('base64url')}`;
  }
}
