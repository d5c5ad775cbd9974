/**
 * One entry for each tax year, oldest first: the only place for statutory figures of a year. A new year needs one entry
 * here and one line in the test.
 *
 * Sources: FA = Finance Act; ITA = Income Tax Act 2007; CG = HMRC's Capital Gains Manual; HMRC-code =
 * github.com/hmrc/capital-gains-calculator, taxRatesAndBands.scala (2015-16 on); the Budget of 26 November 2025 as
 * ICAEW, Hazlewoods and Kreston Reeves report it. Gains: tests/fixtures/cgt/RULES-REFERENCE.md 13 and 14.
 * Missing figures were not proved, or had not been announced when this was written.
 */
import type { IsoDate } from '../values/dates.ts';
import type { TaxYear } from '../values/tax-year.ts';
import type {
  GainsRules,
  IncomeRules,
  IsaRules,
  PensionRules,
  PersonalAllowance,
  RatesFrom,
  TaxYearRules,
} from './tax-year-rules.ts';

const rates = (from: string, basic: number, higher: number, source: string): RatesFrom => ({
  from: from as IsoDate,
  basic,
  higher,
  source,
});

/** Proceeds limit to 2022-23; box numbers are known from 2015-16 on (RULES 11.4, 11.5). */
const gains = (
  exempt: number,
  source: string,
  yearRates: readonly RatesFrom[],
  boxNumbersKnown = true,
): GainsRules => ({
  annualExemptAmount: exempt,
  exemptAmountSource: source,
  rates: yearRates,
  returnAtFirstRates: false,
  proceedsLimit: 4 * exempt,
  proceedsLimitSource: '4 x the annual exempt amount (SA108 notes 2020-21)',
  boxNumbersKnown,
});

/** From 2023-24 (RULES 11.4). */
const FIXED_LIMIT = { proceedsLimit: 50_000, proceedsLimitSource: 'gov.uk/capital-gains-tax/work-out-need-to-pay' };

const MAIN_RATES = { basic: 20, higher: 40, additional: 45, source: 'ITA s6; FA 2022 s2' };
const SAVINGS = {
  basic: 20,
  higher: 40,
  additional: 45,
  allowance: { basic: 1000, higher: 500 },
  startingRateBand: 5000,
  source: 'ITA s7, s12, s12B',
};
const SAVINGS_2027 = { ...SAVINGS, basic: 22, higher: 42, additional: 47, source: 'Budget of 26 November 2025' };

const DIVIDENDS_2016 = { allowance: 5000, basic: 7.5, higher: 32.5, additional: 38.1, source: 'FA 2016 s5' };
const DIVIDENDS_2018 = { ...DIVIDENDS_2016, allowance: 2000, source: 'FA 2016 s5, FA 2017 s5' };
const DIVIDENDS_2022 = { allowance: 2000, basic: 8.75, higher: 33.75, additional: 39.35, source: 'FA 2022 s4' };
const DIVIDENDS_2023 = { ...DIVIDENDS_2022, allowance: 1000, source: 'FA 2022 s4, FA 2023 s5' };
const DIVIDENDS_2024 = { ...DIVIDENDS_2023, allowance: 500 };
const DIVIDENDS_2026 = { ...DIVIDENDS_2024, basic: 10.75, higher: 35.75, source: 'Budget of 26 November 2025' };

const SAVES_MOST = { order: 'savesMost', source: 'ITA s25(2); SAIM1110' } as const;
const OTHER_INCOME_FIRST = { order: 'otherIncomeFirst', source: 'Budget of 26 November 2025; SAIM1110' } as const;

const allowance = (amount: number, source: string): PersonalAllowance => ({ amount, taperFrom: 100_000, source });
const OF_2021 = allowance(12_570, 'FA 2021 s5, FA 2023 s5');
const OF_2030 = allowance(12_570, 'Budget of 26 November 2025');

type IncomeParts = Pick<IncomeRules, 'dividends' | 'bands'> & Partial<Pick<IncomeRules, 'savings' | 'allowanceOrder'>>;

const income = (
  personalAllowance: PersonalAllowance,
  { savings = SAVINGS, allowanceOrder = SAVES_MOST, ...parts }: IncomeParts,
): IncomeRules => ({
  personalAllowance,
  mainRates: MAIN_RATES,
  savings,
  allowanceOrder,
  ...parts,
  marriageAllowance: { amount: Math.ceil(personalAllowance.amount / 100) * 10, source: 'a tenth, up to 10: ITA s55B' },
});

