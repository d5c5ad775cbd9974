/** The gains of every position of a book in a period, calculated once for all scopes (RULES 5). */
import { ONE, type Exact } from '../../values/decimal.ts';
import { partitionPoint } from '../../values/partition-point.ts';
import { NO_PENCE, opposite, shareOfPence, type Pence } from '../figures/pence.ts';
import { NO_GAIN, PositionPool, type Gain, type PositionCost } from '../figures/position-pool.ts';
import type { ReturnsBook } from '../book/returns-book.ts';
import type { MissingFigure, ReturnsEvent } from '../book/returns-event.ts';
import type { ReturnsCell } from '../book/scope.ts';

/** Days since 1970-01-01: the opening value is at the end of `open`, and events up to the end of `close` count. */
export interface DayRange {
  readonly open: number;
  readonly close: number;
}

/** The gain of each event in a period, in whole pence: on its own position, and on the other one. */
export interface EventGains {
  readonly price: Float64Array;
  readonly exchange: Float64Array;
  readonly otherPrice: Float64Array;
  readonly otherExchange: Float64Array;
}

export interface PeriodWalk extends DayRange {
  /** By position; zero where the value is missing. */
  readonly opening: readonly Pence[];
  readonly closing: readonly Pence[];
  /** The gain on units still held at the end, by position. */
  readonly held: readonly Gain[];
  /** The first event of the period, and the index after its last one. */
  readonly firstEvent: number;
  readonly endEvent: number;
  /** By event from `firstEvent` on. For a move: the gain of its market value over the moved cost. */
  readonly gains: EventGains;
  /** The missing figures of each position. */
  readonly missing: ReadonlyMap<number, readonly MissingFigure[]>;
}

/** The index of the first event after a day. */
export function eventsUpTo({ events }: ReturnsBook, day: number): number {
  return partitionPoint(events, (event) => event.day <= day);
}

export function walkPeriod(book: ReturnsBook, range: DayRange): PeriodWalk {
  return new Walk(book, range).walk();
}

const IN_POUNDS = ONE as Exact<'rate'>;

class Walk {
  private readonly book: ReturnsBook;
  private readonly range: DayRange;
  private readonly missing = new Map<number, MissingFigure[]>();
  private readonly pools: PositionPool[] = [];
  private gains: EventGains = noGains(0);

  constructor(book: ReturnsBook, range: DayRange) {
    this.book = book;
    this.range = range;
  }

  walk(): PeriodWalk {
    const { book } = this;
    const { open, close } = this.range;
    const opening = book.cells.map((cell, index) => this.open(cell, index));
    const firstEvent = eventsUpTo(book, open);
    const endEvent = eventsUpTo(book, close);
    this.gains = noGains(endEvent - firstEvent);
    for (let index = firstEvent; index < endEvent; index += 1) {
      const event = book.events[index];
      if (event !== undefined) this.apply(event, index - firstEvent);
    }
    const closing = book.cells.map((_, index) => this.valueOn(index, close));
    const held = closing.map((value, index) => this.heldGain(index, value));
    return {
      open,
      close,
      opening,
      closing,
      held,
      firstEvent,
      endEvent,
      gains: this.gains,
      missing: this.missing,
    };
  }

  private open(cell: ReturnsCell, index: number): Pence {
    const pool = new PositionPool(cell.currency !== 'GBP');
    this.pools.push(pool);
    const units = this.book.values.unitsOn(index, this.range.open);
    if (units === 0n) return NO_PENCE;
    const value = this.valueOn(index, this.range.open);
    pool.join(units, value, pool.nativeOf(value, this.rateOn(index, this.range.open)));
    return value;
  }

  private valueOn(index: number, day: number): Pence {
    const value = this.book.values.valueOn(index, day);
    if (value !== null) return value;
    const { isin, pricing, currency } = this.cell(index);
    this.note(index, {
      isin,
      currency: pricing === null ? currency : this.book.prices.missingOn(pricing, day),
      day,
    });
    return NO_PENCE;
  }

  /** The exchange rate by which a position's currency effect is measured. */
  private rateOn(index: number, day: number): Exact<'rate'> {
    const { currency, isin } = this.cell(index);
    if (currency === 'GBP') return IN_POUNDS;
    const rate = this.book.prices.rateOn(currency, day);
    if (rate !== null && rate !== 0n) return rate;
    this.note(index, { isin, currency, day });
    return IN_POUNDS;
  }

  private heldGain(index: number, value: Pence): Gain {
    const pool = this.pool(index);
    if (value === 0 && pool.cost === 0) return NO_GAIN;
    return this.placed(
      index,
      pool.gainOf(value, pool, pool.native === 0n ? IN_POUNDS : this.rateOn(index, this.range.close)),
    );
  }

