/** The returns of one book; results that other scopes or periods also need are remembered. */
import type { Pounds } from '../../values/amount.ts';
import { addDays, fromDayNumber, toDayNumber } from '../../values/dates.ts';
import { toAmount } from '../../values/decimal.ts';
import { unsplit, type Pricing } from '../../holdings/pricing.ts';
import { benchmarkOf } from './benchmark.ts';
import { bridgeLines, bridges, sumOfParts, type Bridge, type BridgeLine, type BridgePart } from './bridge.ts';
import { holdingReturns, type HoldingReturn } from './holding-returns.ts';
import { missingValues, namedOnce, oldPricesUsed, oldRatesUsed, oversoldSecurities } from './missing-figures.ts';
import { NO_PENCE, poundsOf, poundsOrNull, type Pence } from '../figures/pence.ts';
import type { ReturnsPeriod } from '../figures/periods.ts';
import { walkPeriod, type PeriodWalk } from './period-walk.ts';
import type { ReturnsBook } from '../book/returns-book.ts';
import type { MissingFigure } from '../book/returns-event.ts';
import type {
  BenchmarkView,
  BridgeAmounts,
  BridgeLineView,
  ReturnsQuery,
  ReturnsView,
  ScopeDimension,
  ScopePart,
} from './returns-view.ts';
import { daysWithin, moneyWeightedOf, scopeDays } from './scope-days.ts';
import { isInScope, type ReturnsCell, type ReturnsScope } from '../book/scope.ts';
import { timeWeighted, timeWeightedView, type ScopeDays } from '../figures/time-weighted.ts';
import { yearRows, type YearRows } from './year-rows.ts';

/** The number of scopes and periods that are remembered; a screen alternates between a few. */
const KEPT = 8;

interface ScopeFigures {
  readonly days: ScopeDays;
  readonly years: YearRows;
}

export class ReturnsAnswers {
  private readonly book: ReturnsBook;
  private readonly scopes = new Map<string, ScopeFigures>();
  private readonly periods = new Map<string, PeriodWalk>();

  constructor(book: ReturnsBook) {
    this.book = book;
  }

  /** All figures of one scope and period (RULES 2 to 8). The period ends on the book's last day at the latest. */
  view({ scope, period, benchmark, splitBy }: ReturnsQuery): ReturnsView {
    const { book } = this;
    const inScope = this.membership(scope);
    const figures = this.figuresOf(scope, inScope);
    const { open, close } = daysOf(period);
    const days = daysWithin(figures.days, open, close);
    const weighted = timeWeighted(days);
    const walk = this.walkOf(period);
    const [whole] = bridges(
      book,
      walk,
      this.groups(inScope, () => 0),
      1,
    );
    const missing: readonly MissingFigure[] = [
      ...(whole?.missing ?? []),
      ...(weighted.fault === 'missing' ? missingValues(book, inScope, Math.max(open, book.firstDay), close) : []),
    ];
    const bridge = whole?.bridge ?? null;
    const hasEvents = book.events.some(
      (event) => event.day <= close && (inScope(event.cell) || (event.other !== null && inScope(event.other))),
    );
    return {
      period,
      firstDay: book.events.length === 0 ? null : fromDayNumber(book.firstDay + 1),
      isEmpty: !hasEvents,
      securitiesOnly: !book.cells.some((cell, index) => cell.isin === null && inScope(index)),
      timeWeighted: timeWeightedView(weighted),
      moneyWeighted: moneyWeightedOf(days),
      bridge: bridge === null ? null : amountsOf(bridge),
      sumOfParts: bridge === null ? null : poundsOf(sumOfParts(bridge)),
      ...this.partsOf(inScope, walk, bridge, splitBy),
      days: {
        dates: Array.from(days.values, (_, index) => fromDayNumber(days.firstDay + index)),
        growth: numbers(weighted.growth),
        values: Array.from(days.values, poundsOrNull),
        flows: Array.from(days.values, (_, index) =>
          poundsOrNull((days.paidIn[index] ?? 0) - (days.paidOut[index] ?? 0)),
        ),
      },
      benchmark:
        benchmark === null || days.values.length === 0 ? null : this.benchmark(benchmark, days, weighted.growth),
      years: figures.years,
      missing: namedOnce(missing),
      oversold: oversoldSecurities(book, inScope, open, close),
      oldPrices: oldPricesUsed(book, inScope, open, close),
      oldRates: oldRatesUsed(book, inScope, open, close),
    };
  }

  /** The returns of all holdings that the book ever had. */
  holdings(period: ReturnsPeriod): HoldingReturn[] {
    return holdingReturns(this.book, this.walkOf(period));
  }

  /** The rows of one part of a scope's bridge, in date order; they add up to it. */
  lines({
    scope,
    period,
    part,
  }: Pick<ReturnsQuery, 'scope' | 'period'> & { readonly part: BridgePart }): BridgeLineView[] {
    const walk = this.walkOf(period);
    const groups = this.groups(this.membership(scope), () => 0);
    return bridgeLines(this.book, walk, groups, { group: 0, part }).map((line) => this.lineView(line, walk));
  }

