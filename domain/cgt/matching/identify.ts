/** Identification before the pool: same day, then the 30 days after (RULES 3.1 to 3.4; TCGA 1992 s105(1)(b), s106A(5)). */
import { isWithin, type Period } from '../../records/account-settings.ts';
import { takeFrom, withItem, type AcquisitionDay, type DisposalDay, type History, type Part } from '../pool/days.ts';
import type { MatchRule } from '../terms/gains.ts';
import { toQuantity, type Units } from '../terms/units.ts';

/** RULES 3.2: day 30 counts, day 31 does not; the day of disposal is day 0. */
export const WINDOW_DAYS = 30;

/** Identifies as much as both sides have left. */
export function identifyWith(disposal: DisposalDay, acquisition: AcquisitionDay, rule: MatchRule): void {
  const units: Units = disposal.left < acquisition.left ? disposal.left : acquisition.left;
  disposal.left = (disposal.left - units) as Units;
  if (acquisition.day > disposal.lastDay) disposal.lastDay = acquisition.day;
  disposal.parts = withItem<Part>(disposal.parts, {
    rule,
    units,
    quantity: toQuantity(units, disposal.factor),
    acquisitionQuantity: toQuantity(units, acquisition.factor),
    acquisitionDate: acquisition.date,
    acquisitions: acquisition.rows,
    acquiredQuantity: toQuantity(acquisition.units, acquisition.factor),
    acquiredCost: acquisition.cost,
    cost: takeFrom(acquisition, units),
    pool: null,
  });
}

/** RULES 3.3: every day's own acquisitions come first, before any disposal may look ahead. */
export function matchSameDay({ acquisitions, disposals }: History): void {
  let a = 0;
  for (const disposal of disposals) {
    while ((acquisitions[a]?.day ?? Infinity) < disposal.day) a += 1;
    const acquisition = acquisitions[a];
    if (acquisition?.day === disposal.day) identifyWith(disposal, acquisition, 'SAME_DAY');
  }
}

/**
 * RULES 3.1(2), 3.4: earliest disposal first, each with the earliest acquisitions of its window first;
 * 3.6: not with what was acquired while not resident.
 */
export function matchThirtyDays({ acquisitions, disposals }: History, notResident: readonly Period[]): void {
  // What a disposal passes by is taken, or not to be taken, for every later one too: each acquisition is passed by once.
  let first = 0;
  for (const disposal of disposals) {
    const lastDay = disposal.day + WINDOW_DAYS;
    while (disposal.left > 0n) {
      const acquisition = acquisitions[first];
      if (acquisition === undefined || acquisition.day > lastDay) break;
      if (acquisition.day > disposal.day && acquisition.left > 0n && !isWithin(acquisition.date, notResident))
        identifyWith(disposal, acquisition, 'THIRTY_DAY');
      if (disposal.left > 0n) first += 1;
    }
  }
}
