/** A caller's share of the process: a number of places for heavy and for light requests, and one write at a time. */

interface Line {
  taken: number;
  readonly waiting: ((isMine: boolean) => void)[];
}

export interface ShareLimits {
  /** The most requests of a user that run at once. */
  readonly places: number;
  /** The most requests of a user that wait for a place. */
  readonly waiting: number;
  /** The most milliseconds that a request waits. */
  readonly patience: number;
}

export const HEAVY_SHARE: ShareLimits = { places: 4, waiting: 32, patience: 20_000 };
export const WRITE_SHARE: ShareLimits = { places: 1, waiting: 64, patience: 60_000 };
/** Sign-ins of one user, which wait for the user's writes: few, because each has a place of its address. */
export const SIGN_IN_SHARE: ShareLimits = { places: 1, waiting: 2, patience: 20_000 };
/** As many as a browser sends at once to a server (HTTP/1.1). Without a sign-in, the caller's address has the places. */
export const LIGHT_SHARE: ShareLimits = { places: 6, waiting: 256, patience: 20_000 };
/** Files that are sent without a sign-in, by the caller's address: each is in memory until it has been received. */
export const FILE_SHARE: ShareLimits = { places: 4, waiting: 32, patience: 20_000 };

/** Places per key; a request without a place waits its turn, and is refused when that takes too long. */
export class Shares {
  private readonly lines = new Map<string, Line>();
  private readonly limits: ShareLimits;

  constructor(limits: ShareLimits) {
    this.limits = limits;
  }

  /** A function that releases the place, to be called once; or null when none became free in time. */
  async take(key: string): Promise<(() => void) | null> {
    const line = this.lines.get(key) ?? { taken: 0, waiting: [] };
    this.lines.set(key, line);
    if (line.taken < this.limits.places) line.taken += 1;
    else if (line.waiting.length >= this.limits.waiting || !(await this.turn(line))) return null;
    let isHeld = true;
    return () => {
      if (isHeld) this.release(key, line);
      isHeld = false;
    };
  }

  /** Runs `work` in a place; null when none became free in time. */
  async within<T>(key: string, work: () => Promise<T>): Promise<T | null> {
    const leave = await this.take(key);
    if (leave === null) return null;
    try {
      return await work();
    } finally {
      leave();
    }
  }

  private async turn(line: Line): Promise<boolean> {
    return await new Promise((resolve) => {
      const settle = (isMine: boolean): void => {
        clearTimeout(timer);
        // After other callers' requests that have arrived meanwhile.
        if (isMine) setImmediate(resolve, true);
        else resolve(false);
      };
      const timer = setTimeout(() => {
        line.waiting.splice(line.waiting.indexOf(settle), 1);
        settle(false);
      }, this.limits.patience);
      line.waiting.push(settle);
    });
  }

  /** The next request in line takes the place. */
  private release(key: string, line: Line): void {
    const next = line.waiting.shift();
    if (next !== undefined) {
      next(true);
      return;
    }
    line.taken -= 1;
    if (line.taken === 0) this.lines.delete(key);
  }
}
