/**
 * Stores the figures of today for the next start, once they have been requested and whenever they change after that.
 */
import { everRead, readSyncState } from '../../src/data/database/meta.ts';
import { keepFigures, type ComputedFigures } from '../../src/data/kept-figures/kept-figures.ts';
import type { HoldfastDatabase } from '../../src/data/database/schema.ts';
import type { Portfolio } from './portfolio.ts';
import { Renewal } from '../live/renewal.ts';

/** In milliseconds, so that the requesting screen is drawn first, and a pull or an import ends. */
const LEFT_ALONE_MS = 2000;

export class FigureKeeping {
  private readonly renewal: Renewal;
  /** The stamps of the figures that were stored last. */
  private kept = '';
  private isWanted = false;

  constructor(db: HoldfastDatabase, portfolio: Portfolio) {
    this.renewal = new Renewal(async () => {
      // The next start would show figures of a part of the records, and then others.
      if (everRead(await readSyncState(db)) === 'some') return;
      const { day, figures } = await portfolio.figures();
      const basis = basisOf(day, figures);
      if (basis === this.kept) return;
      await keepFigures(db, day, figures);
      this.kept = basis;
    }, LEFT_ALONE_MS);
  }

  /** Records that figures were calculated for a screen. */
  asked(): void {
    this.isWanted = true;
    this.renewal.later();
  }

  /** Records that data changed. */
  changed(): void {
    if (this.isWanted) this.renewal.later();
  }

  stop(): void {
    this.renewal.stop();
  }
}

function basisOf(day: string, figures: ComputedFigures): string {
  return JSON.stringify([day, ...Object.values(figures).map(({ stamps }) => stamps)]);
}
