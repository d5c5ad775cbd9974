import { describe, expect, it } from 'vitest';
import { buy, day, gainsOf, row, sell } from '../../tests/cgt/rows.ts';
import type { Money, Pounds } from '../values/amount.ts';
import { computeTaxYears } from '../cgt/tax/tax-computation.ts';
import { exact } from '../values/decimal.ts';
import type { Transaction } from '../records/records.ts';
import type { TaxYear } from '../values/tax-year.ts';
import { besideSpouse, daysLeft, type Allowance } from './allowance.ts';
import { gainsAllowance } from './gains-allowance.ts';
import { incomeAllowances, type IncomeAllowancesInput } from './income-allowances.ts';
import { isaAllowances, subscribable, type Isa, type IsaMovement, type IsaType } from './isa-allowance.ts';
import { recordedPayments } from './recorded-payments.ts';
import { pensionAllowances, type PensionInput } from './pension-allowance.ts';

const YEAR = '2026-27' as TaxYear;
const TODAY = day('2026-11-23');

function isa(id: string, isFlexible: boolean | null, type: IsaType = 'stocksAndShares'): Isa {
  return { id, accountId: 'ann', type, isFlexible };
}

function move(isaId: string, date: string, amount: number, nature: IsaMovement['nature'] = 'paidIn'): IsaMovement {
  return {
    isaId,
    date: day(date),
    amount: amount as Pounds,
    nature,
    source: { kind: 'transaction', id: `${isaId}-${date}` },
  };
}

function isaYear(
  isas: readonly Isa[],
  movements: readonly IsaMovement[],
  more: { taxYear?: string; born?: string; today?: string } = {},
) {
  const found = isaAllowances({
    accountId: 'ann',
    taxYear: (more.taxYear ?? YEAR) as TaxYear,
    today: day(more.today ?? TODAY),
    isas,
    movements,
    dateOfBirth: more.born === undefined ? null : day(more.born),
    missing: [],
  });
  if (found === null) throw new Error('the year is known');
  const of = (kind: Allowance['kind']): Allowance => {
    const allowance = found.allowances.find((each) => each.kind === kind);
    if (allowance === undefined) throw new Error(`no ${kind}`);
    return allowance;
  };
  return { ...found, of };
}

