/** The engine and the naive matcher agree on thousands of random histories (RULES 2 to 7). */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ClassGains, Match } from '../../domain/cgt/terms/gains.ts';
import { ONE } from '../../domain/values/decimal.ts';
import type { Transaction } from '../../domain/records/records.ts';
import { histories } from './histories.ts';
import { Fraction, matchNaively, ZERO, type NaiveResult } from './naive-matcher.ts';
import { classOf, gainsOf } from './rows.ts';
import { runs } from '../runs.ts';

/** Fixed point rounds at the 24th place and may do so some dozen times on the way. */
const CLOSE = new Fraction(1n, 10n ** 18n);

function fraction(value: bigint): Fraction {
  return new Fraction(value, ONE);
}

function isClose(a: Fraction, b: Fraction): boolean {
  const difference = a.minus(b);
  return !difference.isMore(CLOSE) && !ZERO.minus(difference).isMore(CLOSE);
}

/** What differs between the two, in words; nothing when they agree. */
function disagreements(gains: ClassGains, naive: NaiveResult, rows: readonly Transaction[]): string[] {
  const wrong: string[] = [];
  const compare = (what: string, ours: Fraction, theirs: Fraction): void => {
    if (!isClose(ours, theirs))
      wrong.push(`${what}: ${ours.top}/${ours.bottom}, naively ${theirs.top}/${theirs.bottom}`);
  };
  const [pool] = gains.pools;
  compare('pool quantity', fraction(pool?.quantity ?? 0n), naive.poolQuantity);
  compare('pool cost', fraction(pool?.cost ?? 0n), naive.poolCost);
  expect(gains.disposals.map(({ date }) => date)).toEqual(naive.disposals.map(({ date }) => date));
  for (const [index, disposal] of gains.disposals.entries()) {
    const theirs = naive.disposals[index];
    compare(`${disposal.date} proceeds`, fraction(disposal.proceeds), theirs?.proceeds ?? ZERO);
    compare(`${disposal.date} gain`, fraction(disposal.gain), theirs?.gain ?? ZERO);
    const transferred = gains.transfers.filter(({ date }) => date === disposal.date).flatMap(({ matches }) => matches);
    const both = [...disposal.matches, ...transferred].filter(({ rule }) => rule !== 'CAPITAL_DISTRIBUTION');
    for (const rule of ['SAME_DAY', 'THIRTY_DAY', 'SECTION_104', 'LATER_ACQUISITION', 'UNMATCHED']) {
      const expected = theirs?.matches.filter((match) => match.rule === rule) ?? [];
      compare(
        `${disposal.date} ${rule} quantity`,
        quantityOf(both, rule).times(scaleAfter(rows, disposal.date)),
        expected.reduce((sum, { quantity }) => sum.plus(quantity), ZERO),
      );
      compare(
        `${disposal.date} ${rule} cost`,
        both.filter((match) => match.rule === rule).reduce((sum, { cost }) => sum.plus(fraction(cost)), ZERO),
        expected.reduce((sum, { cost }) => sum.plus(cost), ZERO),
      );
    }
  }
  for (const { date, cost } of naive.transfers) {
    compare(
      `${date} transfer`,
      gains.transfers
        .filter((transfer) => transfer.date === date)
        .reduce((sum, transfer) => sum.plus(fraction(transfer.cost)), ZERO),
      cost,
    );
  }
  return wrong;
}

function quantityOf(matches: readonly Match[], rule: string): Fraction {
  return matches
    .filter((match) => match.rule === rule)
    .reduce((sum, { quantity }) => sum.plus(fraction(quantity)), ZERO);
}

function scaleAfter(rows: readonly Transaction[], date: string): Fraction {
  return rows
    .filter((row) => row.transactionType === 'SPLIT' && row.transactionDate > date)
    .reduce(
      (scale, row) => scale.times(new Fraction(BigInt(row.ratioNew ?? 1), BigInt(row.ratioOld ?? 1))),
      new Fraction(1n),
    );
}

/** Rows of one type and day are one split: the naive matcher takes every row as an event, so only the first is kept. */
function oneSplitADay(rows: readonly Transaction[]): Transaction[] {
  const seen = new Set<string>();
  return rows.filter(
    (row) =>
      row.transactionType !== 'SPLIT' ||
      (!seen.has(row.transactionDate) && seen.add(row.transactionDate) !== undefined),
  );
}

describe('the engine and a naive matcher', () => {
  it('agree on purchases and sales', () => {
    fc.assert(
      fc.property(histories({ types: ['BUY', 'SELL'] }), (rows) => {
        expect(disagreements(classOf(gainsOf(rows)), matchNaively(rows), rows)).toEqual([]);
      }),
      runs(200, 20_000),
    );
  });

  it('agree on every event of a single class', () => {
    const types = [
      'BUY',
      'BUY',
      'BUY',
      'SELL',
      'SELL',
      'SELL',
      'TRANSFER_IN',
      'TRANSFER_OUT',
      'DIVIDEND_REINVESTED',
      'DIVIDEND',
      'SPLIT',
      'RIGHTS_ISSUE',
      'RETURN_OF_CAPITAL',
      'ACCUMULATION',
      'EQUALISATION',
    ] as const;
    fc.assert(
      fc.property(histories({ types }).map(oneSplitADay), (rows) => {
        expect(disagreements(classOf(gainsOf(rows)), matchNaively(rows), rows)).toEqual([]);
      }),
      runs(200, 20_000),
    );
  });
});
