/** What holds for every history, however odd (issue: conservation, independence, additivity). */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../runs.ts';
import { createGainsCache } from '../../domain/cgt/matching/compute.ts';
import type { ClassGains, GainsResult } from '../../domain/cgt/terms/gains.ts';
import { totalsByAccount } from '../../domain/cgt/tax/year-totals.ts';
import { addDays } from '../../domain/values/dates.ts';
import { exact, sum, type Exact } from '../../domain/values/decimal.ts';
import type { TransactionType } from '../../domain/fields/enums.ts';
import { groupBy } from '../../domain/values/group-by.ts';
import type { Transaction } from '../../domain/records/records.ts';
import { histories, linkedTransfers } from './histories.ts';
import { classOf, day, gainsOf, issueCodes, row } from './rows.ts';

const TRADES: readonly TransactionType[] = [
  'BUY',
  'BUY',
  'SELL',
  'SELL',
  'TRANSFER_IN',
  'TRANSFER_OUT',
  'DIVIDEND_REINVESTED',
];
const COST_EVENTS: readonly TransactionType[] = [
  'RIGHTS_ISSUE',
  'RETURN_OF_CAPITAL',
  'ACCUMULATION',
  'EQUALISATION',
  'DIVIDEND',
  'INTEREST',
];
const REORGANISATIONS: readonly TransactionType[] = ['SPLIT', 'BONUS_ISSUE', 'MERGER', 'DEMERGER', 'ISIN_CHANGE'];
const EVERYTHING = [...TRADES, ...TRADES, ...COST_EVENTS, ...REORGANISATIONS];
const ISINS = ['TESTA', 'TESTB', 'TESTC'];
const ACCOUNTS = ['ann', 'bob'];

const worlds = fc
  .tuple(
    histories({
      types: EVERYTHING,
      wrappers: ['DEALING', 'DEALING', 'SPECULATIVE', 'ISA', 'SIPP'],
      accounts: ACCOUNTS,
      isins: ISINS,
      maxRows: 40,
    }),
    linkedTransfers(ACCOUNTS, ISINS),
  )
  .map(([rows, links]) => [...rows, ...links]);

/** Dozens of rows of a class over two years, with enough held from the first day: nothing is amiss, and some days no identification reaches across. */
const longHistories = histories({
  types: [
    'BUY',
    'BUY',
    'BUY',
    'BUY',
    'SELL',
    'SELL',
    'SELL',
    'TRANSFER_IN',
    'DIVIDEND_REINVESTED',
    ...COST_EVENTS,
    'SPLIT',
    'BONUS_ISSUE',
  ],
  wrappers: ['DEALING', 'DEALING', 'SPECULATIVE', 'ISA'],
  accounts: ['ann'],
  isins: ['TESTA', 'TESTC'],
  minRows: 30,
  maxRows: 90,
  days: 600,
}).map((rows) => [
  ...['TESTA', 'TESTC'].flatMap((isin) =>
    (['DEALING', 'ISA'] as const).map((wrapper) =>
      row('BUY', '2023-12-19', 10_000, 12_345.67, { id: `first-${isin}-${wrapper}`, isin, wrapper }),
    ),
  ),
  ...rows,
]);

const rareEvents = fc
  .tuple(
    histories({
      types: ['DEMERGER', 'DEMERGER', 'MERGER', 'ISIN_CHANGE', 'TRANSFER_OUT'],
      isins: ISINS,
      minRows: 0,
      maxRows: 2,
      days: 400,
    }),
    fc.oneof(linkedTransfers(ACCOUNTS, ISINS), fc.constant([])),
  )
  .map(([rows, links]) => [...rows.map((one) => ({ ...one, id: `rare-${one.id}` })), ...links]);

function all<T>(result: GainsResult, of: (gains: ClassGains) => readonly T[]): T[] {
  return result.classes.flatMap(of);
}

function total(values: readonly bigint[]): bigint {
  return sum(values as Exact<'pounds'>[]);
}

function costOf(row: Transaction): bigint {
  return exact(row.consideration) + exact(row.brokerCharge) + exact(row.stampDuty);
}

/** What was received as equalisation and not deducted, of what the ledgers have lines for. */
function equalisationBeyondCost({ ledgers }: ClassGains): bigint {
  const lines = ledgers()
    .flatMap(({ entries }) => entries)
    .filter(({ event }) => event === 'EQUALISATION');
  return total(
    lines.flatMap(({ transactions, costChange }) => [
      costChange,
      ...transactions.map((row) => exact(row.consideration)),
    ]),
  );
}

/** Everything of some classes, their ledgers too. */
function figures(classes: readonly ClassGains[]): unknown {
  return classes.map(({ ledgers, ...figuresOfClass }) => ({ ...figuresOfClass, ledgers: ledgers() }));
}