describe('ISAs', () => {
  it('2.1, 2.3: 5,000 in and 2,500 out of a flexible ISA leave 17,500, of another 15,000', () => {
    const movements = [move('a', '2026-05-01', 5000), move('a', '2026-06-01', 2500, 'withdrawn')];
    expect(isaYear([isa('a', true)], movements).of('isa')).toMatchObject({
      used: 2500,
      left: 17_500,
      over: 0,
      gaps: [],
    });
    expect(isaYear([isa('a', false)], movements).of('isa')).toMatchObject({ used: 5000, left: 15_000, gaps: [] });
    expect(isaYear([isa('a', null)], movements).of('isa')).toMatchObject({ left: 15_000, gaps: ['flexibility'] });
  });

  it('2.3: 20,000 in and 21,000 out leave 20,000 for any ISA, and another 1,000 for that ISA alone', () => {
    const movements = [move('a', '2026-05-01', 20_000), move('a', '2026-06-01', 21_000, 'withdrawn')];
    const { of, replaceable, allowances } = isaYear([isa('a', true)], movements);
    expect(of('isa')).toMatchObject({ used: 0, left: 20_000 });
    expect(replaceable).toEqual([{ isaId: 'a', amount: 1000 }]);
    expect(subscribable(allowances)).toBe(20_000);
  });

  it('2.3: a payment first replaces money withdrawn from the same ISA, but not after a transfer', () => {
    const out = move('a', '2026-05-01', 3000, 'withdrawn');
    const both = [isa('a', true), isa('b', true)];
    expect(isaYear(both, [out, move('a', '2026-06-01', 5000)]).of('isa').used).toBe(2000);
    expect(isaYear(both, [out, move('b', '2026-06-01', 5000)]).of('isa').used).toBe(5000);
    const moved = isaYear(both, [out, move('a', '2026-05-20', 9000, 'transferOut'), move('a', '2026-06-01', 5000)]);
    expect([moved.of('isa').used, moved.replaceable]).toEqual([5000, []]);
    // Within a day a withdrawal comes before a transfer, in whatever order the records are.
    const sameDay = isaYear(both, [move('a', '2026-05-01', 9000, 'transferOut'), out]);
    expect(sameDay.replaceable).toEqual([]);
  });

  it('2.3: where money of this year may have moved before a withdrawal, what counts is not known', () => {
    const both = [isa('a', null), isa('b', true)];
    const paid = move('a', '2026-05-01', 3000);
    const moved = move('a', '2026-05-20', 3000, 'transferOut');
    const gapsOf = (...movements: IsaMovement[]) => isaYear(both, movements).of('isa').gaps;
    expect(gapsOf(paid, moved, move('b', '2026-05-20', 10, 'withdrawn'))).toEqual(['movedSubscriptions']);
    expect(gapsOf(paid, moved, move('b', '2026-05-19', 10, 'withdrawn'))).toEqual([]);
    expect(gapsOf(moved, move('b', '2026-05-21', 10, 'withdrawn'))).toEqual([]);
    expect(gapsOf(paid, moved)).toEqual([]);
  });

  it('2.1: transfers, an inherited allowance and the bonus do not count, nor do other years', () => {
    const natures = ['transferIn', 'inherited', 'bonus'] as const;
    const movements = [
      ...natures.map((nature) => move('a', '2026-05-01', 1000, nature)),
      move('a', '2026-04-05', 1000),
      move('a', '2027-04-06', 1000),
    ];
    expect(isaYear([isa('a', false)], movements).of('isa')).toMatchObject({ used: 0, rows: [] });
  });

  it('2.2: a lifetime ISA counts in both limits, a junior ISA in its own', () => {
    const isas = [isa('a', false), isa('l', null, 'lisa'), isa('j', null, 'juniorIsa')];
    const { of } = isaYear(isas, [
      move('a', '2026-05-01', 17_200),
      move('l', '2026-05-01', 4000),
      move('j', '2026-05-01', 9100),
    ]);
    // 1,200 over: said, not clipped.
    expect(of('isa')).toMatchObject({ used: 21_200, left: 0, over: 1200, limit: 20_000 });
    expect(of('lisa')).toMatchObject({ used: 4000, left: 0, over: 0 });
    expect(of('juniorIsa')).toMatchObject({ used: 9100, over: 100, limit: 9000 });
    expect(of('isa').rows.map(({ amount }) => amount)).toEqual([17_200, 4000]);
  });

  it('2.2: no more is left of the limit of a kind of ISA than of the limit for all', () => {
    const lisaAfter = (paid: number) => isaYear([isa('a', false)], [move('a', '2026-05-01', paid)]).of('lisa').left;
    expect([15_000, 16_000, 17_000, 20_000, 21_000].map(lisaAfter)).toEqual([4000, 4000, 3000, 0, 0]);
  });

  it('2.6: limits of adults are for adults, and of juniors for those under 18', () => {
    const junior = [isa('j', null, 'juniorIsa')];
    const limits = (born: string | undefined, taxYear: string, isas: readonly Isa[] = junior) =>
      isaYear(isas, [], { taxYear, ...(born === undefined ? {} : { born }) }).allowances.map(({ kind, limit }) => [
        kind,
        limit,
      ]);
    expect(limits('2017-09-14', '2026-27')).toEqual([['juniorIsa', 9000]]);
    expect(limits('2017-09-14', '2027-28')).toEqual([['juniorIsa', 9000]]);
    const both = [
      ['isa', 20_000],
      ['lisa', 4000],
      ['juniorIsa', 9000],
    ];
    // The birthday is within the year.
    expect(limits('2009-04-05', '2026-27')).toEqual(both);
    expect(limits('2009-04-06', '2026-27')).toEqual([['juniorIsa', 9000]]);
    expect(limits('2008-04-07', '2026-27')).toEqual(both);
    expect(limits('2008-04-06', '2026-27')).toEqual(both.slice(0, 2));
    // Cash ISAs from 16 on, and later for those who were 16 on 5 April 2024.
    const withCash = [['isa', 20_000], both[2]];
    expect(limits('2008-04-05', '2023-24')).toEqual(withCash);
    expect(limits('2008-04-06', '2023-24')).toEqual([['juniorIsa', 9000]]);
    expect(limits('2008-04-05', '2025-26')).toEqual(both);
    expect(limits('2008-04-06', '2025-26')).toEqual([['juniorIsa', 9000]]);
    expect(limits('2008-04-05', '2024-25')).toEqual(withCash);
    expect(limits('2008-04-06', '2024-25')).toEqual([['juniorIsa', 9000]]);
    // A lifetime ISA until the day before the 50th birthday, opened before the 40th.
    const lifetime = [isa('l', null, 'lisa')];
    expect(limits('1976-04-06', '2026-27', lifetime)).toEqual([['isa', 20_000]]);
    expect(limits('1976-04-07', '2026-27', lifetime)).toEqual(both.slice(0, 2));
    expect(limits('1986-04-06', '2026-27', lifetime)).toEqual(both.slice(0, 2));
    expect(limits('1986-04-06', '2026-27', [])).toEqual([['isa', 20_000]]);
    expect(limits('1986-11-24', '2026-27', [])).toEqual(both.slice(0, 2));
    // Today is the 40th birthday, and none was opened.
    expect(limits('1986-11-23', '2026-27', [])).toEqual([['isa', 20_000]]);
    expect(limits('1986-11-23', '2026-27', lifetime)).toEqual(both.slice(0, 2));
  });

  it('2.6: from the birthday that ends payments nothing is left, and what is paid in then is above the limit', () => {
    const lifetime = isa('l', null, 'lisa');
    const paid = [move('l', '2026-09-14', 1000), move('l', '2026-09-15', 500)];
    const on = (today: string, movements: readonly IsaMovement[]) =>
      isaYear([lifetime], movements, { born: '1976-09-15', today }).of('lisa');
    expect(on('2026-09-14', paid.slice(0, 1))).toMatchObject({
      used: 1000,
      left: 3000,
      over: 0,
      lastDay: '2026-09-14',
    });
    expect(on('2026-09-15', paid.slice(0, 1))).toMatchObject({ used: 1000, left: 0, over: 0, limit: 4000 });
    expect(on('2026-09-15', paid)).toMatchObject({ used: 1500, left: 0, over: 500 });
    expect(on('2026-09-15', [move('l', '2026-05-01', 4100), ...paid])).toMatchObject({
      used: 5600,
      left: 0,
      over: 1600,
    });
    const junior = (born: string, today = '2026-11-23') =>
      isaYear([isa('j', null, 'juniorIsa')], [move('j', '2026-05-01', 2000)], { born, today }).of('juniorIsa');
    expect(junior('2008-11-23')).toMatchObject({ used: 2000, left: 0, over: 0, lastDay: '2026-11-22' });
    expect(junior('2008-11-24')).toMatchObject({ used: 2000, left: 7000, over: 0, lastDay: '2026-11-23' });
    expect(junior('2010-11-24')).toMatchObject({ left: 7000, lastDay: null });
    // Without 29 February in the year, the birthday is 1 March.
    expect(junior('2008-02-29', '2026-05-01').lastDay).toBeNull();
    const leap = isaYear([isa('j', null, 'juniorIsa')], [], { born: '2008-02-29', taxYear: '2025-26' }).of('juniorIsa');
    expect(leap.lastDay).toBe('2026-02-28');
  });

  it("2.6: a payment by a child into an adult's ISA is above the limit, and without a date of birth the records decide", () => {
    const junior = isa('j', null, 'juniorIsa');
    const paid = [move('a', '2026-05-01', 100)];
    expect(isaYear([junior, isa('a', false)], paid, { born: '2017-09-14' }).of('isa')).toMatchObject({
      limit: 0,
      used: 100,
      left: 0,
      over: 100,
    });
    expect(isaYear([junior], []).of('isa')).toMatchObject({ limit: null, left: null, gaps: ['dateOfBirth'] });
    expect(isaYear([junior], []).of('lisa')).toMatchObject({ limit: null, gaps: ['dateOfBirth'] });
    expect(isaYear([junior], []).of('juniorIsa')).toMatchObject({ limit: 9000, gaps: [] });
    expect(isaYear([], []).of('isa')).toMatchObject({ limit: 20_000, gaps: ['dateOfBirth'] });
    expect(isaYear([isa('a', false)], []).of('isa')).toMatchObject({ limit: 20_000, gaps: [] });
  });

  it('2.5: from April 2027 cash has a limit of its own under 65, behind its date', () => {
    const cash = [isa('c', false, 'cash')];
    const paid = [move('c', '2027-05-01', 15_000)];
    expect(isaYear(cash, [], { born: '1990-01-01' }).allowances.map(({ kind }) => kind)).toEqual(['isa', 'lisa']);
    const limitOf = (born?: string) =>
      isaYear(cash, paid, { taxYear: '2027-28', ...(born === undefined ? {} : { born }) }).of('cashIsa');
    expect(limitOf('1990-01-01')).toMatchObject({ limit: 12_000, over: 3000, status: 'announced' });
    expect(limitOf('1960-01-01')).toMatchObject({ limit: 20_000, over: 0 });
    expect(limitOf('1963-04-05').limit).toBe(20_000);
    expect(limitOf('1963-04-06').limit).toBe(12_000);
    expect(limitOf()).toMatchObject({ limit: null, left: null, gaps: ['dateOfBirth'] });
  });

  it('1.1, 1.3: days left, past years, and missing statements', () => {
    expect([daysLeft(YEAR, TODAY), daysLeft(YEAR, day('2027-04-05')), daysLeft('2025-26' as TaxYear, TODAY)]).toEqual([
      133,
      0,
      null,
    ]);
    const incomplete = isaAllowances({
      accountId: 'ann',
      taxYear: YEAR,
      today: TODAY,
      isas: [],
      movements: [],
      dateOfBirth: null,
      missing: ['otherSubscriptions', 'cashIsaPayments'],
    });
    expect(incomplete?.allowances.map(({ kind, gaps }) => [kind, gaps])).toEqual([
      ['isa', ['otherSubscriptions', 'cashIsaPayments', 'dateOfBirth']],
      ['lisa', ['otherSubscriptions', 'dateOfBirth']],
    ]);
    expect(
      isaAllowances({
        accountId: 'ann',
        taxYear: '2030-31' as TaxYear,
        today: TODAY,
        isas: [],
        movements: [],
        dateOfBirth: null,
        missing: [],
      }),
    ).toBeNull();
  });
});

