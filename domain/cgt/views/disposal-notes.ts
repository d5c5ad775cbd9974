/** What is open in law about a disposal, or was left out of it, in words without amounts (a screen may hide those). */
import { partitionPoint } from '../../values/partition-point.ts';
import type { Transaction } from '../../records/records.ts';
import type { Disposal, PoolDraw } from '../terms/gains.ts';

/** RULES 3.5, 4.3, 4.6, 8.2: each point that applies. The FX charges of the sales themselves have fields of their own in the view. */
export function notesOn(disposal: Disposal, fxChargeAllowable: boolean): string[] {
  const notes: string[] = [];
  const rules = new Set(disposal.matches.map(({ rule }) => rule));
  if (rules.has('LATER_ACQUISITION'))
    notes.push(
      'More was sold than was held. The law is not clear on the order; here every 30-day match comes before any later purchase.',
    );
  if (disposal.sharedWithTransfer && rules.size > 1)
    notes.push(
      'Shares were also transferred on that day. The law is not clear on which units were sold and which transferred; here every match is shared between sale and transfer by quantity.',
    );
  if (disposal.transactions.some(hasAccruedInterest) || wasBought(disposal, 'accruedInterest'))
    notes.push('Accrued interest is in neither proceeds nor cost.');
  if (wasBought(disposal, 'fxCharge'))
    notes.push(
      fxChargeAllowable
        ? 'FX charges on purchases are counted as a cost, under the settings of the account.'
        : 'FX charges on purchases are not counted as a cost.',
    );
  return notes;
}

type Charge = 'accruedInterest' | 'fxCharge';

function hasAccruedInterest({ accruedInterest }: Transaction): boolean {
  return accruedInterest !== 0;
}

/** True when an acquisition behind the disposal, matched or in the pool, has the charge. */
function wasBought({ matches }: Disposal, charge: Charge): boolean {
  return matches.some(
    ({ acquisitions, pool }) =>
      acquisitions.some((row) => row[charge] !== 0) || (pool !== null && isInPool(pool, charge)),
  );
}

/** Where among the rows that joined a pool are those with a charge. A pool has as many draws as disposals: it is looked through once. */
const placesOf: Readonly<Record<Charge, WeakMap<readonly Transaction[], readonly number[]>>> = {
  accruedInterest: new WeakMap(),
  fxCharge: new WeakMap(),
};

function isInPool({ joined, firstMember, members }: PoolDraw, charge: Charge): boolean {
  let places = placesOf[charge].get(joined);
  if (places === undefined)
    placesOf[charge].set(joined, (places = joined.flatMap((row, index) => (row[charge] === 0 ? [] : [index]))));
  const next = places[partitionPoint(places, (place) => place < firstMember)];
  return next !== undefined && next < members;
}
