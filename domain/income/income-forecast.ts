/** What the securities held today paid in the last twelve months, a year later (RULES 6). */
import { addMonths } from 'date-fns/addMonths';
import { subMonths } from 'date-fns/subMonths';
import type { Pounds, Quantity } from '../amount.ts';
import { capacityOf, type Capacity } from '../cgt/capacity.ts';
import type { ClassGains } from '../cgt/gains.ts';
import { inUtc, isoDateOf, type IsoDate } from '../dates.ts';
import { exact, share, toAmount, type Exact } from '../decimal.ts';
import type { TaxWrapper } from '../enums.ts';
import { quantitySteps, type QuantityStep } from '../holdings/quantity-steps.ts';
import { partitionPoint } from '../partition-point.ts';
import { toPennies } from '../round-parts.ts';

/** A payment that is expected because its like was made a year before. */
export interface ExpectedIncome {
  readonly accountId: string;
  readonly isin: string;
  readonly wrapper: TaxWrapper;
  readonly date: IsoDate;
  readonly amount: Pounds;
  /** The payment that it rests on. */
  readonly paidOn: IsoDate;
  readonly paid: Pounds;
  readonly unitsThen: Quantity;
  readonly unitsNow: Quantity;
}

const MONTHS = 12;
const PAID: ReadonlySet<string> = new Set(['DIVIDEND', 'DIVIDEND_REINVESTED', 'INTEREST']);
const SPLIT: ReadonlySet<string> = new Set(['SPLIT', 'BONUS_ISSUE']);

/** By day. A payment after which the security was split is left out: its units are not today's. */
export function incomeForecast(classes: readonly ClassGains[], asOf: IsoDate): ExpectedIncome[] {
  const from = isoDateOf(subMonths(asOf, MONTHS, { in: inUtc }));
  return classes
    .flatMap((gains) => forecastOf(gains, from, asOf))
    .toSorted((a, b) => (a.date === b.date ? (a.isin < b.isin ? -1 : 1) : a.date < b.date ? -1 : 1));
}

function forecastOf(gains: ClassGains, from: IsoDate, asOf: IsoDate): ExpectedIncome[] {
  const { transactions, isin } = gains;
  const lastSplit = transactions.findLast(({ transactionType }) => SPLIT.has(transactionType))?.transactionDate ?? '';
  const stepsIn = new Map<Capacity, readonly QuantityStep[]>();
  const paid = transactions.filter(
    ({ transactionType, transactionDate }) =>
      PAID.has(transactionType) && transactionDate > from && transactionDate >= lastSplit,
  );
  return paid.flatMap((row) => {
    const { accountId, taxWrapper: wrapper, transactionDate: paidOn } = row;
    const capacity = capacityOf(wrapper);
    let steps = stepsIn.get(capacity);
    if (steps === undefined) stepsIn.set(capacity, (steps = quantitySteps(gains, capacity)));
    const [unitsThen, unitsNow] = [unitsOn(steps, paidOn), unitsOn(steps, asOf)];
    if (unitsThen <= 0n || unitsNow <= 0n) return [];
    return [
      {
        accountId,
        isin,
        wrapper,
        date: isoDateOf(addMonths(paidOn, MONTHS, { in: inUtc })),
        amount: toPennies(share(exact(row.grossIncome ?? row.consideration), unitsNow, unitsThen)),
        paidOn,
        paid: row.grossIncome ?? row.consideration,
        unitsThen: toAmount(unitsThen),
        unitsNow: toAmount(unitsNow),
      },
    ];
  });
}

function unitsOn(steps: readonly QuantityStep[], day: IsoDate): Exact<'quantity'> {
  return steps[partitionPoint(steps, ({ date }) => date <= day) - 1]?.quantity ?? (0n as Exact<'quantity'>);
}
