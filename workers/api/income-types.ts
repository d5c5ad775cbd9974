/** Income as the worker returns it. Types only, for the page too. */
import type { Pounds } from '../../domain/values/amount.ts';
import type { IsoDate } from '../../domain/values/dates.ts';
import type { AccruedLine } from '../../domain/income/accrued-income.ts';
import type { UnknownFund } from '../../domain/income/excess-income.ts';
import type { IncomeFindingView } from '../../domain/income/income-findings.ts';
import type { ExpectedIncome } from '../../domain/income/income-forecast.ts';
import type { IncomeYear } from '../../domain/income/income-year.ts';
import type { FundPeriodView } from '../../domain/income/period-view.ts';
import type { RateSetting } from '../../domain/records/account-settings.ts';
import type { TaxYear } from '../../domain/values/tax-year.ts';

export interface IncomeQuery {
  readonly accountId: string;
  readonly taxYear: TaxYear;
}

/** A fund whose reporting periods are not known (RULES 4.10). */
export interface UnknownFundView extends Omit<UnknownFund, 'accountId'> {
  readonly name: string;
}

export interface IncomeView extends IncomeYear {
  readonly asOf: IsoDate;
  /** Years with income, a reporting period or the present day, newest first. */
  readonly years: readonly TaxYear[];
  /** Reporting periods whose distribution date is in the year, by day. */
  readonly periods: readonly FundPeriodView[];
  /** Those held in the year. */
  readonly unknownFunds: readonly UnknownFundView[];
  /** The findings for the holder's other years. */
  readonly otherYears: readonly IncomeFindingView[];
  /** Interest on cash in a currency without a rate on its day, which no figure includes. */
  readonly withoutRate: readonly { readonly id: string; readonly date: IsoDate; readonly currency: string }[];
  /** Gross income of each tax year that has any, oldest first. */
  readonly byYear: readonly { readonly taxYear: TaxYear; readonly gross: Pounds }[];
  /** For the next twelve months, whatever the year. */
  readonly forecast: readonly (ExpectedIncome & { readonly name: string })[];
  /** Trades in gilts and bonds with accrued interest of the year; where that year is unknown, the trades made in it. */
  readonly accrued: readonly (AccruedLine & { readonly name: string })[];
  /** The sources of figures and rates that the operator of the server has added for all users, each text once. */
  readonly operatorSources: readonly string[];
  readonly rateSetting: RateSetting;
  /** The rate by which trades and payments in files without pounds are converted. */
  readonly fileRate: RateSetting['source'];
}
