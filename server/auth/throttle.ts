/** Limits on tries per key in a window of time, counted in the database: a second process does not double them. */
import { createHash } from 'node:crypto';
import { unlessFull, type Db } from '../store/store.ts';
import { countTry, forgetOldTries, forgetTries, hasTries, uncountTry, type ThrottleState } from '../store/throttles.ts';

/** Counts that have run out are removed after so many tries. */
const TIDY_EVERY = 500;
let triesSinceTidy = 0;
/** Keys that are counted here at most; the oldest make room. */
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
   * Counts a try at `now` (milliseconds) and answers 0 when it may go on, else the seconds to wait. Counting comes first,
   * so that tries at the same moment cannot all pass.
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

  /** True while tries of the key count. */
  async has(key: string, now: number): Promise<boolean> {
    return await hasTries(this.db, this.keyOf(key), now);
  }

  /** Takes a try back that did no harm. */
  async giveBack(key: string): Promise<void> {
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
        : { count: before.count + 1, until: before.until };
    this.unwritten.delete(key);
    this.unwritten.set(key, state);
    const [oldest] = this.unwritten.keys();
    if (this.unwritten.size > MOST_UNWRITTEN && oldest !== undefined) this.unwritten.delete(oldest);
    return state;
  }

  /** What only makes a count milder is not worth an error where the disk is full. */
  private async ifRoom(work: Promise<void>): Promise<void> {
    await unlessFull(
      async () => {
        await work;
      },
      () => undefined,
    );
  }

  /** Addresses of people and machines are not kept, only what tells them apart. */
  private keyOf(key: string): string {
    return `${this.name}:${createHash('sha256').update(key).digest('base64url')}`;
  }
}
