/** A pool's ledger as JSON numbers, for screens and exports. */
import type { Pounds, Quantity } from '../amount.ts';
import type { IsoDate } from '../dates.ts';
import { toAmount } from '../decimal.ts';
import type { Capacity } from './capacity.ts';
import type { Ledger, LedgerEvent } from './gains.ts';

interface LedgerLineView {
  readonly date: IsoDate;
  readonly event: LedgerEvent;
  readonly transactionIds: readonly string[];
  readonly quantityChange: Quantity;
  readonly costChange: Pounds;
  /** Units of the day that were identified without the pool. */
  readonly identifiedElsewhere: Quantity;
  readonly quantity: Quantity;
  readonly cost: Pounds;
}

export interface LedgerView {
  readonly capacity: Capacity;
  readonly quantity: Quantity;
  readonly cost: Pounds;
  readonly lines: readonly LedgerLineView[];
}

export function toLedgerView({ pool, entries }: Ledger): LedgerView {
  return {
    capacity: pool.capacity,
    quantity: toAmount(pool.quantity),
    cost: toAmount(pool.cost),
    lines: entries.map((entry) => ({
      date: entry.date,
      event: entry.event,
      transactionIds: entry.transactions.map((row) => row.id),
      quantityChange: toAmount(entry.quantityChange),
      costChange: toAmount(entry.costChange),
      identifiedElsewhere: toAmount(entry.identifiedElsewhere),
      quantity: toAmount(entry.quantity),
      cost: toAmount(entry.cost),
    })),
  };
}
