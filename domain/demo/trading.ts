/** Carries out the plans, trading day by trading day. */
import type { Price } from '../values/amount.ts';
import { dateFromParts, type IsoDate } from '../values/dates.ts';
import { divide, exact, multiply, round, type Exact } from '../values/decimal.ts';
import { taxYearOf } from '../values/tax-year.ts';
import { ALL, Book, type BookSources, type Place } from './book.ts';
import { SECURITIES, SPLITS } from './market-data.ts';
import {
  BROKER_MOVE,
  MONTHLY_PLANS,
  PLACES,
  REINVESTED,
  STEPS,
  type Holder,
  type MonthlyPlan,
  type PlaceKey,
  type Step,
} from './plans.ts';

export interface TradingSources extends BookSources {
  /** The calendar year in which the first tax year begins. */
  readonly firstYear: number;
  readonly accountIdOf: (holder: Holder) => string;
}

/** The day of the month on which dividends, reported income and coupons are paid. */
const PAY_DAY = 20;
const REPORTING_MONTH = '06';
const ALL_MONTHS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] as const;
const COUPON_MONTHS: readonly string[] = ['01', '07'];

class Trading {
  private readonly sources: TradingSources;
  private readonly book: Book;
  private readonly places = new Map<PlaceKey, Place>();

  constructor(sources: TradingSources) {
    this.sources = sources;
    this.book = new Book(sources);
    for (const key of Object.keys(PLACES) as PlaceKey[]) {
      const { holder, broker, taxWrapper } = PLACES[key];
      this.places.set(key, { accountId: sources.accountIdOf(holder), broker, taxWrapper });
    }
  }

  run(): Book {
    const { days } = this.sources.market;
    const pending = new Agenda(days, this.sources.firstYear);
    for (const [position, day] of days.entries()) {
      this.book.turnTo(position);
      for (const { isin, ratioNew, ratioOld } of SPLITS.filter((split) => isDue(split.day, day, days[position - 1]))) {
        for (const { place } of this.book.holdingsOf(isin)) this.book.split(place, isin, ratioNew, ratioOld);
      }
      this.payIncome(day, days[position - 1], days[position + 1]);
      for (const plan of pending.plansOf(day))
        this.book.buyFor(this.placeOf(plan.place), plan.isin, amountIn(plan, pending.yearOf(day)), 'regular');
      if (pending.isMove(day)) this.moveBroker();
      for (const step of pending.stepsOf(day)) this.take(step);
    }
    return this.book;
  }

  private placeOf(key: PlaceKey): Place {
    const place = this.places.get(key);
    if (place === undefined) throw new RangeError(key);
    return place;
  }

  private moveBroker(): void {
    const [from, to] = [this.placeOf(BROKER_MOVE.from), this.placeOf(BROKER_MOVE.to)];
    for (const isin of this.book.holdingsAt(from)) this.book.transfer(from, to, isin, ALL);
  }

  private take(step: Step): void {
    const place = this.placeOf(step.place);
    switch (step.kind) {
      case 'buy': {
        this.book.buyFor(place, step.isin, step.amount, 'dealt');
        break;
      }
      case 'buyUnits': {
        this.book.buyUnits(place, step.isin, step.quantity);
        break;
      }
      case 'sell': {
        this.book.sell(place, step.isin, step.share);
        break;
      }
      case 'buyBack': {
        this.book.buyBack(place, step.isin, step.share);
        break;
      }
      case 'switch': {
        this.book.buyFor(this.placeOf(step.to), step.into, this.book.sell(place, step.isin, step.share), 'dealt');
        break;
      }
      case 'transfer': {
        this.book.transfer(place, this.placeOf(step.to), step.isin, step.share);
        break;
      }
    }
  }

  private payIncome(day: IsoDate, before: IsoDate | undefined, after: IsoDate | undefined): void {
    const month = day.slice(5, 7);
    const payDay = isDue(`${day.slice(0, 7)}-${PAY_DAY}`, day, before);
    const monthEnd = after !== undefined && after.slice(5, 7) !== month;
    for (const model of SECURITIES) {
      if (payDay && model.yield !== undefined && model.payMonths?.includes(Number(month)) === true) {
        this.payDividend(model.isin, this.perUnit(model.isin, model.yield, model.payMonths.length));
      }
      if (monthEnd && model.coupon !== undefined && COUPON_MONTHS.includes(month)) {
        const half = divide<'price'>(exact(model.coupon as Price), exact(2 as Price));
        for (const { place } of this.book.holdingsOf(model.isin))
          this.book.payIncome(place, model.isin, 'INTEREST', half);
      }
      if (monthEnd && model.reportedIncome !== undefined && month === REPORTING_MONTH)
        this.reportIncome(model.isin, model.reportedIncome, day);
    }
  }

