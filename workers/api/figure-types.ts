/** Holdings, gains and rates as the worker returns them. Types only, for the page too. */
import type { Pounds } from '../../domain/values/amount.ts';
import type { DisposalLine } from '../../domain/cgt/views/disposal-view.ts';
import type { IsoDate } from '../../domain/values/dates.ts';
import type { TypedExchange } from '../../domain/csv/entities/far-rates.ts';
import type { AssetCategory, Denomination, TaxWrapper } from '../../domain/fields/enums.ts';
import type { ExchangeRate } from '../../domain/records/records.ts';
import type { Allocation, AllocationPart, AllocationReading } from '../../domain/holdings/allocation.ts';
import type { HoldingView } from '../../domain/holdings/holding-view.ts';
import type { NetWorthPoint } from '../../domain/holdings/net-worth.ts';
import type { ValueHistory } from '../../domain/holdings/value-history.ts';
import type { TaxYear } from '../../domain/values/tax-year.ts';

export interface HoldingKey {
  readonly accountId: string;
  readonly isin: string;
  readonly taxWrapper: TaxWrapper;
}

export interface HoldingsView {
  readonly asOf: IsoDate;
  /** Without their transactions, which `holdingTransactions` returns on request. */
  readonly holdings: readonly HoldingView[];
  /** The value of the holdings that can be valued. */
  readonly totalValue: Pounds;
  /** Number of holdings without a price or rate on that day. */
  readonly unvalued: number;
}

/** The value chart: the points of a range, and its gaps. */
export interface ValueHistoryView extends ValueHistory {
  readonly asOf: IsoDate;
}

/** Total wealth on each day of a range, and its gaps. */
export interface NetWorthView extends Pick<ValueHistory, 'leftOut' | 'oversold'> {
  readonly asOf: IsoDate;
  readonly points: readonly NetWorthPoint[];
}

/** The total of all savings accounts on a day. */
export interface SavingsPoint {
  readonly date: IsoDate;
  readonly balance: Pounds;
}

export interface AllocationQuery {
  readonly by: AllocationReading;
  /** Whether broker cash and open savings accounts count. */
  readonly includeCash: boolean;
}

/** The parts of the portfolio, each by its name. */
export interface AllocationView extends Omit<Allocation, 'parts'> {
  readonly by: AllocationReading;
  readonly parts: readonly (AllocationPart & { readonly label: string })[];
}

/** Filters of the capital gains screen; they select rows and do not change gains. */
export interface CapitalGainsFilter {
  readonly accountId?: string;
  readonly taxWrapper?: TaxWrapper | '';
  readonly assetCategory?: AssetCategory | '';
}

export interface CapitalGainsQuery extends CapitalGainsFilter {
  readonly taxYear: TaxYear;
}

/** Totals of the year over the shown, non-exempt disposals (001 §9). */
export interface CapitalGainsTotals {
  readonly totalGains: Pounds;
  /** A positive number. */
  readonly totalLosses: Pounds;
  readonly netGains: Pounds;
}

export interface CapitalGainsView {
  readonly taxYear: TaxYear;
  /** Non-exempt first, then newest first. */
  readonly disposals: readonly DisposalLine[];
  readonly totals: CapitalGainsTotals;
  /** Taxable disposals of the year that the filters hide. */
  readonly hiddenByFilters: number;
  /** False while a disposal of the year can still change or is not fully identified. */
  readonly final: boolean;
}

/**
 * Age and coverage of the exchange rates on this device (001 §3). Whether they are stale depends on the time, so a
 * screen checks when it shows them.
 */
export interface ExchangeRatesView {
  /** ISO instant of the last fetch where the server reports it, else the start of the newest rate's day. */
  readonly lastUpdateTime: string | null;
  readonly totalCurrencies: number;
  /** Codes in alphabetical order. */
  readonly availableCurrencies: readonly string[];
}

/** A figure that is being typed and can be compared with known ones. */
export type TypedFigure =
  | ({ readonly kind: 'rate' } & ExchangeRate)
  | ({ readonly kind: 'exchange' } & TypedExchange)
  | {
      readonly kind: 'price';
      readonly isin: string;
      readonly day: IsoDate;
      readonly price: number;
      readonly unit: Denomination;
      /** For the price of a unit in a transaction: its id, or null while it is new. */
      readonly transactionId?: string | null;
    }
  | {
      readonly kind: 'propertyPrice';
      readonly propertyId: string;
      readonly day: IsoDate;
      readonly price: number;
      readonly unit: string;
    };
