/** Holdings of which more was disposed of than was held (RULES 3.6). */
import { capacityOf } from '../../cgt/terms/capacity.ts';
import { groupBy } from '../../values/group-by.ts';
import type { PositionStep } from './class-setup.ts';
import type { ReturnsCell } from './scope.ts';

/** Days since 1970-01-01 at whose end fewer than no units were held, both included. */
export interface OversoldDays {
  readonly isin: string;
  readonly from: number;
  readonly to: number;
}

/** The positions of one account's security in wrappers of one capacity, one of which went below nothing. */
interface ShortHolding {
  readonly isin: string;
  readonly positions: readonly { readonly cell: number; readonly steps: readonly PositionStep[] }[];
}

/** Few books have any, so that looking for oversold days costs nothing. */
export class ShortHoldings {
  private readonly holdings: readonly ShortHolding[];
  private readonly lastDay: number;

  constructor(cells: readonly ReturnsCell[], steps: readonly (readonly PositionStep[])[], lastDay: number) {
    const positions = cells.flatMap(({ accountId, isin, taxWrapper }, cell) =>
      isin === null
        ? []
        : [{ key: `${accountId} ${isin} ${capacityOf(taxWrapper)}`, isin, cell, steps: steps[cell] ?? [] }],
    );
    const isShort = new Set(
      positions.filter((each) => each.steps.some(({ units }) => units < 0n)).map(({ key }) => key),
    );
    this.holdings = [
      ...groupBy(
        positions.filter(({ key }) => isShort.has(key)),
        ({ key }) => key,
      ).values(),
    ].map((own) => ({ isin: own[0]?.isin ?? '', positions: own }));
    this.lastDay = lastDay;
  }

  /**
   * The days on which the positions of a scope hold less than nothing of a security: those of one account and capacity
   * together, because a sale at one broker may be of units that another held.
   */
  daysIn(inScope: (cell: number) => boolean): readonly OversoldDays[] {
    return this.holdings.flatMap(({ isin, positions }) => {
      const changes = new Map<number, bigint>();
      for (const { cell, steps } of positions) {
        if (!inScope(cell)) continue;
        let before = 0n;
        for (const { day, units } of steps) {
          changes.set(day, (changes.get(day) ?? 0n) + units - before);
          before = units;
        }
      }
      return this.below(
        isin,
        [...changes].toSorted(([a], [b]) => a - b),
      );
    });
  }

  private below(isin: string, changes: readonly (readonly [day: number, change: bigint])[]): OversoldDays[] {
    const found: OversoldDays[] = [];
    let units = 0n;
    for (const [index, [day, change]] of changes.entries()) {
      units += change;
      if (units < 0n) found.push({ isin, from: day, to: (changes[index + 1]?.[0] ?? this.lastDay + 1) - 1 });
    }
    return found;
  }
}
