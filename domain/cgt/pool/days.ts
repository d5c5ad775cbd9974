/** The unit of identification: a day's acquisitions are one, a day's disposals are one (RULES 2; TCGA 1992 s105(1)(a)). */
import type { IsoDate } from '../../values/dates.ts';
import type { Exact } from '../../values/decimal.ts';
import type { Transaction } from '../../records/records.ts';
import type { Match } from '../terms/gains.ts';
import { shareByUnits, type Split, type Units } from '../terms/units.ts';

/** All acquisitions of a day as one; `left` and `costLeft` fall as disposals are identified with it. */
export interface AcquisitionDay {
  readonly date: IsoDate;
  /** Days since 1970, for the 30-day window. */
  readonly day: number;
  /** Basis units per unit of the day. */
  readonly factor: bigint;
  readonly rows: Transaction[];
  units: Units;
  cost: Exact<'pounds'>;
  left: Units;
  costLeft: Exact<'pounds'>;
}

/** A part of a disposal day that one rule identified, counted on the share basis as well. */
export interface Part extends Match {
  readonly units: Units;
}

/** All disposals of a day as one; sales and transfers out share its identification (RULES 8.2). */
export interface DisposalDay {
  readonly date: IsoDate;
  readonly day: number;
  readonly factor: bigint;
  sales: Transaction[];
  transfersOut: Transaction[];
  sold: Units;
  transferred: Units;
  proceeds: Exact<'pounds'>;
  incidentalCosts: Exact<'pounds'>;
  left: Units;
  parts: Part[];
  /** The last day with whose acquisitions it is identified; 0 without any. */
  lastDay: number;
}

/** What happens to the pool at the start of a day, before its trades (RULES 6.3). */
export interface EventDay {
  readonly date: IsoDate;
  readonly day: number;
  factor: bigint;
  readonly splits: Split[];
  readonly rows: Transaction[];
}

/** A history of one class in one capacity, day by day, each list in date order. */
export interface History {
  readonly acquisitions: AcquisitionDay[];
  readonly disposals: DisposalDay[];
  readonly events: EventDay[];
}

/** The list with one more item. A list that starts as `[item]` takes no more room than it needs; most have one item. */
export function withItem<T>(list: T[], item: T): T[] {
  if (list.length === 0) return [item];
  list.push(item);
  return list;
}

/** Takes units of an acquisition day with their share of its cost; the last to take gets all that is left (RULES 2.3, 4.5). */
export function takeFrom(acquisition: AcquisitionDay, units: Units): Exact<'pounds'> {
  const cost = shareByUnits(acquisition.costLeft, units, acquisition.left);
  acquisition.left = (acquisition.left - units) as Units;
  acquisition.costLeft = (acquisition.costLeft - cost) as Exact<'pounds'>;
  return cost;
}
