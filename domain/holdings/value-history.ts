/**
 * The value of a portfolio's securities day by day, beside the money invested in them
 * (docs/decisions/0008-value-over-time.md).
 */
import { subMonths } from 'date-fns/subMonths';
import type { Pounds } from '../values/amount.ts';
import { capacityOf, type Capacity } from '../cgt/terms/capacity.ts';
import type { ClassGains, GainsResult } from '../cgt/terms/gains.ts';
import { addDays, daysBetween, fromDayNumber, inUtc, isoDateOf, toDayNumber, type IsoDate } from '../values/dates.ts';
import { add, divideHalfEven, exact, ONE, subtract, sum, toAmount, type Exact } from '../values/decimal.ts';
import { isCashEvent } from '../fields/enums.ts';
import { commodityName } from '../values/isin.ts';
import type { PricePoint, Transaction } from '../records/records.ts';
import { newestPoint, perUnitAfter, pricings, unitsBetween, type Pricing } from './pricing.ts';
import { quantitySteps, type QuantityStep } from './quantity-steps.ts';
import { poundsPer, priceInPounds, valuePerUnit, type PriceLookup, type RateLookup } from './valuation.ts';

export interface ValuePoint {
  readonly date: IsoDate;
  /** Null on a day on which a holding had no price or rate yet. */
  readonly value: Pounds | null;
  /** Paid for purchases and their charges, less receipts from sales and repaid capital, up to and including the day. */
  readonly netInvested: Pounds;
}

/** Days on which a holding had no price or rate yet, or was less than nothing, so that the total is unknown. */
export interface ValueGap {
  readonly isin: string;
  readonly name: string;
  readonly from: IsoDate;
  readonly to: IsoDate;
}

export interface ValueHistory {
  /**
   * One a day from the first day on which everything held could be valued up to today; empty when there is no such day.
   */
  readonly points: readonly ValuePoint[];
  /** Gaps in the line after its first day, by security and then by date. */
  readonly gaps: readonly ValueGap[];
  /** Securities without any price on this device; neither line includes them. */
  readonly leftOut: readonly { readonly isin: string; readonly name: string }[];
  /** Securities of which more had been disposed of than was held, so that the value is too low; each once, by name. */
  readonly oversold: readonly ValueGap[];
}

export interface ValueHistoryInput {
  /** As of the last day to show. */
  readonly gains: GainsResult;
  readonly nameOf: (isin: string) => string;
  readonly prices: PriceLookup;
  readonly rates: RateLookup;
  /** Equalisation of accumulation units is never paid out. */
  readonly isAccumulating: (isin: string) => boolean;
}

const NOTHING = 0n as Exact<'pounds'>;
const NO_UNITS = 0n as Exact<'quantity'>;

/** A security with the data needed to value it on any day. */
interface Line {
  readonly isin: string;
  readonly pricing: Pricing;
  readonly steps: readonly QuantityStep[];
  step: number;
}

/** The daily value of all holdings and the money invested. */
export function valueHistory({ gains, nameOf, prices, rates, isAccumulating }: ValueHistoryInput): ValueHistory {
  const pricingOf = pricings(gains.classes);
  const isPriced = (entry: ClassGains): boolean =>
    pricingOf(entry, 'TAXABLE').codes.some((isin) => commodityName(isin) !== null || prices(isin, gains.asOf) !== null);
  const shown = gains.classes.filter(isPriced);
  const leftOut = new Set(
    gains.classes.filter((entry) => !isPriced(entry) && quantitySteps(entry).length > 0).map(({ isin }) => isin),
  );
  const lines = linesOf(shown, pricingOf);
  const invested = moneyByDay(
    shown.flatMap(({ codes, transactions }) =>
      transactions.filter(
        (row) => codes.includes(row.isin) && !(row.transactionType === 'EQUALISATION' && isAccumulating(row.isin)),
      ),
    ),
  );

  const firstDay = lines.reduce<IsoDate | null>((first, { steps }) => earlier(first, steps[0]?.date ?? null), null);
  const points: ValuePoint[] = [];
  const gaps = new Map<string, ValueGap[]>();
  let putIn = NOTHING;
  if (firstDay !== null) {
    // Money may have moved before the first holding, as with a purchase and sale on the same day.
    for (const [date, amount] of invested) if (date < firstDay) putIn = add(putIn, amount);
    const unitPrices = new UnitPrices(prices, rates);
    const last = toDayNumber(gains.asOf);
    for (let day = toDayNumber(firstDay); day <= last; day += 1) {
      const date = fromDayNumber(day);
      putIn = add(putIn, invested.get(date) ?? NOTHING);
      const { value, missing } = valueOn(date, lines, unitPrices);
      if (points.length === 0 && value === null) continue;
      for (const isin of missing) noteGap(gaps, isin, nameOf(isin), date);
      points.push({ date, value: value === null ? null : toAmount(value), netInvested: toAmount(putIn) });
    }
  }
  return {
    points,
    gaps: [...gaps.values()].flat().toSorted(byName),
    leftOut: [...leftOut]
      .map((isin) => ({ isin, name: nameOf(isin) }))
      .toSorted((a, b) => a.name.localeCompare(b.name, 'en-GB')),
    oversold: oversoldDays(shown, gains.asOf)
      .map((days) => ({ ...days, name: nameOf(days.isin) }))
      .toSorted(byName),
  };
}

