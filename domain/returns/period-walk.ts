/** What every position of a book gained in a period, once for all scopes (RULES 5). */
import type { Exact } from '../decimal.ts';
import { ONE } from '../decimal.ts';
import { partitionPoint } from '../partition-point.ts';
import { NO_GAIN, PositionPool, toNative, type Gain } from './position-pool.ts';
import type { ReturnsBook } from './returns-book.ts';
import { NO_POUNDS, type MissingFigure, type ReturnsEvent } from './returns-event.ts';
import type { ReturnsCell } from './scope.ts';

/** Days since 1970-01-01: the opening value is of the end of `open`, and events up to the end of `close` count. */
export interface DayRange {
  readonly open: number;
  readonly close: number;
}

/** What an event gained: on its own position, and on the other one. */
export interface EventGain {
  readonly own: Gain;
  readonly other: Gain;
}

export interface PeriodWalk extends DayRange {
  /** By position; nil where the value is missing. */
  readonly opening: readonly Exact<'pounds'>[];
  readonly closing: readonly Exact<'pounds'>[];
  /** Of what is still held at the end, by position. */
  readonly held: readonly Gain[];
  /** The first event of the period, and after its last one. */
  readonly firstEvent: number;
  readonly endEvent: number;
  /** By event from `firstEvent` on. Of a move: what its market value gained on the cost that went with it. */
  readonly gains: readonly EventGain[];
  /** By position: what must be known for a figure and is not. */
  readonly missing: ReadonlyMap<number, readonly MissingFigure[]>;
}

const NO_EVENT_GAIN: EventGain = { own: NO_GAIN, other: NO_GAIN };

/** The first index of an event after a day. */
export function eventsUpTo({ events }: ReturnsBook, day: number): number {
  return partitionPoint(events, (event) => event.day <= day);
}

export function walkPeriod(book: ReturnsBook, range: DayRange): PeriodWalk {
  return new Walk(book, range).walk();
}

