/** How many changes wait: counted at once when the user makes one, and only now and then while thousands are sent. */
import type { HoldfastDatabase } from '../../data/database/schema.ts';
import { countOutbox } from '../../data/questions/outbox-count.ts';
import { type SyncEnvironment, tellBug } from '../api/environment.ts';

/** While changes are sent they are counted this many milliseconds apart: each count reads all that wait. */
const APART_MS = 500;

export type OutboxCounts = Awaited<ReturnType<typeof countOutbox>>;

export class WaitingCount {
  private readonly db: HoldfastDatabase;
  private readonly environment: SyncEnvironment;
  private readonly onCounted: (counts: OutboxCounts) => Promise<void>;
  private cancelNext: (() => void) | null = null;

  constructor(db: HoldfastDatabase, environment: SyncEnvironment, onCounted: (counts: OutboxCounts) => Promise<void>) {
    this.db = db;
    this.environment = environment;
    this.onCounted = onCounted;
  }

  /** Counts and reports; returns how many changes wait to be sent. */
  async now(): Promise<number> {
    this.stop();
    const counts = await countOutbox(this.db);
    await this.onCounted(counts);
    return counts.waiting;
  }

  /**
   * Counts soon, once for however many changes until then, and asks the browser again to wake the worker should the
   * tab be closed.
   */
  soon(): void {
    this.cancelNext ??= this.environment.schedule(() => {
      this.now()
        .then((waiting) => {
          if (waiting > 0) this.environment.wakeLater();
        })
        .catch(tellBug(this.environment));
    }, APART_MS);
  }

  stop(): void {
    this.cancelNext?.();
    this.cancelNext = null;
  }
}
