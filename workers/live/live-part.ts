/** A part of the database kept in memory, and read again on the first request after a change. */
export class LivePart<T> {
  private readonly load: (previous: T | null) => Promise<T>;
  private value: T | null = null;
  private isDirty = true;
  private loading: Promise<T> | null = null;

  /** `load` may return `previous` where nothing in it has changed. */
  constructor(load: (previous: T | null) => Promise<T>) {
    this.load = load;
  }

  /** Records that rows changed; the next `get` reads them. */
  mark(): void {
    this.isDirty = true;
  }

  /** The value when it has been read and nothing has changed since; else null. */
  present(): T | null {
    return !this.isDirty && this.loading === null ? this.value : null;
  }

  /** The value with every change that was marked before the call. */
  async get(): Promise<T> {
    // Another caller's read may have begun before the last mark.
    while (this.loading !== null) await this.loading;
    if (this.value !== null && !this.isDirty) return this.value;
    this.isDirty = false;
    this.loading = this.load(this.value);
    try {
      this.value = await this.loading;
      return this.value;
    } catch (error) {
      this.isDirty = true;
      throw error;
    } finally {
      this.loading = null;
    }
  }
}
