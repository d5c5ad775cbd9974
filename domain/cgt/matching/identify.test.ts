/** RULES 2 and 3: aggregation and the order of identification. */
import { describe, expect, it } from 'vitest';
import {
  buy,
  classOf,
  day,
  disposalsInWords,
  gainsOf,
  issueCodes,
  poolInWords,
  row,
  sell,
} from '../../../tests/cgt/rows.ts';
import { DEFAULT_ACCOUNT_SETTINGS, type AccountSettings } from '../../records/account-settings.ts';
import type { TaxYear } from '../../values/tax-year.ts';
import { isFinal } from '../tax/year-totals.ts';
import { toText } from '../../values/decimal.ts';

describe('a day (RULES 2)', () => {
  it('2.1, 2.5: adds up all purchases and all sales, whatever the broker, and counts one disposal', () => {
    const rows = [
      buy('2024-01-10', 100, 1000, { brokerCharge: 5 }),
      buy('2024-01-10', 50, 650, { broker: 'other', stampDuty: 3 }),
      sell('2024-06-03', 30, 450, { id: 'b', brokerCharge: 4 }),
      sell('2024-06-03', 30, 480, { id: 'a', broker: 'other' }),
    ];
    const [disposal, ...others] = classOf(gainsOf(rows)).disposals;
    expect(others).toEqual([]);
    expect(disposal).toMatchObject({ id: 'a', wrappers: ['DEALING'] });
    expect(disposalsInWords(rows)).toEqual(['60: 930 - 667.2 = 262.8; SECTION_104 60 @ 663.2']);
  });

  it('2.2, 2.3: uses its own purchases first, at their average, fees included', () => {
    const rows = [
      buy('2024-01-10', 100, 100),
      buy('2024-06-03', 40, 400, { brokerCharge: 10 }),
      buy('2024-06-03', 60, 300),
      sell('2024-06-03', 50, 1000),
    ];
    expect(disposalsInWords(rows)).toEqual(['50: 1000 - 355 = 645; SAME_DAY 50 @ 355']);
    expect(poolInWords(gainsOf(rows))).toBe('150 @ 455');
  });

  it('2.4: what is identified never enters the pool, and the ledger says so', () => {
    const rows = [buy('2024-01-10', 100, 100), sell('2024-06-03', 40, 80), buy('2024-06-20', 40, 60)];
    const [ledger] = classOf(gainsOf(rows)).ledgers();
    expect(
      ledger?.entries.map(({ event, quantityChange, identifiedElsewhere, cost }) => [
        event,
        toText(quantityChange),
        toText(identifiedElsewhere),
        toText(cost),
      ]),
    ).toEqual([
      ['ACQUISITION', '100', '0', '100'],
      ['DISPOSAL', '0', '40', '100'],
      ['ACQUISITION', '0', '40', '100'],
    ]);
  });
});