  private lineView({ amount, cell, event, part }: BridgeLine, walk: PeriodWalk): BridgeLineView {
    const position = this.book.cells[cell];
    return {
      transactionId: event?.row?.id ?? null,
      transactionType: event?.row?.transactionType ?? null,
      date: fromDayNumber(event?.day ?? (part === 'opening' ? walk.open : walk.close)),
      accountId: position?.accountId ?? '',
      brokerId: position?.brokerId ?? '',
      taxWrapper: position?.taxWrapper ?? '',
      isin: position?.isin ?? null,
      amount: poundsOf(amount),
    };
  }

  private partsOf(
    inScope: (cell: number) => boolean,
    walk: PeriodWalk,
    whole: Bridge | null,
    splitBy: ScopeDimension,
  ): { readonly parts: readonly ScopePart[]; readonly movedBetween: Pounds } {
    const { book } = this;
    const keys = [...new Set(book.cells.filter((_, cell) => inScope(cell)).map((cell) => cell[splitBy]))];
    const indexOf = new Map(keys.map((key, index) => [key, index]));
    const groups = this.groups(inScope, (cell) => indexOf.get(book.cells[cell]?.[splitBy] ?? null) ?? -1);
    const found = bridges(book, walk, groups, keys.length);
    const moved =
      whole === null ? 0 : found.reduce((total, { bridge }) => total + (bridge?.paidIn ?? NO_PENCE), 0) - whole.paidIn;
    return {
      parts: keys.map((key, index) => {
        const bridge = found[index]?.bridge ?? null;
        return { key, bridge: bridge === null ? null : amountsOf(bridge) };
      }),
      movedBetween: found.some(({ bridge }) => bridge === null) ? (0 as Pounds) : poundsOf(moved as Pence),
    };
  }

  private benchmark(isin: string, days: ScopeDays, growth: Float64Array): BenchmarkView {
    const found = benchmarkOf(this.pricingOf(isin), days, this.book.prices, growth);
    return {
      isin,
      growth: numbers(found.growth),
      closing: found.closing === null ? null : toAmount(found.closing),
      reason: found.reason,
      moneyWeighted: found.moneyWeighted,
    };
  }

  /** With the splits that a holder's records have, if one holds it. */
  private pricingOf(isin: string): Pricing {
    const [held] = this.book.cells
      .filter((cell) => cell.isin === isin)
      .toSorted(
        (a, b) =>
          (b.pricing?.splits.length ?? 0) - (a.pricing?.splits.length ?? 0) || (placeOf(a) < placeOf(b) ? -1 : 1),
      );
    return held?.pricing ?? unsplit(isin);
  }

  private membership(scope: ReturnsScope): (cell: number) => boolean {
    const members = this.book.cells.map((cell) => isInScope(cell, scope));
    return (cell) => members[cell] === true;
  }

  private groups(inScope: (cell: number) => boolean, groupOf: (cell: number) => number): Int32Array {
    return Int32Array.from(this.book.cells, (_, cell) => (inScope(cell) ? groupOf(cell) : -1));
  }

  private figuresOf(scope: ReturnsScope, inScope: (cell: number) => boolean): ScopeFigures {
    const { accountId = '', taxWrapper = '', brokerId = '', category = '', isin = '' } = scope;
    return kept(this.scopes, [accountId, taxWrapper, brokerId, category, isin].join('|'), () => {
      const days = scopeDays(this.book, inScope);
      return { days, years: yearRows(days) };
    });
  }

  private walkOf(period: ReturnsPeriod): PeriodWalk {
    return kept(this.periods, `${period.from} ${period.to}`, () => walkPeriod(this.book, daysOf(period)));
  }
}

function placeOf({ accountId, taxWrapper, brokerId }: ReturnsCell): string {
  return `${accountId} ${taxWrapper} ${brokerId}`;
}

function daysOf({ from, to }: ReturnsPeriod): { readonly open: number; readonly close: number } {
  return { open: toDayNumber(addDays(from, -1)), close: toDayNumber(to) };
}

/** The remembered value of that key, or a new one that replaces the oldest. */
function kept<T>(values: Map<string, T>, key: string, make: () => T): T {
  let value = values.get(key);
  if (value === undefined) {
    value = make();
    const [oldest] = values.keys();
    if (values.size >= KEPT && oldest !== undefined) values.delete(oldest);
    values.set(key, value);
  }
  return value;
}

function amountsOf(bridge: Bridge): BridgeAmounts {
  return Object.fromEntries(Object.entries(bridge).map(([part, amount]) => [part, poundsOf(amount)])) as BridgeAmounts;
}

function numbers(values: Float64Array): (number | null)[] {
  return Array.from(values, (value) => (Number.isNaN(value) ? null : value));
}