const bands = (basic: number, additionalFrom: number, source: string) => ({ basic, additionalFrom, source });
const BANDS_2016 = bands(32_000, 150_000, 'HMRC-code');
const BANDS_2017 = bands(33_500, 150_000, 'HMRC-code');
const BANDS_2018 = bands(34_500, 150_000, 'HMRC-code');
const BANDS_2019 = bands(37_500, 150_000, 'HMRC-code');
const BANDS_2021 = bands(37_700, 150_000, 'FA 2021 s5');
const BANDS_2023 = bands(37_700, 125_140, 'FA 2021 s5, FA 2023 s6');

const isas = (isa: number, lisa: number | null, juniorIsa: number, source: string): IsaRules => ({
  isa,
  lisa,
  juniorIsa,
  cashIsa: null,
  source,
});
const ISA_2017 = isas(20_000, 4000, 4128, 'rossmartin.co.uk');
const ISA_2020 = isas(20_000, 4000, 9000, 'rossmartin.co.uk');
const ISA_2025 = isas(20_000, 4000, 9000, 'Skipton; calchub.uk');
/** Announced: under 65 at most 12,000 in cash; from 65 the full amount. */
const ISA_2027 = { ...ISA_2025, cashIsa: { below: 65, amount: 12_000 }, source: 'Budget of 26 November 2025' };

const PENSION_2016: PensionRules = {
  annualAllowance: 40_000,
  moneyPurchase: 10_000,
  carryForwardYears: 3,
  source: 'Royal London; suffolklife',
  taper: { thresholdIncome: 110_000, adjustedIncome: 150_000, minimum: 10_000 },
};
const PENSION_2017: PensionRules = { ...PENSION_2016, moneyPurchase: 4000 };
const PENSION_2020: PensionRules = {
  ...PENSION_2017,
  taper: { thresholdIncome: 200_000, adjustedIncome: 240_000, minimum: 4000 },
  source: 'Royal London; coalesco',
};
const PENSION_2023: PensionRules = {
  annualAllowance: 60_000,
  moneyPurchase: 10_000,
  carryForwardYears: 3,
  source: 'Royal London; coalesco',
  taper: { thresholdIncome: 200_000, adjustedIncome: 260_000, minimum: 10_000 },
};

const RATES_2011 = (year: string) => [rates(`${year}-04-06`, 18, 28, 'CG21220')];
const RATES_2016 = (year: string) => [rates(`${year}-04-06`, 10, 20, 'HMRC-code')];
const RATES_2025 = (year: string) => [rates(`${year}-04-06`, 18, 24, 'FA 2025 s7(3)')];

const year = (
  taxYear: string,
  parts: Partial<Omit<TaxYearRules, 'taxYear'>> & Pick<TaxYearRules, 'gains'>,
): TaxYearRules => ({
  status: 'law',
  income: null,
  isa: null,
  pension: null,
  ...parts,
  taxYear: taxYear as TaxYear,
});

