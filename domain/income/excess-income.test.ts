/** RULES 4: excess reportable income, where every gap is noticed and nothing is proposed twice. */
import { describe, expect, it } from 'vitest';
import { buy, day, disposalsInWords, gainsOf, poolInWords, row, sell } from '../../tests/cgt/rows.ts';
import { accepted, fact, FUND, inWords, resultOf } from '../../tests/income/excess-rows.ts';
import { checkTransaction } from '../records/transaction.ts';
import { toText, zero } from '../values/decimal.ts';
import type { IsoDate } from '../values/dates.ts';
import type { ExcessIncome } from '../facts/excess-income.ts';
import type { TaxYear } from '../values/tax-year.ts';
import type { Transaction } from '../records/records.ts';
import { incomeFindings } from './income-findings.ts';
import { isHeldIn } from './excess-income.ts';
import type { PayerFacts } from './nature.ts';
import type { RateSetting } from '../records/account-settings.ts';
import { distributionDateOf, expectedPeriodEnds } from './reporting-periods.ts';

const bought = buy('2021-01-04', 1000, 10_000, { isin: FUND });

describe('a period', () => {
  it('4.2: is income on the same day of the sixth month after its end', () => {
    expect(['2024-06-30', '2024-08-31', '2023-08-31', '2023-10-05'].map((end) => distributionDateOf(day(end)))).toEqual(
      ['2024-12-30', '2025-02-28', '2024-02-29', '2024-04-05'],
    );
  });

  it('4.5: is expected 12 months after the one before, at the end of a month where that one is', () => {
    const ends = (known: string[], from: string, to: string) => expectedPeriodEnds(known.map(day), day(from), day(to));
    expect(ends(['2022-02-28'], '2020-01-01', '2024-06-01')).toEqual([
      '2020-02-29',
      '2021-02-28',
      '2022-02-28',
      '2023-02-28',
      '2024-02-29',
    ]);
    expect(ends(['2020-06-30', '2023-06-30'], '2020-01-01', '2023-12-31')).toEqual([
      '2020-06-30',
      '2021-06-30',
      '2022-06-30',
      '2023-06-30',
    ]);
    // The fund moved its year end: the short period is known, and no other is expected beside it.
    expect(ends(['2020-06-30', '2020-12-31', '2021-12-31'], '2020-01-01', '2022-06-30')).toEqual([
      '2020-06-30',
      '2020-12-31',
      '2021-12-31',
    ]);
    // Years that end on a weekday.
    expect(ends(['2022-05-06', '2023-05-05', '2024-05-10'], '2022-01-01', '2024-12-31')).toHaveLength(3);
    expect(ends([], '2020-01-01', '2024-01-01')).toEqual([]);
  });

  it("4.3, 4.4: is proposed in pounds at HMRC's rate of the month of the distribution date", () => {
    const result = resultOf([bought], [fact('2022-06-30', 0.123_45)]);
    expect(inWords(result).slice(0, 2)).toEqual(['2021-06-30 notKnown 1000', '2022-06-30 proposed 1000 +98.76']);
    const [, period] = result.periods;
    expect([period?.distributionDate, period?.rate?.source, toText(period?.rate?.perPound ?? zero())]).toEqual([
      '2022-12-30',
      'hmrcMonth',
      '1.25',
    ]);
    expect(accepted(result)).toMatchObject([
      {
        transactionType: 'ACCUMULATION',
        transactionDate: '2022-06-30',
        incomeDate: '2022-12-30',
        consideration: 98.76,
        brokerDealReference: 'ERI 2022-06-30: 0.12345 USD x 1000 at 1.25',
      },
    ]);
    expect(accepted(result).map((record) => checkTransaction(record).ok)).toEqual([true]);
  });

  it("4.4: at the day's rate where that is chosen or the month has none, and asked about where there is neither", () => {
    const at = (facts: ExcessIncome, setting?: RateSetting, asOf = '2023-01-01') =>
      inWords(
        resultOf([{ ...bought, transactionDate: day('2017-01-03') }], [facts], { asOf, ...(setting && { setting }) }),
      )
        .filter((words) => words.startsWith(facts.periodEnd))
        .join();
    expect(at(fact('2022-06-30', 0.5), { source: 'day', day: 'distributionDate' })).toMatch(/\+312\.5$/u);
    expect(at(fact('2019-12-31', 0.5))).toMatch(/\+400$/u);
    expect(at(fact('2019-12-31', 0.5), { source: 'hmrcMonth', day: 'periodEnd' })).toMatch(/\+312\.5$/u);
    expect(at(fact('2017-12-31', 0.5))).toBe('2017-12-31 rateNeeded 1000');
    expect(at(fact('2022-06-30', 0.5, 'SEK'))).toBe('2022-06-30 rateNeeded 1000');
    expect(at(fact('2022-06-30', 0.5, 'GBP'))).toMatch(/\+500$/u);
  });

  it('4.12: knows by which kind of rate a record was made, whatever the setting is today', () => {
    const facts = [fact('2021-06-30', 0.1), fact('2022-06-30', 0.1)];
    const kinds = (rows: readonly Transaction[], setting?: RateSetting, asOf = '2023-01-01') =>
      resultOf(rows, facts, { asOf, ...(setting && { setting }) }).periods.map(({ rateKind }) => rateKind);
    const byDay: RateSetting = { source: 'day', day: 'periodEnd' };
    const [first] = accepted(resultOf([bought], facts, { asOf: '2022-01-01', setting: byDay }));
    const rows = [bought, ...(first === undefined ? [] : [first])];
    // The day's rate is the same on both days here; where two settings give the same rate, the present setting is
    // assumed.
    expect(kinds(rows)).toEqual(['day distributionDate', 'hmrcMonth distributionDate']);
    expect(kinds(rows, byDay)).toEqual(['day periodEnd', 'day periodEnd']);
    const typed = {
      ...bought,
      ...first,
      id: 'x',
      brokerDealReference: 'ERI 2021-06-30: 0.1 USD x 1000 at 1.3',
    } as Transaction;
    expect(kinds([bought, typed])).toEqual(['other', 'hmrcMonth distributionDate']);
    expect(resultOf([bought], [fact('2022-06-30', 1, 'GBP')]).periods.map(({ rateKind }) => rateKind)).not.toContain(
      'other',
    );
  });

  it('4.6: nil is a fact, a figure that cannot be meant is implausible, and one that is not yet due is no gap', () => {
    const implausible = { ...fact('2021-05-31', 19_726.5429, 'USD', 'LU1423753034'), provider: 'blackrock' };
    const rows = [buy('2021-01-04', 1, 10, { isin: 'LU1423753034' })];
    expect(inWords(resultOf(rows, [implausible], { asOf: '2022-12-31' }))).toEqual([
      '2021-05-31 implausible 1 +15781.23',
      '2022-05-31 notKnown 1',
    ]);
    expect(
      inWords(resultOf([bought], [fact('2021-06-30', 0), fact('2022-06-30', 0.000_001)], { asOf: '2023-12-29' })),
    ).toEqual(['2021-06-30 nil 1000', '2022-06-30 nil 1000', '2023-06-30 notYetDue 1000']);
  });

  it("4.1: units on their way from one broker to another at the period's end are held", () => {
    const link = { isin: FUND, transferId: 'move' };
    const move = [
      row('TRANSFER_OUT', '2022-06-29', 400, 0, { ...link, id: 'out', broker: 'a' }),
      row('TRANSFER_IN', '2022-07-04', 400, 0, { ...link, id: 'in', broker: 'b' }),
    ];
    const inWordsOf = (rows: readonly Transaction[]) => inWords(resultOf(rows, [fact('2022-06-30', 0.123_45)]))[1];
    expect(inWordsOf([bought, ...move])).toBe('2022-06-30 proposed 1000 +98.76');
    const half = move.slice(0, 1);
    expect(inWordsOf([bought, ...half])).toBe('2022-06-30 proposed 600 +59.26');
  });

  it('4.1: counts the units held in taxable wrappers at the end of the day, after splits', () => {
    const facts = [fact('2022-06-30', 1, 'GBP')];
    const of = (...rows: Transaction[]) =>
      inWords(resultOf([bought, ...rows], facts, { asOf: '2022-12-31' })).filter((words) => words.startsWith('2022'));
    const isin = FUND;
    expect(of(sell('2022-06-30', 400, 1, { isin }), buy('2022-07-04', 400, 1, { isin }))).toEqual([
      '2022-06-30 proposed 600 +600',
    ]);
    expect(of(buy('2022-06-30', 1, 1, { isin, wrapper: 'SPECULATIVE' }))).toEqual(['2022-06-30 proposed 1001 +1001']);
    expect(of(buy('2022-06-01', 5, 1, { isin, wrapper: 'ISA' }))).toEqual(['2022-06-30 proposed 1000 +1000']);
    expect(of(row('SPLIT', '2022-03-01', null, 0, { isin, ratio: [3, 1] }))).toEqual([
      '2022-06-30 proposed 3000 +3000',
    ]);
    expect(of(sell('2022-06-30', 1000, 1, { isin }))).toEqual([]);
  });

  it('4.3: raises the cost of the units held after the trades of its day', () => {
    const rows = [bought, sell('2022-06-30', 400, 5000, { isin: FUND })];
    const all = [...rows, ...accepted(resultOf(rows, [fact('2022-06-30', 1, 'GBP')], { asOf: '2022-12-31' }))];
    expect(all.at(-1)?.transactionDate).toBe('2022-07-01');
    expect(disposalsInWords(all, { isin: FUND })).toEqual(['400: 5000 - 4000 = 1000; SECTION_104 400 @ 4000']);
    expect(poolInWords(gainsOf(all), FUND)).toBe('600 @ 6600');
  });

  it('1.4 of the engine: follows a change of code', () => {
    const rows = [bought, row('ISIN_CHANGE', '2022-01-10', null, 0, { isin: FUND, relatedIsin: 'LU1423753034' })];
    const facts = [fact('2021-06-30', 1, 'GBP'), fact('2022-06-30', 2, 'GBP', 'LU1423753034')];
    const result = resultOf(rows, facts, { asOf: '2022-12-31' });
    expect(inWords(result)).toEqual(['2021-06-30 proposed 1000 +1000', '2022-06-30 proposed 1000 +2000']);
    expect(new Set(accepted(result).map(({ isin }) => isin))).toEqual(new Set(['LU1423753034']));
    expect(poolInWords(gainsOf([...rows, ...accepted(result)]), 'LU1423753034')).toBe('1000 @ 13000');
  });

  it('4.7: is recorded by a row at its end, on its distribution date, or between; each row records one period', () => {
    const facts = [fact('2021-06-30', 1, 'GBP'), fact('2022-06-30', 1, 'GBP')];
    const of = (...dates: string[]) =>
      inWords(
        resultOf([bought, ...dates.map((date) => row('ACCUMULATION', date, null, 7, { isin: FUND }))], facts, {
          asOf: '2022-12-31',
        }),
      ).map((words) => words.split(' ')[1]);
    expect(of('2021-06-28')).toEqual(['recorded', 'proposed']);
    expect(of('2021-12-31')).toEqual(['recorded', 'proposed']);
    expect(of('2021-09-01', '2022-07-01')).toEqual(['recorded', 'recorded']);
    expect(of('2022-03-01')).toEqual(['proposed', 'proposed']);
  });

  it('4.8: proposes the difference after its figure was corrected, and says it where that is less', () => {
    const rows = [bought, ...accepted(resultOf([bought], [fact('2021-06-30', 0.1)], { asOf: '2022-01-01' }))];
    const after = (excess: number, setting?: RateSetting) =>
      resultOf(rows, [fact('2021-06-30', 0.1)], {
        asOf: '2022-01-01',
        own: [fact('2021-06-30', excess)],
        ...(setting && { setting }),
      });
    expect(inWords(after(0.1, { source: 'day', day: 'periodEnd' }))).toEqual(['2021-06-30 recorded 1000']);
    expect(inWords(after(0.2))).toEqual(['2021-06-30 changed 1000 +80']);
    expect(inWords(after(0.05))).toEqual(['2021-06-30 lowered 1000']);
    const corrected = resultOf([...rows, ...accepted(after(0.2))], [fact('2021-06-30', 0.2)], { asOf: '2022-01-01' });
    expect(inWords(corrected)).toEqual(['2021-06-30 recorded 1000']);
  });

  it('4.10: an offshore fund without any figure is named; one that is recorded, a share and a UK fund are not', () => {
    const of = (isin: string, type: PayerFacts['type'], ...rows: Transaction[]) =>
      resultOf([buy('2021-01-04', 1, 1, { isin }), ...rows], [], {
        assets: new Map([[isin, { name: isin, type, category: 'US_TSM' }]]),
      }).unknownFunds.map(({ from }) => from);
    expect(of(FUND, 'ETF')).toEqual(['2021-01-04']);
    const fund = {
      accountId: 'ann',
      isin: FUND,
      status: 'notKnown',
      provider: '',
      from: day('2021-04-06'),
      to: day('2022-04-05'),
    } as const;
    const held = (to: IsoDate | null) =>
      ['2020-21', '2021-22', '2022-23'].map((year) => isHeldIn({ ...fund, to }, year as TaxYear));
    expect([held(fund.to), held(null)]).toEqual([
      [false, true, false],
      [false, true, true],
    ]);
    expect(of(FUND, 'ETF', row('ACCUMULATION', '2022-01-04', null, 1, { isin: FUND }))).toEqual([]);
    expect([of(FUND, 'EQUITY'), of('GB00B16NNR78', 'FUND')]).toEqual([[], []]);
  });

  it("4.10: it is no reporting fund as far as we know only where a year of its provider's figures lacks it", () => {
    const of = (name: string, from: string, to?: string) => {
      const rows = [buy(from, 1, 1, { isin: FUND }), ...(to === undefined ? [] : [sell(to, 1, 1, { isin: FUND })])];
      const assets = new Map([[FUND, { name, type: 'ETF', category: 'US_TSM' } as const]]);
      return resultOf(rows, [], { assets }).unknownFunds.map(({ status, provider }) => `${status} ${provider}`);
    };
    expect(of('iShares Core DAX UCITS ETF', '2021-01-04')).toEqual(['notReporting iShares']);
    // Within less than a year no period need have ended.
    expect(of('iShares Core DAX UCITS ETF', '2021-01-04', '2022-01-04')).toEqual(['notKnown iShares']);
    expect(of('iShares Core DAX UCITS ETF', '2010-01-04', '2018-12-31')).toEqual(['notKnown iShares']);
    // Shipped figures cover a single period end for Xtrackers and nothing for Amundi, and MyVanguardian is no
    // provider's name.
    expect(of('Xtrackers MSCI Brazil', '2021-01-04')).toEqual(['notKnown Xtrackers']);
    expect(of('Amundi MSCI World', '2021-01-04')).toEqual(['notKnown Amundi']);
    expect(of('MyVanguardian Fund', '2021-01-04')).toEqual(['notKnown ']);
  });

  it('4.10: a fund of which only records are known is expected to report again a year later', () => {
    const assets = new Map([[FUND, { name: FUND, type: 'ETF', category: 'US_TSM' } as const]]);
    const recorded = (date: string) => row('ACCUMULATION', date, null, 1, { isin: FUND });
    const result = resultOf([bought, recorded('2021-06-30'), recorded('2023-06-30')], [], { assets });
    expect(inWords(result)).toEqual([
      '2021-06-30 recorded 1000',
      '2022-06-30 notKnown 1000',
      '2023-06-30 recorded 1000',
      '2024-06-30 notKnown 1000',
    ]);
    // Reporting does not apply to UK funds, so they have no periods.
    expect(resultOf([bought, recorded('2021-06-30')], []).periods).toEqual([]);
  });

  it('4.2: an earlier distribution date that is stated with a figure is the day of the income', () => {
    const own = [{ ...fact('2022-06-30', 1, 'GBP'), distributionDate: day('2022-10-31') }];
    const [, period] = resultOf([bought], [], { own }).periods;
    expect([period?.distributionDate, period?.recordDate]).toEqual(['2022-10-31', '2022-06-30']);
    const rows = [bought, ...accepted(resultOf([bought], [], { own, asOf: '2022-12-31' }))];
    expect(rows.at(-1)).toMatchObject({ transactionDate: '2022-06-30', incomeDate: '2022-10-31' });
    expect(inWords(resultOf(rows, [], { own, asOf: '2022-12-31' }))).toContain('2022-06-30 recorded 1000');
  });

  it('4.11: the findings name every gap, where to look, and the years whose proposals are not recorded', () => {
    const assets = new Map(
      ['IE00B4L5Y983', FUND].map((isin) => [isin, { name: isin, type: 'ETF', category: 'US_TSM' } as const]),
    );
    const rows = [
      bought,
      buy('2023-01-04', 5, 5, { isin: 'IE00B4L5Y983' }),
      sell('2023-05-04', 5, 5, { isin: 'IE00B4L5Y983' }),
    ];
    const facts = [
      { ...fact('2022-06-30', 1, 'GBP'), provider: 'ishares' },
      fact('2024-06-30', 1, 'GBP'),
      fact('2023-06-30', 1, 'SEK'),
    ];
    const asOf = day('2025-01-31');
    const found = incomeFindings(resultOf(rows, facts, { asOf, assets }), asOf);
    expect(found.map(({ isin, periodEnd, taxYear, text }) => [isin, periodEnd, taxYear, text])).toEqual([
      [
        FUND,
        '2021-06-30',
        '2021-22',
        `Its excess reportable income is not known. Look in the UK report of iShares for ${FUND}.`,
      ],
      [
        FUND,
        '2023-06-30',
        '2023-24',
        'The exchange rate for its excess reportable income is missing. Enter the figure in pounds.',
      ],
      [
        'IE00B4L5Y983',
        null,
        '2023-24',
        expect.stringMatching(/^Holdfast does not know whether this is a reporting fund/u),
      ],
      [null, null, '2022-23', 'Excess reportable income of one fund is known but not recorded.'],
      [null, null, '2024-25', 'Excess reportable income of one fund is known but not recorded.'],
    ]);
  });
});