function byName(a: ValueGap, b: ValueGap): number {
  return a.name.localeCompare(b.name, 'en-GB') || (a.from < b.from ? -1 : 1);
}

/** For each security the first and the last day on which a holder held less than nothing of it in one capacity. */
function oversoldDays(classes: readonly ClassGains[], asOf: IsoDate): readonly Omit<ValueGap, 'name'>[] {
  const found = new Map<string, Omit<ValueGap, 'name'>>();
  for (const entry of classes) {
    const capacities = new Set(entry.transactions.map(({ taxWrapper }) => capacityOf(taxWrapper)));
    const ofEach =
      capacities.size < 2 ? [quantitySteps(entry)] : [...capacities].map((each) => quantitySteps(entry, each));
    for (const steps of ofEach)
      for (const [index, { date, quantity }] of steps.entries()) {
        if (quantity >= 0n) continue;
        const next = steps[index + 1]?.date;
        const to = next === undefined ? asOf : addDays(next, -1);
        const known = found.get(entry.isin);
        found.set(entry.isin, {
          isin: entry.isin,
          from: known === undefined || date < known.from ? date : known.from,
          to: known === undefined || to > known.to ? to : known.to,
        });
      }
  }
  return [...found.values()];
}

/**
 * One line for all units that are priced alike, whoever holds them, so that a security that was never split is looked up
 * once a day.
 */
function linesOf(
  classes: readonly ClassGains[],
  pricingOf: (gains: ClassGains, capacity: Capacity) => Pricing,
): Line[] {
  const stepsOf = new Map<Pricing, { readonly isin: string; readonly holders: (readonly QuantityStep[])[] }>();
  const add = (isin: string, pricing: Pricing, steps: readonly QuantityStep[]): void => {
    const known = stepsOf.get(pricing);
    if (known === undefined) stepsOf.set(pricing, { isin, holders: [steps] });
    else known.holders.push(steps);
  };
  for (const entry of classes) {
    const capacities = new Set(entry.transactions.map(({ taxWrapper }) => capacityOf(taxWrapper)));
    const isSplit = [...capacities].some((capacity) => pricingOf(entry, capacity).splits.length > 0);
    if (isSplit)
      for (const capacity of capacities) add(entry.isin, pricingOf(entry, capacity), quantitySteps(entry, capacity));
    else add(entry.isin, pricingOf(entry, 'TAXABLE'), quantitySteps(entry));
  }
  return [...stepsOf].flatMap(([pricing, { isin, holders }]) => {
    const steps = together(holders);
    return steps.length === 0 ? [] : [{ isin, pricing, steps, step: -1 }];
  });
}

/** The sum of several holders' steps. */
function together(holders: readonly (readonly QuantityStep[])[]): readonly QuantityStep[] {
  if (holders.length < 2) return holders[0] ?? [];
  const changes = new Map<IsoDate, Exact<'quantity'>>();
  for (const steps of holders) {
    let before = NO_UNITS;
    for (const { date, quantity } of steps) {
      changes.set(date, add(changes.get(date) ?? NO_UNITS, subtract(quantity, before)));
      before = quantity;
    }
  }
  let quantity = NO_UNITS;
  return [...changes]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([date, change]) => ({ date, quantity: (quantity = add(quantity, change)) }));
}

function earlier(a: IsoDate | null, b: IsoDate | null): IsoDate | null {
  if (a === null || b === null) return a ?? b;
  return a < b ? a : b;
}

/** Looks prices up day by day; a price in pounds is recalculated only when its price point or rate changes. */
class UnitPrices {
  private readonly prices: PriceLookup;
  private readonly rates: RateLookup;
  private readonly known = new Map<
    Line,
    { readonly point: PricePoint; readonly rate: bigint; readonly price: Exact<'price'> }
  >();
  private today: IsoDate | null = null;
  private readonly ratesToday = new Map<string, Exact<'rate'> | null>();

  constructor(prices: PriceLookup, rates: RateLookup) {
    this.prices = prices;
    this.rates = rates;
  }

  /** Pounds per unit of a day, or null. */
  of(line: Line, date: IsoDate): Exact<'price'> | null {
    const point = newestPoint(line.pricing, date, this.prices);
    if (point === null) return this.ofMetal(line, date);
    const rate = this.poundsPer(point.currency, date);
    if (rate === null) return null;
    const ratio = unitsBetween(line.pricing, point.priceDate, date);
    const known = this.known.get(line);
    if (known?.point === point && known.rate === rate) return perUnitAfter(known.price, ratio);
    const price = priceInPounds(point, rate);
    this.known.set(line, { point, rate, price });
    return perUnitAfter(price, ratio);
  }

