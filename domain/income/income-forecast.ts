/** The expected income of the securities held today: the payments of the last twelve months, a year later (RULES 6). */
import type { Pounds, Quantity, Rate } from '../values/amount.ts';
import { capacityOf } from '../cgt/terms/capacity.ts';
import type { ClassGains } from '../cgt/terms/gains.ts';
import type { IsoDate } from '../values/dates.ts';
import { monthsAfter } from '../values/months-after.ts';
import { exact, divide, share, subtract, sum, toAmount, type Exact } from '../values/decimal.ts';
import type { TaxWrapper } from '../fields/enums.ts';
import { quantitySteps, type QuantityStep } from '../holdings/quantity-steps.ts';
import { partitionPoint } from '../values/partition-point.ts';
import type { Transaction } from '../records/records.ts';
import { toPennies } from '../values/round-parts.ts';
import type { UsedRate } from './pound-rate.ts';
import { incomeDateOf, KINDS, type ReceiptKind } from './receipts.ts';

/** A payment that is expected because a similar one was made a year before. */
export interface ExpectedIncome {
  readonly accountId: string;
  readonly isin: string;
  readonly wrapper: TaxWrapper;
  readonly date: IsoDate;
  readonly kind: ReceiptKind;
  readonly amount: Pounds;
  /** The earlier payment on which it is based. */
  readonly paidOn: IsoDate;
  readonly paid: Pounds;
  readonly unitsThen: Quantity;
  readonly unitsNow: Quantity;
  /**
   * The rate at which a payment in another currency is converted today; null for one in pounds, or without today's
   * rate.
   */
  readonly rate: { readonly currency: string; readonly perPound: Rate; readonly date: IsoDate } | null;
}

/** Today's rate of a currency, or null. */
export type RateOfToday = (currency: string) => UsedRate | null;

const MONTHS = 12;
const SPLIT: ReadonlySet<string> = new Set(['SPLIT', 'BONUS_ISSUE']);

/** Sorted by day. Payments before a split of the security are left out: their units are not today's. */
export function incomeForecast(
  classes: readonly ClassGains[],
  asOf: IsoDate,
  rateOfToday: RateOfToday = () => null,
): ExpectedIncome[] {
  const from = monthsAfter(asOf, -MONTHS);
  return classes
    .flatMap((gains) => forecastOf(gains, from, asOf, rateOfToday))
    .toSorted((a, b) => (a.date === b.date ? (a.isin < b.isin ? -1 : 1) : a.date < b.date ? -1 : 1));
}

function forecastOf(gains: ClassGains, from: IsoDate, asOf: IsoDate, rateOfToday: RateOfToday): ExpectedIncome[] {
  const { transactions, isin } = gains;
  const lastSplit = transactions.findLast(({ transactionType }) => SPLIT.has(transactionType))?.transactionDate ?? '';
  return transactions.flatMap((row) => {
    const { accountId, taxWrapper: wrapper, transactionDate, transactionType } = row;
    const paidOn = incomeDateOf(row);
    if (paidOn === null || paidOn <= from || paidOn > asOf || transactionDate < lastSplit) return [];
    const steps = quantitySteps(gains, capacityOf(wrapper));
    // A notional distribution applies to the units at the end of its period, which is its date.
    const [unitsThen, unitsNow] = [unitsOn(steps, transactionDate), unitsOn(steps, asOf)];
    if (unitsThen <= 0n || unitsNow <= 0n) return [];
    const { pounds, rate } = ofToday(row, rateOfToday);
    return [
      {
        accountId,
        isin,
        wrapper,
        date: monthsAfter(paidOn, MONTHS),
        kind: KINDS[transactionType] ?? 'paid',
        amount: toPennies(share(pounds, unitsNow, unitsThen)),
        paidOn,
        paid: row.grossIncome ?? row.consideration,
        unitsThen: toAmount(unitsThen),
        unitsNow: toAmount(unitsNow),
        rate,
      },
    ];
  });
}

/**
 * RULES 6.2: the gross payment in today's pounds. A payment in another currency is converted at today's rate, with the
 * tax and charges deducted from it in the same proportion.
 */
function ofToday(
  row: Transaction,
  rateOfToday: RateOfToday,
): { readonly pounds: Exact<'pounds'>; readonly rate: ExpectedIncome['rate'] } {
  const gross = exact(row.grossIncome ?? row.consideration);
  const { cashAmount, cashCurrency: currency } = row;
  const asPaid = { pounds: gross, rate: null };
  if (cashAmount === undefined || currency === undefined || currency === 'GBP') return asPaid;
  const charges = sum([row.brokerCharge, row.stampDuty, row.fxCharge].map((charge) => exact(charge)));
  const received =
    row.grossIncome === undefined || row.taxWithheld === undefined
      ? exact(row.consideration)
      : subtract(gross, exact(row.taxWithheld));
  const net = subtract(received, charges);
  const rate = rateOfToday(currency);
  if (rate === null || net <= 0n || cashAmount <= 0) return asPaid;
  return {
    pounds: share(divide<'pounds'>(exact(cashAmount), rate.perPound), gross, net),
    rate: { currency, perPound: toAmount(rate.perPound), date: rate.date },
  };
}

function unitsOn(steps: readonly QuantityStep[], day: IsoDate): Exact<'quantity'> {
  return steps[partitionPoint(steps, ({ date }) => date <= day) - 1]?.quantity ?? (0n as Exact<'quantity'>);
}
