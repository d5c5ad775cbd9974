/** RULES 1 to 3: receipts, their nature, and boxes that are the sum of their rows. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { histories } from '../../tests/cgt/histories.ts';
import { day, gainsOf, buy, pounds, row, sell } from '../../tests/cgt/rows.ts';
import { runs } from '../../tests/runs.ts';
import type { Money, Pounds, Rate } from '../values/amount.ts';
import { divide, exact, toText } from '../values/decimal.ts';
import type { Transaction } from '../records/records.ts';
import type { TaxYear } from '../values/tax-year.ts';
import { incomeForecast } from './income-forecast.ts';
import { incomeYear, type IncomeYear } from './income-year.ts';
import { natureOf, type NatureStatement, type PayerFacts } from './nature.ts';
import { NOTHING_STATED, readStatedIncome } from './stated-income.ts';
import type { ExtraValue } from '../records/extra.ts';
import { grossByYear, incomeRowsByYear, receiptsOf, receiptsWithoutRate, type ReceiptsInput } from './receipts.ts';

const TWO = exact(2 as Rate);

const YEAR = '2024-25' as TaxYear;
const GILT = 'GB00B16NNR78';

const payer = (type: PayerFacts['type'], name = 'a name', category: PayerFacts['category'] = 'US_TSM'): PayerFacts => ({
  name,
  type,
  category,
});

const ASSETS = new Map<string, PayerFacts>([
  ['GB00BH4HKS39', payer('EQUITY')],
  ['US0378331005', payer('EQUITY')],
  ['IE00B3XXRP09', payer('ETF')],
  ['LU1423753034', payer('FUND', 'bonds', 'LT_BONDS')],
  ['GB00B3X7QG63', payer('FUND')],
  ['JE00B4T3BW64', payer('EQUITY')],
]);

const INPUT: ReceiptsInput = {
  transactions: [],
  assets: ASSETS,
  natures: new Map(),
  inPounds: (amount, currency) =>
    currency === 'GBP' ? pounds(toText(amount)) : currency === 'USD' ? pounds(toText(divide(amount, TWO))) : null,
};

/** A row with withheld tax; the consideration is the amount before tax. */
function taxed(one: Transaction, tax: number): Transaction {
  return { ...one, grossIncome: one.consideration, taxWithheld: tax as Pounds };
}

/** Interest on cash: no security, no consideration. */
function onCash(date: string, amount: number, cashCurrency: 'GBP' | 'USD' | 'EUR'): Transaction {
  return { ...row('CASH_INTEREST', date, null, 0, { isin: '' }), cashAmount: amount as Money, cashCurrency };
}

function yearOf(transactions: readonly Transaction[], input: Partial<ReceiptsInput> = {}, taxYear = YEAR): IncomeYear {
  const receipts = receiptsOf({ ...INPUT, transactions, ...input }, 'ann', taxYear);
  return incomeYear(receipts, 'ann', taxYear, (isin) => `name of ${isin}`);
}

const boxes = ({ boxes: found }: IncomeYear): string[] =>
  found.map(
    ({ name, form, number, country, amount, wholePounds }) =>
      `${form ?? 'none'} ${number ?? '-'} ${name}${country === null ? '' : ` ${country}`}: ${amount} (${wholePounds})`,
  );

const dividend = (isin: string, amount: number, date = '2024-06-03', type: 'DIVIDEND' | 'INTEREST' = 'DIVIDEND') =>
  row(type, date, null, amount, { isin });

