/**
 * Growth day by day, independent of payments in and out (RULES 3). Rates are floating point; the amounts are whole
 * pence.
 */
import type { Pounds } from '../../values/amount.ts';
import { poundsOf, type Pence } from './pence.ts';

/** A scope's days, as arrays of the same length. Index 0 is the opening day, of which only the value counts. */
export interface ScopeDays {
  /** The day of index 0, in days since 1970-01-01. */
  readonly firstDay: number;
  /** At the end of each day; NaN where a holding has no price or rate. */
  readonly values: Float64Array;
  readonly paidIn: Float64Array;
  readonly paidOut: Float64Array;
  /** 1 on a day on which more of a holding had been disposed of than was held; null where there is none. */
  readonly oversold: Uint8Array | null;
}

export type TimeWeightedFault =
  /** A holding had no price or rate on a day (RULES 3.5). */
  | 'missing'
  /** More was disposed of than was held, or the value is negative (RULES 3.6). */
  | 'belowNothing'
  | 'nothingHeld';

export interface TimeWeighted {
  /** 0.1 means 10 %; null with a fault. */
  readonly rate: number | null;
  readonly fault: TimeWeightedFault | null;
  /**
   * Days over which it was earned: from the opening day, or from the day of the first money when nothing was held
   * before.
   */
  readonly days: number;
  /** Starts at 100, at the end of each day; NaN on a day without a value and after a break that cannot be chained. */
  readonly growth: Float64Array;
  /** Money received while nothing was held and nothing paid in, which no growth can measure (RULES 3.4). */
  readonly unmeasured: number;
}

/** Chains (value at the end + paid out) / (value at the start + paid in) over the days (RULES 3.1 to 3.6). */
export function timeWeighted({ values, paidIn, paidOut, oversold }: ScopeDays): TimeWeighted {
  const growth = new Float64Array(values.length);
  let before = values[0] ?? 0;
  let fault: TimeWeightedFault | null = before < 0 || oversold?.[0] === 1 ? 'belowNothing' : null;
  let started = before === 0 ? null : 0;
  let unmeasured = 0;
  growth[0] = Number.isNaN(before) ? NaN : 100;
  let factor = 1;
  for (let day = 1; day < values.length; day += 1) {
    const value = values[day] ?? 0;
    const base = before + (paidIn[day] ?? 0);
    const end = value + (paidOut[day] ?? 0);
    before = value;
    if (Number.isNaN(base) || Number.isNaN(end)) fault ??= 'missing';
    else if (value < 0 || base < 0 || end < 0 || oversold?.[day] === 1) fault ??= 'belowNothing';
    else if (base > 0) {
      started ??= day;
      factor *= end / base;
    } else unmeasured += paidOut[day] ?? 0;
    growth[day] = fault === null && !Number.isNaN(value) ? factor * 100 : NaN;
  }
  if (fault === null && started === null) fault = 'nothingHeld';
  const days = started === null ? 0 : values.length - 1 - started;
  return { rate: fault === null ? factor - 1 : null, fault, days, growth, unmeasured };
}

const DAYS_A_YEAR = 365;

/**
 * A rate per year of 365 days, or null for less than a year: a short period's rate is never shown as a yearly one
 * (RULES 3.7).
 */
export function perYear(rate: number, days: number): number | null {
  return days < DAYS_A_YEAR ? null : (1 + rate) ** (DAYS_A_YEAR / days) - 1;
}

export interface TimeWeightedView {
  /** For the period, 0.1 means 10 %; null with a fault. */
  readonly rate: number | null;
  /** Null for less than a year. */
  readonly perYear: number | null;
  readonly fault: TimeWeightedFault | null;
  readonly days: number;
  /** Income that growth does not measure. */
  readonly unmeasured: Pounds;
}

/** The figures as the screen needs them. */
export function timeWeightedView({ rate, fault, days, unmeasured }: TimeWeighted): TimeWeightedView {
  return {
    rate,
    perYear: rate === null ? null : perYear(rate, days),
    fault,
    days,
    unmeasured: poundsOf(unmeasured as Pence),
  };
}

/** A rate in the form that is shown. */
export interface ShownRate {
  readonly rate: number;
  /** False for the whole period. */
  readonly isPerYear: boolean;
}

/** Per year from 365 days on, else for the period (RULES 3.7); null where there is none. */
export function shownTimeWeighted({ rate, perYear: yearly }: TimeWeightedView): ShownRate | null {
  if (rate === null) return null;
  return yearly === null ? { rate, isPerYear: false } : { rate: yearly, isPerYear: true };
}
