/** The days around a sale in which a purchase is identified with it (RULES 3.1, 3.2): the one place that warns of them. */
import type { Quantity } from '../amount.ts';
import { addDays, daysBetween, type IsoDate } from '../dates.ts';
import type { TaxWrapper, TransactionType } from '../enums.ts';
import type { Transaction } from '../records.ts';
import { capacityOf } from './capacity.ts';
import type { Disposal } from './gains.ts';
import { WINDOW_DAYS } from './identify.ts';

/** An acquisition within 30 days of a sale, before or after. */
export interface NearbyPurchase {
  readonly transactionId: string;
  readonly transactionType: TransactionType;
  readonly date: IsoDate;
  readonly quantity: Quantity | null;
  /** The sale is identified with it rather than with the pool. */
  readonly matched: boolean;
}

const ACQUISITIONS: ReadonlySet<TransactionType> = new Set(['BUY', 'DIVIDEND_REINVESTED', 'TRANSFER_IN']);

/** True for a row that a sale can be identified with by its day (RULES 3.1(1), 3.1(2)); rights and reorganisations never are. */
export function isAcquisition({ transactionType }: Transaction): boolean {
  return ACQUISITIONS.has(transactionType);
}

/** The last day on which a purchase would still be identified with a sale of that day. */
export function lastWindowDay(saleDate: IsoDate): IsoDate {
  return addDays(saleDate, WINDOW_DAYS);
}

/**
 * Acquisitions of a class within 30 days of a sale, in the capacity that sells (RULES 1.2, 1.3).
 *
 * @param rows those of the class
 * @param disposal the sale's disposal, which says what it is identified with; none for a sale that is not yet worked out
 */
export function purchasesNear(
  rows: readonly Transaction[],
  sale: { readonly date: IsoDate; readonly taxWrapper: TaxWrapper },
  disposal: Disposal | null,
): NearbyPurchase[] {
  const matches = disposal?.matches ?? [];
  const matched = new Set(
    matches.flatMap((match) => (match.pool === null ? match.acquisitions : [])).map(({ id }) => id),
  );
  return rows
    .filter(
      (row) =>
        isAcquisition(row) &&
        capacityOf(row.taxWrapper) === capacityOf(sale.taxWrapper) &&
        Math.abs(daysBetween(sale.date, row.transactionDate)) <= WINDOW_DAYS,
    )
    .map(({ id, transactionType, transactionDate, quantity }) => ({
      transactionId: id,
      transactionType,
      date: transactionDate,
      quantity,
      matched: matched.has(id),
    }));
}