describe('receipts', () => {
  it('1.2: dividends, interest, reinvested and notional ones count on their day; other rows are none', () => {
    const isin = 'IE00B3XXRP09';
    const rows = [
      buy('2024-05-01', 10, 100, { isin }),
      row('DIVIDEND', '2024-06-03', null, 1, { isin }),
      row('INTEREST', '2024-06-04', null, 2, { isin }),
      row('DIVIDEND_REINVESTED', '2024-06-05', 1, 4, { isin }),
      { ...row('ACCUMULATION', '2024-03-31', null, 8, { isin }), incomeDate: day('2024-09-30') },
      row('ACCUMULATION', '2025-04-05', null, 16, { isin }),
      { ...row('ACCUMULATION', '2024-10-31', null, 32, { isin }), incomeDate: day('2025-04-30') },
      row('EQUALISATION', '2024-06-06', null, 64, { isin }),
      row('RETURN_OF_CAPITAL', '2024-06-06', null, 128, { isin }),
      row('DIVIDEND', '2024-06-03', null, 256, { isin, account: 'bob' }),
    ];
    const year = yearOf(rows);
    expect(year.lines.map(({ date, kind, gross }) => `${date} ${kind} ${gross}`)).toEqual([
      '2024-06-03 paid 1',
      '2024-06-04 paid 2',
      '2024-06-05 reinvested 4',
      '2024-09-30 notional 8',
      '2025-04-05 notional 16',
    ]);
    expect([year.totals.gross, year.totals.count]).toEqual([31, 5]);
    expect(
      grossByYear(incomeRowsByYear(rows, 'ann'), INPUT.inPounds).map(
        ({ taxYear, gross }) => `${taxYear} ${toText(gross)}`,
      ),
    ).toEqual(['2024-25 31', '2025-26 32']);
    expect([...incomeRowsByYear(rows, 'ann')].map(([year, { length }]) => `${year} ${length}`)).toEqual([
      '2024-25 5',
      '2025-26 1',
    ]);
    expect(year.months.filter(({ gross }) => gross > 0)).toEqual([
      { month: '2024-06', gross: 7 },
      { month: '2024-09', gross: 8 },
      { month: '2025-04', gross: 16 },
    ]);
  });

  it('1.1, 1.3: an ISA is apart; tax withheld stands between gross and net', () => {
    const rows = [
      row('DIVIDEND', '2024-06-03', null, 100, { isin: 'US0378331005' }),
      row('DIVIDEND', '2024-06-03', null, 40, { isin: 'US0378331005', wrapper: 'ISA' }),
    ];
    const year = yearOf(rows.map((one) => taxed(one, one.taxWrapper === 'ISA' ? 0 : 15)));
    expect(year.totals).toEqual({ gross: 100, withheld: 15, net: 85, count: 1 });
    expect(year.apart).toEqual([{ wrapper: 'ISA', gross: 40, withheld: 0, net: 40, count: 1 }]);
    expect(boxes(year)).toEqual(['SA106 - foreignDividends US: 100 (100)', 'SA106 - foreignDividendsTax US: 15 (15)']);
  });
});

describe('interest on cash', () => {
  it('1.2, 2.3: is UK interest in pounds, and named where its currency has no rate', () => {
    const rows = [onCash('2024-06-03', 5, 'GBP'), onCash('2024-06-04', 5, 'USD'), onCash('2024-06-05', 5, 'EUR')];
    expect(boxes(yearOf(rows))).toEqual(['SA100 2 untaxedUkInterest: 7.5 (7)']);
    const without = receiptsWithoutRate({ ...INPUT, transactions: rows }, 'ann', YEAR);
    expect(without.map(({ cashCurrency }) => cashCurrency)).toEqual(['EUR']);
  });

  it('2.6: the country whose tax was withheld is that of the income', () => {
    const paid = { ...taxed(dividend('IE00B3XXRP09', 100), 15), taxCountry: 'US' };
    expect(boxes(yearOf([paid]))[0]).toBe('SA106 - foreignDividends US: 100 (100)');
  });

  it.each(['XS2010032618', 'EU000A1G0DA1'])('2.6: income of a code of no country is asked about: %s', (isin) => {
    const paid = taxed(dividend(isin, 3000, '2024-06-03', 'INTEREST'), 300);
    const asked = yearOf([paid]);
    expect([asked.boxes, asked.bySecurity[0]?.nature, asked.lines[0]?.country]).toEqual([[], null, null]);
    // The country whose tax was withheld answers it.
    expect(boxes(yearOf([{ ...paid, taxCountry: 'FR' }]))).toEqual([
      'SA106 - foreignInterest FR: 3000 (3000)',
      'SA106 - foreignInterestTax FR: 300 (300)',
    ]);
    const natures = new Map([[isin, [{ from: null, nature: 'foreignInterest' as const, country: null }]]]);
    const stated = yearOf([paid], { natures });
    expect(boxes(stated)).toEqual(['SA106 - foreignInterest: 3000 (3000)', 'SA106 - foreignInterestTax: 300 (300)']);
    expect(stated.foreignTax).toMatchObject([{ country: null, treatyRate: null, relief: null }]);
  });
});

