/**
 * The cost of a position since the start of a period, in pounds and in its own currency, at average (RULES 5.2 to 5.5).
 */
import { divideHalfEven, ONE, type Exact } from '../../values/decimal.ts';
import { NO_PENCE, opposite, shareOfPence, type Pence } from './pence.ts';

/** The gain of a part of a position: from the price, at the rate of the start, and from the exchange rate. */
export interface Gain {
  readonly price: Pence;
  readonly exchange: Pence;
}

export const NO_GAIN: Gain = { price: NO_PENCE, exchange: NO_PENCE };

/** Precise enough that rounding to the penny never shows it. */
const NATIVE_PLACES = 10n ** 12n;
const NATIVE_SCALE = NATIVE_PLACES * ONE;

/** A cost in pounds, and in the position's currency at the rates of the days of payment (10^-12 of a penny). */
export interface PositionCost {
  readonly cost: Pence;
  readonly native: bigint;
}

export class PositionPool {
  /** Basis units; negative when more was disposed of than was held. */
  units = 0n;
  /** Has the sign of the units. */
  cost = NO_PENCE;
  native = 0n;
  readonly isForeign: boolean;

  constructor(isForeign: boolean) {
    this.isForeign = isForeign;
  }

  /**
   * Adds units for `paid`, or removes units for it (both negative), at a rate of the day. Returns the gain on removed
   * units.
   */
  trade(units: bigint, paid: Pence, rate: Exact<'rate'>): Gain {
    const isClosing = this.units !== 0n && units < 0n !== this.units < 0n;
    if (!isClosing) {
      this.join(units, paid, this.nativeOf(paid, rate));
      return NO_GAIN;
    }
    const size = units < 0n ? -units : units;
    const held = this.units < 0n ? -this.units : this.units;
    const closed = size < held ? size : held;
    const money = opposite(shareOfPence(paid, closed, size));
    const taken = this.take(closed, held);
    const gain = this.gainOf(money, taken, rate);
    this.units += units < 0n ? -closed : closed;
    if (closed < size) {
      const rest = (paid + money) as Pence;
      this.join(units < 0n ? units + closed : units - closed, rest, this.nativeOf(rest, rate));
    }
    return gain;
  }

  /** A repayment of capital lowers the cost; an amount above the cost is a gain (RULES 5.5). */
  repay(amount: Pence): Pence {
    const deducted = Math.max(Math.min(this.cost, amount), 0) as Pence;
    if (deducted > 0) this.native -= divideHalfEven(this.native * BigInt(deducted), BigInt(this.cost));
    this.cost = (this.cost - deducted) as Pence;
    return (amount - deducted) as Pence;
  }

  /** Removes the cost of a part of the holding, to the penny; the whole removes everything. */
  take(part: bigint, whole: bigint): PositionCost {
    const cost = shareOfPence(this.cost, part, whole);
    const native = part === whole || this.native === 0n ? this.native : divideHalfEven(this.native * part, whole);
    this.cost = (this.cost - cost) as Pence;
    this.native -= native;
    return { cost, native };
  }

  /** Adds units whose cost is known in both currencies. */
  join(units: bigint, cost: Pence, native: bigint): void {
    this.units += units;
    this.cost = (this.cost + cost) as Pence;
    this.native += native;
  }

  /** The gain of units with this cost when they are worth `value` at today's rate (RULES 5.4). */
  gainOf(value: Pence, { cost, native }: PositionCost, rate: Exact<'rate'>): Gain {
    const total = (value - cost) as Pence;
    // Without a cost in its currency there is no starting rate for comparison.
    if (!this.isForeign || native === 0n) return { price: total, exchange: NO_PENCE };
    const atFirstRate = shareOfPence(value, BigInt(cost) * NATIVE_SCALE, native * rate);
    const exchange = (value - atFirstRate) as Pence;
    return { price: (total - exchange) as Pence, exchange };
  }

  /** A cost in the position's currency at a rate; zero for a position in pounds. */
  nativeOf(pence: Pence, rate: Exact<'rate'>): bigint {
    return this.isForeign ? divideHalfEven(BigInt(pence) * NATIVE_SCALE, rate) : 0n;
  }
}
