/** RULES 6.5 to 6.9 and 7: what changes a pool without a trade. */
import { describe, expect, it } from 'vitest';
import {
  buy,
  classOf,
  disposalsInWords,
  gainsOf,
  issueCodes,
  poolInWords,
  row,
  sell,
} from '../../../tests/cgt/rows.ts';
import { toText } from '../../values/decimal.ts';
import { quantitySteps } from '../../holdings/quantity-steps.ts';
import type { Transaction } from '../../records/records.ts';
import type { TaxYear } from '../../values/tax-year.ts';
import { isFinal } from '../tax/year-totals.ts';

const YEAR = '2024-25' as TaxYear;

const held = (): ReturnType<typeof row>[] => [buy('2024-01-02', 1000, 4000)];

describe('reorganisations', () => {
  it('6.5: rights join the pool and match no disposal', () => {
    const rows = [
      ...held(),
      sell('2024-06-01', 200, 1200),
      row('RIGHTS_ISSUE', '2024-06-15', 200, 300, { brokerCharge: 5 }),
    ];
    expect(disposalsInWords(rows)).toEqual(['200: 1200 - 800 = 400; SECTION_104 200 @ 800']);
    expect(poolInWords(gainsOf(rows))).toBe('1000 @ 3505');
  });

  it('6.6: a merger moves the whole cost, for all brokers of the capacity, and leaves other wrappers alone', () => {
    const rows = [
      ...held(),
      buy('2024-01-03', 500, 1000, { broker: 'other' }),
      buy('2024-01-03', 10, 50, { wrapper: 'ISA' }),
      row('MERGER', '2024-06-01', 2000, 0, { relatedIsin: 'TESTNEW' }),
      row('MERGER', '2024-06-01', 1000, 0, { relatedIsin: 'TESTNEW', broker: 'other' }),
      sell('2024-09-02', 300, 900, { isin: 'TESTNEW' }),
    ];
    const result = gainsOf(rows);
    expect([poolInWords(result), poolInWords(result, 'TESTNEW'), poolInWords(result, 'TEST', 'ann', 'ISA')]).toEqual([
      '0 @ 0',
      '2700 @ 4500',
      '10 @ 50',
    ]);
    expect(disposalsInWords(rows, { isin: 'TESTNEW' })).toEqual(['300: 900 - 500 = 400; SECTION_104 300 @ 500']);
    expect(classOf(result).positions.map(({ wrapper }) => wrapper)).toEqual(['ISA']);
    expect(classOf(result, 'TESTNEW').positions.map(({ quantity, cost }) => [toText(quantity), toText(cost)])).toEqual([
      ['2700', '4500'],
    ]);
  });

  it('6.6: cash beside the shares is a part disposal, or comes off the cost when small', () => {
    const large = [
      ...held(),
      row('MERGER', '2024-06-01', 1000, 8000, { relatedIsin: 'TESTNEW', valueAfter: 24000, brokerCharge: 10 }),
    ];
    expect(disposalsInWords(large)).toEqual(['0: 8000 - 1010 = 6990; CAPITAL_DISTRIBUTION 0 @ 1000']);
    expect(poolInWords(gainsOf(large), 'TESTNEW')).toBe('1000 @ 3000');
    const small = [...held(), row('MERGER', '2024-06-01', 1000, 500, { relatedIsin: 'TESTNEW' })];
    expect(disposalsInWords(small)).toEqual([]);
    expect(poolInWords(gainsOf(small), 'TESTNEW')).toBe('1000 @ 3500');
  });

  it('6.6: two classes received share the cost by their values; without values it is reported', () => {
    const rows = [
      ...held(),
      row('MERGER', '2024-06-01', 1000, 0, { relatedIsin: 'TESTX', valueAfter: 3000 }),
      row('MERGER', '2024-06-01', 100, 0, { relatedIsin: 'TESTY', valueAfter: 1000 }),
    ];
    expect([poolInWords(gainsOf(rows), 'TESTX'), poolInWords(gainsOf(rows), 'TESTY')]).toEqual([
      '1000 @ 3000',
      '100 @ 1000',
    ]);
    expect(
      issueCodes(
        gainsOf([
          ...held(),
          row('MERGER', '2024-06-01', 1, 0, { relatedIsin: 'TESTX' }),
          row('MERGER', '2024-06-01', 1, 0, { relatedIsin: 'TESTY' }),
        ]),
      ),
    ).toEqual(['valueNeeded', 'passedCostIncomplete', 'passedCostIncomplete']);
  });

  it.each(['a', 'z'])(
    '6.3: a merger gives up the shares received on its day, whichever identifiers they have (%s)',
    (id) => {
      const rows = [
        ...held(),
        row('MERGER', '2024-06-01', 500, 0, { relatedIsin: 'TESTMID', id }),
        row('MERGER', '2024-06-01', 50, 0, { isin: 'TESTMID', relatedIsin: 'TESTNEW', id: 'm' }),
        row('SPLIT', '2024-07-01', 50, 0, { isin: 'TESTNEW' }),
      ];
      const result = gainsOf(rows);
      expect([poolInWords(result, 'TESTMID'), poolInWords(result, 'TESTNEW')]).toEqual(['0 @ 0', '100 @ 4000']);
      expect(classOf(result, 'TESTMID').positions).toEqual([]);
      expect(quantitySteps(classOf(result, 'TESTMID'))).toEqual([]);
      expect(issueCodes(result)).toEqual([]);
    },
  );

  it('6.7: a demerger moves the stated fraction, or the part by values, or the stated cost', () => {
    const demerge = (consideration: number, extras: Parameters<typeof row>[4]): string[] => {
      const result = gainsOf([
        ...held(),
        row('DEMERGER', '2024-06-01', 500, consideration, { relatedIsin: 'TESTDEM', ...extras }),
      ]);
      return [poolInWords(result), poolInWords(result, 'TESTDEM'), ...issueCodes(result)];
    };
    expect(demerge(900, { costFraction: 0.3, valueAfter: 1 })).toEqual(['1000 @ 2800', '500 @ 1200']);
    expect(demerge(1000, { valueAfter: 3000 })).toEqual(['1000 @ 3000', '500 @ 1000']);
    expect(demerge(700, {})).toEqual(['1000 @ 3300', '500 @ 700', 'considerationMoved']);
    expect(demerge(9000, {})).toEqual(['1000 @ 4000', '500 @ 0', 'fractionNeeded', 'passedCostIncomplete']);
    expect(demerge(0, {})).toEqual(['1000 @ 4000', '500 @ 0', 'fractionNeeded', 'passedCostIncomplete']);
  });

  it('6.7: demergers of a day to several classes take their parts of the cost before all of them, in any order (s129)', () => {
    type Part = readonly [isin: string, consideration: number, extras: Parameters<typeof row>[4]];
    const demerge = (...parts: readonly Part[]): string[] => {
      const result = gainsOf([
        ...held(),
        ...parts.map(([relatedIsin, consideration, extras]) =>
          row('DEMERGER', '2024-06-01', 100, consideration, { relatedIsin, ...extras }),
        ),
      ]);
      return [...['TEST', 'TESTB', 'TESTC'].map((isin) => poolInWords(result, isin)), ...issueCodes(result)];
    };
    const fractions: readonly Part[] = [
      ['TESTB', 0, { costFraction: 0.25 }],
      ['TESTC', 0, { costFraction: 0.5 }],
    ];
    expect(demerge(...fractions)).toEqual(['1000 @ 1000', '100 @ 1000', '100 @ 2000']);
    expect(demerge(...fractions.toReversed())).toEqual(['1000 @ 1000', '100 @ 1000', '100 @ 2000']);
    const values: readonly Part[] = [
      ['TESTB', 300, { valueAfter: 400 }],
      ['TESTC', 300, { valueAfter: 400 }],
    ];
    expect(demerge(...values)).toEqual(['1000 @ 1600', '100 @ 1200', '100 @ 1200']);
    expect(demerge(['TESTB', 0, { costFraction: 0.5 }], ['TESTC', 300, { valueAfter: 700 }])).toEqual([
      '1000 @ 1400',
      '100 @ 2000',
      '100 @ 600',
    ]);
    expect(demerge(['TESTB', 0, { costFraction: 0.75 }], ['TESTC', 0, { costFraction: 0.5 }])).toContain(
      'fractionsDiffer',
    );
    expect(demerge(['TESTB', 300, { valueAfter: 400 }], ['TESTC', 300, { valueAfter: 700 }])).toContain(
      'fractionsDiffer',
    );
  });

  it('6.7: the rows of a day are one demerger; different fractions, and a value that only some state, are reported', () => {
    const demerge = (first: Parameters<typeof row>[4], second: Parameters<typeof row>[4]): string[] => {
      const part = (extras: Parameters<typeof row>[4]): ReturnType<typeof row> =>
        row('DEMERGER', '2024-06-01', 250, 400, { relatedIsin: 'TESTDEM', ...extras });
      const result = gainsOf([...held(), part(first), part({ broker: 'other', ...second })]);
      return [poolInWords(result), poolInWords(result, 'TESTDEM'), ...issueCodes(result)];
    };
    expect(demerge({ costFraction: 0.3 }, { costFraction: 0.3 })).toEqual(['1000 @ 2800', '500 @ 1200']);
    expect(demerge({ costFraction: 0.3 }, {})).toEqual(['1000 @ 2800', '500 @ 1200']);
    expect(demerge({ costFraction: 0.3 }, { costFraction: 0.5 })).toEqual([
      '1000 @ 2800',
      '500 @ 1200',
      'fractionsDiffer',
      'passedCostIncomplete',
    ]);
    expect(demerge({ valueAfter: 1600 }, { valueAfter: 1600 })).toEqual(['1000 @ 3200', '500 @ 800']);
    expect(demerge({ valueAfter: 3200 }, {})).toEqual([
      '1000 @ 4000',
      '500 @ 0',
      'fractionNeeded',
      'passedCostIncomplete',
    ]);
  });

  it('6.7, 8.6: shares whose cost did not move, because the demerger does not say which, are not final with the class received', () => {
    const rows = [
      ...held(),
      row('DEMERGER', '2024-06-01', 500, 0, { relatedIsin: 'TESTDEM' }),
      sell('2024-09-02', 500, 800, { isin: 'TESTDEM' }),
    ];
    expect(classOf(gainsOf(rows), 'TESTDEM').issues.map(({ code }) => code)).toEqual(['passedCostIncomplete']);
    expect(isFinal(gainsOf(rows), YEAR)).toBe(false);
  });

  it.each(['MERGER', 'DEMERGER'] as const)(
    '6.6, 6.7: a %s out of a capacity in which nothing is held gives no cost, and is reported in both classes',
    (type) => {
      const out = (wrapper: 'ISA' | 'DEALING'): ReturnType<typeof row> =>
        row(type, '2024-06-01', 50, 0, {
          relatedIsin: 'TESTNEW',
          wrapper,
          ...(type === 'DEMERGER' && { costFraction: 0.5 }),
        });
      const sale = sell('2024-09-02', 50, 8000, { isin: 'TESTNEW' });
      const codes = (rows: Parameters<typeof gainsOf>[0]): string[][] =>
        ['TEST', 'TESTNEW'].map((isin) => classOf(gainsOf(rows), isin).issues.map(({ code }) => code));
      expect(codes([out('DEALING'), sale])).toEqual([['nothingToReorganise'], ['passedCostIncomplete']]);
      expect(isFinal(gainsOf([out('DEALING'), sale]), YEAR)).toBe(false);
      // The shares are held in the dealing account, the row names the ISA.
      expect(codes([...held(), out('ISA')])).toEqual([['nothingToReorganise'], ['passedCostIncomplete']]);
      expect(codes([...held(), out('DEALING'), sale])).toEqual([[], []]);
    },
  );

  it('6.7: a holding whose whole cost was returned passes a cost of nil that is right', () => {
    const rows = [
      ...held(),
      row('RETURN_OF_CAPITAL', '2024-05-01', null, 4000, { smallTreatment: 'deduct' }),
      row('DEMERGER', '2024-06-01', 500, 0, { relatedIsin: 'TESTDEM', costFraction: 0.5 }),
    ];
    expect([poolInWords(gainsOf(rows), 'TESTDEM'), ...issueCodes(gainsOf(rows))]).toEqual(['500 @ 0']);
  });

  it('6.6, 6.7: costs that go out and come back are complete', () => {
    const rows = [
      ...held(),
      row('DEMERGER', '2024-03-01', 1000, 0, { relatedIsin: 'TESTA', costFraction: 0.5 }),
      row('MERGER', '2024-04-01', 100, 0, { isin: 'TESTA', relatedIsin: 'TEST' }),
    ];
    expect([poolInWords(gainsOf(rows)), ...issueCodes(gainsOf(rows))]).toEqual(['1100 @ 4000']);
  });

  it('6.6, 6.7: costs flow through any number of classes', () => {
    const rows = [
      ...held(),
      row('DEMERGER', '2024-03-01', 1000, 0, { relatedIsin: 'TESTA', costFraction: 0.5 }),
      row('MERGER', '2024-04-01', 100, 0, { isin: 'TESTA', relatedIsin: 'TESTB' }),
      row('MERGER', '2024-05-01', 50, 0, { isin: 'TESTB', relatedIsin: 'TESTC' }),
    ];
    expect(poolInWords(gainsOf(rows), 'TESTC')).toBe('50 @ 2000');
  });

  it('6.8: a sale just before and a purchase just after are a notice', () => {
    const merger = row('MERGER', '2024-06-01', 1000, 0, { relatedIsin: 'TESTNEW' });
    const sale = sell('2024-05-20', 100, 500);
    expect(issueCodes(gainsOf([...held(), sale, merger, buy('2024-06-10', 100, 450, { isin: 'TESTNEW' })]))).toEqual([
      'matchAcrossReorganisation',
    ]);
    expect(issueCodes(gainsOf([...held(), sale, merger, buy('2024-06-20', 100, 450, { isin: 'TESTNEW' })]))).toEqual(
      [],
    );
    expect(
      issueCodes(gainsOf([...held(), sale, merger, buy('2024-06-10', 100, 450, { isin: 'TESTNEW', wrapper: 'ISA' })])),
    ).toEqual([]);
  });

  it('1.4, 1.6: two changes of the ISIN on one day name the same codes in whichever order they are given', () => {
    const changes = [
      row('ISIN_CHANGE', '2024-05-01', null, 0, { isin: 'TESTZ', relatedIsin: 'TESTM' }),
      row('ISIN_CHANGE', '2024-05-01', null, 0, { isin: 'TESTM', relatedIsin: 'TESTNEW' }),
      row('BUY', '2024-01-01', 10, 100, { isin: 'TESTM' }),
    ];
    for (const rows of [changes, changes.toReversed()])
      expect(gainsOf(rows).classes.map(({ codes }) => codes)).toEqual([['TESTNEW', 'TESTM', 'TESTZ']]);
  });

  it('6.9: a class cannot become itself', () => {
    const result = gainsOf([
      ...held(),
      row('ISIN_CHANGE', '2024-05-01', null, 0, { relatedIsin: 'TESTNEW' }),
      row('MERGER', '2024-06-01', 1000, 0, { relatedIsin: 'TESTNEW' }),
    ]);
    expect(issueCodes(result)).toEqual(['reorganisedIntoItself']);
    expect(poolInWords(result, 'TESTNEW')).toBe('1000 @ 4000');
  });
});

