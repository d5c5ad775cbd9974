/** A fund's reporting period as JSON numbers, for screens and paper (RULES 4.6). */
import type { Money, Pounds, Quantity, Rate } from '../values/amount.ts';
import type { IsoDate } from '../values/dates.ts';
import { toAmount } from '../values/decimal.ts';
import { taxYearOf, type TaxYear } from '../values/tax-year.ts';
import type { RateKind } from './rate-kinds.ts';
import type { FundPeriod, PeriodState } from './excess-income.ts';

export interface FundPeriodView {
  readonly isin: string;
  readonly name: string;
  readonly periodEnd: IsoDate;
  readonly distributionDate: IsoDate;
  readonly taxYear: TaxYear;
  readonly units: Quantity;
  readonly state: PeriodState;
  /** Who published the figure, or where the user found it; empty without a figure. */
  readonly provider: string;
  readonly isOwnFigure: boolean;
  /** Where the operator of the server got the figure; null for any other figure. */
  readonly operatorSource: string | null;
  /** The distribution date stated with the figure. */
  readonly ownDate: IsoDate | null;
  /**
   * The provider and currency of the fund's latest known figure up to the period, else of its first; null where none is
   * known.
   */
  readonly nearest: { readonly provider: string; readonly currency: string } | null;
  readonly currency: string | null;
  readonly excessPerUnit: Money | null;
  readonly inCurrency: Money | null;
  /** Units of the currency for one pound. */
  readonly perPound: Rate | null;
  /** `recorded`: the rate in the record. */
  readonly rateSource: 'pounds' | 'hmrcMonth' | 'day' | 'recorded' | null;
  /** Where the operator of the server got the monthly rate; null for any other rate. */
  readonly rateOperatorSource: string | null;
  readonly rateDate: IsoDate | null;
  readonly rateKind: RateKind | null;
  readonly pounds: Pounds | null;
  readonly recorded: Pounds;
  readonly toAdd: Pounds | null;
}

export function toPeriodView(period: FundPeriod, nameOf: (isin: string) => string): FundPeriodView {
  const { isin, periodEnd, distributionDate, units, state, fact, rate, inCurrency, pounds, recorded, toAdd } = period;
  const { nearest } = period;
  const perPound = period.figures?.perPound ?? null;
  const found = perPound !== null && perPound === rate?.perPound ? rate : null;
  return {
    isin,
    name: nameOf(isin),
    periodEnd,
    distributionDate,
    taxYear: taxYearOf(distributionDate),
    units: toAmount(units),
    state,
    provider: fact?.provider ?? '',
    isOwnFigure: fact?.origin === 'own',
    operatorSource: fact?.origin === 'operator' ? (fact.source ?? '') : null,
    ownDate: fact?.distributionDate ?? null,
    nearest: nearest === null ? null : { provider: nearest.provider, currency: nearest.currency },
    currency: fact?.currency ?? null,
    excessPerUnit: fact?.excessPerUnit ?? null,
    inCurrency: inCurrency === null ? null : toAmount(inCurrency),
    perPound: perPound === null ? null : toAmount(perPound),
    rateSource: perPound === null ? null : (found?.source ?? 'recorded'),
    rateOperatorSource: found?.operatorSource ?? null,
    rateDate: found?.date ?? null,
    rateKind: period.rateKind,
    pounds: pounds === null ? null : toAmount(pounds),
    recorded: toAmount(recorded),
    toAdd: toAdd === null ? null : toAmount(toAdd),
  };
}
