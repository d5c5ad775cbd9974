/** The rows in which figures are kept. */
import type { Pounds } from '../../../domain/values/amount.ts';
import type { IsoDate } from '../../../domain/values/dates.ts';
import type { HolderGains } from '../../../domain/cgt/tax/gains-by-year.ts';
import type { YearPanel } from '../../../domain/cgt/tax/year-panel.ts';
import type { TaxWrapper } from '../../../domain/fields/enums.ts';
import type { DashboardSummary } from '../../../domain/holdings/dashboard.ts';
import type { HoldingView } from '../../../domain/holdings/holding-view.ts';
import type { TaxYear } from '../../../domain/values/tax-year.ts';
import type { StampedTable } from './stamps.ts';

/** Totals of a tax year, over all accounts or one, and all wrappers or one (001 §9), in pounds. */
export interface YearTotals {
  readonly taxYear: TaxYear;
  /** Empty for all accounts. */
  readonly accountId: string;
  /** Empty for all wrappers. */
  readonly taxWrapper: TaxWrapper | '';
  readonly totalGains: Pounds;
  /** A positive number. */
  readonly totalLosses: Pounds;
  readonly netGains: Pounds;
  readonly final: boolean;
}

/** The tax years of each account holder, as the screen of gains leads with them. */
export interface KeptHolderYears {
  /** Of the year that the screen shows first. */
  readonly panels: readonly YearPanel[];
  /** Of every year. */
  readonly gains: readonly HolderGains[];
}

/** The figures that are kept, by their name. */
export interface KeptValues {
  readonly holdings: readonly HoldingView[];
  /** With cash, and without. */
  readonly dashboard: DashboardSummary;
  readonly dashboardWithoutCash: DashboardSummary;
  /** Every tax year with a disposal, newest first; of each all accounts first. */
  readonly gains: readonly YearTotals[];
  readonly holderYears: KeptHolderYears;
}

/** What figures were computed from: each table they rest on with its stamp; null before its first write. */
export type Stamps = Readonly<Partial<Record<StampedTable, string | null>>>;

export type HoldingKey = [accountId: string, isin: string, taxWrapper: string];

export type KeptName = keyof KeptValues;

export interface SummaryRow {
  readonly name: KeptName;
  /** The version of the app that computed it: another may compute differently. */
  readonly app: string;
  readonly day: IsoDate;
  readonly stamps: Stamps;
  /** The keys of the rows of holdings, in order: the rows have a table of their own. */
  readonly value: unknown;
}
