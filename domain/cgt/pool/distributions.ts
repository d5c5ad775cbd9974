/** Cash out of a holding without a sale: capital distributions and equalisation (RULES 7; TCGA 1992 s122). */
import type { IsoDate } from '../../values/dates.ts';
import { add, exact, sum, type Exact } from '../../values/decimal.ts';
import type { Transaction } from '../../records/records.ts';
import { NO_POUNDS } from './section-104.ts';
import type { Units } from '../terms/units.ts';
import { shareByUnits } from '../terms/units.ts';

/** RULES 7.1: £3,000 or less is small whatever the holding is worth (CG57835). */
const SMALL_AMOUNT = exact(3000 as Transaction['consideration']);
/** RULES 7.1: 5 % or less of the holding's value just before is small. */
const SMALL_SHARE = 20n;

/** Cash received that is a disposal of its own: a part disposal, or more than the cost it could be deducted from. */
export interface CashDisposal {
  readonly date: IsoDate;
  readonly rows: readonly Transaction[];
  readonly proceeds: Exact<'pounds'>;
  readonly cost: Exact<'pounds'>;
  readonly incidentalCosts: Exact<'pounds'>;
}

export type Treatment = 'deduct' | 'partDisposal' | 'unknown';

/** What the rows of one distribution say together. */
export interface Distribution {
  readonly amount: Exact<'pounds'>;
  /** Value of what is left, or of the new shares; null unless each row states its part. */
  readonly valueAfter: Exact<'pounds'> | null;
  readonly stated: 'deduct' | 'partDisposal' | null;
}

export function distributionOf(rows: readonly Transaction[]): Distribution {
  const values = rows.map((row) => row.valueAfter).filter((value) => value !== undefined);
  return {
    amount: sum(rows.map((row) => exact(row.consideration))),
    valueAfter: values.length < rows.length ? null : sum(values.map((value) => exact(value))),
    stated: rows.find((row) => row.smallTreatment !== undefined)?.smallTreatment ?? null,
  };
}

/** The first row that states something else than a row before it; rows that state nothing are passed over. */
export function firstContradiction<T>(
  rows: readonly Transaction[],
  statedIn: (row: Transaction) => T | undefined,
): Transaction | null {
  const stating = rows.filter((row) => statedIn(row) !== undefined);
  const [first] = stating;
  if (first === undefined) return null;
  return stating.find((row) => statedIn(row) !== statedIn(first)) ?? null;
}

/** RULES 7.1, 7.3: what the row states; else small is deducted and the rest is a part disposal; never guessed without the value. */
export function treatmentOf({ amount, valueAfter, stated }: Distribution): Treatment {
  if (stated === 'partDisposal') return valueAfter === null ? 'unknown' : 'partDisposal';
  if (stated === 'deduct' || amount <= SMALL_AMOUNT) return 'deduct';
  if (valueAfter === null) return 'unknown';
  return amount * SMALL_SHARE <= add(amount, valueAfter) ? 'deduct' : 'partDisposal';
}

/** RULES 7.3: the cost of a part disposal, cost x A / (A + B). */
export function partDisposalCost(cost: Exact<'pounds'>, { amount, valueAfter }: Distribution): Exact<'pounds'> {
  return apportion(cost, amount, add(amount, valueAfter ?? NO_POUNDS));
}

/** `cost x part / whole` by value; nothing when there is no value. */
export function apportion(cost: Exact<'pounds'>, part: Exact<'pounds'>, whole: Exact<'pounds'>): Exact<'pounds'> {
  return whole === 0n ? NO_POUNDS : shareByUnits(cost, part as bigint as Units, whole as bigint as Units);
}
