/** The records behind a plan, and the engine's results with a plan's rows added to them (RULES 1). */
import type { AssetFacts } from '../cgt/terms/capacity.ts';
import { computeGains } from '../cgt/matching/compute.ts';
import type { ClassGains, GainsInput, GainsResult } from '../cgt/terms/gains.ts';
import { WINDOW_DAYS } from '../cgt/matching/identify.ts';
import { RowsBySecurity } from '../cgt/classes/rows-by-security.ts';
import { NO_POUNDS } from '../cgt/pool/section-104.ts';
import { shownResult } from '../cgt/views/shown-figures.ts';
import {
  computeTaxYear,
  computeTaxYears,
  yearFiguresOf,
  type HolderStatements,
  type TaxYearComputation,
  type YearFigures,
} from '../cgt/tax/tax-computation.ts';
import { disposalsOfYear } from '../cgt/views/tax-year-view.ts';
import { isAcquisition, lastWindowDay } from '../cgt/planned-sale/thirty-day-window.ts';
import type { YearTotals } from '../cgt/tax/year-totals.ts';
import { addDays, type IsoDate } from '../values/dates.ts';
import { add, subtract, sum, type Exact } from '../values/decimal.ts';
import { groupBy } from '../values/group-by.ts';
import { partitionPoint } from '../values/partition-point.ts';
import type { Account, Transaction } from '../records/records.ts';
import { taxYearBounds, taxYearOf, type TaxYear } from '../values/tax-year.ts';
import type { Assumptions, PriceUsed } from './plan.ts';
import { priceAt, type PlanPrices, type PricedPlace } from './plan-prices.ts';

export interface PlanInput extends Omit<GainsInput, 'asOf'> {
  readonly accounts: ReadonlyMap<string, Account>;
  /** By account id; absent for a holder without statements. */
  readonly statements: ReadonlyMap<string, HolderStatements>;
  /** The day of the plan's trades. */
  readonly date: IsoDate;
  readonly prices: PlanPrices;
  readonly assumptions: Assumptions;
  /** Gains as of the day, where they are already calculated. */
  readonly gains?: GainsResult;
}

/** A holder's tax year without and with the plan. */
export interface YearsBeside {
  readonly before: TaxYearComputation;
  readonly after: TaxYearComputation;
  readonly changesEarlierYears: boolean;
}

export class PlanBook {
  readonly input: PlanInput;
  readonly taxYear: TaxYear;
  readonly gains: GainsResult;
  /** Recorded acquisitions in the 30 days after the plan's day. */
  readonly acquisitionsAhead: readonly Transaction[];
  private readonly rows: RowsBySecurity;
  private readonly figures = new Map<ClassGains, YearFigures>();
  private readonly years = new Map<string, TaxYearComputation>();
  private readonly beforeByFamily: ReadonlyMap<string, readonly ClassGains[]>;
  private readonly changes = new Map<string, Exact<'pounds'>>();
  private readonly recorded = new Map<string, Recorded>();
  private rematching: ReadonlySet<string> | null = null;

  constructor(input: PlanInput) {
    this.input = input;
    this.taxYear = taxYearOf(input.date);
    this.gains = input.gains ?? computeGains(this.inputOf(input.transactions));
    this.rows = new RowsBySecurity(input.transactions);
    this.beforeByFamily = groupBy(this.gains.classes, ({ isin }) => this.familyOf(isin));
    const last = lastWindowDay(input.date);
    this.acquisitionsAhead = input.transactions.filter(
      (row) => row.transactionDate > input.date && row.transactionDate <= last && isAcquisition(row),
    );
  }

  factsOf(isin: string): AssetFacts | undefined {
    return this.input.assets.get(isin);
  }

  priceOf(place: PricedPlace): PriceUsed | undefined {
    return priceAt(this.input.prices, place);
  }

  /** The same text for all securities that affect each other. */
  familyOf(isin: string): string {
    return this.rows.familyOf(isin);
  }

  /**
   * True when a taxable purchase on the plan's day would be identified with an earlier sale or transfer of the holder:
   * in the 30 days up to the day, or at any time when more was disposed of than was held (RULES 10.4).
   */
  wouldRematch(accountId: string, isin: string): boolean {
    this.rematching ??= this.findRematching();
    return this.rematching.has(`${accountId}|${this.familyOf(isin)}`);
  }

