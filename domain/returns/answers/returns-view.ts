/** The data of a returns screen: figures as JSON numbers, days as text, and what is missing (RULES 7). */
import type { Pounds } from '../../values/amount.ts';
import type { IsoDate } from '../../values/dates.ts';
import type { BridgePart } from './bridge.ts';
import type { MissingDays, OldPriceUsed, OldRateUsed, OversoldSecurity } from './missing-figures.ts';
import type { MoneyWeighted } from '../figures/money-weighted.ts';
import type { ReturnsPeriod } from '../figures/periods.ts';
import type { ReturnsScope } from '../book/scope.ts';
import type { TimeWeightedView } from '../figures/time-weighted.ts';
import type { YearRows } from './year-rows.ts';

export type ScopeDimension = 'accountId' | 'taxWrapper' | 'brokerId' | 'category';

export interface ReturnsQuery {
  readonly scope: ReturnsScope;
  readonly period: ReturnsPeriod;
  /** The ISIN of a security that the same money could have bought. */
  readonly benchmark: string | null;
  /** How the scope is divided into parts. */
  readonly splitBy: ScopeDimension;
}

export type BridgeAmounts = Readonly<Record<BridgePart, Pounds>>;

/** A part of the scope; the value of its dimension is null for securities that the catalogue lacks. */
export interface ScopePart {
  readonly key: string | null;
  readonly bridge: BridgeAmounts | null;
}

export interface BenchmarkView {
  readonly isin: string;
  readonly growth: readonly (number | null)[];
  readonly closing: Pounds | null;
  readonly reason: 'missing' | 'usedUp' | null;
  readonly moneyWeighted: MoneyWeighted | null;
}

export interface ReturnsView {
  readonly period: ReturnsPeriod;
  /** The day of the book's first event; null without any. */
  readonly firstDay: IsoDate | null;
  /** True when the scope had no holding or payment up to the end of the period. */
  readonly isEmpty: boolean;
  readonly securitiesOnly: boolean;
  readonly timeWeighted: TimeWeightedView;
  /** Null when a value that it needs is missing. */
  readonly moneyWeighted: MoneyWeighted | null;
  readonly bridge: BridgeAmounts | null;
  readonly sumOfParts: Pounds | null;
  readonly parts: readonly ScopePart[];
  /** The amount moved between the parts, which is in the parts' payments in and out but not in the whole's. */
  readonly movedBetween: Pounds;
  /** One for each day of the period, starting with the opening day. */
  readonly days: {
    readonly dates: readonly IsoDate[];
    readonly growth: readonly (number | null)[];
    readonly values: readonly (Pounds | null)[];
    /** Payments in less payments out on the day; null where a market value is missing. */
    readonly flows: readonly (Pounds | null)[];
  };
  readonly benchmark: BenchmarkView | null;
  readonly years: YearRows;
  readonly missing: readonly MissingDays[];
  readonly oversold: readonly OversoldSecurity[];
  readonly oldPrices: readonly OldPriceUsed[];
  readonly oldRates: readonly OldRateUsed[];
}

/** A row of a bar's details. */
export interface BridgeLineView {
  /** Null for a position held at the start or the end. */
  readonly transactionId: string | null;
  readonly date: IsoDate;
  readonly accountId: string;
  readonly brokerId: string;
  readonly taxWrapper: string;
  /** Null for cash. */
  readonly isin: string | null;
  readonly transactionType: string | null;
  readonly amount: Pounds;
}