class Walk {
  private readonly book: ReturnsBook;
  private readonly range: DayRange;
  private readonly missing = new Map<number, MissingFigure[]>();
  private readonly pools: PositionPool[] = [];

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
    const gains: EventGain[] = [];
    for (let index = firstEvent; index < endEvent; index += 1) {
      const event = book.events[index];
      if (event !== undefined) gains.push(this.apply(event));
    }
    const closing = book.cells.map((_, index) => this.valueOn(index, close));
    const held = closing.map((value, index) => this.heldGain(index, value));
    return { open, close, opening, closing, held, firstEvent, endEvent, gains, missing: this.missing };
  }

  private open(cell: ReturnsCell, index: number): Exact<'pounds'> {
    const pool = new PositionPool(cell.currency !== 'GBP');
    this.pools.push(pool);
    const units = this.book.values.unitsOn(index, this.range.open);
    if (units === 0n) return NO_POUNDS;
    const value = this.valueOn(index, this.range.open);
    pool.join(units, value, cell.currency === 'GBP' ? 0n : toNative(value, this.rateOn(index, this.range.open)));
    return value;
  }

  private valueOn(index: number, day: number): Exact<'pounds'> {
    const value = this.book.values.valueOn(index, day);
    if (value !== null) return value;
    const { isin, currency } = this.cell(index);
    this.note(
      index,
      isin === null ? { isin, currency, day } : { isin, currency: this.book.prices.missingOn(isin, day), day },
    );
    return NO_POUNDS;
  }

  /** The rate in which a position's exchange rate effect is measured. */
  private rateOn(index: number, day: number): Exact<'rate'> {
    const { currency, isin } = this.cell(index);
    if (currency === 'GBP') return ONE as Exact<'rate'>;
    const rate = this.book.prices.rateOn(currency, day);
    if (rate !== null && rate !== 0n) return rate;
    this.note(index, { isin, currency, day });
    return ONE as Exact<'rate'>;
  }

  private heldGain(index: number, value: Exact<'pounds'>): Gain {
    const pool = this.pool(index);
    if (value === 0n && pool.cost === 0n) return NO_GAIN;
    return this.placed(
      index,
      pool.gainOf(
        value,
        pool.cost,
        pool.native,
        pool.native === 0n ? (ONE as Exact<'rate'>) : this.rateOn(index, this.range.close),
      ),
    );
  }

  /** Cash has no price: all it gains is the exchange rate's. */
  private placed(index: number, gain: Gain): Gain {
    if (gain === NO_GAIN || this.cell(index).isin !== null) return gain;
    return { price: NO_POUNDS, exchange: (gain.price + gain.exchange) as Exact<'pounds'> };
  }

  private apply(event: ReturnsEvent): EventGain {
    const { kind, cell, other, trade, paid, day } = event;
    if (event.missing !== null && (kind !== 'move' || event.blocking))
      for (const index of other === null ? [cell] : [cell, other]) this.note(index, event.missing);
    if (kind === 'move') return other === null ? NO_EVENT_GAIN : this.move(event, other);
    const pool = this.pool(cell);
    let own = NO_GAIN;
    if (kind === 'repay') {
      const excess = pool.repay((0n - trade) as Exact<'pounds'>);
      if (excess !== 0n) own = { price: excess, exchange: NO_POUNDS };
    } else if (event.units !== 0n || trade !== 0n)
      own = this.placed(cell, pool.trade(event.units, trade, this.rateOn(cell, day)));
    if (other === null) return own === NO_GAIN ? NO_EVENT_GAIN : { own, other: NO_GAIN };
    const ofOther = this.pool(other).trade(event.otherUnits, (0n - paid) as Exact<'pounds'>, this.rateOn(other, day));
    return { own, other: this.placed(other, ofOther) };
  }

  private move(event: ReturnsEvent, other: number): EventGain {
    const { cell, day, trade, otherUnits } = event;
    const [from, to] = [this.pool(cell), this.pool(other)];
    const market = (0n - trade) as Exact<'pounds'>;
    const moved = event.costShare === null ? this.takeUnits(event, other, market) : takeShare(from, event);
    const rate = this.rateOn(cell, day);
    const own = this.placed(cell, from.gainOf(market, moved.cost, moved.native, rate));
    const isClosing = to.units !== 0n && otherUnits !== 0n && to.units < 0n !== otherUnits < 0n;
    if (isClosing) return { own, other: this.placed(other, to.trade(otherUnits, moved.cost, this.rateOn(other, day))) };
    to.join(otherUnits, moved.cost, this.nativeIn(other, cell, moved, day));
    return { own, other: NO_GAIN };
  }

  /** In the currency of the other position: where that is another one, exchange rates count from this day on. */
  private nativeIn(
    other: number,
    cell: number,
    moved: { readonly cost: Exact<'pounds'>; readonly native: bigint },
    day: number,
  ): bigint {
    const { currency } = this.cell(other);
    if (currency === 'GBP') return 0n;
    return currency === this.cell(cell).currency ? moved.native : toNative(moved.cost, this.rateOn(other, day));
  }

  /** The cost of the units that move; what was not held leaves at the market value. */
  private takeUnits(
    event: ReturnsEvent,
    other: number,
    market: Exact<'pounds'>,
  ): { readonly cost: Exact<'pounds'>; readonly native: bigint } {
    const pool = this.pool(event.cell);
    const units = -event.units;
    if (units <= pool.units) {
      const taken = pool.take(units, pool.units);
      pool.units -= units;
      return taken;
    }
    if (event.missing !== null) for (const index of [event.cell, other]) this.note(index, event.missing);
    const { cost, native } = pool.units > 0n ? pool.take(pool.units, pool.units) : { cost: NO_POUNDS, native: 0n };
    const held = pool.units > 0n ? pool.units : 0n;
    pool.units -= held;
    // The part that was held keeps its cost; the rest is worth what the market says.
    const rest = (market - (market * held) / units) as Exact<'pounds'>;
    const penny = (rest - (rest % 10n ** 22n)) as Exact<'pounds'>;
    const ofRest = this.cell(event.cell).currency === 'GBP' ? 0n : toNative(penny, this.rateOn(event.cell, event.day));
    pool.join(held - units, (0n - penny) as Exact<'pounds'>, -ofRest);
    return { cost: (cost + penny) as Exact<'pounds'>, native: native + ofRest };
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

function takeShare(pool: PositionPool, { costShare, units }: ReturnsEvent): ReturnType<PositionPool['take']> {
  const { part, whole } = costShare ?? { part: 0n, whole: 0n };
  const taken = whole === 0n ? { cost: NO_POUNDS, native: 0n } : pool.take(part, whole);
  pool.units += units;
  return taken;
}