  private ofMetal(line: Line, date: IsoDate): Exact<'price'> | null {
    if (commodityName(line.isin) === null) return null;
    const valuation = valuePerUnit(line.isin, date, this.prices, this.rates);
    return valuation.found ? valuation.price : null;
  }

  private poundsPer(currency: string, date: IsoDate): Exact<'rate'> | null {
    if (this.today !== date) {
      this.today = date;
      this.ratesToday.clear();
    }
    let rate = this.ratesToday.get(currency);
    if (rate === undefined) this.ratesToday.set(currency, (rate = poundsPer(currency, date, this.rates)?.rate ?? null));
    return rate;
  }
}

function valueOn(
  date: IsoDate,
  lines: readonly Line[],
  unitPrices: UnitPrices,
): { readonly value: Exact<'pounds'> | null; readonly missing: readonly string[] } {
  let value = 0n;
  const missing: string[] = [];
  for (const line of lines) {
    while ((line.steps[line.step + 1]?.date ?? '9999') <= date) line.step += 1;
    const quantity = line.steps[line.step]?.quantity ?? NO_UNITS;
    if (quantity === 0n) continue;
    const price = unitPrices.of(line, date);
    if (price === null) missing.push(line.isin);
    // The product has 48 decimals; the sum is rounded once.
    else value += quantity * price;
  }
  return { value: missing.length > 0 ? null : (divideHalfEven(value, ONE) as Exact<'pounds'>), missing };
}

function noteGap(gaps: Map<string, ValueGap[]>, isin: string, name: string, date: IsoDate): void {
  const list = gaps.get(isin) ?? [];
  gaps.set(isin, list);
  const last = list.at(-1);
  if (last?.to === date) return;
  if (last !== undefined && daysBetween(last.to, date) === 1) list[list.length - 1] = { ...last, to: date };
  else list.push({ isin, name, from: date, to: date });
}

/** The money invested in securities (positive) or received from them on each day. */
function moneyByDay(rows: readonly Transaction[]): ReadonlyMap<IsoDate, Exact<'pounds'>> {
  const paired = pairedTransfers(rows);
  const byDay = new Map<IsoDate, Exact<'pounds'>>();
  for (const row of rows) {
    const amount = row.transferId !== undefined && paired.has(row.transferId) ? NOTHING : moneyIn(row);
    if (amount !== 0n) byDay.set(row.transactionDate, add(byDay.get(row.transactionDate) ?? NOTHING, amount));
  }
  return byDay;
}

/** Transfers with both sides in the records: no money came from outside. */
function pairedTransfers(rows: readonly Transaction[]): ReadonlySet<string> {
  const out = new Set<string>();
  for (const row of rows)
    if (row.transferId !== undefined && row.transactionType === 'TRANSFER_OUT') out.add(row.transferId);
  return new Set(
    rows
      .filter((row) => row.transactionType === 'TRANSFER_IN' && row.transferId !== undefined && out.has(row.transferId))
      .map((row) => row.transferId ?? ''),
  );
}

/** Reinvested income is not new money: the portfolio itself paid it. */
function moneyIn(row: Transaction): Exact<'pounds'> {
  if (isCashEvent(row.transactionType)) return NOTHING;
  const charges = sum([row.brokerCharge, row.stampDuty, row.fxCharge].map((charge) => exact(charge)));
  // Accrued interest is paid with the consideration, in the same direction.
  const paid = add(exact(row.consideration), exact(row.accruedInterest));
  switch (row.transactionType) {
    case 'BUY':
    case 'RIGHTS_ISSUE':
    case 'TRANSFER_IN':
      return add(paid, charges);
    case 'SELL':
    case 'TRANSFER_OUT':
    case 'RETURN_OF_CAPITAL':
    case 'MERGER':
    case 'EQUALISATION':
      return subtract(charges, paid);
    case 'DIVIDEND':
    case 'DIVIDEND_REINVESTED':
    case 'INTEREST':
    case 'ACCUMULATION':
    case 'SPLIT':
    case 'BONUS_ISSUE':
    case 'DEMERGER':
    case 'ISIN_CHANGE':
      return NOTHING;
  }
}

/** The ranges that the chart offers. */
export type HistoryRange = '1M' | '3M' | '1Y' | '3Y' | 'All';

const MONTHS: Readonly<Record<Exclude<HistoryRange, 'All'>, number>> = { '1M': 1, '3M': 3, '1Y': 12, '3Y': 36 };

/**
 * The first day of a range that ends on `asOf`: the same day a number of months earlier, or the last day of a shorter
 * month.
 */
export function rangeStart(range: HistoryRange, asOf: IsoDate): IsoDate | null {
  if (range === 'All') return null;
  return isoDateOf(subMonths(asOf, MONTHS[range], { in: inUtc }));
}