  private findRematching(): ReadonlySet<string> {
    const since = addDays(this.input.date, -WINDOW_DAYS);
    return new Set(
      this.gains.classes
        .filter(({ disposals, transfers }) => {
          const from = partitionPoint(disposals, ({ date }) => date < since);
          return (
            disposals.slice(from).some(({ exempt }) => exempt !== 'wrapper') ||
            disposals.some(({ exempt, unmatchedQuantity }) => exempt !== 'wrapper' && unmatchedQuantity > 0n) ||
            transfers.some(({ date, unmatchedQuantity }) => date >= since || unmatchedQuantity > 0n)
          );
        })
        .map(({ accountId, isin }) => `${accountId}|${this.familyOf(isin)}`),
    );
  }

  /** The holder's tax year without any plan. */
  yearOf(accountId: string): TaxYearComputation {
    const known = this.years.get(accountId);
    if (known !== undefined) return known;
    const computed = computeTaxYears(this.gains, accountId, this.statementsOf(accountId), this.taxYear).find(
      ({ taxYear }) => taxYear === this.taxYear,
    );
    if (computed === undefined) throw new Error('the year that is asked for is always computed');
    this.years.set(accountId, computed);
    return computed;
  }

  /** The engine's result for the records with these rows added, as of the plan's day (RULES 1.3). */
  record(rows: readonly Transaction[]): Recorded {
    const parts = this.byFamily(rows).map(([family, own]) => {
      const key = keyOf(own);
      const known = this.recorded.get(key) ?? this.try(family, own);
      this.recorded.set(key, known);
      return known;
    });
    return new Recorded(
      this,
      parts.flatMap(({ before }) => before),
      parts.flatMap(({ after }) => after),
    );
  }

  /**
   * The change that rows make to a holder's shown net gains of the year; remembered, because plans try the same rows
   * repeatedly.
   */
  changeBy(rows: readonly Transaction[], accountId: string): Exact<'pounds'> {
    return sum(
      this.byFamily(rows).map(([family, own]) => {
        const key = `${accountId} ${keyOf(own)}`;
        const change = this.changes.get(key) ?? this.try(family, own).netChange(accountId);
        this.changes.set(key, change);
        return change;
      }),
    );
  }

  /** The result for rows of one family, which is not remembered. */
  try(family: string, rows: readonly Transaction[]): Recorded {
    const after = computeGains(this.inputOf([...this.rows.around([family]), ...rows])).classes;
    return new Recorded(this, this.beforeByFamily.get(family) ?? [], after);
  }

  private byFamily(rows: readonly Transaction[]): [string, Transaction[]][] {
    return [...groupBy(rows, ({ isin }) => this.familyOf(isin))];
  }

  /** A class's figures for the plan's tax year. */
  figuresOf(gains: ClassGains): YearFigures {
    const known = this.figures.get(gains);
    if (known !== undefined) return known;
    const figures = yearFiguresOf(this.taxYear, disposalsOfYear(gains.disposals, this.taxYear));
    this.figures.set(gains, figures);
    return figures;
  }

  statementsOf(accountId: string): HolderStatements {
    return this.input.statements.get(accountId) ?? {};
  }

  private inputOf(transactions: readonly Transaction[]): GainsInput {
    const { assets, settings, date } = this.input;
    return { transactions, assets, asOf: date, ...(settings && { settings }) };
  }
}

/** The classes that a plan's rows affect, before and after. */
export class Recorded {
  private readonly book: PlanBook;
  readonly before: readonly ClassGains[];
  readonly after: readonly ClassGains[];

  constructor(book: PlanBook, before: readonly ClassGains[], after: readonly ClassGains[]) {
    this.book = book;
    this.before = before;
    this.after = after;
  }

  /** The change that the rows make to the holder's shown net gains of the plan's tax year. */
  netChange(accountId: string): Exact<'pounds'> {
    const net = (classes: readonly ClassGains[]): Exact<'pounds'> =>
      sum(of(classes, accountId).map((gains) => this.book.figuresOf(gains).totals.net));
    return subtract(net(this.after), net(this.before));
  }

  /** Only the classes that affect a security. */
  of(isin: string): Recorded {
    const { book } = this;
    const family = book.familyOf(isin);
    const isOf = (gains: ClassGains): boolean => book.familyOf(gains.isin) === family;
    return new Recorded(book, this.before.filter(isOf), this.after.filter(isOf));
  }