describe('the order of identification (RULES 3)', () => {
  it('3.1: same day, 30 days, pool, later acquisitions, and what is left', () => {
    const rows = [
      buy('2024-01-10', 20, 200),
      buy('2024-03-01', 10, 110),
      sell('2024-03-01', 100, 2000),
      buy('2024-03-31', 30, 360),
      buy('2024-04-01', 25, 325),
    ];
    expect(disposalsInWords(rows)).toEqual([
      '100: 2000 - 995 = 1005; SAME_DAY 10 @ 110; THIRTY_DAY 30 @ 360; SECTION_104 20 @ 200; LATER_ACQUISITION 25 @ 325; UNMATCHED 15 @ 0',
    ]);
  });

  it('3.2: day 30 matches, day 31 does not, over a leap day and a change of the clocks', () => {
    const rule = (sold: string, bought: string): string | undefined =>
      classOf(gainsOf([buy('2020-01-06', 10, 10), sell(sold, 10, 20), buy(bought, 10, 15)])).disposals[0]?.matches[0]
        ?.rule;
    expect([rule('2024-01-31', '2024-03-01'), rule('2024-01-31', '2024-03-02')]).toEqual(['THIRTY_DAY', 'SECTION_104']);
    expect([rule('2024-03-15', '2024-04-14'), rule('2024-03-15', '2024-04-15')]).toEqual(['THIRTY_DAY', 'SECTION_104']);
    expect([rule('2024-10-05', '2024-11-04'), rule('2024-10-05', '2024-11-05')]).toEqual(['THIRTY_DAY', 'SECTION_104']);
  });

  it('3.3: a 30-day match never takes what a same-day match needs', () => {
    const rows = [
      buy('2024-01-02', 100, 100),
      sell('2024-02-01', 70, 140),
      buy('2024-02-20', 60, 90),
      sell('2024-02-20', 50, 150),
    ];
    expect(disposalsInWords(rows)).toEqual([
      '70: 140 - 75 = 65; THIRTY_DAY 10 @ 15; SECTION_104 60 @ 60',
      '50: 150 - 75 = 75; SAME_DAY 50 @ 75',
    ]);
  });

  it('3.4: the earliest disposal takes the earliest acquisition', () => {
    const rows = [
      buy('2023-01-03', 100, 100),
      sell('2024-02-01', 30, 90),
      sell('2024-02-05', 30, 90),
      buy('2024-02-10', 40, 80),
      buy('2024-02-12', 10, 30),
    ];
    expect(disposalsInWords(rows)).toEqual([
      '30: 90 - 60 = 30; THIRTY_DAY 30 @ 60',
      '30: 90 - 60 = 30; THIRTY_DAY 10 @ 20; THIRTY_DAY 10 @ 30; SECTION_104 10 @ 10',
    ]);
  });

  it('3.5: every 30-day match comes before any later acquisition', () => {
    const rows = [
      sell('2023-03-01', 100, 1000),
      sell('2023-03-20', 100, 1100),
      buy('2023-04-10', 100, 900),
      buy('2023-05-01', 100, 800),
    ];
    expect(disposalsInWords(rows)).toEqual([
      '100: 1000 - 800 = 200; LATER_ACQUISITION 100 @ 800',
      '100: 1100 - 900 = 200; THIRTY_DAY 100 @ 900',
    ]);
  });

  it('3.6: a purchase made while not resident is no 30-day match, but one of the same day', () => {
    const rows = [
      buy('2024-01-02', 10, 100),
      sell('2024-05-01', 4, 80),
      buy('2024-05-10', 2, 30),
      buy('2024-05-20', 2, 50),
      sell('2024-05-20', 1, 30),
    ];
    const words = (notResident: AccountSettings['notResident']): string[] =>
      disposalsInWords(rows, { settings: new Map([['ann', { ...DEFAULT_ACCOUNT_SETTINGS, notResident }]]) });
    expect(words([])[0]).toBe('4: 80 - 65 = 15; THIRTY_DAY 2 @ 30; THIRTY_DAY 1 @ 25; SECTION_104 1 @ 10');
    expect(words([{ from: day('2024-05-05'), to: day('2024-05-10') }])[0]).toBe(
      '4: 80 - 55 = 25; THIRTY_DAY 1 @ 25; SECTION_104 3 @ 30',
    );
    expect(words([{ from: day('2024-05-11'), to: null }])).toEqual([
      '4: 80 - 50 = 30; THIRTY_DAY 2 @ 30; SECTION_104 2 @ 20',
      '1: 30 - 25 = 5; SAME_DAY 1 @ 25',
    ]);
  });

  it('3.7: a sale beyond the holding that is covered afterwards is a notice, naming sale and quantity', () => {
    const result = gainsOf([
      buy('2024-01-02', 10, 10),
      sell('2024-02-01', 15, 30, { id: 'short' }),
      buy('2024-02-20', 5, 9),
    ]);
    expect(
      classOf(result).issues.map(({ code, transaction, quantity }) => [
        code,
        transaction?.id,
        toText(quantity ?? (0n as never)),
      ]),
    ).toEqual([['soldMoreThanHeld', 'short', '5']]);
  });

  it('3.8: what nothing covers is shown, flagged and left in the position', () => {
    const result = gainsOf([buy('2024-01-02', 50, 200), sell('2024-05-01', 80, 400, { id: 'sale' })]);
    expect(classOf(result).disposals[0]).toMatchObject({ unmatchedQuantity: 30n * 10n ** 24n });
    expect(issueCodes(result)).toEqual(['unmatched']);
    expect(
      classOf(result).positions.map(({ wrapper, quantity, cost }) => [wrapper, toText(quantity), toText(cost)]),
    ).toEqual([['DEALING', '-30', '0']]);
  });
});

