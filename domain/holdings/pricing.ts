/**
 * Which prices value a holding's units. A price is one of a unit of its own day, and may have an earlier code
 * (domain/returns/RULES.md 2.3).
 */
import type { Capacity } from '../cgt/terms/capacity.ts';
import type { ClassGains } from '../cgt/terms/gains.ts';
import { basesOfClass } from '../cgt/classes/splits.ts';
import type { Split } from '../cgt/terms/units.ts';
import type { IsoDate } from '../values/dates.ts';
import { divideHalfEven, type Exact } from '../values/decimal.ts';
import type { PricePoint } from '../records/records.ts';

/** The codes whose prices count, the present one first, and the splits that changed the units, oldest first. */
export interface Pricing {
  readonly codes: readonly string[];
  readonly splits: readonly Split[];
}

/** Units of a later day for units of an earlier one. */
export interface UnitRatio {
  readonly after: bigint;
  readonly before: bigint;
}

export const SAME_UNITS: UnitRatio = { after: 1n, before: 1n };

/** The pricing of a security that nobody's records split. */
export function unsplit(isin: string): Pricing {
  return { codes: [isin], splits: [] };
}

/** A class's calculated gains never change, so neither do its splits. */
const knownSplits = new WeakMap<ClassGains, (capacity: Capacity) => readonly Split[]>();

/** The splits in the records of a class, oldest first; their ratio depends on the capacity (cgt/RULES 6.4). */
export function splitsOf(gains: ClassGains): (capacity: Capacity) => readonly Split[] {
  let known = knownSplits.get(gains);
  if (known === undefined) {
    const { basisOf } = basesOfClass(gains);
    knownSplits.set(gains, (known = (capacity) => basisOf(capacity).splits));
  }
  return known;
}

/** True when the records of the class have a split. */
function isSplit(gains: ClassGains): boolean {
  return splitsOf(gains)('TAXABLE').length > 0;
}

/**
 * The pricing of each class in each capacity; holders without a split share one. Where a holder's records split the
 * security, each holder's own codes count: the price of an earlier code may be one of other units.
 */
export function pricings(classes: readonly ClassGains[]): (gains: ClassGains, capacity: Capacity) => Pricing {
  const shared = new Map<string, Pricing>();
  const splitIsins = new Set<string>();
  for (const gains of classes) {
    const { isin, codes } = gains;
    if (isSplit(gains)) splitIsins.add(isin);
    const known = shared.get(isin);
    if (known === undefined) shared.set(isin, { codes, splits: [] });
    else if (!codes.every((code) => known.codes.includes(code)))
      shared.set(isin, { codes: [...new Set([...known.codes, ...codes])], splits: [] });
  }
  const own = new Map<string, Pricing>();
  return (gains, capacity) => {
    const { accountId, isin, codes } = gains;
    const common = shared.get(isin);
    if (common !== undefined && !splitIsins.has(isin)) return common;
    const key = `${accountId} ${capacity} ${isin}`;
    let pricing = own.get(key);
    if (pricing === undefined) own.set(key, (pricing = { codes, splits: splitsOf(gains)(capacity) }));
    return pricing;
  };
}

/** Every price of the security, oldest first, from the prices of each of its codes; of a day in two of them, the first code's. */
export function pricesOfCodes(series: readonly (readonly PricePoint[])[]): readonly PricePoint[] {
  const [only = []] = series;
  if (series.length <= 1) return only;
  const byDay = new Map<IsoDate, PricePoint>();
  for (const points of series.toReversed()) for (const point of points) byDay.set(point.priceDate, point);
  return [...byDay.values()].toSorted((a, b) => (a.priceDate < b.priceDate ? -1 : 1));
}

/** The newest price among the codes; of a day in two of them, the first code's. */
export function newestPoint(
  { codes }: Pricing,
  asOf: IsoDate,
  prices: (isin: string, asOf: IsoDate) => PricePoint | null,
): PricePoint | null {
  let newest: PricePoint | null = null;
  for (const isin of codes) {
    const found = prices(isin, asOf);
    if (found !== null && (newest === null || found.priceDate > newest.priceDate)) newest = found;
  }
  return newest;
}

/** Units of `asOf` for those of `from`; a split counts from its own day on. */
export function unitsBetween({ splits }: Pricing, from: IsoDate, asOf: IsoDate): UnitRatio {
  let ratio = SAME_UNITS;
  for (const { date, after, before } of splits)
    if (date > from && date <= asOf) ratio = { after: ratio.after * after, before: ratio.before * before };
  return ratio;
}

/** The price of one unit after splits, from the price of one before them. */
export function perUnitAfter(price: Exact<'price'>, { after, before }: UnitRatio): Exact<'price'> {
  return after === before ? price : (divideHalfEven(price * before, after) as Exact<'price'>);
}
