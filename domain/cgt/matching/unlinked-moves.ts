/** Transfers that nobody linked and that look like the two halves of a move between brokers (RULES 8.7). */
import { daysBetween } from '../../values/dates.ts';
import { groupBy } from '../../values/group-by.ts';
import type { Transaction } from '../../records/records.ts';
import { MOST_DAYS_OF_TRANSFER } from '../../records/transfer-candidates.ts';
import { capacityOf } from '../terms/capacity.ts';
import type { ClassInput, Findings } from '../classes/class-input.ts';

/** Reports each taxable Transfer In of as many units as left another broker or wrapper in the days around it; each Out counts once. */
export function noticeUnlinkedMoves({ rows }: ClassInput, findings: Findings): void {
  const unlinked = rows.filter(
    ({ transferId, taxWrapper }) => transferId === undefined && capacityOf(taxWrapper) === 'TAXABLE',
  );
  const outs = unlinked.filter(({ transactionType }) => transactionType === 'TRANSFER_OUT');
  if (outs.length === 0) return;
  const byQuantity = new Map(
    [...groupBy(outs, ({ quantity }) => quantity)].map(([quantity, equal]) => [
      quantity,
      [...groupBy(equal, placeOf)].map(([place, left]) => ({ place, left, next: 0 })),
    ]),
  );
  for (const row of unlinked) {
    if (row.transactionType !== 'TRANSFER_IN') continue;
    for (const queue of byQuantity.get(row.quantity) ?? []) {
      // Rows are in date order: an Out that is too old for this In is too old for every later one.
      while (daysSince(queue.left[queue.next], row) > MOST_DAYS_OF_TRANSFER) queue.next += 1;
      if (queue.place === placeOf(row) || daysSince(queue.left[queue.next], row) < -MOST_DAYS_OF_TRANSFER) continue;
      queue.next += 1;
      findings.report('transferMayBeMove', row);
      break;
    }
  }
}

function placeOf({ brokerId, taxWrapper }: Transaction): string {
  return `${brokerId} ${taxWrapper}`;
}

/** Days from an Out to an In; when no Out is left, as if it came for ever after. */
function daysSince(out: Transaction | undefined, into: Transaction): number {
  return out === undefined ? -Infinity : daysBetween(out.transactionDate, into.transactionDate);
}
