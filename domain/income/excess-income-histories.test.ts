/**
 * RULES 4 over random histories: planted gaps are found, nothing is proposed twice, and only accepted proposals change
 * a gain.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { histories } from '../../tests/cgt/histories.ts';
import { classOf, day, gainsOf } from '../../tests/cgt/rows.ts';
import { accepted, fact, inWords, resultOf } from '../../tests/income/excess-rows.ts';
import { runs } from '../../tests/runs.ts';
import type { ClassGains, Disposal } from '../cgt/terms/gains.ts';
import { addDays, type IsoDate } from '../values/dates.ts';
import type { Transaction } from '../records/records.ts';
import type { FundPeriod } from './excess-income.ts';
import { incomeFindings } from './income-findings.ts';
import { distributionDateOf } from './reporting-periods.ts';

/** The taxable cost: of disposals and in pools. */
function costOf(gains: ClassGains | undefined): bigint {
  const parts = [
    ...(gains?.disposals ?? []).filter(({ exempt }) => exempt === null).map(({ allowableCost }) => allowableCost),
    ...(gains?.pools ?? []).filter(({ capacity }) => capacity === 'TAXABLE').map(({ cost }) => cost),
  ];
  return parts.reduce((total: bigint, part) => total + part, 0n);
}

describe('random histories', () => {
  const ISINS = ['IE00B3XXRP09', 'LU1423753034', 'IE00004FVB93'];
  const ACCOUNTS = ['ann', 'bob'];
  const FIRST = day('2023-12-20');
  const DAYS = 1500;
  const LAST = addDays(FIRST, DAYS + 400);
  const trades = histories({
    types: ['BUY', 'BUY', 'SELL', 'TRANSFER_IN', 'DIVIDEND'],
    wrappers: ['DEALING', 'SPECULATIVE', 'ISA', 'SIPP'],
    accounts: ACCOUNTS,
    isins: ISINS,
    days: DAYS,
  });
  /** A fund's year end, a figure for each year, and which figures are left out. */
  const fund = fc.record({
    end: fc.constantFrom('02-28', '05-31', '06-30', '09-30', '12-31', '03-15'),
    figures: fc.array(fc.integer({ min: 0, max: 20_000 }), { minLength: 6, maxLength: 6 }),
    dropped: fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }),
  });
  const planted = fc.record({ rows: trades, funds: fc.tuple(fund, fund, fund) }).map(({ rows, funds }) => {
    const facts = funds.flatMap(({ end, figures, dropped }, index) =>
      figures.map((figure, year) => ({
        fact: fact(monthEnd(2023 + year, end), figure / 10_000, 'GBP', ISINS[index]),
        dropped: dropped[year] === true,
      })),
    );
    return { rows, facts };
  });

  /** 28 February means the last day of the month in any year. */
  function monthEnd(year: number, end: string): string {
    return end === '02-28' && year % 4 === 0 ? `${year}-02-29` : `${year}-${end}`;
  }

  /** Calculated independently: the units of all rows up to the day. */
  function heldOn(rows: readonly Transaction[], account: string, isin: string, date: IsoDate): number {
    let units = 0;
    for (const one of rows)
      if (
        one.accountId === account &&
        one.isin === isin &&
        one.transactionDate <= date &&
        (one.taxWrapper === 'DEALING' || one.taxWrapper === 'SPECULATIVE')
      )
        units +=
          (one.transactionType === 'SELL' ? -1 : one.transactionType === 'DIVIDEND' ? 0 : 1) * (one.quantity ?? 0);
    return Math.round(units * 1e6) / 1e6;
  }

  it('4.6: every period that was dropped and at whose end units were held is named', () => {
    let gaps = 0;
    fc.assert(
      fc.property(planted, ({ rows, facts }) => {
        const known = facts.filter(({ dropped }) => !dropped).map((entry) => entry.fact);
        const assets = new Map(ISINS.map((isin) => [isin, { name: isin, type: 'ETF', category: 'US_TSM' } as const]));
        const result = resultOf(rows, known, { asOf: LAST, assets });
        const { periods, unknownFunds } = result;
        // Accepting proposals hides no other gap.
        const after = resultOf([...rows, ...accepted(result)], known, { asOf: LAST, assets });
        const gapsIn = (all: readonly FundPeriod[]) =>
          all
            .filter(({ state }) => state === 'notKnown')
            .map(({ accountId, isin, periodEnd }) => `${accountId} ${isin} ${periodEnd}`);
        expect(gapsIn(after.periods)).toEqual(gapsIn(periods));
        const named = new Set(gapsIn(periods));
        const nameless = new Set(unknownFunds.map(({ accountId, isin }) => `${accountId} ${isin}`));
        // Each gap is a finding of data health, whichever year is shown.
        const findings = new Set(
          incomeFindings({ periods, unknownFunds }, LAST).map(
            ({ accountId, isin, periodEnd }) => `${accountId} ${isin ?? ''} ${periodEnd ?? ''}`,
          ),
        );
        for (const { fact: missing, dropped } of facts)
          for (const account of ACCOUNTS) {
            const isDue = distributionDateOf(missing.periodEnd) <= LAST;
            if (!dropped || !isDue || heldOn(rows, account, missing.isin, missing.periodEnd) <= 0) continue;
            gaps += 1;
            const key = `${account} ${missing.isin} ${missing.periodEnd}`;
            const isNameless = nameless.has(`${account} ${missing.isin}`);
            expect([missing, named.has(key) || isNameless]).toEqual([missing, true]);
            const isFound = findings.has(isNameless ? `${account} ${missing.isin} ` : key);
            expect([missing, isFound]).toEqual([missing, true]);
          }
      }),
      runs(200, 2000),
    );
    expect(gaps).toBeGreaterThan(200);
  });

  it('4.7: nothing is proposed twice, and accepting moves each pool by exactly those pounds', () => {
    fc.assert(
      fc.property(planted, ({ rows, facts }) => {
        const all = facts.map((entry) => entry.fact);
        const result = resultOf(rows, all, { asOf: LAST });
        const added = accepted(result);
        const again = resultOf([...rows, ...added], all, { asOf: LAST });
        expect(accepted(again)).toEqual([]);
        // Where nothing was sold, the pools have the whole amount.
        const kept = rows.filter(({ transactionType }) => transactionType !== 'SELL');
        const plain = resultOf(kept, all, { asOf: LAST });
        const rise = accepted(plain).reduce((total, { consideration }) => total + Math.round(consideration * 100), 0);
        const cost = (transactions: readonly Transaction[]): bigint =>
          gainsOf(transactions, { asOf: LAST })
            .classes.flatMap(({ pools }) => pools)
            .reduce((total, pool) => total + pool.cost, 0n);
        expect(cost([...kept, ...accepted(plain)]) - cost(kept)).toBe(BigInt(rise) * 10n ** 22n);
      }),
      runs(200, 2000),
    );
  });

  it('4.3: costs of disposals and pools together move by exactly the accepted pounds, and nothing else moves', () => {
    let moved = 0;
    fc.assert(
      fc.property(planted, ({ rows, facts }) => {
        const known = facts.filter(({ dropped }) => !dropped).map((entry) => entry.fact);
        const added = accepted(resultOf(rows, known, { asOf: LAST }));
        const [before, after] = [gainsOf(rows, { asOf: LAST }), gainsOf([...rows, ...added], { asOf: LAST })];
        for (const gains of before.classes) {
          const now = after.classes.find(({ accountId, isin }) => accountId === gains.accountId && isin === gains.isin);
          const own = added.filter(({ accountId, isin }) => accountId === gains.accountId && isin === gains.isin);
          const pounds = own.reduce((total, { consideration }) => total + Math.round(consideration * 100), 0);
          expect(costOf(now) - costOf(gains)).toBe(BigInt(pounds) * 10n ** 22n);
          const first = own.map(({ transactionDate }) => transactionDate).toSorted()[0] ?? '9999';
          const untouched = ({ exempt, date }: Disposal): boolean => exempt !== null || date < first;
          const figures = (of: typeof gains | undefined) =>
            (of?.disposals ?? []).map((one) => [one.id, one.proceeds, untouched(one) ? one.allowableCost : null]);
          expect(figures(now)).toEqual(figures(gains));
          if (own.length > 0) moved += 1;
        }
      }),
      runs(200, 2000),
    );
    expect(moved).toBeGreaterThan(200);
  });

  it('1.1: what an ISA or SIPP holds changes no period', () => {
    fc.assert(
      fc.property(planted, ({ rows, facts }) => {
        const all = facts.map((entry) => entry.fact);
        const taxable = rows.filter(({ taxWrapper }) => taxWrapper !== 'ISA' && taxWrapper !== 'SIPP');
        expect(inWords(resultOf(rows, all, { asOf: LAST }))).toEqual(inWords(resultOf(taxable, all, { asOf: LAST })));
      }),
      runs(200, 2000),
    );
  });

  it('a class without rows has no period', () => {
    expect(classOf(gainsOf([])).transactions).toEqual([]);
    expect(resultOf([], [fact('2022-06-30', 1)])).toEqual({ periods: [], unknownFunds: [] });
  });
});