describe('which persons and securities are matched (RULES 1)', () => {
  it('3.11: a taxable disposal before 6 April 2008 is reported, once, and what rests on it is not final', () => {
    const rows = [
      buy('2001-01-03', 10, 100),
      sell('2008-04-05', 4, 80),
      sell('2008-04-06', 2, 50),
      sell('2019-06-03', 2, 50),
    ];
    const found = gainsOf(rows);
    expect(
      found.classes.flatMap(({ issues }) =>
        issues.map(({ code, transaction }) => [code, transaction?.transactionDate]),
      ),
    ).toEqual([['beforePresentRules', '2008-04-05']]);
    expect(isFinal(found, '2019-20' as TaxYear)).toBe(false);
    expect(issueCodes(gainsOf(rows.map((one) => ({ ...one, taxWrapper: 'SIPP' as const }))))).toEqual([]);
    expect(issueCodes(gainsOf(rows.filter(({ transactionDate }) => transactionDate !== '2008-04-05')))).toEqual([]);
  });

  it('1.1: accounts are different persons', () => {
    expect(
      disposalsInWords([
        buy('2024-01-02', 10, 10),
        sell('2024-02-01', 10, 20),
        buy('2024-02-02', 10, 19, { account: 'bob' }),
      ]),
    ).toEqual(['10: 20 - 10 = 10; SECTION_104 10 @ 10']);
  });

  it('1.2: DEALING and SPECULATIVE are one pool, which a disposal of both shows under each', () => {
    const rows = [
      buy('2024-01-02', 10, 10),
      buy('2024-01-03', 10, 30, { wrapper: 'SPECULATIVE' }),
      sell('2024-05-01', 4, 20),
      sell('2024-05-01', 4, 20, { wrapper: 'SPECULATIVE' }),
    ];
    const { disposals } = classOf(gainsOf(rows));
    expect(disposalsInWords(rows)).toEqual(['8: 40 - 16 = 24; SECTION_104 8 @ 16']);
    expect(disposals[0]?.wrappers).toEqual(['DEALING', 'SPECULATIVE']);
  });

  it('1.3: an ISA is never matched with a dealing account, nor with a SIPP', () => {
    const rows = [
      buy('2024-01-02', 10, 10),
      sell('2024-05-01', 10, 20),
      buy('2024-05-02', 10, 21, { wrapper: 'ISA' }),
      sell('2024-05-20', 5, 11, { wrapper: 'ISA' }),
      buy('2024-05-21', 5, 12, { wrapper: 'SIPP' }),
    ];
    expect(disposalsInWords(rows)).toEqual([
      '10: 20 - 10 = 10; SECTION_104 10 @ 10',
      '5: 11 - 10.5 = 0.5; SECTION_104 5 @ 10.5',
    ]);
  });

  it('1.4: an ISIN change carries the whole history, in every wrapper, through any number of changes and back', () => {
    const change = (date: string, from: string, to: string): ReturnType<typeof row> =>
      row('ISIN_CHANGE', date, null, 0, { isin: from, relatedIsin: to });
    const rows = [
      buy('2024-01-02', 10, 10, { isin: 'TESTA' }),
      buy('2024-01-02', 5, 5, { isin: 'TESTA', wrapper: 'ISA' }),
      sell('2024-02-01', 4, 8, { isin: 'TESTA' }),
      change('2024-02-05', 'TESTA', 'TESTB'),
      buy('2024-02-10', 4, 6, { isin: 'TESTB' }),
      change('2024-03-01', 'TESTB', 'TESTC'),
    ];
    expect(disposalsInWords(rows, { isin: 'TESTC' })).toEqual(['4: 8 - 6 = 2; THIRTY_DAY 4 @ 6']);
    expect(gainsOf(rows).classes.map(({ isin }) => isin)).toEqual(['TESTC']);
    expect(poolInWords(gainsOf(rows), 'TESTC', 'ann', 'ISA')).toBe('5 @ 5');
    const back = [...rows, change('2024-04-01', 'TESTC', 'TESTA')];
    expect(disposalsInWords(back, { isin: 'TESTA' })).toHaveLength(1);
    expect(gainsOf(back, { asOf: '2024-02-20' }).classes.map(({ isin }) => isin)).toEqual(['TESTB']);
  });

  it('1.6: rows after the as-of day do not count', () => {
    const rows = [buy('2024-01-02', 10, 10), sell('2024-02-01', 4, 8), buy('2024-02-10', 4, 6)];
    expect(disposalsInWords(rows, { asOf: '2024-02-09' })).toEqual(['4: 8 - 4 = 4; SECTION_104 4 @ 4']);
    expect(disposalsInWords(rows, { asOf: '2024-01-31' })).toEqual([]);
  });
});
