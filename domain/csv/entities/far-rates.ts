/**
 * Exchange rates, typed or of a file, that are far from those known: a rate the other way round, of another currency or
 * without its decimal point. HMRC's monthly rates decide wherever a month has one.
 */
import { format } from 'date-fns';
import type { MonthlyRateLookup } from '../../facts/monthly-rates.ts';
import type { ExchangeRate } from '../../records/records.ts';
import { dayMonthYear, daysBetween, inUtc, type IsoDate } from '../../values/dates.ts';
import { groupBy } from '../../values/group-by.ts';
import { monthsAfter } from '../../values/months-after.ts';
import type { EntityImportRow } from './entity-import.ts';
import { farNotes, type FarRules, type NamedFigure, type StatedFigure } from './far-figures.ts';
import { holdRows } from './far-prices.ts';

/**
 * A day's rate is not further from HMRC's rates around it: the pound's largest step from one to the next was 1.11 (June
 * 2016), the krone's 1.2 (March 2020), and the month before and after are looked at too.
 */
const FAR = 1.25;
/** Beyond this many days nothing is known of how a rate moved between. */
const NEAR_DAYS = 92;
const FAR_IN_TIME = 2;
/** A currency without monthly rates may have lost more: pesos 2.2 in a day (December 2023) and 4.6 in that year. */
const FAR_WITHOUT_MONTHS = 5;
/** Beyond a year such a currency may have lost any part of its value; a rate the other way round is told all the same. */
const LONGEST_WITHOUT_MONTHS = 366;
/** A rate whose inverse is nearer by this is the other way round. Beside 1, a rate and its inverse are as near. */
const INVERSE = 1.05;
/** The first month of the supplied rates. */
const FIRST_YEAR = 2015;

/** What rates are compared with. */
export interface KnownRates {
  readonly monthly: MonthlyRateLookup;
  readonly stored: readonly ExchangeRate[];
  readonly today: IsoDate;
}

/** The known rates around a figure. */
interface Span {
  readonly low: number;
  readonly high: number;
}

/** How many times a rate is below or above the span; 1 within it. */
function offBy(rate: number, { low, high }: Span): number {
  return rate < low ? low / rate : rate > high ? rate / high : 1;
}

function isTurned(rate: number, span: Span): boolean {
  return offBy(rate, span) > INVERSE * offBy(1 / rate, span);
}

const isFarFrom = (rate: number, span: Span, limit: number): boolean =>
  offBy(rate, span) > limit || isTurned(rate, span);

const at = (figure: number): Span => ({ low: figure, high: figure });

const noteOn =
  (currency: string): FarRules['note'] =>
  ({ text, figure }, { figure: known, name }) =>
    `${text} for one US dollar is far from ${name}. ${
      isTurned(figure, at(known)) && offBy(1 / figure, at(known)) < FAR
        ? `It may be the US dollars for one ${currency}.`
        : 'Check it.'
    }`;

/** How far two rates so many days apart may be from each other. */
function limitOver(days: number, hasMonths: boolean): number {
  if (hasMonths) return days > NEAR_DAYS ? FAR_IN_TIME : FAR;
  return days > LONGEST_WITHOUT_MONTHS ? Infinity : FAR_WITHOUT_MONTHS;
}

/** The rates of one currency for one US dollar. */
class CurrencyRates {
  readonly rules: FarRules;
  private readonly currency: string;
  private readonly known: KnownRates;
  /** By their first days; null for a month without a rate. */
  private readonly months = new Map<IsoDate, NamedFigure | null>();
  /** The rate of every month that has one. */
  private readonly allMonthly: readonly NamedFigure[];

  constructor(currency: string, known: KnownRates) {
    this.currency = currency;
    this.known = known;
    const monthly: NamedFigure[] = [];
    for (let day = `${FIRST_YEAR}-01-01` as IsoDate; day <= known.today; day = monthsAfter(day, 1)) {
      const rate = this.monthly(day);
      if (rate !== null) monthly.push(rate);
    }
    this.allMonthly = monthly;
    this.rules = {
      isFar: ({ figure, day }, other) =>
        isFarFrom(figure, at(other.figure), limitOver(Math.abs(daysBetween(day, other.day)), monthly.length > 0)),
      note: noteOn(currency),
    };
  }

  /** The monthly rate of a day as a sentence names it, or null. */
  monthly(day: IsoDate): NamedFigure | null {
    const first = `${day.slice(0, 7)}-01` as IsoDate;
    const found = this.months.get(first);
    if (found !== undefined) return found;
    const rate = this.rateOfMonth(first);
    this.months.set(first, rate);
    return rate;
  }

  private rateOfMonth(day: IsoDate): NamedFigure | null {
    const dollar = this.known.monthly('USD', day);
    const own =
      this.currency === 'GBP' ? { perPound: 1, operatorSource: null } : this.known.monthly(this.currency, day);
    if (dollar === null || own === null) return null;
    const figure = own.perPound / dollar.perPound;
    const source = dollar.operatorSource === null && own.operatorSource === null ? "HMRC's rate" : 'the monthly rate';
    const name = `${source} for ${format(inUtc(day), 'MMMM yyyy')}, ${Number(figure.toPrecision(4))} ${this.currency}`;
    return { day, figure, name };
  }

