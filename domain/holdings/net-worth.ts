/**
 * The value of all assets day by day: securities by their prices, other assets by their stated values, each until the
 * next statement.
 */
import type { Money, Pounds } from '../values/amount.ts';
import { fromDayNumber, toDayNumber, type IsoDate } from '../values/dates.ts';
import { add, exact, toAmount, type Exact } from '../values/decimal.ts';
import { inPounds } from './pound-total.ts';
import { poundsPer, type RateLookup } from './valuation.ts';

export const STATED_KINDS = ['cash', 'savings', 'properties'] as const;
export type StatedKind = (typeof STATED_KINDS)[number];

export interface Statement {
  readonly date: IsoDate;
  /** In the currency of its series. */
  readonly amount: Money;
}

/** A savings account, the cash of a place or a property, with its stated values. */
export interface StatedSeries {
  readonly kind: StatedKind;
  readonly currency: string;
  /** In any order; of two for the same day the later in the list counts. */
  readonly statements: readonly Statement[];
  /** The first day on which the asset no longer exists. */
  readonly endsOn: IsoDate | null;
}

/** Null where a price or rate is missing. */
export interface NetWorthPoint {
  readonly date: IsoDate;
  readonly securities: Pounds | null;
  readonly cash: Pounds | null;
  readonly savings: Pounds | null;
  readonly properties: Pounds | null;
  readonly total: Pounds | null;
}

export interface NetWorthInput {
  /** The value on each day from `heldFrom` on; null where it is unknown. */
  readonly securities: ReadonlyMap<IsoDate, Pounds | null>;
  /** The first day on which a security was held; null where none ever was. */
  readonly heldFrom: IsoDate | null;
  readonly stated: readonly StatedSeries[];
  readonly rates: RateLookup;
  /** Null means the first day with any data. */
  readonly from: IsoDate | null;
  readonly to: IsoDate;
}

const NOTHING = 0n as Exact<'pounds'>;

/** A point for each day from the first on which everything is known; empty where there is no such day. */
export function netWorth({ securities, heldFrom, stated, rates, from, to }: NetWorthInput): readonly NetWorthPoint[] {
  const walks = stated.map((series) => new StatedWalk(series));
  const begins = [heldFrom, ...walks.map(({ begins: day }) => day)].filter((day) => day !== null).toSorted()[0];
  if (begins === undefined) return [];
  const points: NetWorthPoint[] = [];
  for (let day = toDayNumber(from !== null && from > begins ? from : begins); day <= toDayNumber(to); day += 1) {
    const date = fromDayNumber(day);
    const held = heldFrom === null || date < heldFrom ? (0 as Pounds) : (securities.get(date) ?? null);
    const sums: Record<StatedKind, Exact<'pounds'> | null> = { cash: NOTHING, savings: NOTHING, properties: NOTHING };
    for (const walk of walks) {
      const before = sums[walk.kind];
      const value = walk.poundsOn(date, rates);
      sums[walk.kind] = before === null || value === null ? null : add(before, value);
    }
    const parts = [held === null ? null : exact(held), sums.cash, sums.savings, sums.properties];
    const total = parts.reduce((sum, part) => (sum === null || part === null ? null : add(sum, part)), NOTHING);
    if (points.length === 0 && total === null) continue;
    points.push({
      date,
      securities: held,
      cash: orNull(sums.cash),
      savings: orNull(sums.savings),
      properties: orNull(sums.properties),
      total: orNull(total),
    });
  }
  return points;
}

function orNull(figure: Exact<'pounds'> | null): Pounds | null {
  return figure === null ? null : toAmount(figure);
}

/** One series, read day by day. */
class StatedWalk {
  readonly kind: StatedKind;
  private readonly series: StatedSeries;
  private readonly statements: readonly Statement[];
  private next = 0;

  constructor(series: StatedSeries) {
    this.kind = series.kind;
    this.series = series;
    this.statements = series.statements.toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
  }

  get begins(): IsoDate | null {
    return this.statements[0]?.date ?? null;
  }

  /**
   * Zero before the first statement and from the end on; null without a rate. Must be called in the order of the days.
   */
  poundsOn(date: IsoDate, rates: RateLookup): Exact<'pounds'> | null {
    while ((this.statements[this.next]?.date ?? '9999') <= date) this.next += 1;
    const stated = this.statements[this.next - 1];
    const { currency, endsOn } = this.series;
    if (stated === undefined || (endsOn !== null && endsOn <= date)) return NOTHING;
    const rate = poundsPer(currency, date, rates)?.rate;
    return rate === undefined ? null : inPounds(stated.amount, rate);
  }
}
