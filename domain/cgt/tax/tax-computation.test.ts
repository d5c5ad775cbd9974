/** RULES 11: losses, exempt amount, rates, reporting. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../tests/runs.ts';
import { buy, gainsOf, pounds, row, sell } from '../../../tests/cgt/rows.ts';
import { toText, type Exact } from '../../values/decimal.ts';
import type { Transaction } from '../../records/records.ts';
import type { TaxYear } from '../../values/tax-year.ts';
import { gainsRulesOf } from '../../tax-years/tax-years.ts';
import { allocate } from './allocate.ts';
import { computeTaxYears, type HolderStatements, type TaxYearComputation } from './tax-computation.ts';

/** A gain, or a loss, of whole pounds on a day: shares bought for 100,000 long before. */
function result(date: string, gain: number, isin = `TEST${date.replaceAll('-', '')}`): Transaction[] {
  return [buy('2005-01-04', 1, 100_000, { isin }), sell(date, 1, 100_000 + gain, { isin })];
}

function years(rows: readonly Transaction[], statements: HolderStatements = {}): TaxYearComputation[] {
  return computeTaxYears(gainsOf(rows), 'ann', statements);
}

function figures(year: TaxYearComputation | undefined): Record<string, string> {
  if (year === undefined) return {};
  return Object.fromEntries(
    (
      [
        'lossesBroughtForward',
        'lossesBroughtForwardUsed',
        'exemptAmountUsed',
        'taxable',
        'lossesCarriedForward',
      ] as const
    ).map((key) => [key, toText(year[key])]),
  );
}

const at = (year: string, amount: string): ReadonlyMap<TaxYear, Exact<'pounds'>> =>
  new Map([[year as TaxYear, pounds(amount)]]);

describe('losses and the exempt amount', () => {
  it('11.1: own losses come off in full, even below the exempt amount', () => {
    const [year] = years([...result('2019-06-03', 5000), ...result('2019-07-01', -4000)], {
      lossesBroughtForward: at('2019-20', '3000'),
    });
    expect(figures(year)).toEqual({
      lossesBroughtForward: '3000',
      lossesBroughtForwardUsed: '0',
      exemptAmountUsed: '1000',
      taxable: '0',
      lossesCarriedForward: '3000',
    });
  });

  it('11.2: losses brought forward come off only down to the exempt amount, and the rest goes on over empty years', () => {
    const all = years([...result('2016-06-01', -20_000), ...result('2019-06-03', 15_000)]);
    expect(all.map(({ taxYear }) => taxYear)).toEqual(['2016-17', '2017-18', '2018-19', '2019-20']);
    expect(figures(all[3])).toEqual({
      lossesBroughtForward: '20000',
      lossesBroughtForwardUsed: '3000',
      exemptAmountUsed: '12000',
      taxable: '0',
      lossesCarriedForward: '17000',
    });
    expect(all.map(({ claimLossesBy }) => claimLossesBy)).toEqual(['2021-04-05', null, null, null]);
  });

  it('11.2: a requested year without disposals is computed, whether before, between or after the others', () => {
    const askedFor = (rows: readonly Transaction[], asked: string) => {
      const year = computeTaxYears(gainsOf(rows), 'ann', {}, asked as TaxYear).find(({ taxYear }) => taxYear === asked);
      return [
        year?.disposals,
        figures(year)['lossesBroughtForward'],
        figures(year)['lossesCarriedForward'],
        figures(year)['exemptAmountUsed'],
      ];
    };
    const lost = result('2018-06-01', -20_000);
    expect(askedFor([], '2024-25')).toEqual([0, '0', '0', '0']);
    expect(askedFor(lost, '2016-17')).toEqual([0, '0', '0', '0']);
    expect(askedFor([...lost, ...result('2024-06-03', 5000)], '2020-21')).toEqual([0, '20000', '20000', '0']);
    expect(askedFor(lost, '2024-25')).toEqual([0, '20000', '20000', '0']);
  });

  it('11.2: a stated figure replaces what earlier years carry', () => {
    const all = years([...result('2018-06-01', -20_000), ...result('2019-06-03', 15_000)], {
      lossesBroughtForward: at('2019-20', '500'),
    });
    expect(figures(all[1])).toMatchObject({
      lossesBroughtForward: '500',
      lossesBroughtForwardUsed: '500',
      taxable: '2500',
    });
  });

  it('11.2: a year that takes losses from a year that is not final is not final either, unless the losses are stated', () => {
    const uncovered = sell('2023-06-05', 100, 5000, { isin: 'TESTB' });
    const rows = [...result('2023-06-01', -10_000), uncovered, ...result('2025-06-02', 19_000)];
    const final = (statements?: HolderStatements): (string | boolean)[][] =>
      years(rows, statements).map(({ taxYear, broughtForwardFinal, isFinal }) => [
        taxYear,
        broughtForwardFinal,
        isFinal,
      ]);
    expect(final()).toEqual([
      ['2023-24', true, false],
      ['2024-25', false, false],
      ['2025-26', false, false],
    ]);
    expect(final({ lossesBroughtForward: at('2025-26', '5000') })).toEqual([
      ['2023-24', true, false],
      ['2024-25', false, false],
      ['2025-26', true, true],
    ]);
    expect(years(rows.filter((row) => row !== uncovered)).map(({ isFinal }) => isFinal)).toEqual([true, true, true]);
  });

  it('7.3, 11.2: a year after a receipt that was left out is not final, as the receipt may be a loss', () => {
    const rows = [
      buy('2020-01-06', 1000, 20_000),
      row('RETURN_OF_CAPITAL', '2023-06-01', null, 12_000),
      ...result('2024-06-03', 5000),
    ];
    expect(years(rows).map(({ taxYear, isFinal }) => [taxYear, isFinal])).toEqual([
      ['2023-24', false],
      ['2024-25', false],
    ]);
  });

  it("counts only the holder's own chargeable disposals", () => {
    const rows = [
      ...result('2019-06-03', 15_000),
      ...result('2019-06-03', 99_000, 'TESTISA').map((row) => ({ ...row, taxWrapper: 'ISA' as const })),
      ...result('2019-06-03', 7000, 'TESTBOB').map((row) => ({ ...row, accountId: 'bob' })),
    ];
    expect(years(rows).map(({ disposals, taxable }) => [disposals, toText(taxable)])).toEqual([[1, '3000']]);
  });
});