describe('pensions', () => {
  const BASE: PensionInput = {
    accountId: 'ann',
    taxYear: YEAR,
    today: TODAY,
    contributions: [],
    incomes: new Map(),
    knownFrom: '2023-24' as TaxYear,
    flexiblyAccessedOn: null,
  };
  const paid = (date: string, gross: number) => ({
    date: day(date),
    gross: gross as Pounds,
    source: { kind: 'stated' as const, id: date },
  });

  it('3.3: unused allowance of the last three years is carried forward, the oldest first', () => {
    const contributions = [
      paid('2023-06-01', 50_000),
      paid('2024-06-01', 20_000),
      paid('2025-06-01', 60_000),
      paid('2026-06-01', 75_000),
    ];
    const year = pensionAllowances({ ...BASE, contributions });
    // 10,000 of 2023-24 and 40,000 of 2024-25 are there; 15,000 more than 60,000 take the 10,000, then 5,000.
    expect(year).toMatchObject({
      carriedForward: [
        { taxYear: '2023-24', unused: 10_000, used: 10_000 },
        { taxYear: '2024-25', unused: 40_000, used: 5000 },
        { taxYear: '2025-26', unused: 0, used: 0 },
      ],
      allowances: [{ kind: 'pension', limit: 110_000, used: 75_000, left: 35_000, gaps: ['income'] }],
    });
  });

  it('3.3: allowance carried into another year is used up, and a year four years back is too old', () => {
    const contributions = [paid('2025-06-01', 100_000)];
    const year = pensionAllowances({ ...BASE, knownFrom: '2022-23' as TaxYear, contributions });
    // 2025-26 took the 40,000 of 2022-23, which 2026-27 could not have reached.
    expect(year?.carriedForward).toEqual([
      { taxYear: '2023-24', unused: 60_000, used: 0 },
      { taxYear: '2024-25', unused: 60_000, used: 0 },
      { taxYear: '2025-26', unused: 0, used: 0 },
    ]);
    expect(pensionAllowances({ ...BASE, knownFrom: null })).toMatchObject({
      carriedForward: [],
      allowances: [{ limit: 60_000, gaps: ['pensionMembership', 'pensionContributions', 'income'] }],
    });
  });

  it('3.2: the taper of each period, to its minimum', () => {
    const rules = (taxYear: string, adjusted: number, threshold = 250_000) => {
      const year = pensionAllowances({
        ...BASE,
        taxYear: taxYear as TaxYear,
        incomes: new Map([[taxYear as TaxYear, { threshold: threshold as Pounds, adjusted: adjusted as Pounds }]]),
        knownFrom: null,
      });
      return year?.allowances[0]?.limit;
    };
    expect([rules('2019-20', 150_000), rules('2019-20', 170_000), rules('2019-20', 400_000)]).toEqual([
      40_000, 30_000, 10_000,
    ]);
    expect([rules('2022-23', 240_001), rules('2022-23', 260_000), rules('2022-23', 400_000)]).toEqual([
      40_000, 30_000, 4000,
    ]);
    expect([rules('2026-27', 261_001), rules('2026-27', 400_000)]).toEqual([59_500, 10_000]);
    expect(rules('2026-27', 400_000, 200_000)).toBe(60_000);
  });

  it('3.5: above the reduced allowance, other savings have the annual allowance less the reduced one', () => {
    const accessed = { flexiblyAccessedOn: day('2023-06-01'), knownFrom: '2020-21' as TaxYear };
    const within = [paid('2023-06-01', 45_000), paid('2023-06-02', 10_000)];
    const over = [...within, paid('2024-03-01', 1)];
    const of = (taxYear: string, contributions: PensionInput['contributions']) => {
      const year = pensionAllowances({ ...BASE, ...accessed, taxYear: taxYear as TaxYear, contributions });
      return [
        year?.allowances[0]?.limit,
        year?.allowances[0]?.used,
        year?.carriedForward.map(({ unused }) => unused),
        year?.allowances[0]?.gaps.includes('alternativeAllowance'),
      ];
    };
    // 40,000 of each of the three years before, and 60,000 of its own.
    expect(of('2023-24', within)).toEqual([180_000, 55_000, [40_000, 40_000, 40_000], false]);
    expect(of('2023-24', over)).toEqual([170_000, 45_000, [40_000, 40_000, 40_000], true]);
    // s228A(8): the year leaves 50,000 less the other 45,000; within the reduced allowance, 60,000 less all.
    expect(of('2024-25', over)).toEqual([145_000, 0, [40_000, 40_000, 5000], false]);
    expect(of('2024-25', within)).toEqual([145_000, 0, [40_000, 40_000, 5000], false]);
    expect(of('2022-23', over)).toEqual([120_000, 0, [40_000, 40_000], false]);
    // Other savings of 70,000 take 20,000 of the oldest year, and the year leaves nothing.
    expect(of('2024-25', [...over, paid('2023-05-01', 25_000)])[2]).toEqual([40_000, 40_000, 0]);
    expect(of('2023-24', [...over, paid('2023-05-01', 25_000)])[1]).toBe(70_000);
    expect(of('2026-27', over)[2]).toEqual([5000, 60_000, 60_000]);
  });

  it('3.4: after flexible access only the reduced allowance applies', () => {
    const contributions = [paid('2026-05-01', 8000), paid('2026-07-01', 12_000)];
    const year = pensionAllowances({ ...BASE, contributions, flexiblyAccessedOn: day('2026-06-01') });
    expect(year?.allowances[1]).toMatchObject({
      kind: 'pensionMoneyPurchase',
      limit: 10_000,
      used: 12_000,
      over: 2000,
    });
  });
});