describe('cash and income', () => {
  const receive = (consideration: number, extras: Parameters<typeof row>[4] = {}): string[] => {
    const rows = [...held(), row('RETURN_OF_CAPITAL', '2024-06-01', null, consideration, extras)];
    return [...disposalsInWords(rows), poolInWords(gainsOf(rows)), ...issueCodes(gainsOf(rows))];
  };

  it('7.1: small by amount, by value or by statement comes off the cost', () => {
    expect(receive(3000)).toEqual(['1000 @ 1000']);
    expect(receive(3500, { valueAfter: 66500 })).toEqual(['1000 @ 500']);
    expect(receive(3999, { smallTreatment: 'deduct' })).toEqual(['1000 @ 1']);
  });

  it('7.2: what exceeds the cost is a gain', () => {
    expect(receive(5000, { smallTreatment: 'deduct' })).toEqual([
      '0: 1000 - 0 = 1000; CAPITAL_DISTRIBUTION 0 @ 0',
      '1000 @ 0',
    ]);
  });

  it('7.2: its charges are costs of the gain (s38(1)(c)); where it is only deducted they count nowhere, with a notice', () => {
    expect(receive(5000, { smallTreatment: 'deduct', brokerCharge: 12 })).toEqual([
      '0: 1000 - 12 = 988; CAPITAL_DISTRIBUTION 0 @ 0',
      '1000 @ 0',
    ]);
    const deducted = [...held(), row('RETURN_OF_CAPITAL', '2024-06-01', null, 500, { brokerCharge: 12 })];
    expect([poolInWords(gainsOf(deducted)), ...issueCodes(gainsOf(deducted))]).toEqual([
      '1000 @ 3500',
      'chargesNotCounted',
    ]);
  });

  it('7.2: with nothing held all of it is a gain, with a notice', () => {
    const payment = row('RETURN_OF_CAPITAL', '2024-06-01', null, 500);
    expect([...disposalsInWords([payment]), ...issueCodes(gainsOf([payment]))]).toEqual([
      '0: 500 - 0 = 500; CAPITAL_DISTRIBUTION 0 @ 0',
      'receivedForNothing',
    ]);
    const afterSale = [...held(), sell('2024-05-01', 1000, 6000), payment];
    expect([issueCodes(gainsOf(afterSale)), isFinal(gainsOf(afterSale), YEAR)]).toEqual([['receivedForNothing'], true]);
    expect(issueCodes(gainsOf([row('RETURN_OF_CAPITAL', '2024-06-01', null, 12_000)]))).toEqual(['valueNeeded']);
  });

  it('7.3: what is not small is a part disposal by A / (A + B), never guessed without B', () => {
    expect(receive(3500, { valueAfter: 10500 })).toEqual([
      '0: 3500 - 1000 = 2500; CAPITAL_DISTRIBUTION 0 @ 1000',
      '1000 @ 3000',
    ]);
    expect(receive(1500, { smallTreatment: 'partDisposal', valueAfter: 4500 })).toEqual([
      '0: 1500 - 1000 = 500; CAPITAL_DISTRIBUTION 0 @ 1000',
      '1000 @ 3000',
    ]);
    expect(receive(3500)).toEqual(['1000 @ 4000', 'valueNeeded']);
    expect(receive(100, { smallTreatment: 'partDisposal' })).toEqual(['1000 @ 4000', 'valueNeeded']);
  });

  it('7.1, 7.3: the rows of a day are one distribution; a value that only some state, and different treatments, are reported', () => {
    const receiveTwice = (first: Parameters<typeof row>[4], second: Parameters<typeof row>[4]): string[] => {
      const part = (extras: Parameters<typeof row>[4]): ReturnType<typeof row> =>
        row('RETURN_OF_CAPITAL', '2024-06-01', null, 2000, extras);
      const rows = [...held(), part(first), part({ broker: 'other', ...second })];
      return [...disposalsInWords(rows), poolInWords(gainsOf(rows)), ...issueCodes(gainsOf(rows))];
    };
    expect(receiveTwice({ valueAfter: 6000 }, { valueAfter: 6000 })).toEqual([
      '0: 4000 - 1000 = 3000; CAPITAL_DISTRIBUTION 0 @ 1000',
      '1000 @ 3000',
    ]);
    expect(receiveTwice({ valueAfter: 12_000 }, {})).toEqual(['1000 @ 4000', 'valueNeeded']);
    expect(receiveTwice({ smallTreatment: 'deduct' }, { smallTreatment: 'partDisposal' })).toEqual([
      '1000 @ 0',
      'treatmentsDiffer',
    ]);
  });

  it('2.5: cash and a sale of one day are one disposal with a net result', () => {
    const rows = [
      ...held(),
      row('RETURN_OF_CAPITAL', '2024-06-01', null, 1500, {
        smallTreatment: 'partDisposal',
        valueAfter: 4500,
        id: 'cash',
      }),
      sell('2024-06-01', 500, 1000, { id: 'sale' }),
    ];
    expect(disposalsInWords(rows)).toEqual([
      '500: 2500 - 2500 = 0; SECTION_104 500 @ 1500; CAPITAL_DISTRIBUTION 0 @ 1000',
    ]);
  });

  it('7.4: an event after a matched repurchase goes wholly to the pool', () => {
    const rows = [
      buy('2024-01-02', 100, 1000),
      sell('2024-06-01', 50, 1000),
      buy('2024-06-10', 50, 600),
      row('ACCUMULATION', '2024-06-15', null, 100),
    ];
    expect(disposalsInWords(rows)).toEqual(['50: 1000 - 600 = 400; THIRTY_DAY 50 @ 600']);
    expect(poolInWords(gainsOf(rows))).toBe('100 @ 1100');
  });

  it('7.5, 6.3: a notional distribution adds cost before the trades of its day; with nothing held it is a notice', () => {
    const rows = [
      ...held(),
      row('ACCUMULATION', '2024-06-01', null, 100),
      buy('2024-06-01', 1000, 5000),
      sell('2024-06-01', 1500, 9000),
    ];
    expect(disposalsInWords(rows)).toEqual(['1500: 9000 - 7050 = 1950; SAME_DAY 1000 @ 5000; SECTION_104 500 @ 2050']);
    expect(issueCodes(gainsOf([row('ACCUMULATION', '2024-06-01', null, 100), buy('2024-06-01', 1000, 5000)]))).toEqual([
      'nothingHeld',
    ]);
  });

  it('7.6: equalisation comes off the cost', () => {
    expect(poolInWords(gainsOf([...held(), row('EQUALISATION', '2024-06-01', null, 60)]))).toBe('1000 @ 3940');
  });

  it('7.6: equalisation beyond the cost is left out, and the disposal before it is not final until the payment has its date', () => {
    const after = (sold: number, date: string): Transaction[] => [
      ...held(),
      sell('2025-04-01', sold, 6000, { id: 'sale' }),
      row('EQUALISATION', date, null, 60),
    ];
    for (const sold of [1000, 990]) {
      const result = gainsOf(after(sold, '2025-05-01'));
      expect(classOf(result).disposals).toHaveLength(1);
      expect(classOf(result).issues.map(({ code, transaction }) => [code, transaction?.id])).toEqual([
        ['equalisationExceedsCost', 'sale'],
      ]);
      expect([isFinal(result, YEAR), isFinal(result, '2025-26' as TaxYear)]).toEqual([false, true]);
    }
    const dated = after(1000, '2025-04-01');
    expect(disposalsInWords(dated)).toEqual(['1000: 6000 - 3940 = 2060; SECTION_104 1000 @ 3940']);
    expect(isFinal(gainsOf(dated), YEAR)).toBe(true);
  });

  it('7.6: equalisation with nothing held and no earlier disposal is left out, with a notice', () => {
    const rows = [row('EQUALISATION', '2024-06-01', null, 60), buy('2024-06-01', 10, 50)];
    expect([poolInWords(gainsOf(rows)), ...issueCodes(gainsOf(rows))]).toEqual(['10 @ 50', 'nothingHeld']);
  });

  it('7.7: dividends and interest change nothing; a reinvested dividend is a purchase', () => {
    const rows = [
      ...held(),
      row('DIVIDEND', '2024-06-01', 1000, 60),
      row('INTEREST', '2024-06-02', null, 6),
      sell('2024-06-03', 10, 50),
      row('DIVIDEND_REINVESTED', '2024-06-04', 10, 45, { brokerCharge: 1 }),
    ];
    expect(disposalsInWords(rows)).toEqual(['10: 50 - 46 = 4; THIRTY_DAY 10 @ 46']);
  });
});