describe('rates', () => {
  const segments = (year: TaxYearComputation | undefined): string[] =>
    year?.segments.map(
      ({ from, to, basicRate, higherRate, gains, taxable }) =>
        `${from} ${to} ${basicRate}/${higherRate}: ${toText(gains)} -> ${toText(taxable)}`,
    ) ?? [];

  it('11.3: 2024-25 changes on 30 October; losses and exempt amount go to the dearer gains', () => {
    const [year] = years(
      [...result('2024-10-29', 5000), ...result('2024-10-30', 4000), ...result('2024-06-03', -1000)],
      { unusedBasicRateBand: at('2024-25', '0') },
    );
    expect(segments(year)).toEqual([
      '2024-04-06 2024-10-29 10/20: 5000 -> 5000',
      '2024-10-30 2025-04-05 18/24: 4000 -> 0',
    ]);
    expect(toText(year?.tax ?? pounds('0'))).toBe('1000');
  });

  it('11.3: 2010-11 changes on 23 June, and the basic-rate band goes to the gains after it', () => {
    const [year] = years([...result('2010-06-22', 20_000), ...result('2010-06-23', 30_000)], {
      unusedBasicRateBand: at('2010-11', '5000'),
    });
    expect(segments(year)).toEqual([
      '2010-04-06 2010-06-22 18/18: 20000 -> 20000',
      '2010-06-23 2011-04-05 18/28: 30000 -> 19900',
    ]);
    expect(toText(year?.tax ?? pounds('0'))).toBe('8672');
  });

  it('11.3: without a stated band the tax is a range', () => {
    const [year] = years(result('2025-06-03', 13_000));
    expect([
      year?.tax,
      toText(year?.taxAtBasicRate ?? pounds('0')),
      toText(year?.taxAtHigherRate ?? pounds('0')),
    ]).toEqual([null, '1800', '2400']);
    expect(toText(years(result('2009-06-03', 20_100))[0]?.tax ?? pounds('0'))).toBe('1800');
  });

  it('11.3: no other way of setting off the deductions costs less', () => {
    const amount = fc.integer({ min: 0, max: 40 });
    const rates = fc.constantFrom(
      [
        [18, 18],
        [18, 28],
      ] as const,
      [
        [10, 20],
        [18, 24],
      ] as const,
    );
    fc.assert(
      fc.property(amount, amount, amount, amount, rates, (first, second, deducted, band, [a, b]) => {
        const whole = (value: number): Exact<'pounds'> => pounds(String(value));
        const deductions = Math.min(deducted, first + second);
        const rated = [
          { gains: whole(first), basic: a[0], higher: a[1] },
          { gains: whole(second), basic: b[0], higher: b[1] },
        ];
        let least = Infinity;
        for (let fromFirst = 0; fromFirst <= deductions; fromFirst += 1) {
          const [x, y] = [first - fromFirst, second - (deductions - fromFirst)];
          if (x < 0 || y < 0) continue;
          for (let bandFirst = 0; bandFirst <= Math.min(band, x); bandFirst += 1) {
            const bandSecond = Math.min(band - bandFirst, y);
            least = Math.min(
              least,
              bandFirst * a[0] + (x - bandFirst) * a[1] + bandSecond * b[0] + (y - bandSecond) * b[1],
            );
          }
        }
        expect(toText(allocate(rated, whole(deductions), whole(band)).tax)).toBe(String(least / 100));
      }),
      runs(200, 5000),
    );
  });
});

