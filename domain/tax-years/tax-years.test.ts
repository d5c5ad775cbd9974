/** The statutory figures by year, each line as the published tables state it; a new year is a new line. */
import { describe, expect, it } from 'vitest';
import { addDays, type IsoDate } from '../values/dates.ts';
import { taxYearStarting, type TaxYear } from '../values/tax-year.ts';
import { propertyReportDays, taxYearDates } from './tax-year-dates.ts';
import { gainsRulesOf, rulesOf, TAX_YEARS } from './tax-years.ts';

/** Exempt amount, rates, proceeds limit. */
const GAINS = [
  '2008-09 9600 18/18 38400',
  '2009-10 10100 18/18 40400',
  '2010-11 10100 18/18 18/28 40400',
  '2011-12 10600 18/28 42400',
  '2012-13 10600 18/28 42400',
  '2013-14 10900 18/28 43600',
  '2014-15 11000 18/28 44000',
  '2015-16 11100 18/28 44400',
  '2016-17 11100 10/20 44400',
  '2017-18 11300 10/20 45200',
  '2018-19 11700 10/20 46800',
  '2019-20 12000 10/20 48000',
  '2020-21 12300 10/20 49200',
  '2021-22 12300 10/20 49200',
  '2022-23 12300 10/20 49200',
  '2023-24 6000 10/20 50000',
  '2024-25 3000 10/20 18/24 50000',
  '2025-26 3000 18/24 50000',
  '2026-27 3000 18/24 50000',
];

/** Dividend allowance and rates; personal and marriage allowance; basic band; additional rate from; savings rates. */
const INCOME = [
  '2016-17 5000 7.5/32.5/38.1 11000 1100 32000 150000 20/40/45 savesMost',
  '2017-18 5000 7.5/32.5/38.1 11500 1150 33500 150000 20/40/45 savesMost',
  '2018-19 2000 7.5/32.5/38.1 11850 1190 34500 150000 20/40/45 savesMost',
  '2019-20 2000 7.5/32.5/38.1 12500 1250 37500 150000 20/40/45 savesMost',
  '2020-21 2000 7.5/32.5/38.1 12500 1250 37500 150000 20/40/45 savesMost',
  '2021-22 2000 7.5/32.5/38.1 12570 1260 37700 150000 20/40/45 savesMost',
  '2022-23 2000 8.75/33.75/39.35 12570 1260 37700 150000 20/40/45 savesMost',
  '2023-24 1000 8.75/33.75/39.35 12570 1260 37700 125140 20/40/45 savesMost',
  '2024-25 500 8.75/33.75/39.35 12570 1260 37700 125140 20/40/45 savesMost',
  '2025-26 500 8.75/33.75/39.35 12570 1260 37700 125140 20/40/45 savesMost',
  '2026-27 500 10.75/35.75/39.35 12570 1260 37700 125140 20/40/45 savesMost',
  '2027-28 500 10.75/35.75/39.35 12570 1260 37700 125140 22/42/47 otherIncomeFirst',
];

/** ISA, of which LISA, junior ISA; pension, reduced; taper: threshold income, adjusted income, minimum. */
const ALLOWANCES = [
  '2016-17 15240 null 4080 40000 10000 110000 150000 10000',
  '2017-18 20000 4000 4128 40000 4000 110000 150000 10000',
  '2018-19 20000 4000 4260 40000 4000 110000 150000 10000',
  '2019-20 20000 4000 4368 40000 4000 110000 150000 10000',
  '2020-21 20000 4000 9000 40000 4000 200000 240000 4000',
  '2021-22 20000 4000 9000 40000 4000 200000 240000 4000',
  '2022-23 20000 4000 9000 40000 4000 200000 240000 4000',
  '2023-24 20000 4000 9000 60000 10000 200000 260000 10000',
  '2024-25 20000 4000 9000 60000 10000 200000 260000 10000',
  '2025-26 20000 4000 9000 60000 10000 200000 260000 10000',
  '2026-27 20000 4000 9000 60000 10000 200000 260000 10000',
];

