/** The values of positions on a day, in whole pence (RULES 2.1, 2.2). */
import { multiply, round, type Exact } from '../../values/decimal.ts';
import { partitionPoint } from '../../values/partition-point.ts';
import { PENNY_PLACES } from '../../values/round-parts.ts';
import type { PositionStep } from './class-setup.ts';
import { NO_PENCE, toPence, type Pence } from '../figures/pence.ts';
import type { ReturnsCell } from './scope.ts';
import { asDouble, type SecurityPrices } from './security-prices.ts';

const PENCE = 100;
/** Larger than the relative error of a product of three doubles. */
const DOUBLE_ERROR = 1e-14;
const NO_UNITS = 0n as Exact<'quantity'>;

/** A position's units from a day on, and the units of the positions that precede it in its holding (RULES 2.2). */
interface ValueStep {
  readonly day: number;
  readonly before: Exact<'quantity'>;
  readonly upTo: Exact<'quantity'>;
  /** Of the position itself, in basis units. */
  readonly units: bigint;
  /** The quantities as doubles, calculated when first needed. */
  doubles: readonly [before: number, upTo: number] | null;
}

/**
 * Positions that differ only in their broker are rounded together, so that they add up to the holding as it is shown
 * elsewhere: each is the value to the penny of the holding up to and including it, less the value before it.
 */
export class PositionValues {
  private readonly cells: readonly ReturnsCell[];
  private readonly prices: SecurityPrices;
  private readonly steps: readonly (readonly ValueStep[])[];

  constructor(cells: readonly ReturnsCell[], steps: readonly (readonly PositionStep[])[], prices: SecurityPrices) {
    this.cells = cells;
    this.prices = prices;
    this.steps = valueSteps(cells, steps);
  }

  /** Basis units at the end of a day. */
  unitsOn(cell: number, day: number): bigint {
    return this.stepOn(cell, day)?.units ?? 0n;
  }

  /** Null when the position holds units and their price or rate is missing. */
  valueOn(cell: number, day: number): Pence | null {
    const step = this.stepOn(cell, day);
    if (step === undefined || step.upTo === step.before) return NO_PENCE;
    const price = this.priceOn(cell, day);
    return price === null ? null : ((worth(step.upTo, price) - worth(step.before, price)) as Pence);
  }

  /** True when the position holds units on any of the days. */
  isHeldWithin(cell: number, from: number, to: number): boolean {
    const steps = this.steps[cell] ?? [];
    return steps.some(
      ({ day, before, upTo }, index) => upTo !== before && day <= to && (steps[index + 1]?.day ?? Infinity) > from,
    );
  }

  /** Adds the position's whole pence on each day to `totals`, whose index 0 is `from`; NaN where a price is missing. */
  addTo(totals: Float64Array, cell: number, from: number): void {
    const steps = this.steps[cell] ?? [];
    const prices = this.doublesOf(cell);
    const to = from + totals.length;
    let index = Math.max(partitionPoint(steps, ({ day }) => day <= from) - 1, 0);
    for (let step = steps[index]; step !== undefined && step.day < to; step = steps[index]) {
      index += 1;
      if (step.upTo === step.before) continue;
      const end = Math.min(steps[index]?.day ?? to, to);
      const [before, upTo] = (step.doubles ??= [asDouble(step.before), asDouble(step.upTo)]);
      for (let day = Math.max(step.day, from); day < end; day += 1) {
        const price = prices[day - this.prices.firstDay] ?? NaN;
        const pence = Number.isNaN(price)
          ? NaN
          : this.penceOf(cell, day, step.upTo, upTo, price) -
            (before === 0 ? 0 : this.penceOf(cell, day, step.before, before, price));
        totals[day - from] = (totals[day - from] ?? 0) + pence;
      }
    }
  }

  /** Whole pence; where a double cannot decide the direction of rounding, the exact product does. */
  private penceOf(cell: number, day: number, quantity: Exact<'quantity'>, double: number, price: number): number {
    const pence = double * price * PENCE;
    const rounded = Math.round(pence);
    const fromHalf = Math.abs(Math.abs(pence - Math.floor(pence)) - 0.5);
    if (fromHalf > Math.abs(pence) * DOUBLE_ERROR + 1e-9) return rounded;
    const exactPrice = this.priceOn(cell, day);
    return exactPrice === null ? NaN : worth(quantity, exactPrice);
  }

  private priceOn(cell: number, day: number): Exact<'price'> | null {
    const position = this.cells[cell];
    if (position === undefined) return null;
    return position.pricing === null
      ? (this.prices.rateOn(position.currency, day) as Exact<'price'> | null)
      : this.prices.priceOn(position.pricing, day);
  }

  private doublesOf(cell: number): Float64Array {
    const { pricing = null, currency = '' } = this.cells[cell] ?? {};
    return pricing === null ? this.prices.rateDoubles(currency) : this.prices.doubles(pricing);
  }

  private stepOn(cell: number, day: number): ValueStep | undefined {
    const steps = this.steps[cell] ?? [];
    return steps[partitionPoint(steps, (step) => step.day <= day) - 1];
  }
}

function worth(quantity: Exact<'quantity'>, price: Exact<'price'>): Pence {
  return toPence(round(multiply(quantity, price), PENNY_PLACES));
}

/** The steps of each position, in addition to those of the preceding positions of the same holding. */
function valueSteps(
  cells: readonly ReturnsCell[],
  steps: readonly (readonly PositionStep[])[],
): readonly (readonly ValueStep[])[] {
  const holdings = new Map<string, number[]>();
  for (const [index, { accountId, taxWrapper, isin, currency, brokerId }] of cells.entries()) {
    const key =
      isin === null ? `${accountId} ${taxWrapper} ${brokerId} cash ${currency}` : `${accountId} ${taxWrapper} ${isin}`;
    const holding = holdings.get(key);
    if (holding === undefined) holdings.set(key, [index]);
    else holding.push(index);
  }
  const found: (readonly ValueStep[])[] = [];
  for (const members of holdings.values()) {
    const inOrder = members.toSorted((a, b) => ((cells[a]?.brokerId ?? '') < (cells[b]?.brokerId ?? '') ? -1 : 1));
    let below: readonly ValueStep[] = [];
    for (const cell of inOrder) below = found[cell] = above(below, steps[cell] ?? []);
  }
  return found;
}

function above(below: readonly ValueStep[], own: readonly PositionStep[]): ValueStep[] {
  const found: ValueStep[] = [];
  let [before, quantity, units] = [NO_UNITS, NO_UNITS, 0n];
  let [i, j] = [0, 0];
  while (i < below.length || j < own.length) {
    const [under, step] = [below[i], own[j]];
    const day = Math.min(under?.day ?? Infinity, step?.day ?? Infinity);
    if (under?.day === day) {
      before = under.upTo;
      i += 1;
    }
    if (step?.day === day) {
      ({ quantity, units } = step);
      j += 1;
    }
    found.push({ day, before, upTo: (before + quantity) as Exact<'quantity'>, units, doubles: null });
  }
  return found;
}