interface Edit {
  readonly at: number;
  readonly consideration: number;
  readonly kind: 'change' | 'remove' | 'move';
}

const edits: fc.Arbitrary<Edit> = fc.record({
  at: fc.nat(),
  consideration: fc.integer({ min: 0, max: 100_000 }),
  kind: fc.constantFrom('change', 'remove', 'move'),
});

/** The rows after one of them was changed, removed, or moved to another day and class. */
function edited(rows: readonly Transaction[], { at, consideration, kind }: Edit): readonly Transaction[] {
  const index = at % Math.max(1, rows.length);
  const target = rows[index];
  if (target === undefined) return rows;
  if (kind === 'remove') return rows.filter((row) => row !== target);
  if (kind === 'move')
    return rows.with(index, {
      ...target,
      transactionDate: day('2024-02-02'),
      isin: target.relatedIsin === undefined ? 'TESTC' : target.isin,
    });
  return rows.with(index, { ...target, consideration: consideration as Transaction['consideration'] });
}

/** A millionth of a penny times a quantity: far more than rounding at the 24th place leaves, far less than a wrong share. */
const CRUMB = 10n ** 40n;

describe('for every history', () => {
  it('money is conserved to the last of 24 decimals: gains - pools - cost passed on = proceeds - purchases', () => {
    fc.assert(
      fc.property(worlds, (rows) => {
        const result = gainsOf(rows);
        fc.pre(!issueCodes(result).includes('circularTransfer'));
        const left = new Set<string | undefined>(
          all(result, ({ issues }) => issues)
            .filter(({ code }) => code === 'nothingHeld')
            .map(({ transaction }) => transaction?.id),
        );
        const counted = rows.filter(({ id }) => !left.has(id));
        const linked = new Map(
          [
            ...groupBy(
              rows.filter(({ transferId }) => transferId !== undefined),
              ({ transferId }) => transferId ?? '',
            ),
          ].filter(([, halves]) => halves.length === 2),
        );
        const isLinked = (row: Transaction): boolean => row.transferId !== undefined && linked.has(row.transferId);
        const purchases = total(
          counted
            .filter((row) => !isLinked(row))
            .map((row) => {
              if (['BUY', 'DIVIDEND_REINVESTED', 'RIGHTS_ISSUE', 'TRANSFER_IN'].includes(row.transactionType))
                return costOf(row);
              if (row.transactionType === 'ACCUMULATION') return exact(row.consideration);
              return 0n;
            }),
        );
        const sales = rows.filter((row) => row.transactionType === 'SELL');
        const charges = total(
          [...sales, ...rows.filter((row) => row.transactionType === 'TRANSFER_OUT' && !isLinked(row))].map(
            (row) => exact(row.brokerCharge) + exact(row.stampDuty),
          ),
        );
        // RULES 8.2, 8.3: charges of the giver's half join a cost that is passed on; the recipient's, and those of a move, do not.
        const passing = rows.filter((row) => {
          const halves = row.transferId === undefined ? undefined : linked.get(row.transferId);
          return (
            row.transactionType === 'TRANSFER_OUT' &&
            halves !== undefined &&
            halves[0]?.accountId !== halves[1]?.accountId
          );
        });
        const ofTransfers = total(passing.map((row) => exact(row.brokerCharge) + exact(row.stampDuty)));
        const receipts = total(
          counted
            .filter((row) => ['SELL', 'RETURN_OF_CAPITAL', 'EQUALISATION'].includes(row.transactionType))
            .map((row) => exact(row.consideration)),
        );
        // What exceeds the cost of a class is left out, and the class says so.
        const equalisationLeftOut = total(
          result.classes
            .filter(({ issues }) => issues.some(({ code }) => code === 'equalisationExceedsCost'))
            .map(equalisationBeyondCost),
        );
        const gains = total(all(result, ({ disposals }) => disposals).map(({ gain }) => gain));
        const pools = total(all(result, ({ pools: some }) => some).map(({ cost }) => cost));
        const passedOn = total(
          all(result, ({ transfers }) => transfers)
            .filter(({ transaction }) => !isLinked(transaction))
            .map(({ cost }) => cost),
        );
        const excess = gains - pools - passedOn - (receipts - equalisationLeftOut - charges - ofTransfers - purchases);
        // RULES 8.6: costs that go both ways can form a circle, whose solution is found to 10^-18 pounds.
        if (new Set(passing.map(({ accountId }) => accountId)).size > 1)
          expect(excess < 10n ** 8n && excess > -(10n ** 8n)).toBe(true);
        else expect(excess).toBe(0n);
      }),
      runs(200, 15_000),
    );
  });

  it('units are conserved: what was acquired is in the pool or was disposed of', () => {
    fc.assert(
      fc.property(histories({ types: [...TRADES, 'RIGHTS_ISSUE'] }), (rows) => {
        const gains = classOf(gainsOf(rows));
        const quantity = (types: readonly TransactionType[]): bigint =>
          total(
            rows
              .filter(({ transactionType }) => types.includes(transactionType))
              .map((row) => exact(row.quantity ?? (0 as NonNullable<Transaction['quantity']>))),
          );
        const unmatched = total(
          [...gains.disposals, ...gains.transfers].map(({ unmatchedQuantity }) => unmatchedQuantity),
        );
        const matched = total(
          [...gains.disposals, ...gains.transfers].flatMap(({ matches }) => matches.map((match) => match.quantity)),
        );
        expect(matched).toBe(quantity(['SELL', 'TRANSFER_OUT']));
        expect((gains.pools[0]?.quantity ?? 0n) + matched - unmatched).toBe(
          quantity(['BUY', 'TRANSFER_IN', 'DIVIDEND_REINVESTED', 'RIGHTS_ISSUE']),
        );
        expect(total(gains.positions.map((position) => position.quantity))).toBe(
          (gains.pools[0]?.quantity ?? 0n) - unmatched,
        );
      }),
      runs(200, 10_000),
    );
  });

  it('the parts of a disposal sum to it, and positions to their pools', () => {
    fc.assert(
      fc.property(worlds, (rows) => {
        for (const gains of gainsOf(rows).classes) {
          for (const disposal of gains.disposals) {
            expect(total(disposal.matches.map(({ cost }) => cost)) + disposal.incidentalCosts).toBe(
              disposal.allowableCost,
            );
            expect(disposal.proceeds - disposal.allowableCost).toBe(disposal.gain);
          }
          const isWhole =
            gains.disposals.every(({ unmatchedQuantity }) => unmatchedQuantity === 0n) &&
            gains.transfers.every(({ unmatchedQuantity }) => unmatchedQuantity === 0n);
          if (
            isWhole &&
            gains.pools.every(({ quantity }) => quantity > 0n) &&
            gains.positions.every(({ quantity }) => quantity > 0n)
          ) {
            expect(total(gains.positions.map(({ cost }) => cost))).toBe(total(gains.pools.map(({ cost }) => cost)));
          }
          for (const pool of gains.pools) expect(pool.quantity >= 0n && pool.cost >= 0n).toBe(true);
        }
      }),
      runs(200, 5000),
    );
  });

  it('every cost follows from what its match shows, as a person checks it with a calculator (4.4, 4.5)', () => {
    const near = (a: bigint, b: bigint): boolean => a - b < CRUMB && b - a < CRUMB;
    fc.assert(
      fc.property(histories({ types: [...TRADES, ...COST_EVENTS, 'SPLIT'], wrappers: ['DEALING', 'ISA'] }), (rows) => {
        for (const disposal of all(gainsOf(rows), ({ disposals }) => disposals)) {
          for (const {
            rule,
            quantity,
            acquisitionQuantity,
            acquiredQuantity,
            acquiredCost,
            cost,
            pool,
          } of disposal.matches) {
            if (rule === 'UNMATCHED') expect(cost).toBe(0n);
            else if (pool !== null) {
              expect(near(cost * pool.quantityBefore, pool.costBefore * quantity)).toBe(true);
              // A transfer of the day takes its share of the same draw.
              if (!disposal.sharedWithTransfer)
                expect([pool.quantityBefore - pool.quantityAfter, pool.costBefore - pool.costAfter]).toEqual([
                  quantity,
                  cost,
                ]);
            } else if (rule !== 'CAPITAL_DISTRIBUTION')
              expect(near(cost * acquiredQuantity, acquiredCost * acquisitionQuantity)).toBe(true);
          }
        }
      }),
      runs(200, 5000),
    );
  });

  it('the order in which rows are given never matters (1.6)', () => {
    fc.assert(
      fc.property(
        worlds.chain((rows) => fc.tuple(fc.constant(rows), fc.shuffledSubarray(rows, { minLength: rows.length }))),
        ([rows, shuffled]) => {
          expect(figures(gainsOf(shuffled).classes)).toEqual(figures(gainsOf(rows).classes));
        },
      ),
      runs(200, 3000),
    );
  });

  it('a class names every code that its changes of ISIN led from, and no other (1.4)', () => {
    fc.assert(
      fc.property(worlds, rareEvents, (rows, rare) => {
        for (const { isin, codes, transactions } of gainsOf([...rows, ...rare]).classes) {
          // Read backwards, each change leads to a code that is already known.
          const led = new Set([isin]);
          for (const change of transactions.toReversed())
            if (change.transactionType === 'ISIN_CHANGE' && led.has(change.relatedIsin ?? '')) led.add(change.isin);
          expect(codes[0]).toBe(isin);
          expect(codes.toSorted()).toEqual([...led].toSorted());
        }
      }),
      runs(200, 3000),
    );
  });

  it('removing an unrelated class changes nothing (1.1)', () => {
    fc.assert(
      fc.property(
        histories({
          types: [...TRADES, ...COST_EVENTS, 'SPLIT'],
          accounts: ACCOUNTS,
          isins: ISINS,
          wrappers: ['DEALING', 'ISA'],
        }),
        (rows) => {
          const without = gainsOf(rows.filter(({ isin }) => isin !== 'TESTB'));
          expect(figures(without.classes)).toEqual(
            figures(gainsOf(rows).classes.filter(({ isin }) => isin !== 'TESTB')),
          );
        },
      ),
      runs(200, 3000),
    );
  });

  it('rows in an ISA or SIPP never move a taxable figure (1.3)', () => {
    const types: readonly TransactionType[] = [...TRADES, ...COST_EVENTS, 'SPLIT', 'BONUS_ISSUE'];
    fc.assert(
      fc.property(histories({ types, wrappers: ['DEALING', 'SPECULATIVE', 'ISA', 'SIPP'] }), (rows) => {
        const taxable = (row: Transaction): boolean =>
          row.taxWrapper === 'DEALING' ||
          row.taxWrapper === 'SPECULATIVE' ||
          row.transactionType === 'SPLIT' ||
          row.transactionType === 'BONUS_ISSUE';
        const chargeable = (result: GainsResult): unknown =>
          classOf(result).disposals.filter(({ exempt }) => exempt === null);
        const [withIsa, withoutIsa] = [gainsOf(rows), gainsOf(rows.filter(taxable))];
        expect(chargeable(withIsa)).toEqual(chargeable(withoutIsa));
        expect(totalsByAccount(withIsa)).toEqual(totalsByAccount(withoutIsa));
      }),
      runs(200, 5000),
    );
  });

  it('as of yesterday plus the rows of today is as of today', () => {
    fc.assert(
      fc.property(worlds, (rows) => {
        const cache = createGainsCache();
        const dates = [...new Set(rows.map(({ transactionDate }) => transactionDate))].toSorted();
        for (const date of dates) {
          const known = rows.filter((row) => row.transactionDate <= date);
          expect(figures(gainsOf(known, { asOf: date, cache }).classes)).toEqual(
            figures(gainsOf(rows, { asOf: date }).classes),
          );
        }
      }),
      runs(60, 2000),
    );
  });

  it('edits with a cache give what a fresh computation gives', () => {
    fc.assert(
      fc.property(worlds, fc.array(edits, { minLength: 1, maxLength: 6 }), (rows, changes) => {
        const cache = createGainsCache();
        let current: readonly Transaction[] = rows;
        gainsOf(current, { cache });
        for (const edit of changes) {
          current = edited(current, edit);
          expect(figures(gainsOf(current, { cache }).classes)).toEqual(figures(gainsOf(current).classes));
        }
      }),
      runs(200, 2000),
    );
  });

  it.each<[string, fc.Arbitrary<readonly Transaction[]>, number]>([
    ['every kind of row', worlds, 200],
    ['long histories of few classes', longHistories, 100],
    [
      'long histories with a transfer or reorganisation here and there',
      fc.tuple(longHistories, rareEvents).map((parts) => parts.flat()),
      100,
    ],
  ])(
    'days asked for in any order, with edits between, give with one cache what a fresh computation gives: %s',
    (_what, portfolios, usual) => {
      const steps = fc.array(
        fc.record({ edit: fc.option(edits, { freq: 3 }), asOf: fc.option(fc.nat(), { freq: 3 }) }),
        { minLength: 1, maxLength: 10 },
      );
      fc.assert(
        fc.property(portfolios, fc.boolean(), steps, (rows, fromTheLastDay, asked) => {
          const cache = createGainsCache();
          let current = rows;
          if (fromTheLastDay) gainsOf(current, { cache });
          for (const { edit, asOf } of asked) {
            if (edit !== null) current = edited(current, edit);
            const dates = current.map(({ transactionDate }) => transactionDate).toSorted();
            // The day of a row, or the day before it.
            const date =
              asOf === null ? '2199-12-31' : addDays(dates[asOf % dates.length] ?? day('2024-01-01'), -(asOf % 2));
            expect(figures(gainsOf(current, { asOf: date, cache }).classes)).toEqual(
              figures(gainsOf(current, { asOf: date }).classes),
            );
          }
        }),
        runs(usual, 2000),
      );
    },
  );
});