it('2.6: a security with one row to ask about is asked about, whatever its other rows are', () => {
  const isin = 'JE00B4T3BW64';
  const rows = [dividend(isin, 10, '2024-06-03', 'INTEREST'), dividend(isin, 77, '2024-06-04')];
  const year = yearOf(rows);
  expect(boxes(year)).toEqual(['SA100 3 untaxedForeignInterest: 10 (10)']);
  expect(year.bySecurity).toMatchObject([{ nature: null, ground: 'mixedPayer', gross: 87 }]);
});

describe('the nature', () => {
  const of = (isin: string, facts?: PayerFacts, isInterest = false, stated: readonly NatureStatement[] = []) => {
    const { nature, ground, country } = natureOf(isin, YEAR, isInterest, facts, stated);
    return `${nature ?? 'asked'} ${ground}${country === null ? '' : ` ${country}`}`;
  };

  it('2.2 to 2.6: follows from the security, or is asked about', () => {
    expect(of(GILT)).toBe('giltInterest giltList');
    expect(of('GB00BH4HKS39', payer('BOND'))).toBe('ukInterest interest');
    expect(of('US0378331005', payer('EQUITY'), true)).toBe('foreignInterest interest US');
    expect(of('GB00B3X7QG63', payer('FUND'))).toBe('ukFundDividend fund');
    expect(of('GB00B3X7QG63', payer('FUND', 'a', 'LT_BONDS'))).toBe('ukFundInterest fund');
    expect(of('LU1423753034', payer('FUND', 'a', 'LT_BONDS'))).toBe('foreignInterest fund LU');
    expect(of('IE00B3XXRP09', payer('ETF'))).toBe('foreignDividend fund IE');
    expect(of('GB00BH4HKS39', payer('EQUITY'))).toBe('ukDividend shares');
    expect(of('US0378331005', payer('EQUITY'))).toBe('foreignDividend shares US');
    expect(of('JE00B4T3BW64', payer('EQUITY'))).toBe('asked mixedPayer');
    expect(of('GB00BH4HKS39', payer('EQUITY', 'Tritax Big Box REIT plc'))).toBe('asked mixedPayer');
    expect([of('GB00BH4HKS39'), of('XAU', payer('COMMODITY'))]).toEqual(['asked notKnown', 'asked notKnown']);
  });

  it('2.1: a statement takes precedence from its year on', () => {
    const from = (year: string | null, nature: NatureStatement['nature']): NatureStatement => ({
      from: year as TaxYear | null,
      nature,
      country: nature === 'foreignDividend' ? 'CH' : null,
    });
    const jersey = 'JE00B4T3BW64';
    expect(of(jersey, payer('EQUITY'), false, [from(null, 'ukDividend')])).toBe('ukDividend stated');
    expect(of(jersey, payer('EQUITY'), false, [from('2024-25', 'foreignDividend'), from(null, 'ukDividend')])).toBe(
      'foreignDividend stated CH',
    );
    expect(of(jersey, payer('EQUITY'), false, [from('2025-26', 'ukDividend')])).toBe('asked mixedPayer');
  });
});