describe('reporting', () => {
  it('11.4: more than the limit, not equal to it', () => {
    const over = (proceeds: number, date: string): boolean | undefined =>
      years([buy('2005-01-04', 1, proceeds), sell(date, 1, proceeds)])[0]?.reporting?.overProceedsLimit;
    expect([over(49_200, '2022-06-01'), over(49_200.01, '2022-06-01')]).toEqual([false, true]);
    expect([over(50_000, '2023-06-01'), over(50_000.01, '2023-06-01')]).toEqual([false, true]);
  });

  it('11.4: gains before losses above the exempt amount need a return though losses cover them', () => {
    const [year] = years([...result('2024-06-03', 4000), ...result('2024-07-01', -4000)]);
    expect(year?.reporting).toMatchObject({
      gainsOverExempt: true,
      taxable: false,
      lossesToClaim: true,
      returnNeeded: true,
    });
  });

  it("11.5: boxes round year totals in the taxpayer's favour", () => {
    const [year] = years([
      buy('2020-01-06', 2, 10.1),
      sell('2022-06-01', 1, 20.99),
      buy('2020-01-06', 1, 9.01, { isin: 'TESTB' }),
      sell('2022-06-01', 1, 8.995, { isin: 'TESTB' }),
    ]);
    expect(year?.reporting?.sa108).toEqual({ 23: 2, 24: 29, 25: 15, 26: 15, 27: 1, 45: 0, 47: 0 });
  });

  it('11.5: the numbers of the boxes are known from 2015-16 on', () => {
    const known = (date: string) => years(result(date, 15_000))[0]?.reporting?.boxNumbersKnown;
    expect([known('2015-04-05'), known('2015-04-06')]).toEqual([false, true]);
  });

  it('11.5: losses used and carried forward have boxes of their own', () => {
    const [year] = years(result('2019-06-03', 15_000), { lossesBroughtForward: at('2019-20', '4000.5') });
    expect(year?.reporting?.sa108).toMatchObject({ 45: 3000, 47: 1001 });
  });

  it('11.7: the adjustment of 2024-25 is what the return leaves out by taxing the whole year at its first rates', () => {
    const adjustment = (rows: readonly Transaction[], year: string, band?: string): string | null => {
      const [computed] = years(rows, band === undefined ? {} : { unusedBasicRateBand: at(year, band) });
      const found = computed?.taxAdjustment;
      return found === undefined || found === null ? null : toText(found);
    };
    // AJ Bell's example: income of 52,000, a gain of 8,000 on 1 November 2024, at 24 % instead of 20 %.
    expect(adjustment(result('2024-11-01', 8000), '2024-25', '0')).toBe('200');
    expect(adjustment(result('2024-11-01', 8000), '2024-25', '1000')).toBe('240');
    expect(adjustment(result('2024-11-01', 8000), '2024-25')).toBeNull();
    // The exempt amount goes to the later gains; the return does not tell them apart.
    expect(adjustment([...result('2024-06-03', 5000), ...result('2024-11-01', 8000)], '2024-25', '0')).toBe('200');
    expect(adjustment(result('2024-06-03', 8000), '2024-25', '0')).toBe('0');
    expect(adjustment([...result('2010-06-01', 20_000), ...result('2010-07-01', 20_000)], '2010-11', '0')).toBeNull();
    expect(adjustment(result('2025-11-03', 8000), '2025-26', '0')).toBeNull();
  });
});

describe('the years', () => {
  it('11.6: a year with unknown rules has totals and nothing more', () => {
    const [year] = years(result('2005-06-03', 15_000));
    expect(gainsRulesOf('2005-06' as TaxYear)).toBeNull();
    expect(year).toMatchObject({ rules: null, segments: [], tax: null, reporting: null });
    expect(toText(year?.net ?? pounds('0'))).toBe('15000');
  });
});
