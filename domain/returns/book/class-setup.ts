/** A class of securities with the data for its walk: its reorganisations and its splits. */
import { capacityOf, type Capacity } from '../../cgt/terms/capacity.ts';
import type { ClassGains } from '../../cgt/terms/gains.ts';
import { basesOfClass, type SplitContext } from '../../cgt/classes/splits.ts';
import { factorOn, toUnits, type ShareBasis } from '../../cgt/terms/units.ts';
import { exact, type Exact } from '../../values/decimal.ts';
import type { Transaction } from '../../records/records.ts';

/** A position's holding from the end of a day until the next step. */
export interface PositionStep {
  readonly day: number;
  /** In the units of that day. */
  readonly quantity: Exact<'quantity'>;
  /** The same in basis units (`domain/cgt/terms/units.ts`). */
  readonly units: bigint;
}

/** A class with the data needed to walk it. */
export interface ClassSetup {
  readonly entry: ClassGains;
  readonly sideOf: SplitContext['sideOf'];
  readonly basisOf: (capacity: Capacity) => ShareBasis;
}

export function classSetup(entry: ClassGains): ClassSetup {
  return { entry, ...basesOfClass(entry) };
}

/** A row's units in the basis of its class. */
export function unitsOn({ basisOf }: ClassSetup, row: Transaction): bigint {
  if (row.quantity === null) return 0n;
  return toUnits(exact(row.quantity), factorOn(basisOf(capacityOf(row.taxWrapper)), row.transactionDate));
}
