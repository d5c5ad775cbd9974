/** Accrued income of gilts and bonds that were bought or sold between two interest payments (RULES 7). */
import type { Pounds } from '../values/amount.ts';
import { isGilt } from '../cgt/terms/gilts.ts';
import { daysBetween, type IsoDate } from '../values/dates.ts';
import { monthsAfter } from '../values/months-after.ts';
import { absolute, exact, negate, round, toAmount, type Exact } from '../values/decimal.ts';
import { isTaxableWrapper } from '../fields/enums.ts';
import { groupBy } from '../values/group-by.ts';
import type { PayerFacts } from './nature.ts';
import type { Transaction } from '../records/records.ts';
import { PENNY_PLACES } from '../values/round-parts.ts';
import { taxYearOf, type TaxYear } from '../values/tax-year.ts';

/** A trade's accrued interest as income, or as relief against the following interest. */
export interface AccruedLine {
  /** The id of the trade. */
  readonly id: string;
  readonly date: IsoDate;
  readonly isin: string;
  readonly effect: 'profit' | 'relief';
  /** Null where the trade states no amount and it cannot be calculated. */
  readonly amount: Pounds | null;
  /** False where it was calculated from the interest that followed. */
  readonly isStated: boolean;
  /** The day of the next interest payment; null where it is unknown. */
  readonly periodEnd: IsoDate | null;
  /** The tax year in which the interest period ends; null without its end. */
  readonly taxYear: TaxYear | null;
}

/** Months between two interest payments: of a gilt, and at most for any other bond whose payments are recorded. */
const GILT_MONTHS = 6;
const LONGEST_MONTHS = 12;

/** RULES 7.3: the part of an interest payment that had accrued on the day of settlement, to the penny. */
export function accruedPart(
  interest: Exact<'pounds'>,
  daysToSettlement: number,
  daysInPeriod: number,
): Exact<'pounds'> {
  return round(((interest * BigInt(daysToSettlement)) / BigInt(daysInPeriod)) as Exact<'pounds'>, PENNY_PLACES);
}

type Rows = readonly Transaction[];

/** Every such trade of the holder, by day. */
export function accruedIncome(
  transactions: Rows,
  assets: ReadonlyMap<string, Pick<PayerFacts, 'type'>>,
  accountId: string,
): AccruedLine[] {
  const isBond = (isin: string): boolean => isGilt(isin) || assets.get(isin)?.type === 'BOND';
  const own = transactions.filter(
    (row) => row.accountId === accountId && isTaxableWrapper(row.taxWrapper) && isBond(row.isin),
  );
  return [...groupBy(own, ({ isin }) => isin).values()]
    .flatMap((rows) => linesOf(rows.toSorted((a, b) => (a.transactionDate < b.transactionDate ? -1 : 1))))
    .toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
}

function linesOf(rows: Rows): AccruedLine[] {
  const payments = rows.filter(({ transactionType: type }) => type === 'INTEREST' || type === 'DIVIDEND');
  return rows.flatMap((row): AccruedLine[] => {
    const { id, isin, transactionType: type, transactionDate: date } = row;
    if (type !== 'BUY' && type !== 'SELL') return [];
    const settled = row.settlementDate ?? date;
    const periodEnd = nextPayment(isin, settled, payments);
    const stated = exact(row.accruedInterest);
    const found = stated === 0n ? workedOut(row, rows, periodEnd) : stated;
    // A purchase brings relief and a sale a profit; negative accrued interest, without the right to the next payment,
    // the reverse.
    const signed = found === null ? null : type === 'SELL' ? found : negate(found);
    return [
      {
        id,
        date,
        isin,
        effect: (signed ?? (type === 'SELL' ? 1n : -1n)) > 0n ? 'profit' : 'relief',
        amount: signed === null ? null : toAmount(absolute(signed)),
        isStated: stated !== 0n,
        periodEnd,
        taxYear: periodEnd === null ? null : taxYearOf(periodEnd),
      },
    ];
  });
}

/**
 * RULES 7.2: the day of the first recorded payment after the settlement, else half a year after a gilt's earlier
 * payment.
 */
function nextPayment(isin: string, settled: IsoDate, payments: Rows): IsoDate | null {
  const longest = monthsAfter(settled, isGilt(isin) ? GILT_MONTHS : LONGEST_MONTHS);
  const next = payments.find(({ transactionDate }) => transactionDate > settled)?.transactionDate;
  if (next !== undefined && next <= longest) return next;
  const before = payments.findLast(({ transactionDate }) => transactionDate <= settled)?.transactionDate;
  if (before === undefined || !isGilt(isin)) return null;
  for (let halfYears = 1; ; halfYears += 1) {
    const day = monthsAfter(before, GILT_MONTHS * halfYears);
    if (day > settled) return day;
  }
}

/** RULES 7.3: for a gilt whose only units before the payment were those of this purchase; null otherwise. */
function workedOut(trade: Transaction, rows: Rows, periodEnd: IsoDate | null): Exact<'pounds'> | null {
  const { isin, transactionType, settlementDate } = trade;
  if (transactionType !== 'BUY' || settlementDate === undefined || periodEnd === null || !isGilt(isin)) return null;
  const before = rows.filter((row) => row.transactionDate <= periodEnd);
  const moves = before.filter((row) => row.quantity !== null);
  const paid = rows.filter(({ transactionDate, quantity }) => transactionDate === periodEnd && quantity === null);
  const [payment] = paid;
  if (moves.length !== 1 || paid.length !== 1 || payment === undefined) return null;
  const start = monthsAfter(periodEnd, -GILT_MONTHS);
  const interest = exact(payment.grossIncome ?? payment.consideration);
  return accruedPart(interest, daysBetween(start, settlementDate), daysBetween(start, periodEnd));
}