describe('allowances from the records', () => {
  const paid = (change: Partial<Transaction>): Transaction => ({
    ...row('CONTRIBUTION', '2026-05-01', null, 0, { wrapper: 'ISA', broker: 'x' }),
    isin: '',
    cashAmount: 100 as Money,
    cashCurrency: 'GBP',
    ...change,
  });

  it('6.1: own payments count, bonus and transfers do not, and payments of an unstated kind are named', () => {
    const rows = [
      paid({ id: 'own', contributionKind: 'OWN' }),
      paid({ id: 'bonus', contributionKind: 'GOVERNMENT_BONUS', taxWrapper: 'LISA' }),
      paid({ id: 'moved', contributionKind: 'EARLIER_YEARS' }),
      paid({ id: 'out', transactionType: 'WITHDRAWAL' }),
      paid({ id: 'unsaid' }),
      paid({ id: 'deposit', transactionType: 'DEPOSIT' }),
      paid({ id: 'dollars', contributionKind: 'OWN', cashCurrency: 'USD' }),
      paid({ id: 'dealing', transactionType: 'DEPOSIT', taxWrapper: 'DEALING' }),
      paid({ id: 'fee', transactionType: 'FEE' }),
      paid({ id: 'junior', contributionKind: 'OWN', taxWrapper: 'JISA' }),
      buy('2026-05-01', 1, 1, { wrapper: 'ISA' }),
    ];
    const found = recordedPayments(rows);
    expect(found.movements.map(({ source, nature }) => `${source.id} ${nature}`)).toEqual([
      'own paidIn',
      'bonus bonus',
      'moved transferIn',
      'out withdrawn',
      'junior paidIn',
    ]);
    expect(found.isas.map(({ id, type, isFlexible }) => [id, type, isFlexible])).toEqual([
      ['ann|x|ISA', 'stocksAndShares', null],
      ['ann|x|LISA', 'lisa', null],
      ['ann|x|JISA', 'juniorIsa', null],
      ['ann|broker|ISA', 'stocksAndShares', null],
    ]);
    expect(found.unclear.map(({ id }) => id)).toEqual(['unsaid', 'deposit', 'dollars']);
    expect(isaYear(found.isas, found.movements).of('isa')).toMatchObject({ used: 100, gaps: ['flexibility'] });
  });

  it('6.6: cash transferred into an ISA from outside is paid in, and from another ISA of its kind it is not', () => {
    const pair = (id: string, from: Partial<Transaction>, to: Partial<Transaction>): Transaction[] => [
      paid({ id: `${id}-out`, transactionType: 'CASH_TRANSFER_OUT', transferId: id, ...from }),
      paid({ id: `${id}-in`, transactionType: 'CASH_TRANSFER_IN', transferId: id, ...to }),
    ];
    const found = recordedPayments([
      ...pair('subscribed', { taxWrapper: 'DEALING' }, { taxWrapper: 'ISA' }),
      ...pair('taken', { taxWrapper: 'ISA' }, { taxWrapper: 'SPECULATIVE' }),
      ...pair('drawn', { taxWrapper: 'SIPP' }, { taxWrapper: 'LISA' }),
      ...pair('pension', { taxWrapper: 'DEALING' }, { taxWrapper: 'SIPP' }),
      ...pair('pensions', { taxWrapper: 'SIPP' }, { taxWrapper: 'SIPP', brokerId: 'y' }),
      ...pair('moved', { cashCurrency: 'USD' }, { cashCurrency: 'USD', brokerId: 'y' }),
      ...pair('converted', {}, { cashCurrency: 'USD' }),
      ...pair('kinds', {}, { taxWrapper: 'LISA' }),
      ...pair('given', { accountId: 'bob', taxWrapper: 'DEALING' }, {}),
      paid({ id: 'half-in', transactionType: 'CASH_TRANSFER_IN' }),
      paid({ id: 'half-out', transactionType: 'CASH_TRANSFER_OUT', brokerId: 'z' }),
      paid({ id: 'pension-half', transactionType: 'CASH_TRANSFER_IN', taxWrapper: 'SIPP' }),
      paid({ id: 'unlinked-out', transactionType: 'CASH_TRANSFER_OUT', brokerId: 'u' }),
      paid({ id: 'unlinked-in', transactionType: 'CASH_TRANSFER_IN', brokerId: 'u', cashCurrency: 'USD' }),
    ]);
    expect(found.movements.map(({ source, nature, amount }) => `${source.id} ${nature} ${amount}`)).toEqual([
      'subscribed-in paidIn 100',
      'taken-out withdrawn 100',
      'drawn-in paidIn 100',
      'moved-out transferOut 0',
      'moved-in transferIn 0',
    ]);
    expect(found.contributions.get('ann')?.map(({ source }) => source.id)).toEqual(['pension-in']);
    expect(found.unclear.map(({ id }) => id)).toEqual(['kinds-out', 'kinds-in', 'given-in', 'half-in', 'pension-half']);
  });

  it('2.6: a lifetime ISA that is known by its trades alone keeps its limit after the 40th birthday', () => {
    const found = recordedPayments([buy('2020-05-01', 1, 1, { wrapper: 'LISA', broker: 'x' })]);
    expect(found.isas).toEqual([{ id: 'ann|x|LISA', accountId: 'ann', type: 'lisa', isFlexible: null }]);
    expect(isaYear(found.isas, [], { born: '1980-01-01' }).of('lisa')).toMatchObject({ limit: 4000, left: 4000 });
  });

  it('6.2: own and employer money with tax relief is the gross contribution to a pension', () => {
    const pension = (id: string, change: Partial<Transaction>) => paid({ id, taxWrapper: 'SIPP', ...change });
    const found = recordedPayments([
      pension('own', { contributionKind: 'OWN', cashAmount: 800 as Money }),
      pension('relief', { contributionKind: 'TAX_RELIEF', cashAmount: 200 as Money }),
      pension('employer', { contributionKind: 'EMPLOYER', cashAmount: 500 as Money }),
      pension('moved', { contributionKind: 'EARLIER_YEARS', cashAmount: 9000 as Money }),
      pension('drawn', { transactionType: 'WITHDRAWAL' }),
      pension('unsaid', {}),
    ]);
    expect(found.contributions.get('ann')?.map(({ gross }) => gross)).toEqual([800, 200, 500]);
    expect([found.unclear.map(({ id }) => id), found.movements]).toEqual([['unsaid'], []]);
  });
});

