/** RULES 5: published examples, and that no other use of the personal allowance is better. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pounds } from '../../tests/cgt/rows.ts';
import { runs } from '../../tests/runs.ts';
import { subtract, toText } from '../values/decimal.ts';
import type { IncomeRules } from '../tax-years/tax-year-rules.ts';
import { rulesOf } from '../tax-years/tax-years.ts';
import type { TaxYear } from '../values/tax-year.ts';
import type { MarriageAllowance } from './stated-income.ts';
import { incomeTax, startingRateBandOf, taxOfReceipts, taxRange, type IncomeParts } from './income-tax.ts';

function rules(year: string): IncomeRules {
  const found = rulesOf(year as TaxYear)?.income;
  if (found == null) throw new Error(`no rules for ${year}`);
  return found;
}

const parts = (other: number, savings: number, dividends: number): IncomeParts => ({
  other: pounds(String(other)),
  savings: pounds(String(savings)),
  dividends: pounds(String(dividends)),
});

const taxOf = (year: string, ...income: [number, number, number]): string =>
  toText(incomeTax(rules(year), parts(...income)).tax);

describe('the tax of a year', () => {
  it('5.2: SAIM1110, 2019-20: 7,500 with the allowance where it saves most, 7,750 with the order of 2027-28', () => {
    expect(taxOf('2019-20', 46_000, 1500, 5000)).toBe('7500');
    const { allowanceOrder } = rules('2027-28');
    expect(toText(incomeTax({ ...rules('2019-20'), allowanceOrder }, parts(46_000, 1500, 5000)).tax)).toBe('7750');
  });

  it('5.1: the starting rate: other income of 13,875.68 leaves a band of 3,694.32', () => {
    const taxable = subtract(pounds('13875.68'), pounds('12570'));
    expect(toText(startingRateBandOf(rules('2023-24'), taxable))).toBe('3694.32');
    expect(toText(incomeTax(rules('2023-24'), parts(13_875.68, 0, 0)).startingRateBand)).toBe('3694.32');
    // 4,694.32 of interest is then tax-free: 3,694.32 of the starting rate band and the savings allowance.
    expect(taxOf('2023-24', 13_875.68, 4694.32, 0)).toBe('261.14');
    expect(taxOf('2023-24', 13_875.68, 4704.32, 0)).toBe('263.14');
  });

  it('5.1: rates by year and band', () => {
    expect(taxOf('2026-27', 0, 0, 13_070)).toBe('0');
    expect(taxOf('2026-27', 20_000, 0, 1500)).toBe('1593.5');
    expect(taxOf('2025-26', 20_000, 0, 1500)).toBe('1573.5');
    expect(taxOf('2026-27', 60_000, 0, 1500)).toBe('11789.5');
    expect(taxOf('2025-26', 60_000, 600, 0)).toBe('11472');
    expect(taxOf('2027-28', 60_000, 600, 0)).toBe('11474');
  });

  it('5.2: the personal allowance is gone at 125,140, and the savings allowance with the additional rate', () => {
    const at = (income: number) => incomeTax(rules('2025-26'), parts(income, 0, 0));
    const allowances = (incomes: readonly number[]) => incomes.map((income) => toText(at(income).personalAllowance));
    expect(allowances([100_000, 112_570, 125_140, 200_000])).toEqual(['12570', '6285', '0', '0']);
    // What is left is rounded up to a whole pound.
    expect(allowances([100_001.99, 100_002, 125_137.01, 125_138.01])).toEqual(['12570', '12569', '2', '1']);
    expect([50_270, 50_271, 125_141].map((income) => toText(at(income).savingsAllowance))).toEqual([
      '1000',
      '500',
      '0',
    ]);
  });

  it('5.2: no other way of setting the allowance costs less', () => {
    const amount = fc.oneof(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 12 })).map((n) => n * 500);
    const some = fc.constantFrom('2016-17', '2019-20', '2022-23', '2024-25', '2026-27');
    fc.assert(
      fc.property(some, amount, amount, amount, (year, other, savings, dividends) => {
        const best = Number(taxOf(year, other, savings, dividends));
        const { personalAllowance, ...rest } = rules(year);
        const allowance = Math.min(personalAllowance.amount, other + savings + dividends);
        // Tries each split of the allowance on a grid: the remaining incomes are taxed without any allowance.
        const bare: IncomeRules = { ...rest, personalAllowance: { ...personalAllowance, amount: 0 } };
        for (let onSavings = 0; onSavings <= Math.min(allowance, savings); onSavings += 250)
          for (let onDividends = 0; onDividends <= Math.min(allowance - onSavings, dividends); onDividends += 250) {
            const onOther = allowance - onSavings - onDividends;
            if (onOther > other) continue;
            const tax = toText(
              incomeTax(bare, parts(other - onOther, savings - onSavings, dividends - onDividends)).tax,
            );
            expect(best).toBeLessThanOrEqual(Number(tax));
          }
      }),
      runs(40, 400),
    );
  });
});

describe('the tax of the receipts', () => {
  it('5.3: is what they add to the tax on the other income', () => {
    expect(toText(taxOfReceipts(rules('2019-20'), parts(46_000, 1500, 5000)))).toBe('800');
    expect(toText(taxOfReceipts(rules('2025-26'), parts(0, 1000, 2000)))).toBe('0');
  });

  it("5.4: the marriage allowance of 1,260 lowers the giver's personal allowance, or saves a recipient below the higher rate 252 of tax", () => {
    const tax = (other: number, savings: number, dividends: number, marriage: MarriageAllowance) =>
      toText(incomeTax(rules('2025-26'), parts(other, savings, dividends), marriage).tax);
    expect([tax(12_570, 0, 0, 'given'), tax(12_570, 0, 0, 'received'), tax(13_000, 0, 0, 'received')]).toEqual([
      '252',
      '0',
      '0',
    ]);
    expect([tax(20_000, 0, 0, 'none'), tax(20_000, 0, 0, 'received')]).toEqual(['1486', '1234']);
    // Interest that reaches the higher rate removes the reduction.
    expect([tax(50_000, 0, 0, 'received'), tax(50_000, 2000, 0, 'received')]).toEqual(['7234', '8032']);
    expect(toText(taxOfReceipts(rules('2025-26'), parts(50_000, 2000, 0), 'received'))).toBe('798');
    // Dividends at the nil rate above the basic band are not taxed at a higher rate.
    expect(tax(50_000, 0, 500, 'received')).toBe('7234');
  });

  it('5.3: lies within its range whatever the other income is', () => {
    const pennies = (min: number, max: number) =>
      fc.integer({ min: min * 100, max: max * 100 }).map((pence) => pence / 100);
    const amount = pennies(0, 30_000);
    const some = fc.constantFrom('2016-17', '2019-20', '2024-25', '2026-27', '2027-28');
    const marriages = fc.constantFrom<MarriageAllowance>('none', 'given', 'received');
    // Also tests incomes around the ends of allowance and band, where reductions begin and end.
    const others = fc.oneof(pennies(0, 300_000), pennies(10_000, 60_000));
    fc.assert(
      fc.property(some, amount, amount, others, marriages, (year, savings, dividends, other, marriage) => {
        const { from, to } = taxRange(rules(year), parts(0, savings, dividends), [marriage]);
        const tax = taxOfReceipts(rules(year), parts(other, savings, dividends), marriage);
        expect([from <= tax, tax <= to]).toEqual([true, true]);
      }),
      runs(300, 5000),
    );
    const { from, to } = taxRange(rules('2025-26'), parts(0, 0, 0));
    expect([toText(from), toText(to)]).toEqual(['0', '0']);
  });
});
