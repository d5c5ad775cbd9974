/** The records a plan rests on, and what the engine makes of them with a plan's rows recorded beside them (RULES 1). */
import { computeGains } from '../cgt/compute.ts';
import type { AssetFacts, ClassGains, GainsInput, GainsResult } from '../cgt/gains.ts';
import { RowsBySecurity } from '../cgt/rows-by-security.ts';
import { NO_POUNDS } from '../cgt/section-104.ts';
import { shownResult } from '../cgt/shown-figures.ts';
import {
  computeTaxYear,
  computeTaxYears,
  yearFiguresOf,
  type HolderStatements,
  type TaxYearComputation,
  type YearFigures,
} from '../cgt/tax-computation.ts';
import { disposalsOfYear } from '../cgt/tax-year-view.ts';
import { isAcquisition, lastWindowDay } from '../cgt/thirty-day-window.ts';
import type { YearTotals } from '../cgt/year-totals.ts';
import type { IsoDate } from '../dates.ts';
import { add, subtract, sum, type Exact } from '../decimal.ts';
import type { Account, Transaction } from '../records.ts';
import { taxYearBounds, taxYearOf, type TaxYear } from '../tax-year.ts';
import type { Assumptions, PriceUsed } from './plan.ts';

export interface PlanInput extends Omit<GainsInput, 'asOf'> {
  readonly accounts: ReadonlyMap<string, Account>;
  /** By account id; a holder who is not here stated nothing. */
  readonly statements: ReadonlyMap<string, HolderStatements>;
  /** The day of the plan's trades. */
  readonly date: IsoDate;
  /** By ISIN. */
  readonly prices: ReadonlyMap<string, PriceUsed>;
  readonly assumptions: Assumptions;
  /** Gains as of the day, where they are known already. */
  readonly gains?: GainsResult;
}

/** A holder's tax year as it is, and with the plan. */
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

  constructor(input: PlanInput) {
    this.input = input;
    this.taxYear = taxYearOf(input.date);
    this.gains = input.gains ?? computeGains(this.inputOf(input.transactions));
    this.rows = new RowsBySecurity(input.transactions);
    const last = lastWindowDay(input.date);
    this.acquisitionsAhead = input.transactions.filter(
      (row) => row.transactionDate > input.date && row.transactionDate <= last && isAcquisition(row),
    );
  }

  factsOf(isin: string): AssetFacts | undefined {
    return this.input.assets.get(isin);
  }

  /** One name for all securities that bear on each other. */
  familyOf(isin: string): string {
    return this.rows.familyOf(isin);
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

  /** What the engine makes of the records with these rows beside them, as of the plan's day (RULES 1.3). */
  record(rows: readonly Transaction[]): Recorded {
    const families = new Set(rows.map(({ isin }) => this.familyOf(isin)));
    const around = [...this.rows.around(families), ...rows];
    return new Recorded(
      this,
      this.gains.classes.filter(({ isin }) => families.has(this.familyOf(isin))),
      computeGains(this.inputOf(around)).classes,
    );
  }

  /** A class's figures of the plan's tax year. */
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

/** The classes that a plan's rows bear on, before and after. */
export class Recorded {
  private readonly book: PlanBook;
  private readonly before: readonly ClassGains[];
  readonly after: readonly ClassGains[];

  constructor(book: PlanBook, before: readonly ClassGains[], after: readonly ClassGains[]) {
    this.book = book;
    this.before = before;
    this.after = after;
  }

  /** By how much the rows change the holder's shown net gains of the plan's tax year. */
  netChange(accountId: string): Exact<'pounds'> {
    const net = (classes: readonly ClassGains[]): Exact<'pounds'> =>
      sum(of(classes, accountId).map((gains) => this.book.figuresOf(gains).totals.net));
    return subtract(net(this.after), net(this.before));
  }

  /** The class with the row of this id among its disposals, and that disposal. */
  disposalWith(id: string) {
    for (const gains of this.after) {
      const disposal = gains.disposals.find(({ transactions }) => transactions.some((row) => row.id === id));
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
    const changesEarlierYears = gainsBefore(was, taxYear) !== gainsBefore(is, taxYear);
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

/** The shown gains of the years before, added up: another identification of an earlier sale shows in it. */
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
