/** Keeps the copy from which the next start reads the transactions: written when they have been left alone for a while. */
import type { HoldfastDatabase } from '../src/data/schema.ts';
import { renewCopy } from '../src/data/transaction-copy/store.ts';

/** In milliseconds. An import or a pull writes again and again before it ends. */
const LEFT_ALONE_MS = 5000;

export class CopyRenewal {
  private readonly db: HoldfastDatabase;
  private timer: ReturnType<typeof setTimeout> | null = null;
  private isRunning = false;
  private isOver = false;

  constructor(db: HoldfastDatabase) {
    this.db = db;
  }

  /** Says that the transactions were read or changed. */
  later(): void {
    if (this.isOver) return;
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.renew(), LEFT_ALONE_MS);
  }

  stop(): void {
    this.isOver = true;
    if (this.timer !== null) clearTimeout(this.timer);
  }

  private async renew(): Promise<void> {
    if (this.isRunning) {
      this.later();
      return;
    }
    this.isRunning = true;
    try {
      await renewCopy(this.db);
    } catch {
      // A device without room for it reads on without: nothing is lost but time.
      this.stop();
    }
    this.isRunning = false;
  }
}
