/** A part of the database kept in memory and read again only when somebody asks for it after it changed. */
import type { ChangedKeys } from '../src/data/change-feed.ts';

/** Reads a part: changed rows by key into the previous value, or everything when `keys` is 'all' or there is no previous value. */
export type LoadPart<T> = (previous: T | null, keys: ChangedKeys) => Promise<T>;

export class LivePart<T> {
  private readonly load: LoadPart<T>;
  private value: T | null = null;
  private dirty: Set<string> | 'all' = 'all';
  private loading: Promise<T> | null = null;

  constructor(load: LoadPart<T>) {
    this.load = load;
  }

  /** Says that rows changed; the next `get` reads them. */
  mark(keys: ChangedKeys): void {
    if (this.dirty === 'all') return;
    if (keys === 'all') this.dirty = 'all';
    else for (const key of keys) this.dirty.add(key);
  }

  /** The value when it has been read and nothing changed since; else null. */
  present(): T | null {
    return this.dirty !== 'all' && this.dirty.size === 0 && this.loading === null ? this.value : null;
  }

  /** The value with every change that was marked before the call. */
  async get(): Promise<T> {
    // Another caller's read may have begun before the last mark.
    while (this.loading !== null) await this.loading;
    if (this.value !== null && this.dirty !== 'all' && this.dirty.size === 0) return this.value;
    const keys = this.dirty === 'all' ? 'all' : [...this.dirty];
    this.dirty = new Set();
    this.loading = this.load(this.value, keys);
    try {
      this.value = await this.loading;
      return this.value;
    } catch (error) {
      this.dirty = 'all';
      throw error;
    } finally {
      this.loading = null;
    }
  }
}
