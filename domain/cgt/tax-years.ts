/**
 * Annual exempt amounts, rates for shares and reporting limits of individuals, 2008-09 on: the one place for them.
 *
 * Sources, as researched in tests/fixtures/cgt/RULES-REFERENCE.md §13 and §14:
 * - HMRC-code: github.com/hmrc/capital-gains-calculator, taxRatesAndBands.scala (2015-16 on)
 * - CG: HMRC's Capital Gains Manual; FA: Finance Act
 * A year that is not here has not been announced when this was written, or lies before the present rules.
 */
import type { IsoDate } from '../dates.ts';
import { taxYearBounds, type TaxYear } from '../tax-year.ts';

/** Rates from a day on, in percent. Before 2016 basic and higher were one rate or 18 and 28. */
interface RatesFrom {
  readonly from: IsoDate;
  readonly basic: number;
  readonly higher: number;
  readonly source: string;
}

export interface TaxYearRules {
  readonly taxYear: TaxYear;
  /** Whole pounds. */
  readonly annualExemptAmount: number;
  readonly exemptAmountSource: string;
  /** The rates in force when the year starts, and from the day of a change within it. */
  readonly rates: readonly RatesFrom[];
  /** True when the return works out the whole year at its first rates, so that the rest of the tax is an adjustment (RULES 11.7). */
  readonly returnAtFirstRates: boolean;
  /** Whole pounds: proceeds above it must be reported by those in Self Assessment (RULES 11.4). */
  readonly proceedsLimit: number;
  readonly proceedsLimitSource: string;
}

type Row = readonly [taxYear: string, annualExemptAmount: number, exemptAmountSource: string];

const EXEMPT_AMOUNTS: readonly Row[] = [
  ['2008-09', 9_600, 'inlandrevenue.gov.uk/rates/cgt.htm (archived)'],
  ['2009-10', 10_100, 'mytaxsite.co.uk'],
  ['2010-11', 10_100, 'newbusinessaccounting.co.uk; CG21220'],
  ['2011-12', 10_600, 'newbusinessaccounting.co.uk'],
  ['2012-13', 10_600, 'hmrc.gov.uk/rates/cgt.htm (archived)'],
  ['2013-14', 10_900, 'hmrc.gov.uk/rates/cgt.htm (archived)'],
  ['2014-15', 11_000, 'CG18202'],
  ['2015-16', 11_100, 'HMRC-code'],
  ['2016-17', 11_100, 'HMRC-code'],
  ['2017-18', 11_300, 'HMRC-code'],
  ['2018-19', 11_700, 'HMRC-code; SI 2018/244'],
  ['2019-20', 12_000, 'HMRC-code'],
  ['2020-21', 12_300, 'HMRC-code; SI 2020/333'],
  ['2021-22', 12_300, 'HMRC-code'],
  ['2022-23', 12_300, 'HMRC-code'],
  ['2023-24', 6_000, 'HMRC-code; FA 2023 s8'],
  ['2024-25', 3_000, 'HMRC-code; FA 2023 s8'],
  ['2025-26', 3_000, 'HMRC-code'],
  ['2026-27', 3_000, 'HMRC-code'],
];

/** In force from each day until the next. */
const RATES: readonly RatesFrom[] = [
  { from: '2008-04-06' as IsoDate, basic: 18, higher: 18, source: 'CG21000' },
  { from: '2010-06-23' as IsoDate, basic: 18, higher: 28, source: 'CG21220' },
  { from: '2016-04-06' as IsoDate, basic: 10, higher: 20, source: 'HMRC-code' },
  { from: '2024-10-30' as IsoDate, basic: 18, higher: 24, source: 'FA 2025 s7(3)' },
];

/** RULES 11.7: gov.uk, 'Work out your Capital Gains Tax adjustment for the 2024 to 2025 tax year'. */
const RETURN_AT_FIRST_RATES = '2024-25';

/** RULES 11.4: four times the exempt amount to 2022-23, then a fixed amount. */
const FIXED_LIMIT_FROM = '2023-24';
const FIXED_LIMIT = 50_000;

function ratesOf(taxYear: TaxYear): RatesFrom[] {
  const { first, last } = taxYearBounds(taxYear);
  const atStart = RATES.findLast((rates) => rates.from <= first);
  const changes = RATES.filter((rates) => rates.from > first && rates.from <= last);
  return atStart === undefined ? changes : [{ ...atStart, from: first }, ...changes];
}

/** The rules of every known year, oldest first. */
export const TAX_YEARS: readonly TaxYearRules[] = EXEMPT_AMOUNTS.map(
  ([taxYear, annualExemptAmount, exemptAmountSource]) => ({
    taxYear: taxYear as TaxYear,
    annualExemptAmount,
    exemptAmountSource,
    rates: ratesOf(taxYear as TaxYear),
    returnAtFirstRates: taxYear === RETURN_AT_FIRST_RATES,
    proceedsLimit: taxYear < FIXED_LIMIT_FROM ? 4 * annualExemptAmount : FIXED_LIMIT,
    proceedsLimitSource:
      taxYear < FIXED_LIMIT_FROM
        ? '4 x the annual exempt amount (SA108 notes 2020-21)'
        : 'gov.uk/capital-gains-tax/work-out-need-to-pay',
  }),
);

/** The rules of a year, or null when they are not known. */
export function rulesOf(taxYear: TaxYear): TaxYearRules | null {
  return TAX_YEARS.find((rules) => rules.taxYear === taxYear) ?? null;
}