describe('boxes', () => {
  it('3.1: of each nature, with income in whole pounds rounded down', () => {
    const rows = [
      dividend('GB00BH4HKS39', 100.99),
      dividend('GB00BH4HKS39', 0.99),
      dividend('GB00B3X7QG63', 20.5),
      dividend('US0378331005', 30),
      dividend('LU1423753034', 1999.99),
      dividend(GILT, 50, '2024-06-03', 'INTEREST'),
      dividend('GB00BH4HKS39', 5.5, '2024-06-03', 'INTEREST'),
      dividend('JE00B4T3BW64', 77),
    ];
    expect(boxes(yearOf(rows))).toEqual([
      'SA100 2 untaxedUkInterest: 5.5 (5)',
      'SA100 3 untaxedForeignInterest: 1999.99 (1999)',
      'SA100 4 ukDividends: 101.98 (101)',
      'SA100 5 ukFundDividends: 20.5 (20)',
      'SA101 3 giltInterestGross: 50 (50)',
      'SA106 - foreignDividends US: 30 (30)',
    ]);
  });

  it('3.1: untaxed foreign interest above 2,000 in all goes to SA106; taxed interest has boxes of its own', () => {
    const rows = [
      dividend('LU1423753034', 2000.01),
      dividend(GILT, 50, '2024-06-03', 'INTEREST'),
      dividend('GB00BH4HKS39', 10, '2024-06-03', 'INTEREST'),
    ];
    const withTax = rows.map((one) => taxed(one, one.isin === 'LU1423753034' ? 0 : 2));
    expect(boxes(yearOf(withTax))).toEqual([
      'SA100 1 taxedUkInterest: 8 (8)',
      'SA101 1 giltInterestNet: 48 (48)',
      'SA101 2 giltInterestTax: 2 (2)',
      'SA101 3 giltInterestGross: 50 (50)',
      'SA106 - foreignInterest LU: 2000.01 (2000)',
    ]);
  });

  it('3.3: income is rounded down and tax that was taken off up, each box by itself', () => {
    const rows = [
      taxed(dividend('US0378331005', 100.99), 15.01),
      taxed(dividend('LU1423753034', 40.5), 8),
      taxed(dividend(GILT, 50.5, '2024-06-03', 'INTEREST'), 10.1),
      taxed(dividend('GB00BH4HKS39', 10.9, '2024-06-03', 'INTEREST'), 2.18),
    ];
    expect(boxes(yearOf(rows))).toEqual([
      'SA100 1 taxedUkInterest: 8.72 (8)',
      'SA101 1 giltInterestNet: 40.4 (40)',
      'SA101 2 giltInterestTax: 10.1 (11)',
      'SA101 3 giltInterestGross: 50.5 (50)',
      'SA106 - foreignInterest LU: 40.5 (40)',
      'SA106 - foreignInterestTax LU: 8 (8)',
      'SA106 - foreignDividends US: 100.99 (100)',
      'SA106 - foreignDividendsTax US: 15.01 (16)',
    ]);
  });

  it('3.4: have labels alone before 2016-17, and no tax where no rates are known', () => {
    const year = yearOf([dividend('GB00BH4HKS39', 100, '2015-06-03')], {}, '2015-16' as TaxYear);
    expect([boxes(year), year.status, year.tax]).toEqual([['SA100 - ukDividends: 100 (100)'], 'notKnown', null]);
  });

  it('5.1, 5.3: the allowances that receipts use, and their tax as a range', () => {
    const year = yearOf([dividend('GB00BH4HKS39', 1500), dividend(GILT, 300, '2024-07-01', 'INTEREST')]);
    expect(year.dividendAllowance).toEqual({ received: 1500, allowance: 500, used: 500, left: 0 });
    // It depends on the other income, which nobody has stated.
    expect(year.savingsAllowance).toBeNull();
    // The maximum is at a total of 125,141.99: 33.75 % of 1,000, 40 % of 900 of further pay, and of 300 without savings
    // allowance, and 5.6 % more on 1.99.
    expect(year.tax).toEqual({ from: 0, to: 817.61 });
    expect(yearOf([], {}, '2027-28' as TaxYear).status).toBe('announced');
  });

  it('5.3: with the other income stated the tax is one figure, and the savings allowance that of its band', () => {
    const rows = [dividend('GB00BH4HKS39', 1500), dividend(GILT, 800, '2024-07-01', 'INTEREST')];
    const receipts = receiptsOf({ ...INPUT, transactions: rows }, 'ann', YEAR);
    const at = (other: string) =>
      incomeYear(receipts, 'ann', YEAR, (isin) => isin, {
        ...NOTHING_STATED,
        otherIncome: new Map([[YEAR, pounds(other)]]),
      });
    expect(at('60000').tax).toEqual({ from: 457.5, to: 457.5 });
    expect([at('60000').savingsAllowance?.allowance, at('20000').savingsAllowance?.allowance]).toEqual([500, 1000]);
    expect(at('20000').tax).toEqual({ from: 87.5, to: 87.5 });
    // 4,500 above the personal allowance leave 500 of the starting rate: only 300 of the interest need the allowance.
    expect(at('17070').savingsAllowance).toEqual({ received: 300, allowance: 1000, used: 300, left: 700 });
    expect([at('0').otherIncome, yearOf(rows).otherIncome]).toEqual([0, null]);
  });
});

