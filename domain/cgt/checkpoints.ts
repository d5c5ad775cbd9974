/**
 * Where the identification of a class may be taken up again for an earlier day (RULES 1.6).
 *
 * As of an earlier day a class has the first of its rows and no others. Before a day that no identification reaches across, from a
 * disposal before it to an acquisition on or after it, everything is settled: disposals before that day are identified with what they
 * come to first (RULES 3.1 to 3.4), and what they did not reach when it was there they do not reach when it is not. What is on or after
 * that day rests on nothing before it but the pool and what is held. Both are kept for some such days.
 */
import type { Exact } from '../decimal.ts';
import type { TaxWrapper } from '../enums.ts';
import type { Capacity } from './capacity.ts';
import type { ShareBasis, Units } from './units.ts';

/** Rows between two checkpoints, or a few more. */
export const CHECKPOINT_ROWS = 8;

/** Basis units physically held in a wrapper. */
export interface Holding {
  readonly wrapper: TaxWrapper;
  units: Units;
}

/** One capacity before a day. The reading of rows knows what is held; the walk adds the pool when it comes to the day. */
export interface Standing {
  readonly capacity: Capacity;
  /** Days since 1970. */
  readonly day: number;
  readonly held: readonly Holding[];
  /** Of the pool. */
  units: Units;
  cost: Exact<'pounds'>;
  /** Acquired less disposed of, in basis units. */
  balance: bigint;
  /** True when no disposal before the day is identified with an acquisition on or after it. */
  settled: boolean;
}

/** A class before a day. */
export interface Checkpoint {
  /** How many of its rows are before the day. */
  readonly rowCount: number;
  /** In the order in which the capacities first appear. */
  readonly standings: readonly Standing[];
  /** The bases in which the standings, and all rows after them, are counted. */
  readonly basisOf: (capacity: Capacity) => ShareBasis;
}

/** The last checkpoint that is within so many rows; null when there is none. */
export function lastWithin(checkpoints: readonly Checkpoint[], rowCount: number): Checkpoint | null {
  return checkpoints.findLast((checkpoint) => checkpoint.rowCount <= rowCount) ?? null;
}