  /** The disposal of a holder that contains the row with this id, with its class. */
  disposalWith(id: string, accountId: string) {
    for (const gains of of(this.after, accountId)) {
      // A plan's rows are the last.
      const disposal = gains.disposals.findLast(({ transactions }) => transactions.some((row) => row.id === id));
      if (disposal !== undefined) return { gains, disposal };
    }
    return null;
  }

  /** The holder's tax year before and after. */
  years(accountId: string): YearsBeside {
    const { book } = this;
    const { taxYear } = book;
    const before = book.yearOf(accountId);
    const [was, is] = [of(this.before, accountId), of(this.after, accountId)];
    // The identification of earlier sales only changes through acquisitions on the plan's day.
    const mayChange = is.some((gains) => acquiresOn(gains, book.input.date));
    const changesEarlierYears = mayChange && gainsBefore(was, taxYear) !== gainsBefore(is, taxYear);
    if (changesEarlierYears) return { before, after: this.wholeYear(accountId), changesEarlierYears };
    const own = new Set(was.map(({ isin }) => isin));
    const others = of(book.gains.classes, accountId).filter(({ isin }) => !own.has(isin));
    const figures = [...others, ...is].map((gains) => book.figuresOf(gains));
    const after = computeTaxYear(
      taxYear,
      addFigures(figures, before.segments.length),
      before.lossesBroughtForward,
      book.statementsOf(accountId).unusedBasicRateBand?.get(taxYear),
      { broughtForwardFinal: before.broughtForwardFinal, disposalsFinal: false },
    );
    return { before, after, changesEarlierYears };
  }

  private wholeYear(accountId: string): TaxYearComputation {
    const { book } = this;
    const replaced = new Set(this.before.map((gains) => `${gains.accountId}|${gains.isin}`));
    const classes = [
      ...book.gains.classes.filter((gains) => !replaced.has(`${gains.accountId}|${gains.isin}`)),
      ...this.after,
    ];
    const years = computeTaxYears(
      { asOf: book.gains.asOf, classes },
      accountId,
      book.statementsOf(accountId),
      book.taxYear,
    );
    const year = years.find(({ taxYear }) => taxYear === book.taxYear);
    if (year === undefined) throw new Error('the year that is asked for is always computed');
    return year;
  }
}

function of(classes: readonly ClassGains[], accountId: string): readonly ClassGains[] {
  return classes.filter((gains) => gains.accountId === accountId);
}

function acquiresOn({ transactions }: ClassGains, date: IsoDate): boolean {
  const from = transactions.findLastIndex(({ transactionDate }) => transactionDate < date) + 1;
  return transactions.slice(from).some((row) => isAcquisition(row));
}

function keyOf(rows: readonly Transaction[]): string {
  return rows
    .map(({ id, quantity, consideration, brokerCharge }) => [id, quantity, consideration, brokerCharge].join(' '))
    .join(' ');
}

/** The sum of the shown gains of earlier years; it changes when an earlier sale is identified otherwise. */
function gainsBefore(classes: readonly ClassGains[], taxYear: TaxYear): Exact<'pounds'> {
  const { first } = taxYearBounds(taxYear);
  return sum(
    classes.flatMap(({ disposals }) =>
      disposals
        .filter(({ date, exempt }) => date < first && exempt === null)
        .map((disposal) => shownResult(disposal).gain),
    ),
  );
}

const NO_TOTALS: YearTotals = {
  disposals: 0,
  proceeds: NO_POUNDS,
  allowableCosts: NO_POUNDS,
  gains: NO_POUNDS,
  losses: NO_POUNDS,
  net: NO_POUNDS,
};

function addFigures(figures: readonly YearFigures[], stretches: number): YearFigures {
  return {
    totals: figures.reduce(
      (total, { totals }) => ({
        disposals: total.disposals + totals.disposals,
        proceeds: add(total.proceeds, totals.proceeds),
        allowableCosts: add(total.allowableCosts, totals.allowableCosts),
        gains: add(total.gains, totals.gains),
        losses: add(total.losses, totals.losses),
        net: add(total.net, totals.net),
      }),
      NO_TOTALS,
    ),
    stretchGains: Array.from({ length: stretches }, (_, index) =>
      sum(figures.map(({ stretchGains }) => stretchGains[index] ?? NO_POUNDS)),
    ),
  };
}
