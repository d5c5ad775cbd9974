/** When changes of the records are told: each soon, but not many one after another. */

/** Changes close together are reported once, this many milliseconds after the first. */
const TELL_AFTER_MS = 30;
/** While changes continue they are reported this many milliseconds apart. */
const TELL_APART_MS = 300;
/**
 * Thousands of rows, as in a first pull, are reported during a pause, when they are as many as were reported before, or
 * after this long: reading them delays the writer, but the first figures are wanted soon.
 */
const THOUSANDS = 500;
const PAUSE_MS = 800;
const MOST_APART_MS = 8000;

export class ChangeNotices {
  private readonly tell: () => void;
  private timer: ReturnType<typeof setTimeout> | null = null;
  private toldAt = -Infinity;
  /** Rows that have changed since. */
  private rows = 0;
  /** Rows that were reported, as long as it was thousands each time. */
  private toldRows = 0;

  constructor(tell: () => void) {
    this.tell = tell;
  }

  /** This many rows have changed. */
  changed(rows: number): void {
    this.rows += rows;
    const since = performance.now() - this.toldAt;
    const isFlood = this.rows >= THOUSANDS && this.rows < this.toldRows && since < MOST_APART_MS;
    if (this.timer !== null && !isFlood) return;
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = setTimeout(
      () => {
        this.timer = null;
        this.toldAt = performance.now();
        this.toldRows = this.rows >= THOUSANDS ? this.toldRows + this.rows : 0;
        this.rows = 0;
        this.tell();
      },
      isFlood ? Math.min(PAUSE_MS, MOST_APART_MS - since) : Math.max(TELL_AFTER_MS, TELL_APART_MS - since),
    );
  }

  stop(): void {
    if (this.timer !== null) clearTimeout(this.timer);
  }
}
