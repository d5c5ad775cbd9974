/**
 * Checkpoints from which a class can be identified as of an earlier day (RULES 1.6).
 * As of an earlier day a class consists of its first rows. On some days no disposal before the day is identified with
 * an acquisition on or after it. The identification of everything before such a day is then final, because rows from
 * that day on cannot change which acquisitions the earlier disposals are identified with first (RULES 3.1 to 3.4). Rows
 * from that day on depend only on the pool and the units held before it. Both are stored for some such days.
 */
import type { Exact } from '../../values/decimal.ts';
import type { TaxWrapper } from '../../fields/enums.ts';
import type { Capacity } from '../terms/capacity.ts';
import type { ShareBasis, Units } from '../terms/units.ts';

/** Rows between two checkpoints; there may be a few more. */
export const CHECKPOINT_ROWS = 8;

/** Basis units physically held in a wrapper. */
export interface Holding {
  readonly wrapper: TaxWrapper;
  units: Units;
}

/**
 * A capacity's state before a day. Reading the rows gives the units held; the walk adds the pool when it reaches the
 * day.
 */
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

/** The last checkpoint within the first `rowCount` rows; null when there is none. */
export function lastWithin(checkpoints: readonly Checkpoint[], rowCount: number): Checkpoint | null {
  return checkpoints.findLast((checkpoint) => checkpoint.rowCount <= rowCount) ?? null;
}
