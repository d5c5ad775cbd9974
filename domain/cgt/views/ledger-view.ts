/** A pool's ledger as JSON numbers, for screens and exports. */
import type { Pounds, Quantity } from '../../values/amount.ts';
import type { IsoDate } from '../../values/dates.ts';
import { round, subtract, toAmount } from '../../values/decimal.ts';
import { PENNY_PLACES, toPennies } from '../../values/round-parts.ts';
import type { Capacity } from '../terms/capacity.ts';
import type { Ledger, LedgerEvent } from '../terms/gains.ts';
import { NO_POUNDS } from '../pool/section-104.ts';

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

/** RULES 4.7: the cost after each line to the penny; what a line changes is the difference of two of them, so the column adds up. */
export function toLedgerView({ pool, entries }: Ledger): LedgerView {
  let before = NO_POUNDS;
  const lines = entries.map((entry) => {
    const cost = round(entry.cost, PENNY_PLACES);
    const costChange = subtract(cost, before);
    before = cost;
    return {
      date: entry.date,
      event: entry.event,
      transactionIds: entry.transactions.map((row) => row.id),
      quantityChange: toAmount(entry.quantityChange),
      costChange: toAmount(costChange),
      identifiedElsewhere: toAmount(entry.identifiedElsewhere),
      quantity: toAmount(entry.quantity),
      cost: toAmount(cost),
    };
  });
  return { capacity: pool.capacity, quantity: toAmount(pool.quantity), cost: toPennies(pool.cost), lines };
}