  /** Whether a rate is far from those of its month and the months around it; null where its month has none. */
  isFarInMonth(rate: number, day: IsoDate): boolean | null {
    const own = this.monthly(day);
    if (own === null) return null;
    const around = [-1, 1].flatMap((step) => this.monthly(monthsAfter(day, step))?.figure ?? []);
    const figures = [own.figure, ...around];
    return isFarFrom(rate, { low: Math.min(...figures), high: Math.max(...figures) }, FAR);
  }

  /** All monthly rates, and stored rates that follow from them without a jump; any stored one where there are none. */
  all(): readonly NamedFigure[] {
    const monthly = this.allMonthly;
    const stored = this.known.stored
      .filter(({ fromCurrency, toCurrency }) => fromCurrency === 'USD' && toCurrency === this.currency)
      .map(({ rate, rateDate }): NamedFigure => ({
        day: rateDate,
        figure: rate,
        name: `the ${rate} ${this.currency} of ${dayMonthYear(rateDate)}`,
      }));
    if (monthly.length === 0) return stored;
    const near = stored.filter(({ figure, day }) => this.isFarInMonth(figure, day) !== true);
    const jumped = farNotes(
      near.map((rate) => ({ ...rate, key: rate.day, text: '' })),
      monthly,
      this.rules,
    );
    return [...monthly, ...near.filter(({ day }) => !jumped.has(day))];
  }

  /** A note for each of these rates that is far from the known ones. */
  notes<K>(stated: readonly StatedFigure<K>[]): ReadonlyMap<K, string> {
    const notes = new Map<K, string>();
    const open: StatedFigure<K>[] = [];
    const proved: NamedFigure[] = [];
    for (const rate of stated) {
      const month = this.monthly(rate.day);
      const isFar = this.isFarInMonth(rate.figure, rate.day);
      if (month === null || isFar === null) open.push(rate);
      else if (isFar) notes.set(rate.key, this.rules.note(rate, month));
      else proved.push(rate);
    }
    if (open.length > 0)
      for (const [key, note] of farNotes(open, [...this.all(), ...proved], this.rules)) notes.set(key, note);
    return notes;
  }
}

/** The sentence about a typed rate that is far from those known; else null. Another rate of its day is replaced. */
export function farRateNote({ toCurrency, rate, rateDate }: ExchangeRate, known: KnownRates): string | null {
  const stored = known.stored.filter((other) => other.rateDate !== rateDate);
  const text = `${rate} ${toCurrency}`;
  const stated = { key: text, day: rateDate, figure: rate, text, name: text };
  return new CurrencyRates(toCurrency, { ...known, stored }).notes([stated]).get(text) ?? null;
}

/** Units of one currency for one of another, as two typed figures make them; `GBX` is pence. */
export interface TypedExchange {
  readonly from: string;
  readonly to: string;
  readonly rate: number;
  readonly day: IsoDate;
}

/** How long the last monthly rate is compared with. */
const MONTHS_AFTER = 3;

/** The sentence about two figures whose exchange rate is far from the month's; null where it is not, or none is known. */
export function farExchangeNote({ from, to, rate, day }: TypedExchange, monthly: MonthlyRateLookup): string | null {
  const perPound = (currency: string, month: IsoDate): number | null =>
    currency === 'GBP' ? 1 : currency === 'GBX' ? 100 : (monthly(currency, month)?.perPound ?? null);
  const rateOf = (month: IsoDate): number | null => {
    const [own, other] = [perPound(from, month), perPound(to, month)];
    return own === null || other === null ? null : other / own;
  };
  for (let late = 0; late <= MONTHS_AFTER; late += 1) {
    const month = monthsAfter(day, -late);
    const known = rateOf(month);
    if (known === null) continue;
    const figures = [known, ...[-1, 1].flatMap((step) => rateOf(monthsAfter(month, step)) ?? [])];
    if (!isFarFrom(rate, { low: Math.min(...figures), high: Math.max(...figures) }, FAR)) return null;
    const isFixed = [from, to].every((currency) => currency === 'GBP' || currency === 'GBX');
    const shown = (figure: number): string => `${Number(figure.toPrecision(4))} ${to}`;
    const right = isFixed ? shown(known) : `about ${shown(known)} in ${format(inUtc(month), 'MMMM yyyy')}`;
    return `These figures make 1 ${from} ${shown(rate)}, but it is ${right}. Check both.`;
  }
  return null;
}

/** Holds the rows of rates back that are far from the known ones of their currency, or from most of the file's. */
export function holdFarRates<S>(
  rows: readonly EntityImportRow<ExchangeRate, S>[],
  known: KnownRates,
): readonly EntityImportRow<ExchangeRate, S>[] {
  const valid = rows.flatMap((row) => (row.status === 'valid' && row.record !== null ? [{ row, ...row.record }] : []));
  const notes = new Map<EntityImportRow<ExchangeRate, S>, string>();
  for (const [currency, ofCurrency] of groupBy(valid, ({ toCurrency }) => toCurrency)) {
    const stated = ofCurrency.map(({ row, rate, rateDate }): StatedFigure<EntityImportRow<ExchangeRate, S>> => {
      const text = `${rate} ${currency}`;
      return { key: row, day: rateDate, figure: rate, text, name: `the ${text} in row ${row.rowNumber}` };
    });
    for (const [row, note] of new CurrencyRates(currency, known).notes(stated)) notes.set(row, note);
  }
  return holdRows(rows, notes);
}