it('5.1: what other income leaves of the personal allowance covers interest before the savings allowance (ITA s23)', () => {
  const rows = [dividend('GB00BH4HKS39', 1500), dividend(GILT, 9000, '2024-07-01', 'INTEREST')];
  const receipts = receiptsOf({ ...INPUT, transactions: rows }, 'ann', YEAR);
  const otherIncome = new Map([[YEAR, pounds('8000')]]);
  const year = incomeYear(receipts, 'ann', YEAR, (isin) => isin, { ...NOTHING_STATED, otherIncome });
  // Of the 4,570 left, 1,000 go to dividends above their allowance and 3,570 to interest; 5,430 less 5,000 are left.
  expect(year.savingsAllowance).toEqual({ received: 430, allowance: 1000, used: 430, left: 570 });
  // So 500 of the dividends are left for their allowance: what the personal allowance covers uses none of it (ITA s13A).
  expect(year.dividendAllowance).toEqual({ received: 500, allowance: 500, used: 500, left: 0 });
  const low = new Map([[YEAR, pounds('11500')]]);
  const small = receiptsOf({ ...INPUT, transactions: [dividend('GB00BH4HKS39', 1500)] }, 'ann', YEAR);
  expect(
    incomeYear(small, 'ann', YEAR, (isin) => isin, { ...NOTHING_STATED, otherIncome: low }).dividendAllowance,
  ).toEqual({ received: 430, allowance: 500, used: 430, left: 70 });
  // A marriage allowance that is given leaves 3,310 of it, and 690 of the dividends at 8.75 %.
  expect(year.tax).toEqual({ from: 0, to: 60.38 });
});

