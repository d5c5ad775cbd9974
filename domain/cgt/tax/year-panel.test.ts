/** RULES 11 as a screen gets it. */
import { describe, expect, it } from 'vitest';
import { buy, gainsOf, sell } from '../../../tests/cgt/rows.ts';
import { toText } from '../../values/decimal.ts';
import { computeTaxYears } from './tax-computation.ts';
import { estimatedTax, readAmountsByYear, toYearPanel } from './year-panel.ts';

const rows = [
  buy('2020-01-06', 10, 10_000, { isin: 'TESTA' }),
  sell('2024-06-03', 5, 9000, { isin: 'TESTA' }),
  sell('2024-11-01', 5, 10_000.5, { isin: 'TESTA' }),
  buy('2020-01-06', 10, 3000, { isin: 'TESTB' }),
  sell('2024-07-01', 10, 2000, { isin: 'TESTB' }),
];

describe('the year panel', () => {
  it('11: shows every figure of a year with two rates', () => {
    const statements = {
      lossesBroughtForward: readAmountsByYear({ '2024-25': 700 }),
      unusedBasicRateBand: readAmountsByYear({ '2024-25': 0 }),
    };
    const [year] = computeTaxYears(gainsOf(rows), 'ann', statements);
    expect(year === undefined ? null : toYearPanel(year, 'ann')).toEqual({
      accountId: 'ann',
      taxYear: '2024-25',
      disposals: 3,
      proceeds: 21_000.5,
      allowableCosts: 13_000,
      gains: 9000.5,
      losses: 1000,
      net: 8000.5,
      lossesBroughtForward: 700,
      lossesBroughtForwardUsed: 700,
      lossesCarriedForward: 0,
      claimLossesBy: '2029-04-05',
      exemptAmount: 3000,
      exemptAmountUsed: 3000,
      exemptAmountLeft: 0,
      taxable: 4300.5,
      stretches: [
        { from: '2024-04-06', to: '2024-10-29', basicRate: 10, higherRate: 20, gains: 4000, taxable: 4000 },
        { from: '2024-10-30', to: '2025-04-05', basicRate: 18, higherRate: 24, gains: 5000.5, taxable: 300.5 },
      ],
      tax: 872.12,
      taxAtBasicRate: 454.09,
      taxAtHigherRate: 872.12,
      taxAdjustment: 12.02,
      reporting: {
        proceedsLimit: 50_000,
        overProceedsLimit: false,
        gainsOverExempt: true,
        taxable: true,
        lossesToClaim: true,
        returnNeeded: true,
        sa108: { 23: 3, 24: 21_000, 25: 13_000, 26: 9000, 27: 1000, 45: 700, 47: 0 },
        boxNumbersKnown: true,
      },
      broughtForwardFinal: true,
      final: true,
    });
  });

  it('11.3: the estimated tax is what income decides: a range, or one figure where the band is stated', () => {
    const [open] = computeTaxYears(gainsOf(rows), 'ann');
    const [stated] = computeTaxYears(gainsOf(rows), 'ann', {
      unusedBasicRateBand: readAmountsByYear({ '2024-25': 0 }),
    });
    const [before] = computeTaxYears(gainsOf([buy('2004-01-06', 10, 100), sell('2007-06-04', 10, 120)]), 'ann');
    expect(
      [open, stated, before].map((year) => (year === undefined ? 'none' : estimatedTax(toYearPanel(year, 'ann')))),
    ).toEqual([{ low: 580.09, high: 1040.12 }, { low: 1040.12, high: 1040.12 }, null]);
  });

  it('11.6: has only totals for a year whose rules are not known', () => {
    const [year] = computeTaxYears(gainsOf([buy('2004-01-06', 10, 100), sell('2007-06-04', 10, 120)]), 'ann');
    expect(year === undefined ? null : toYearPanel(year, 'ann')).toMatchObject({
      net: 20,
      exemptAmount: null,
      exemptAmountLeft: null,
      taxable: null,
      tax: null,
      taxAtHigherRate: null,
      stretches: [],
      reporting: null,
      final: false,
    });
  });
});

describe('amounts by year', () => {
  it('are read only where they are valid amounts of tax years', () => {
    const read = readAmountsByYear({
      '2023-24': 1234.56,
      '2024-25': -1,
      '2025-26': '12',
      spring: 5,
      '2022-23': 0,
      '2021-22': Number.NaN,
    });
    expect([...read].map(([year, amount]) => [year, toText(amount)])).toEqual([
      ['2023-24', '1234.56'],
      ['2022-23', '0'],
    ]);
  });
});