describe('the gap between the end of a period and its distribution date', () => {
  const isin = FUND;
  const eri = row('ACCUMULATION', '2023-06-30', null, 500, { isin });
  const held = buy('2022-01-04', 1000, 10_000, { isin });

  it('a sale within it has the raised cost', () => {
    const rows = [held, eri, sell('2023-09-01', 400, 5000, { isin })];
    expect(disposalsInWords(rows, { isin })).toEqual(['400: 5000 - 4200 = 800; SECTION_104 400 @ 4200']);
    expect(poolInWords(gainsOf(rows), isin)).toBe('600 @ 6300');
  });

  it('a sale with a purchase within 30 days is matched with the purchase, and the pool keeps the added cost', () => {
    const rows = [held, eri, sell('2023-09-01', 400, 5000, { isin }), buy('2023-09-20', 400, 4400, { isin })];
    expect(disposalsInWords(rows, { isin })).toEqual(['400: 5000 - 4400 = 600; THIRTY_DAY 400 @ 4400']);
    expect(poolInWords(gainsOf(rows), isin)).toBe('1000 @ 10500');
  });

  it('all sold takes the whole cost, and nothing of it is in a later purchase', () => {
    const rows = [held, eri, sell('2023-09-01', 1000, 14_500, { isin }), buy('2023-11-20', 100, 1500, { isin })];
    expect(disposalsInWords(rows, { isin })).toEqual(['1000: 14500 - 10500 = 4000; SECTION_104 1000 @ 10500']);
    expect(poolInWords(gainsOf(rows), isin)).toBe('100 @ 1500');
  });
});
