/** RULES 11 of every year, for a chart. */
import { expect, it } from 'vitest';
import { buy, gainsOf, sell } from '../../../tests/cgt/rows.ts';
import { toHolderGains } from './gains-by-year.ts';
import { computeTaxYears } from './tax-computation.ts';
import { readAmountsByYear } from './year-panel.ts';

it('11: lists each year from the first chargeable disposal to the last, with the gain above the exempt amount', () => {
  const rows = [
    buy('2020-01-06', 10, 10_000, { isin: 'TESTA' }),
    sell('2022-06-03', 5, 20_000, { isin: 'TESTA' }),
    sell('2024-06-03', 2, 1500, { isin: 'TESTA' }),
  ];
  const statements = { lossesBroughtForward: readAmountsByYear({ '2018-19': 700 }) };
  const years = computeTaxYears(gainsOf(rows), 'ann', statements);
  expect(toHolderGains(years, 'ann')).toEqual({
    accountId: 'ann',
    years: [
      { taxYear: '2022-23', gains: 15_000, losses: 0, net: 15_000, exemptAmount: 12_300, taxable: 2000 },
      { taxYear: '2023-24', gains: 0, losses: 0, net: 0, exemptAmount: 6000, taxable: 0 },
      { taxYear: '2024-25', gains: 0, losses: 500, net: -500, exemptAmount: 3000, taxable: 0 },
    ],
  });
});

it('11.6: gives no exempt amount for a year with unknown rules, and lists no years without a disposal', () => {
  const early = computeTaxYears(gainsOf([buy('2004-01-06', 10, 100), sell('2007-06-04', 10, 120)]), 'ann');
  expect(toHolderGains(early, 'ann').years).toEqual([
    { taxYear: '2007-08', gains: 20, losses: 0, net: 20, exemptAmount: null, taxable: null },
  ]);
  const none = computeTaxYears(gainsOf([buy('2004-01-06', 10, 100)]), 'ann', {
    lossesBroughtForward: readAmountsByYear({ '2018-19': 700 }),
  });
  expect(toHolderGains(none, 'ann').years).toEqual([]);
});
