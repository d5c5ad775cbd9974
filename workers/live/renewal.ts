/** Renews stored values for the next start, when nothing has requested it for a while. */
export class Renewal {
  private readonly renew: () => Promise<void>;
  private readonly leftAloneMs: number;
  private timer: ReturnType<typeof setTimeout> | null = null;
  private isRunning = false;
  private isOver = false;

  /** `renew` rejects where the device has no room: it is then not tried again, and only time is lost. */
  constructor(renew: () => Promise<void>, leftAloneMs: number) {
    this.renew = renew;
    this.leftAloneMs = leftAloneMs;
  }

  /** Records that the stored values may be out of date. An import or a pull does so repeatedly before it ends. */
  later(): void {
    if (this.isOver) return;
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.run(), this.leftAloneMs);
  }

  stop(): void {
    this.isOver = true;
    if (this.timer !== null) clearTimeout(this.timer);
  }

  private async run(): Promise<void> {
    if (this.isRunning) {
      this.later();
      return;
    }
    this.isRunning = true;
    try {
      await this.renew();
    } catch {
      // All data is in the records themselves: the next start only takes longer.
      this.stop();
    }
    this.isRunning = false;
  }
}