describe('gains and income', () => {
  it('4.1: the exempt amount with the rows of the year', () => {
    const rows = [buy('2024-01-10', 100, 1000), sell('2026-06-01', 50, 3500), sell('2026-08-01', 10, 50)];
    const gains = gainsOf(rows, { asOf: '2026-11-23' });
    const of = (losses: number) => {
      const stated = new Map([[YEAR, exact(losses as Pounds)]]);
      const year = computeTaxYears(gains, 'ann', { lossesBroughtForward: stated }, YEAR).find(
        ({ taxYear }) => taxYear === YEAR,
      );
      return year === undefined ? null : gainsAllowance(gains, 'ann', year, TODAY);
    };
    expect(of(0)).toMatchObject({
      limit: 3000,
      used: 2950,
      left: 50,
      over: 0,
      rows: [{ amount: 3000 }, { amount: -50 }],
    });
    const more = gainsOf([...rows, sell('2026-09-01', 10, 1100)], { asOf: '2026-11-23' });
    const year = computeTaxYears(
      more,
      'ann',
      { lossesBroughtForward: new Map([[YEAR, exact(600 as Pounds)]]) },
      YEAR,
    )[0];
    if (year === undefined) throw new Error('no year');
    expect(gainsAllowance(more, 'ann', year, TODAY)).toMatchObject({
      used: 3000,
      left: 0,
      over: 0,
      rows: [
        { amount: 3000 },
        { amount: -50 },
        { amount: 1000 },
        { amount: -600, source: { kind: 'lossesBroughtForward' } },
      ],
    });
  });

  const INCOME: IncomeAllowancesInput = {
    accountId: 'ann',
    taxYear: YEAR,
    today: TODAY,
    dividends: [{ date: TODAY, amount: 700 as Pounds, source: { kind: 'transaction', id: 'd' } }],
    interest: [{ date: TODAY, amount: 2000 as Pounds, source: { kind: 'savingsAccount', id: 's' } }],
    otherIncome: 16_570 as Pounds,
    givesMarriageAllowance: false,
    band: 'basic',
  };
  const shown = (input: IncomeAllowancesInput) =>
    incomeAllowances(input).map(({ kind, limit, used, left, gaps }) => [kind, limit, used, left, ...gaps]);

  it('4.2, 4.3: dividends, the starting rate, then the savings allowance', () => {
    // 4,000 above 12,570 leave 1,000 of the starting rate; the other 1,000 of interest are the savings allowance.
    expect(shown(INCOME)).toEqual([
      ['dividends', 500, 500, 0],
      ['startingRate', 1000, 1000, 0],
      ['savings', 1000, 1000, 0],
    ]);
    // 1,500 of the personal allowance are left for the interest (ITA s23): the starting rate is needed for 500.
    expect(shown({ ...INCOME, dividends: [], otherIncome: 11_070 as Pounds }).slice(1)).toEqual([
      ['startingRate', 5000, 500, 4500],
      ['savings', 1000, 0, 1000],
    ]);
    expect(
      incomeAllowances({ ...INCOME, dividends: [], otherIncome: 11_070 as Pounds })[1]?.rows.map(
        ({ amount, source }) => `${source.kind} ${amount}`,
      ),
    ).toEqual(['savingsAccount 2000', 'personalAllowance -1500']);
    // A marriage allowance of 1,260 that is given away leaves that much less.
    expect(shown({ ...INCOME, otherIncome: 15_570 as Pounds, givesMarriageAllowance: true })[1]).toEqual([
      'startingRate',
      740,
      740,
      0,
    ]);
    expect(shown({ ...INCOME, otherIncome: 60_000 as Pounds, band: 'higher' }).slice(1)).toEqual([
      ['startingRate', 0, 0, 0],
      ['savings', 500, 500, 0],
    ]);
    expect(shown({ ...INCOME, otherIncome: null, band: null }).slice(1)).toEqual([
      ['startingRate', null, 2000, null, 'income'],
      ['savings', null, 2000, null, 'income'],
    ]);
    expect(incomeAllowances({ ...INCOME, taxYear: '2015-16' as TaxYear })).toEqual([]);
  });

  it('4.4: dividends that the personal allowance covers use none of the dividend allowance (ITA s13A, s25)', () => {
    const own = { ...INCOME, interest: [] };
    const at = (other: number | null) => shown({ ...own, otherIncome: other as Pounds | null })[0];
    // 12,000 leave 570 of 12,570: of 700, 130 are left for the allowance.
    expect([at(12_000), at(0), at(12_570)]).toEqual([
      ['dividends', 500, 130, 370],
      ['dividends', 500, 0, 500],
      ['dividends', 500, 500, 0],
    ]);
    expect(
      incomeAllowances({ ...own, otherIncome: 12_000 as Pounds })[0]?.rows.map(({ amount, source }) => [
        source.kind,
        amount,
      ]),
    ).toEqual([
      ['transaction', 700],
      ['personalAllowance', -570],
    ]);
    // Interest that is within its own allowances leaves the personal allowance to the dividends above theirs.
    expect(shown({ ...INCOME, otherIncome: 12_000 as Pounds }).map(([kind, , used]) => [kind, used])).toEqual([
      ['dividends', 500],
      ['startingRate', 1630],
      ['savings', 0],
    ]);
    // Until the other income is stated, all dividends count, and the figure says that it depends on it.
    expect(at(null)).toEqual(['dividends', 500, 500, 0, 'income']);
    expect(shown({ ...own, dividends: [], otherIncome: null })[0]).toEqual(['dividends', 500, 0, 500]);
  });

  it('5.1: the allowances of a couple are shown side by side', () => {
    const own = incomeAllowances(INCOME);
    const spouse = incomeAllowances({ ...INCOME, accountId: 'bob' }).slice(0, 1);
    expect(besideSpouse(own, spouse).map(({ kind, own: a, spouse: b }) => [kind, a?.accountId, b?.accountId])).toEqual([
      ['dividends', 'ann', 'bob'],
      ['startingRate', 'ann', undefined],
      ['savings', 'ann', undefined],
    ]);
  });
});
