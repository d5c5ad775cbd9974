/** An allowance of a holder in a tax year: what is used of it with the rows that sum to it, what is left, and what is not known (RULES.md). */
import type { Pounds } from '../values/amount.ts';
import { daysBetween, type IsoDate } from '../values/dates.ts';
import { add, exact, subtract, sum, toAmount, type Exact } from '../values/decimal.ts';
import { taxYearBounds, type TaxYear } from '../values/tax-year.ts';
import { rulesOf } from '../tax-years/tax-years.ts';

const NOTHING = 0n as Exact<'pounds'>;

export type AllowanceKind =
  | 'isa'
  | 'cashIsa'
  | 'lisa'
  | 'juniorIsa'
  | 'pension'
  | 'pensionMoneyPurchase'
  | 'gains'
  | 'dividends'
  | 'savings'
  | 'startingRate';

/** RULES 2.2: kinds of ISA whose limits are parts of the limit for all. */
export function isPartOfIsa(kind: AllowanceKind): boolean {
  return kind === 'cashIsa' || kind === 'lisa';
}

/** Which record a row comes from; what the holder stated has no record but the statement. */
export interface RowSource {
  readonly kind:
    | 'transaction'
    | 'savingsAccount'
    | 'stated'
    | 'disposal'
    | 'lossesBroughtForward'
    | 'startingRate'
    | 'personalAllowance';
  /** Of the record, or the tax year. */
  readonly id: string;
}

/** One line behind a figure. */
export interface AllowanceRow {
  readonly date: IsoDate | null;
  /** Its part of `used`; negative where it reduces that. */
  readonly amount: Pounds;
  readonly source: RowSource;
}

/** What the holder would have to state for the figure to be certain. */
export type AllowanceGap =
  /** Subscriptions elsewhere are not in the records. */
  | 'otherSubscriptions'
  /** What was paid into cash ISAs that are savings accounts in the records. */
  | 'cashIsaPayments'
  | 'dateOfBirth'
  /** Withdrawals from an ISA that is not known to be flexible: they free nothing here. */
  | 'flexibility'
  /** Money of this year may have been moved to another ISA before a withdrawal (RULES 2.3). */
  | 'movedSubscriptions'
  | 'income'
  | 'pensionMembership'
  | 'pensionContributions'
  /** Stated contributions, of which some may be to defined benefit schemes (RULES 3.4). */
  | 'definedBenefits'
  /** More than the reduced allowance was paid in, so the alternative one is shown (RULES 3.5). */
  | 'alternativeAllowance'
  /** Figures of the year that are not final. */
  | 'notFinal';

export interface Allowance {
  readonly kind: AllowanceKind;
  readonly accountId: string;
  readonly taxYear: TaxYear;
  /** Null where it depends on what is not known. */
  readonly limit: Pounds | null;
  readonly used: Pounds;
  /** Nothing when it is used up or exceeded, and after `lastDay`; null without a limit. */
  readonly left: Pounds | null;
  /** Above the limit or after `lastDay`, where nobody may pay that; amounts that are merely taxed are not over. */
  readonly over: Pounds;
  /** To 5 April; null for a year that is past. */
  readonly daysLeft: number | null;
  /** The holder's age allows no payment after this day of the year (RULES 2.6); null where payments end with the year. */
  readonly lastDay: IsoDate | null;
  /** They sum to `used`, but for gains beyond the exempt amount and the like, where `used` ends at the limit. */
  readonly rows: readonly AllowanceRow[];
  readonly status: 'law' | 'announced';
  readonly gaps: readonly AllowanceGap[];
}

/** Days from a day to the end of the tax year; null when it is past. */
export function daysLeft(taxYear: TaxYear, today: IsoDate): number | null {
  const days = daysBetween(today, taxYearBounds(taxYear).last);
  return days < 0 ? null : days;
}

export function sumOf(rows: readonly { readonly amount: Pounds }[]): Exact<'pounds'> {
  return sum(rows.map(({ amount }) => exact(amount)));
}

type AllowanceParts = Pick<Allowance, 'kind' | 'accountId' | 'taxYear' | 'limit' | 'rows' | 'gaps'> &
  Partial<Pick<Allowance, 'lastDay'>>;

/**
 * An allowance of some rows.
 *
 * @param beyond what becomes of rows above the limit: a fault of the holder's, or merely taxed
 */
export function allowanceOf(
  { lastDay = null, ...parts }: AllowanceParts,
  today: IsoDate,
  beyond: 'over' | 'taxed',
): Allowance {
  const total = sumOf(parts.rows);
  const limit = parts.limit === null ? null : exact(parts.limit);
  const some = total > 0n ? total : (0n as Exact<'pounds'>);
  const isBeyond = limit !== null && some > limit;
  const used = beyond === 'taxed' && isBeyond ? limit : some;
  const isClosed = lastDay !== null && today > lastDay;
  const late = sumOf(parts.rows.filter(({ date }) => lastDay !== null && date !== null && date > lastDay));
  const inTime = subtract(some, late);
  const above = limit !== null && inTime > limit ? subtract(inTime, limit) : NOTHING;
  return {
    ...parts,
    lastDay,
    used: toAmount(used),
    left: limit === null ? null : toAmount(isBeyond || isClosed ? NOTHING : subtract(limit, some)),
    over: toAmount(beyond === 'over' ? add(late, above) : NOTHING),
    daysLeft: daysLeft(parts.taxYear, today),
    status: rulesOf(parts.taxYear)?.status ?? 'law',
  };
}

/** The same allowance of a couple, side by side; null where one of them has none. */
export interface CoupleAllowance {
  readonly kind: AllowanceKind;
  readonly own: Allowance | null;
  readonly spouse: Allowance | null;
}

/** RULES 5.1: the allowances of two holders by kind, in the order of the first's, then of the second's. */
export function besideSpouse(own: readonly Allowance[], spouse: readonly Allowance[]): CoupleAllowance[] {
  const kinds = [...new Set([...own, ...spouse].map(({ kind }) => kind))];
  const of = (all: readonly Allowance[], kind: AllowanceKind): Allowance | null =>
    all.find((allowance) => allowance.kind === kind) ?? null;
  return kinds.map((kind) => ({ kind, own: of(own, kind), spouse: of(spouse, kind) }));
}
