/** Missing figures and old prices, each named once for a security and consecutive days (RULES 2.3, 7). */
import { fromDayNumber, type IsoDate } from '../../values/dates.ts';
import { groupBy } from '../../values/group-by.ts';
import type { ReturnsBook } from '../book/returns-book.ts';
import type { MissingFigure } from '../book/returns-event.ts';

export interface MissingDays {
  /** Null for cash. */
  readonly isin: string | null;
  /** The currency without a rate; null when the security has no price. */
  readonly currency: string | null;
  readonly from: IsoDate;
  readonly to: IsoDate;
}

/** A security of which more was disposed of than was held, from the first to the last of the days. */
export interface OversoldSecurity {
  readonly isin: string;
  readonly from: IsoDate;
  readonly to: IsoDate;
}

/** A price that was used long after its day. */
export interface OldPriceUsed {
  readonly isin: string;
  readonly priceDate: IsoDate;
  /** The last day on which it was used. */
  readonly until: IsoDate;
}

/** An exchange rate that was used long after its day. */
export interface OldRateUsed {
  readonly currency: string;
  readonly rateDate: IsoDate;
  /** The last day on which it was used. */
  readonly until: IsoDate;
}

/** For each security and missing figure one entry, from the first to the last of the days. */
export function namedOnce(figures: readonly MissingFigure[]): MissingDays[] {
  return [...groupBy(figures, ({ isin, currency }) => `${isin ?? ''} ${currency ?? ''}`).values()].map((same) => {
    let [from, to] = [Infinity, -Infinity];
    for (const { day } of same) {
      from = Math.min(from, day);
      to = Math.max(to, day);
    }
    const { isin = null, currency = null } = same[0] ?? {};
    return { isin, currency, from: fromDayNumber(from), to: fromDayNumber(to) };
  });
}

/** Every day from `open` to `close` on which a position of the scope was held and could not be valued. */
export function missingValues(
  { cells, values, prices }: ReturnsBook,
  inScope: (cell: number) => boolean,
  open: number,
  close: number,
): MissingFigure[] {
  const found: MissingFigure[] = [];
  for (const [cell, { isin, pricing, currency }] of cells.entries()) {
    if (!inScope(cell) || !values.isHeldWithin(cell, open, close)) continue;
    const own = new Float64Array(close - open + 1);
    values.addTo(own, cell, open);
    for (const [index, value] of own.entries()) {
      const day = open + index;
      if (Number.isNaN(value))
        found.push({ isin, currency: pricing === null ? currency : prices.missingOn(pricing, day), day });
    }
  }
  return found;
}

/** The securities of which the scope held less than nothing on a day from `open` to `close`, each once (RULES 3.6). */
export function oversoldSecurities(
  { shortHoldings }: ReturnsBook,
  inScope: (cell: number) => boolean,
  open: number,
  close: number,
): OversoldSecurity[] {
  const within = shortHoldings.daysIn(inScope).filter(({ from, to }) => from <= close && to >= open);
  return [...groupBy(within, ({ isin }) => isin)].map(([isin, spans]) => ({
    isin,
    from: fromDayNumber(Math.max(open, Math.min(...spans.map(({ from }) => from)))),
    to: fromDayNumber(Math.min(close, Math.max(...spans.map(({ to }) => to)))),
  }));
}

/**
 * Prices that were used more than OLD_PRICE_DAYS after their day while a position of the scope was held, each once,
 * newest first.
 */
export function oldPricesUsed(
  { cells, values, prices }: ReturnsBook,
  inScope: (cell: number) => boolean,
  open: number,
  close: number,
): OldPriceUsed[] {
  const found = new Map<string, OldPriceUsed>();
  for (const [cell, { isin, pricing }] of cells.entries()) {
    if (isin === null || pricing === null || !inScope(cell)) continue;
    for (const { from, to, priceDate } of prices.oldPrices(pricing)) {
      const [first, last] = [Math.max(from, open), Math.min(to, close)];
      if (first <= last && values.isHeldWithin(cell, first, last))
        found.set(`${isin} ${priceDate}`, { isin, priceDate, until: fromDayNumber(last) });
    }
  }
  return [...found.values()].toSorted((a, b) => (a.priceDate < b.priceDate ? 1 : -1));
}

/**
 * Exchange rates that were used more than OLD_PRICE_DAYS after their day while a position of the scope was held, each
 * once, newest first.
 */
export function oldRatesUsed(
  { cells, values, prices }: ReturnsBook,
  inScope: (cell: number) => boolean,
  open: number,
  close: number,
): OldRateUsed[] {
  const found = new Map<string, OldRateUsed>();
  for (const [cell, { pricing, currency }] of cells.entries()) {
    if (!inScope(cell)) continue;
    for (const old of pricing === null ? prices.oldRates(currency) : prices.oldRatesOf(pricing)) {
      const [first, last] = [Math.max(old.from, open), Math.min(old.to, close)];
      const key = `${old.currency} ${old.rateDate}`;
      const until = fromDayNumber(last);
      if (first <= last && until > (found.get(key)?.until ?? '') && values.isHeldWithin(cell, first, last))
        found.set(key, { currency: old.currency, rateDate: old.rateDate, until });
    }
  }
  return [...found.values()].toSorted(
    (a, b) => (a.rateDate < b.rateDate ? 1 : a.rateDate > b.rateDate ? -1 : 0) || (a.currency < b.currency ? -1 : 1),
  );
}