describe('the years', () => {
  it('follow each other without a gap from 2008-09, and only the last is announced', () => {
    expect(TAX_YEARS.map(({ taxYear }) => taxYear)).toEqual(TAX_YEARS.map((_, index) => taxYearStarting(2008 + index)));
    expect(TAX_YEARS.filter(({ status }) => status === 'announced').map(({ taxYear }) => taxYear)).toEqual(['2027-28']);
  });

  it('11.6: have the rules for gains from 2008-09 to 2026-27', () => {
    const shown = TAX_YEARS.flatMap(({ taxYear, gains }) => {
      if (gains === null) return [];
      const rates = gains.rates.map(({ basic, higher }) => `${basic}/${higher}`).join(' ');
      return [`${taxYear} ${gains.annualExemptAmount} ${rates} ${gains.proceedsLimit}`];
    });
    expect(shown).toEqual(GAINS);
    for (const { taxYear, gains } of TAX_YEARS)
      expect([taxYear, gains?.rates[0]?.from ?? `${taxYear.slice(0, 4)}-04-06`]).toEqual([
        taxYear,
        `${taxYear.slice(0, 4)}-04-06`,
      ]);
    expect(TAX_YEARS.filter(({ gains }) => gains?.returnAtFirstRates).map(({ taxYear }) => taxYear)).toEqual([
      '2024-25',
    ]);
  });

  it('have the figures of income tax from 2016-17', () => {
    const three = (rates: { basic: number; higher: number; additional: number }) =>
      `${rates.basic}/${rates.higher}/${rates.additional}`;
    const shown = TAX_YEARS.flatMap(({ taxYear, income }) => {
      if (income === null) return [];
      const { dividends, personalAllowance, marriageAllowance, bands, savings, allowanceOrder } = income;
      const allowances = `${personalAllowance.amount} ${marriageAllowance.amount}`;
      return [
        `${taxYear} ${dividends.allowance} ${three(dividends)} ${allowances} ` +
          `${bands.basic} ${bands.additionalFrom} ${three(savings)} ${allowanceOrder.order}`,
      ];
    });
    expect(shown).toEqual(INCOME);
    for (const { income } of TAX_YEARS)
      if (income !== null) {
        expect(three(income.mainRates)).toBe('20/40/45');
        expect(income.savings.allowance).toEqual({ basic: 1000, higher: 500 });
        expect([income.savings.startingRateBand, income.personalAllowance.taperFrom]).toEqual([5000, 100_000]);
      }
  });

  it('have the allowances of ISAs and pensions from 2016-17 to 2026-27', () => {
    const shown = TAX_YEARS.flatMap(({ taxYear, isa, pension }) => {
      if (isa === null || pension === null) return [];
      const { thresholdIncome, adjustedIncome, minimum } = pension.taper;
      return [
        `${taxYear} ${isa.isa} ${isa.lisa} ${isa.juniorIsa} ${pension.annualAllowance} ${pension.moneyPurchase} ` +
          `${thresholdIncome} ${adjustedIncome} ${minimum}`,
      ];
    });
    expect(shown).toEqual(ALLOWANCES);
    expect(TAX_YEARS.every(({ pension }) => pension === null || pension.carryForwardYears === 3)).toBe(true);
    expect(rulesOf('2026-27' as TaxYear)?.isa?.cashIsa).toBeNull();
    expect(rulesOf('2027-28' as TaxYear)?.isa?.cashIsa).toEqual({ below: 65, amount: 12_000 });
    expect([rulesOf('2027-28' as TaxYear)?.pension, gainsRulesOf('2027-28' as TaxYear)]).toEqual([null, null]);
  });

  it('give the source of each figure', () => {
    const withoutSource: string[] = [];
    const visit = (value: unknown, path: string): void => {
      if (typeof value !== 'object' || value === null) return;
      for (const [key, part] of Object.entries(value)) {
        if (/source$/iu.test(key) && (typeof part !== 'string' || part === '')) withoutSource.push(`${path}.${key}`);
        visit(part, `${path}.${key}`);
      }
    };
    for (const rules of TAX_YEARS) visit(rules, rules.taxYear);
    expect(withoutSource).toEqual([]);
  });

  it('is null where the year is not known', () => {
    expect([rulesOf('2007-08' as TaxYear), rulesOf('2028-29' as TaxYear)]).toEqual([null, null]);
  });
});

describe('the dates of a year', () => {
  it('follow its end', () => {
    expect(taxYearDates('2025-26' as TaxYear)).toEqual({
      lastDay: '2026-04-05',
      registerBy: '2026-10-05',
      paperReturnBy: '2026-10-31',
      onlineReturnBy: '2027-01-31',
      secondPaymentOnAccount: '2026-07-31',
    });
  });

  it('a gain on residential property is reported within 30 days from April 2020, 60 from 27 October 2021', () => {
    const last = '2021-10-26' as IsoDate;
    expect(
      ['2020-04-05', '2020-04-06', last, addDays(last, 1)].map((day) => propertyReportDays(day as IsoDate)),
    ).toEqual([null, 30, 30, 60]);
  });
});

it('SA108 box numbers are known from 2015-16 and for no earlier year (cgt/RULES.md 11.5)', () => {
  const known = TAX_YEARS.flatMap(({ taxYear, gains }) => (gains?.boxNumbersKnown === true ? [taxYear] : []));
  expect(known).toEqual(
    TAX_YEARS.flatMap(({ taxYear, gains }) => (gains !== null && taxYear >= '2015-16' ? [taxYear] : [])),
  );
  expect(known[0]).toBe('2015-16');
});