  private payDividend(isin: string, perUnit: Exact<'price'>): void {
    for (const { place } of this.book.holdingsOf(isin)) {
      if (REINVESTED.some((entry) => entry.isin === isin && this.placeOf(entry.place) === place))
        this.book.reinvestIncome(place, isin, perUnit);
      else this.book.payIncome(place, isin, 'DIVIDEND', perUnit);
    }
  }

  /** Excess reportable income matters in taxable wrappers only, once its income day has come. */
  private reportIncome(isin: string, share: number, day: IsoDate): void {
    const incomeDate = dateFromParts(Number(day.slice(0, 4)), 12, 31);
    const last = this.sources.market.days.at(-1);
    if (incomeDate === null || last === undefined || incomeDate > last) return;
    for (const { place } of this.book.holdingsOf(isin)) {
      if (place.taxWrapper === 'DEALING') this.book.reportIncome(place, isin, this.perUnit(isin, share, 1), incomeDate);
    }
  }

  /** One payment of a yearly income per unit, in pounds to a hundredth of a penny. */
  private perUnit(isin: string, yearly: number, payments: number): Exact<'price'> {
    return round(
      divide<'price'>(multiply(this.book.closeInPounds(isin), exact(yearly as Price)), exact(payments as Price)),
      4,
    );
  }
}

/** True on the first trading day on or after a date. */
function isDue(date: string, day: IsoDate, before: IsoDate | undefined): boolean {
  return day >= date && (before === undefined || before < date);
}

function amountIn(plan: MonthlyPlan, year: number): number {
  return plan.amount + (plan.rise ?? 0) * year;
}

interface DayOfYear {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** Which steps are due on which trading day. */
class Agenda {
  private readonly firstYear: number;
  private readonly days: readonly IsoDate[];
  private readonly plans = new Map<IsoDate, MonthlyPlan[]>();
  private readonly steps = new Map<IsoDate, Step[]>();
  private readonly move: IsoDate | null;

  constructor(days: readonly IsoDate[], firstYear: number) {
    this.firstYear = firstYear;
    this.days = days;
    this.move = this.tradingDay(BROKER_MOVE);
    for (const step of STEPS) this.note(this.steps, this.tradingDay(step), step);
    for (const plan of MONTHLY_PLANS) {
      for (let year = plan.from ?? 0; year <= Math.min(plan.to ?? Infinity, this.lastYear()); year += 1) {
        for (const month of plan.months ?? ALL_MONTHS)
          this.note(this.plans, this.tradingDay({ year, month, day: plan.day }), plan);
      }
    }
  }

  /** The tax year of a day, counted from 0. */
  yearOf(day: IsoDate): number {
    return Number(taxYearOf(day).slice(0, 4)) - this.firstYear;
  }

  plansOf(day: IsoDate): readonly MonthlyPlan[] {
    return this.plans.get(day) ?? [];
  }

  stepsOf(day: IsoDate): readonly Step[] {
    return this.steps.get(day) ?? [];
  }

  isMove(day: IsoDate): boolean {
    return day === this.move;
  }

  private note<T>(agenda: Map<IsoDate, T[]>, day: IsoDate | null, entry: T): void {
    if (day === null) return;
    const entries = agenda.get(day);
    if (entries === undefined) agenda.set(day, [entry]);
    else entries.push(entry);
  }

  private lastYear(): number {
    const last = this.days.at(-1);
    return last === undefined ? -1 : this.yearOf(last);
  }

  /** The first trading day on or after that day of the tax year, or null when it has not come yet. */
  private tradingDay({ year, month, day }: DayOfYear): IsoDate | null {
    const late = month < 4 || (month === 4 && day < 6);
    const date = dateFromParts(this.firstYear + year + (late ? 1 : 0), month, day);
    if (date === null) throw new RangeError(`no such day: ${year}-${month}-${day}`);
    let [low, high] = [0, this.days.length];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if ((this.days[middle] ?? date) < date) low = middle + 1;
      else high = middle;
    }
    return this.days[low] ?? null;
  }
}

/** The book after all plans on the market's days. */
export function runPlans(sources: TradingSources): Book {
  return new Trading(sources).run();
}
