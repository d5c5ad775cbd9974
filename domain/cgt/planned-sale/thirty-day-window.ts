/** The days around a sale in which a purchase is identified with it (RULES 3.1, 3.2): the one place that warns of them. */
import type { Quantity } from '../../values/amount.ts';
import { addDays, daysBetween, type IsoDate } from '../../values/dates.ts';
import { monthsAfter } from '../../values/months-after.ts';
import { isTaxableWrapper, type TaxWrapper, type TransactionType } from '../../fields/enums.ts';
import type { Transaction } from '../../records/records.ts';
import { capacityOf } from '../terms/capacity.ts';
import type { Disposal } from '../terms/gains.ts';
import { WINDOW_DAYS } from '../matching/identify.ts';

/** An acquisition within 30 days of a sale, before or after. */
export interface NearbyPurchase {
  readonly transactionId: string;
  readonly transactionType: TransactionType;
  readonly date: IsoDate;
  readonly quantity: Quantity | null;
  /** The sale is identified with it rather than with the pool. */
  readonly matched: boolean;
}

/** A class that must not be acquired in a time, or the figures of its sale change (RULES 3.1). */
export interface PurchaseWindow {
  readonly accountId: string;
  readonly isin: string;
  readonly assetName: string;
  readonly from: IsoDate;
  /** Day 30; included. */
  readonly to: IsoDate;
  /** Acquisitions of the class within 30 days that are recorded. */
  readonly recorded: readonly NearbyPurchase[];
  /** Why the class may be acquired without anybody's doing. */
  readonly expected: readonly ('reinvestedDividends' | 'regularPurchases')[];
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
function purchasesNear(
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

/**
 * The 30 days of a sale: what must not be acquired in them, and what was.
 *
 * @param rows those of the class
 * @param disposal the sale's disposal
 * @param ahead acquisitions after the day up to which gains were worked out
 */
export function purchaseWindow(
  sale: {
    readonly accountId: string;
    readonly isin: string;
    readonly assetName: string;
    readonly date: IsoDate;
    readonly taxWrapper: TaxWrapper;
  },
  rows: readonly Transaction[],
  disposal: Disposal,
  ahead: readonly Transaction[] = [],
): PurchaseWindow {
  const { accountId, isin, assetName, date } = sale;
  return {
    accountId,
    isin,
    assetName,
    from: date,
    to: lastWindowDay(date),
    // Those after the day are not identified with it yet.
    recorded: [...purchasesNear(rows, sale, disposal), ...purchasesNear(ahead, sale, null)],
    expected: expectedAcquisitions(rows, date),
  };
}

const REGULAR_MONTHS = 3;

/** What the rows of the year before let expect in the 30 days after a sale (plans/RULES 4.3). */
function expectedAcquisitions(rows: readonly Transaction[], date: IsoDate): PurchaseWindow['expected'] {
  const since = (months: number): IsoDate => monthsAfter(date, -months);
  const recent = rows.filter((row) => row.transactionDate <= date && isTaxableWrapper(row.taxWrapper));
  const bought = new Set(
    recent
      .filter((row) => row.transactionType === 'BUY' && row.transactionDate > since(REGULAR_MONTHS))
      .map((row) => row.transactionDate.slice(0, 7)),
  );
  const reinvests = recent.some(
    (row) => row.transactionType === 'DIVIDEND_REINVESTED' && row.transactionDate > since(12),
  );
  return [
    ...(reinvests ? (['reinvestedDividends'] as const) : []),
    ...(bought.size >= REGULAR_MONTHS ? (['regularPurchases'] as const) : []),
  ];
}