describe('assumptions behind the tax', () => {
  const US = 'US0378331005';
  const stated = (value: ExtraValue, rows: readonly Transaction[] = [taxed(dividend(US, 1000), 300)]) =>
    incomeYear(
      receiptsOf({ ...INPUT, transactions: rows }, 'ann', YEAR),
      'ann',
      YEAR,
      (isin) => isin,
      readStatedIncome(value),
    );

  it('5.4: the marriage allowance changes the tax where it applies, and without a statement the tax is a range', () => {
    const about = (marriageAllowance: string | null) => ({
      '2024-25': 11_310,
      circumstances: { '2024-25': { marriageAllowance } },
    });
    // 500 of the dividends are at the nil rate; once 1,260 of the allowance are transferred, none is left for the other
    // dividends.
    expect([about('none'), about('given'), about('received'), about(null)].map((value) => stated(value).tax)).toEqual([
      { from: 0, to: 0 },
      { from: 43.75, to: 43.75 },
      { from: 0, to: 0 },
      { from: 0, to: 43.75 },
    ]);
    // Residents of Scotland get no figure, because its rates are not included.
    const north = stated({ '2024-25': 11_310, circumstances: { '2024-25': { residence: 'scotland' } } });
    expect([north.tax, north.relief, north.taxAfterRelief, north.status]).toEqual([null, null, null, 'law']);
  });

  it("5.5: relief is the lower of the foreign tax at the treaty's rate and the UK tax on the income", () => {
    const year = stated({ '2024-25': 60_000 });
    expect([year.tax, year.relief, year.taxAfterRelief]).toEqual([
      { from: 168.75, to: 168.75 },
      { from: 150, to: 150 },
      { from: 18.75, to: 18.75 },
    ]);
    expect(year.foreignTax).toEqual([
      {
        country: 'US',
        kind: 'dividend',
        gross: 1000,
        foreignTax: 300,
        treatyRate: 15,
        allowable: 150,
        ukTax: 168.75,
        relief: 150,
      },
    ]);
    const low = stated({ '2024-25': 20_000 });
    expect([low.relief, low.taxAfterRelief]).toEqual([
      { from: 43.75, to: 43.75 },
      { from: 0, to: 0 },
    ]);
    const open = stated({});
    expect([open.relief, open.taxAfterRelief, open.foreignTax[0]?.relief]).toEqual([{ from: 0, to: 150 }, null, null]);
  });

  it("5.5: a treaty's rate that is not known is asked about; the stated one counts, and wins", () => {
    const rows = [
      taxed({ ...dividend('LU1423753034', 100), taxCountry: 'LU' } as Transaction, 20),
      taxed(dividend(US, 1000), 300),
    ];
    const open = stated({ '2024-25': 60_000 }, rows);
    expect(open.foreignTax.map(({ country, allowable, relief }) => [country, allowable, relief])).toEqual([
      ['US', 150, 150],
      ['LU', null, null],
    ]);
    const told = stated({ '2024-25': 60_000, treatyRates: { 'LU-interest': 10, 'US-dividend': 5 } }, rows);
    expect(told.foreignTax.map(({ allowable, ukTax, relief }) => [allowable, ukTax, relief])).toEqual([
      [50, 168.75, 50],
      // Interest of 100 is within the savings allowance: no UK tax, no relief.
      [10, 0, 0],
    ]);
  });

  it("5.5: the treaty's rate limits each payment: tax above it is no relief for a payment with less", () => {
    const rows = [taxed(dividend(US, 1000), 300), taxed(dividend(US, 1000, '2024-07-01'), 100)];
    const [line] = stated({ '2024-25': 60_000 }, rows).foreignTax;
    expect([line?.foreignTax, line?.allowable, line?.relief]).toEqual([400, 250, 250]);
  });

  it('5.5: a relief that depends on an unstated marriage allowance has no figure; one that does not, has', () => {
    const line = (other: number) => stated({ '2024-25': other }).foreignTax[0];
    // 500 of 1,000 are above the allowance for dividends: 8.75 % of them is taxed only where the allowance was given.
    expect([line(11_310)?.ukTax, line(11_310)?.relief]).toEqual([null, null]);
    // 168.75 of UK tax is more than the 150 in all cases.
    expect([line(60_000)?.ukTax, line(60_000)?.relief]).toEqual([168.75, 150]);
  });

  it('5.5: relief is never more than the tax on the receipts, also where both are rounded', () => {
    // 100.02 at 8.75 % is 8.75; beside 20 % of 7,430.02, all tax rounds to a penny more than that of the pay alone and 8.75.
    const year = stated({ '2024-25': 20_000.02 }, [taxed(dividend(US, 600.02), 150)]);
    expect([year.tax, year.relief, year.taxAfterRelief]).toEqual([
      { from: 8.75, to: 8.75 },
      { from: 8.75, to: 8.75 },
      { from: 0, to: 0 },
    ]);
  });

  it('5.5: gives no relief in an ISA, or for interest that goes on SA100', () => {
    const rows = [taxed({ ...dividend(US, 1000), taxWrapper: 'ISA' }, 150), dividend('LU1423753034', 100)];
    expect(stated({ '2024-25': 60_000 }, rows).foreignTax).toEqual([]);
  });
});

describe('random years', () => {
  const rows = histories({
    types: ['DIVIDEND', 'INTEREST', 'DIVIDEND_REINVESTED', 'ACCUMULATION', 'BUY', 'EQUALISATION'],
    wrappers: ['DEALING', 'SPECULATIVE', 'ISA', 'LISA', 'SIPP'],
    accounts: ['ann', 'bob'],
    isins: [...ASSETS.keys(), GILT],
    days: 800,
  });
  const withTax = (all: readonly Transaction[]) =>
    all.map((one) =>
      ['DIVIDEND', 'INTEREST', 'DIVIDEND_REINVESTED'].includes(one.transactionType)
        ? taxed(one, Math.floor(one.consideration * 10) / 100)
        : one,
    );

  it('1.1: rows in an ISA, LISA or SIPP move no box, total, allowance or tax', () => {
    fc.assert(
      fc.property(rows, fc.boolean(), (bare, isTaxed) => {
        const all = isTaxed ? withTax(bare) : bare;
        const taxable = all.filter(({ taxWrapper }) => taxWrapper === 'DEALING' || taxWrapper === 'SPECULATIVE');
        const { lines: _all, apart: _apart, ...year } = yearOf(all);
        const { lines: _taxable, apart, ...alone } = yearOf(taxable);
        expect(year).toEqual(alone);
        expect(apart).toEqual([]);
      }),
      runs(200, 2000),
    );
  });

  it('1.3: natures, securities and months each add up to the total', () => {
    fc.assert(
      fc.property(rows, (all) => {
        const { totals, byNature, bySecurity, months } = yearOf(all);
        const pennies = (parts: readonly { readonly gross: number }[]) =>
          parts.reduce((total, { gross }) => total + Math.round(gross * 100), 0);
        const whole = Math.round(totals.gross * 100);
        expect([pennies(byNature), pennies(bySecurity), pennies(months)]).toEqual([whole, whole, whole]);
      }),
      runs(100, 2000),
    );
  });
});

