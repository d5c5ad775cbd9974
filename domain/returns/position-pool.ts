/** What a position cost since the start of a period, in pounds and in its own currency, at average (RULES 5.2 to 5.5). */
import { divideHalfEven, ONE, type Exact } from '../decimal.ts';

const PENNY = 10n ** 22n;
const NOTHING = 0n as Exact<'pounds'>;

/** What a part of a position gained: from the price, counted at the rate of the start, and from the exchange rate. */
export interface Gain {
  readonly price: Exact<'pounds'>;
  readonly exchange: Exact<'pounds'>;
}

export const NO_GAIN: Gain = { price: NOTHING, exchange: NOTHING };

export class PositionPool {
  /** Basis units; negative when more was disposed of than was held. */
  units = 0n;
  /** Whole pence, with the sign of the units. */
  cost = NOTHING;
  /** The cost in the position's currency, at the rates of the days on which it was paid. */
  native = 0n;
  private readonly isForeign: boolean;

  constructor(isForeign: boolean) {
    this.isForeign = isForeign;
  }

  /** Units join for `paid` pounds, or leave for it (both negative), at a rate of the day. Answers the gain on what left. */
  trade(units: bigint, paid: Exact<'pounds'>, rate: Exact<'rate'>): Gain {
    const isClosing = this.units !== 0n && units < 0n !== this.units < 0n;
    if (!isClosing) {
      this.join(units, paid, this.isForeign ? toNative(paid, rate) : 0n);
      return NO_GAIN;
    }
    const size = units < 0n ? -units : units;
    const held = this.units < 0n ? -this.units : this.units;
    const closed = size < held ? size : held;
    const money = (closed === size ? 0n - paid : 0n - toPenny(divideHalfEven(paid * closed, size))) as Exact<'pounds'>;
    const cost = this.take(closed, held);
    const gain = this.gainOf(money, cost.cost, cost.native, rate);
    this.units += units < 0n ? -closed : closed;
    if (closed < size) {
      const rest = (paid + money) as Exact<'pounds'>;
      this.join(units < 0n ? units + closed : units - closed, rest, this.isForeign ? toNative(rest, rate) : 0n);
    }
    return gain;
  }

  /** Capital that is paid back lowers the cost; what is more than that is a gain (RULES 5.5). */
  repay(amount: Exact<'pounds'>): Exact<'pounds'> {
    const deducted = this.cost < amount ? (this.cost > 0n ? this.cost : NOTHING) : amount;
    if (this.cost !== 0n) this.native -= divideHalfEven(this.native * deducted, this.cost);
    this.cost = (this.cost - deducted) as Exact<'pounds'>;
    return (amount - deducted) as Exact<'pounds'>;
  }

  /** Takes the cost of a part of what is held out of the pool, to the penny; the whole takes everything. */
  take(part: bigint, whole: bigint): { readonly cost: Exact<'pounds'>; readonly native: bigint } {
    const isWhole = part === whole;
    const cost = isWhole ? this.cost : (toPenny(divideHalfEven(this.cost * part, whole)) as Exact<'pounds'>);
    const native = isWhole || this.native === 0n ? this.native : divideHalfEven(this.native * part, whole);
    this.cost = (this.cost - cost) as Exact<'pounds'>;
    this.native -= native;
    return { cost, native };
  }

  /** Units join with a cost that is known in both currencies. */
  join(units: bigint, cost: Exact<'pounds'>, native: bigint): void {
    this.units += units;
    this.cost = (this.cost + cost) as Exact<'pounds'>;
    this.native += native;
  }

  /** What something that cost so much has gained when it is worth `value` at today's rate (RULES 5.4). */
  gainOf(value: Exact<'pounds'>, cost: Exact<'pounds'>, native: bigint, rate: Exact<'rate'>): Gain {
    const total = (value - cost) as Exact<'pounds'>;
    // Without a cost in its currency there is no rate of the start to compare with.
    if (!this.isForeign || native === 0n) return { price: total, exchange: NOTHING };
    const atFirstRate = toPenny(divideHalfEven(value * cost * ONE, native * rate)) as Exact<'pounds'>;
    const exchange = (value - atFirstRate) as Exact<'pounds'>;
    return { price: (total - exchange) as Exact<'pounds'>, exchange };
  }
}

/** Pounds in a currency of which one is worth `rate` pounds. */
export function toNative(pounds: Exact<'pounds'>, rate: Exact<'rate'>): bigint {
  return divideHalfEven(pounds * ONE, rate);
}

/** To the penny, halves away from zero. */
function toPenny(value: bigint): bigint {
  const half = PENNY / 2n;
  return ((value < 0n ? value - half : value + half) / PENNY) * PENNY;
}
