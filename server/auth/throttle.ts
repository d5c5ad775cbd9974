/** Counts tries per key in a window of time, in memory: enough to make guessing hopeless, forgotten at a restart. */

interface Entry {
  count: number;
  /** Milliseconds since 1970. */
  until: number;
}

const MAX_KEYS = 50_000;

export class Throttle {
  private readonly entries = new Map<string, Entry>();
  private readonly limit: number;
  private readonly windowMs: number;

  constructor(limit: number, windowMs: number) {
    this.limit = limit;
    this.windowMs = windowMs;
  }

  /** Seconds to wait before the key may try again, or 0 when it may now. */
  wait(key: string, now: number): number {
    const entry = this.entries.get(key);
    if (entry === undefined || entry.until <= now || entry.count < this.limit) return 0;
    return Math.ceil((entry.until - now) / 1000);
  }

  /** Counts a try. */
  count(key: string, now: number): void {
    const entry = this.entries.get(key);
    if (entry !== undefined && entry.until > now) {
      entry.count += 1;
      return;
    }
    if (this.entries.size >= MAX_KEYS) this.prune(now);
    this.entries.set(key, { count: 1, until: now + this.windowMs });
  }

  /** Forgets a key, after a success. */
  forget(key: string): void {
    this.entries.delete(key);
  }

  private prune(now: number): void {
    for (const [key, entry] of this.entries) if (entry.until <= now) this.entries.delete(key);
    // Still full of live keys: the oldest go, since a map keeps the order of insertion.
    for (const key of this.entries.keys()) {
      if (this.entries.size < MAX_KEYS) break;
      this.entries.delete(key);
    }
  }
}