  /** Cash has no price, so its whole gain is due to exchange rates. */
  private placed(index: number, gain: Gain): Gain {
    if (gain === NO_GAIN || this.cell(index).isin !== null) return gain;
    return { price: NO_PENCE, exchange: (gain.price + gain.exchange) as Pence };
  }

  private noteGain(index: number, { price, exchange }: Gain): void {
    this.gains.price[index] = price;
    this.gains.exchange[index] = exchange;
  }

  private noteOther(index: number, { price, exchange }: Gain): void {
    this.gains.otherPrice[index] = price;
    this.gains.otherExchange[index] = exchange;
  }

  private apply(event: ReturnsEvent, at: number): void {
    const { kind, cell, other, trade, paid, day } = event;
    if (event.missing !== null && (kind !== 'move' || event.blocking))
      for (const index of other === null ? [cell] : [cell, other]) this.note(index, event.missing);
    if (kind === 'move') {
      if (other !== null) this.move(event, other, at);
      return;
    }
    const pool = this.pool(cell);
    if (kind === 'units') {
      pool.join(event.units, NO_PENCE, 0n);
      return;
    }
    let own = NO_GAIN;
    if (kind === 'repay') {
      const excess = pool.repay(opposite(trade));
      if (excess !== 0) own = { price: excess, exchange: NO_PENCE };
    } else if (event.units !== 0n || trade !== 0)
      own = this.placed(cell, pool.trade(event.units, trade, pool.isForeign ? this.rateOn(cell, day) : IN_POUNDS));
    if (own !== NO_GAIN) this.noteGain(at, own);
    if (other === null) return;
    const ofOther = this.pool(other).trade(event.otherUnits, opposite(paid), this.rateOn(other, day));
    this.noteOther(at, this.placed(other, ofOther));
  }

  private move(event: ReturnsEvent, other: number, at: number): void {
    const { cell, day, trade, otherUnits } = event;
    const [from, to] = [this.pool(cell), this.pool(other)];
    const market = opposite(trade);
    const moved = event.costShare === null ? this.takeUnits(event, other, market) : takeShare(from, event);
    const rate = this.rateOn(cell, day);
    this.noteGain(at, this.placed(cell, from.gainOf(market, moved, rate)));
    const isClosing = to.units !== 0n && otherUnits !== 0n && to.units < 0n !== otherUnits < 0n;
    if (isClosing) this.noteOther(at, this.placed(other, to.trade(otherUnits, moved.cost, this.rateOn(other, day))));
    else to.join(otherUnits, moved.cost, this.nativeIn(other, cell, moved, day));
  }

  /** The moved cost in the currency of the other position: if the two differ, exchange rates count from this day on. */
  private nativeIn(other: number, cell: number, moved: PositionCost, day: number): bigint {
    const isSame = this.cell(other).currency === this.cell(cell).currency;
    return isSame ? moved.native : this.pool(other).nativeOf(moved.cost, this.rateOn(other, day));
  }

  /** The cost of the units that move; units that were not held leave at market value. */
  private takeUnits(event: ReturnsEvent, other: number, market: Pence): PositionCost {
    const pool = this.pool(event.cell);
    const units = -event.units;
    if (units <= pool.units) {
      const taken = pool.take(units, pool.units);
      pool.units -= units;
      return taken;
    }
    if (event.missing !== null) for (const index of [event.cell, other]) this.note(index, event.missing);
    const { cost, native } = pool.units > 0n ? pool.take(pool.units, pool.units) : { cost: NO_PENCE, native: 0n };
    const held = pool.units > 0n ? pool.units : 0n;
    pool.units -= held;
    // The part that was held keeps its cost; the rest has its market value.
    const rest = (market - shareOfPence(market, held, units)) as Pence;
    const ofRest = pool.nativeOf(rest, this.rateOn(event.cell, event.day));
    pool.join(held - units, opposite(rest), -ofRest);
    return { cost: (cost + rest) as Pence, native: native + ofRest };
  }

  private cell(index: number): ReturnsCell {
    const cell = this.book.cells[index];
    if (cell === undefined) throw new RangeError(`no position ${index}`);
    return cell;
  }

  private pool(index: number): PositionPool {
    const pool = this.pools[index];
    if (pool === undefined) throw new RangeError(`no position ${index}`);
    return pool;
  }

  private note(index: number, figure: MissingFigure): void {
    const known = this.missing.get(index);
    if (known === undefined) this.missing.set(index, [figure]);
    else known.push(figure);
  }
}

function noGains(length: number): EventGains {
  const made = (): Float64Array => new Float64Array(length);
  return { price: made(), exchange: made(), otherPrice: made(), otherExchange: made() };
}

function takeShare(pool: PositionPool, { costShare, units }: ReturnsEvent): PositionCost {
  const { part, whole } = costShare ?? { part: 0n, whole: 0n };
  const taken = whole === 0n ? { cost: NO_PENCE, native: 0n } : pool.take(part, whole);
  pool.units += units;
  return taken;
}