/** The rules of every known year, oldest first. */
export const TAX_YEARS: readonly TaxYearRules[] = [
  year('2008-09', {
    gains: gains(
      9600,
      'inlandrevenue.gov.uk/rates/cgt.htm (archived)',
      [rates('2008-04-06', 18, 18, 'CG21000')],
      false,
    ),
  }),
  year('2009-10', { gains: gains(10_100, 'mytaxsite.co.uk', [rates('2009-04-06', 18, 18, 'CG21000')], false) }),
  year('2010-11', {
    gains: gains(
      10_100,
      'newbusinessaccounting.co.uk; CG21220',
      [rates('2010-04-06', 18, 18, 'CG21000'), rates('2010-06-23', 18, 28, 'CG21220')],
      false,
    ),
  }),
  year('2011-12', { gains: gains(10_600, 'newbusinessaccounting.co.uk', RATES_2011('2011'), false) }),
  year('2012-13', { gains: gains(10_600, 'hmrc.gov.uk/rates/cgt.htm (archived)', RATES_2011('2012'), false) }),
  year('2013-14', { gains: gains(10_900, 'hmrc.gov.uk/rates/cgt.htm (archived)', RATES_2011('2013'), false) }),
  year('2014-15', { gains: gains(11_000, 'CG18202', RATES_2011('2014'), false) }),
  year('2015-16', { gains: gains(11_100, 'HMRC-code', RATES_2011('2015')) }),
  year('2016-17', {
    gains: gains(11_100, 'HMRC-code', RATES_2016('2016')),
    income: income(allowance(11_000, 'taxaid.org.uk'), { bands: BANDS_2016, dividends: DIVIDENDS_2016 }),
    isa: isas(15_240, null, 4080, 'rossmartin.co.uk'),
    pension: PENSION_2016,
  }),
  year('2017-18', {
    gains: gains(11_300, 'HMRC-code', RATES_2016('2017')),
    income: income(allowance(11_500, 'taxaid.org.uk'), { bands: BANDS_2017, dividends: DIVIDENDS_2016 }),
    isa: ISA_2017,
    pension: PENSION_2017,
  }),
  year('2018-19', {
    gains: gains(11_700, 'HMRC-code; SI 2018/244', RATES_2016('2018')),
    income: income(allowance(11_850, 'parkeraccountants.co.uk'), { bands: BANDS_2018, dividends: DIVIDENDS_2018 }),
    isa: { ...ISA_2017, juniorIsa: 4260 },
    pension: PENSION_2017,
  }),
  year('2019-20', {
    gains: gains(12_000, 'HMRC-code', RATES_2016('2019')),
    income: income(allowance(12_500, 'SAIM1110'), { bands: BANDS_2019, dividends: DIVIDENDS_2018 }),
    isa: { ...ISA_2017, juniorIsa: 4368 },
    pension: PENSION_2017,
  }),
  year('2020-21', {
    gains: gains(12_300, 'HMRC-code; SI 2020/333', RATES_2016('2020')),
    income: income(allowance(12_500, 'SAIM1110'), { bands: BANDS_2019, dividends: DIVIDENDS_2018 }),
    isa: ISA_2020,
    pension: PENSION_2020,
  }),
  year('2021-22', {
    gains: gains(12_300, 'HMRC-code', RATES_2016('2021')),
    income: income(OF_2021, { bands: BANDS_2021, dividends: DIVIDENDS_2018 }),
    isa: ISA_2020,
    pension: PENSION_2020,
  }),
  year('2022-23', {
    gains: gains(12_300, 'HMRC-code', RATES_2016('2022')),
    income: income(OF_2021, { bands: BANDS_2021, dividends: DIVIDENDS_2022 }),
    isa: ISA_2020,
    pension: PENSION_2020,
  }),
  year('2023-24', {
    gains: { ...gains(6000, 'HMRC-code; FA 2023 s8', RATES_2016('2023')), ...FIXED_LIMIT },
    income: income(OF_2021, { bands: BANDS_2023, dividends: DIVIDENDS_2023 }),
    isa: ISA_2020,
    pension: PENSION_2023,
  }),
  year('2024-25', {
    gains: {
      ...gains(3000, 'HMRC-code; FA 2023 s8', [...RATES_2016('2024'), rates('2024-10-30', 18, 24, 'FA 2025 s7(3)')]),
      ...FIXED_LIMIT,
      // RULES 11.7: gov.uk, 'Work out your Capital Gains Tax adjustment for the 2024 to 2025 tax year'.
      returnAtFirstRates: true,
    },
    income: income(OF_2021, { bands: BANDS_2023, dividends: DIVIDENDS_2024 }),
    isa: ISA_2020,
    pension: PENSION_2023,
  }),
  year('2025-26', {
    gains: { ...gains(3000, 'HMRC-code', RATES_2025('2025')), ...FIXED_LIMIT },
    income: income(OF_2021, { bands: BANDS_2023, dividends: DIVIDENDS_2024 }),
    isa: ISA_2025,
    pension: PENSION_2023,
  }),
  year('2026-27', {
    gains: { ...gains(3000, 'HMRC-code', RATES_2025('2026')), ...FIXED_LIMIT },
    income: income(OF_2021, { bands: BANDS_2023, dividends: DIVIDENDS_2026 }),
    isa: ISA_2025,
    pension: PENSION_2023,
  }),
  // The exempt amount and the pension allowance of 2027-28 have not been announced.
  year('2027-28', {
    status: 'announced',
    gains: null,
    income: income(OF_2030, {
      bands: BANDS_2023,
      dividends: DIVIDENDS_2026,
      savings: SAVINGS_2027,
      allowanceOrder: OTHER_INCOME_FIRST,
    }),
    isa: ISA_2027,
  }),
];

/** All known rules of a year, or null. */
export function rulesOf(taxYear: TaxYear): TaxYearRules | null {
  return TAX_YEARS.find((rules) => rules.taxYear === taxYear) ?? null;
}

/** The rules for gains of a year, or null when they are not known. */
export function gainsRulesOf(taxYear: TaxYear): GainsRules | null {
  return rulesOf(taxYear)?.gains ?? null;
}