describe('the forecast', () => {
  it("6.1: repeats a year's payments for the units held today, wrapper by wrapper", () => {
    const isin = 'US0378331005';
    const rows = [
      buy('2023-01-03', 100, 1000, { isin }),
      buy('2023-01-03', 10, 100, { isin, wrapper: 'ISA' }),
      row('DIVIDEND', '2024-02-29', null, 20, { isin }),
      row('DIVIDEND', '2024-02-29', null, 2, { isin, wrapper: 'ISA' }),
      row('DIVIDEND', '2023-02-28', null, 99, { isin }),
      sell('2024-03-04', 40, 500, { isin }),
    ];
    const forecast = (...more: Transaction[]) =>
      incomeForecast(gainsOf([...rows, ...more], { asOf: '2024-06-30' }).classes, day('2024-06-30')).map(
        ({ date, wrapper, amount, unitsThen, unitsNow }) =>
          `${date} ${wrapper} ${amount} (${unitsThen} -> ${unitsNow})`,
      );
    expect(forecast()).toEqual(['2025-02-28 DEALING 12 (100 -> 60)', '2025-02-28 ISA 2 (10 -> 10)']);
    expect(forecast(sell('2024-04-01', 60, 1, { isin }))).toEqual(['2025-02-28 ISA 2 (10 -> 10)']);
    expect(forecast(row('SPLIT', '2024-05-01', null, 0, { isin, ratio: [2, 1] }))).toEqual([]);
  });

  it('6.1: repeats notional distributions by the units at the end of their period, on the day of the income', () => {
    const isin = 'IE00B3XXRP09';
    const rows = [
      buy('2023-01-03', 100, 1000, { isin }),
      { ...row('ACCUMULATION', '2023-06-30', null, 40, { isin }), incomeDate: day('2023-12-30') },
      sell('2023-09-01', 50, 500, { isin }),
    ];
    const [line, ...others] = incomeForecast(gainsOf(rows, { asOf: '2024-06-30' }).classes, day('2024-06-30'));
    expect(line).toMatchObject({ date: '2024-12-30', kind: 'notional', amount: 20, unitsThen: 100, unitsNow: 50 });
    expect(others).toEqual([]);
  });

  it("6.2: a payment in another currency is that amount at today's rate, tax and charges included", () => {
    const isin = 'US0378331005';
    const paid = {
      ...taxed(row('DIVIDEND', '2024-02-29', null, 100, { isin }), 15),
      // 85 pounds were received as 102 dollars after tax, so 120 dollars were paid.
      cashAmount: 102 as Money,
      cashCurrency: 'USD' as const,
    };
    const { classes } = gainsOf([buy('2023-01-03', 10, 100, { isin }), paid], { asOf: '2024-06-30' });
    const today = { perPound: TWO, source: 'day', operatorSource: null, date: day('2024-06-29') } as const;
    const at = (known: boolean) => incomeForecast(classes, day('2024-06-30'), () => (known ? today : null))[0];
    expect(at(true)).toMatchObject({
      amount: 60,
      paid: 100,
      rate: { currency: 'USD', perPound: 2, date: '2024-06-29' },
    });
    expect(at(false)).toMatchObject({ amount: 100, rate: null });
  });
});
