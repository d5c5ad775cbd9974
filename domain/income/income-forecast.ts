/** What the securities held today paid in the last twelve months, a year later (RULES 6). */
import { addMonths } from 'date-fns/addMonths';
import { subMonths } from 'date-fns/subMonths';
import type { Pounds, Quantity } from '../amount.ts';
import { capacityOf } from '../cgt/capacity.ts';
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

function forecastOf({ transactions, ...gains }: ClassGains, from: IsoDate, asOf: IsoDate): ExpectedIncome[] {
  const paid = transactions.filter((row) => PAID.has(row.transactionType) && row.transactionDate > from);
  return paid.flatMap((row) => {
    const { accountId, taxWrapper: wrapper, transactionDate: paidOn } = row;
    if (transactions.some((other) => SPLIT.has(other.transactionType) && other.transactionDate > paidOn)) return [];
    const steps = quantitySteps({ transactions, ...gains }, capacityOf(wrapper));
    const [unitsThen, unitsNow] = [unitsOn(steps, paidOn), unitsOn(steps, asOf)];
    if (unitsThen <= 0n || unitsNow <= 0n) return [];
    return [
      {
        accountId,
        isin: gains.isin,
        wrapper,
        date: isoDateOf(addMonths(paidOn, MONTHS, { in: inUtc })),
        amount: toPennies(share(exact(row.consideration), unitsNow, unitsThen)),
        paidOn,
        paid: row.consideration,
        unitsThen: toAmount(unitsThen),
        unitsNow: toAmount(unitsNow),
      },
    ];
  });
}

function unitsOn(steps: readonly QuantityStep[], day: IsoDate): Exact<'quantity'> {
  return steps[partitionPoint(steps, ({ date }) => date <= day) - 1]?.quantity ?? (0n as Exact<'quantity'>);
}
