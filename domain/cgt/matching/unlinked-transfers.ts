/** Transfers that nobody linked: those that look like the two halves of a move between brokers, and those without a cost (RULES 8.7, 8.8). */
import { daysBetween } from '../../values/dates.ts';
import { groupBy } from '../../values/group-by.ts';
import type { Transaction } from '../../records/records.ts';
import { MOST_DAYS_OF_TRANSFER } from '../../records/transfer-candidates.ts';
import { capacityOf } from '../terms/capacity.ts';
import type { ClassInput, Findings } from '../classes/class-input.ts';

/**
 * Reports each taxable Transfer In of as many units as left another broker or wrapper in the days around it, where each
 * Out counts once; and any other one that states no cost.
 */
export function noticeUnlinkedTransfers({ rows }: ClassInput, findings: Findings): void {
  const unlinked = rows.filter(
    ({ transferId, taxWrapper }) => transferId === undefined && capacityOf(taxWrapper) === 'TAXABLE',
  );
  const outs = unlinked.filter(({ transactionType }) => transactionType === 'TRANSFER_OUT');
  const byQuantity = new Map(
    [...groupBy(outs, ({ quantity }) => quantity)].map(([quantity, equal]) => [
      quantity,
      [...groupBy(equal, placeOf)].map(([place, left]) => ({ place, left, next: 0 })),
    ]),
  );
  for (const row of unlinked) {
    if (row.transactionType !== 'TRANSFER_IN') continue;
    if (takeOut(byQuantity.get(row.quantity) ?? [], row)) findings.report('transferMayBeMove', row);
    else if (row.consideration === 0) findings.report('transferWithoutCost', row);
  }
}

/** The Outs of one quantity at one place, in date order; those before `next` are used or too old. */
interface Outs {
  readonly place: string;
  readonly left: readonly Transaction[];
  next: number;
}

/** True when an Out of another place is near enough to be the other half, which it then is of no other In. */
function takeOut(queues: readonly Outs[], row: Transaction): boolean {
  for (const queue of queues) {
    // Rows are in date order: an Out that is too old for this In is too old for every later one.
    while (daysSince(queue.left[queue.next], row) > MOST_DAYS_OF_TRANSFER) queue.next += 1;
    if (queue.place === placeOf(row) || daysSince(queue.left[queue.next], row) < -MOST_DAYS_OF_TRANSFER) continue;
    queue.next += 1;
    return true;
  }
  return false;
}

function placeOf({ brokerId, taxWrapper }: Transaction): string {
  return `${brokerId} ${taxWrapper}`;
}

/** Days from an Out to an In; when no Out is left, as if it came for ever after. */
function daysSince(out: Transaction | undefined, into: Transaction): number {
  return out === undefined ? -Infinity : daysBetween(out.transactionDate, into.transactionDate);
}
