/** Time and memory of the tax and holdings engine, each beside its floor: `npm run bench engine`. */
import { loadavg } from 'node:os';
import type { Pounds, Price } from '../domain/values/amount.ts';
import { computeGains, createGainsCache } from '../domain/cgt/matching/compute.ts';
import { totalsByAccount } from '../domain/cgt/tax/year-totals.ts';
import { computeHoldings } from '../domain/holdings/holdings.ts';
import type { PriceLookup } from '../domain/holdings/valuation.ts';
import type { Transaction } from '../domain/records/records.ts';
import { floorEdit, floorGains, floorHoldings, rowsOfHolding } from './engine-floor.ts';
import { AS_OF, assetsOf, generateOneHolding, generatePortfolio, SEED } from './engine-portfolio.ts';
import { bestOf, peakMemory, printLimit, printTimes, processorTime } from './measure.ts';

const RUNS = 15;
const FLOOR = 'plain numbers';
const PRICE = 1234.56;
const prices: PriceLookup = (isin) => ({
  isin,
  priceDate: AS_OF,
  closePrice: PRICE as Price,
  currency: 'GBX',
  fetchedAt: '',
});

function gainsOf(transactions: readonly Transaction[]): unknown {
  return totalsByAccount(computeGains({ transactions, assets: new Map(), asOf: AS_OF }));
}

interface Times {
  readonly gains: number;
  readonly floor: number;
  readonly edit: number;
}

/** All years, holdings as of a day, and one edit; the first two from the transactions alone. */
function measure(name: string, transactions: readonly Transaction[]): Times {
  const assets = assetsOf(transactions);
  const gains = bestOf(RUNS, () => gainsOf(transactions));
  const floor = bestOf(RUNS, () => floorGains(transactions));
  printTimes(`${name}: all years`, gains, FLOOR, floor);
  const holdings = bestOf(RUNS, () =>
    computeHoldings({ transactions, assets, accounts: new Map(), asOf: AS_OF, rates: () => null, prices }),
  );
  printTimes(
    `${name}: holdings`,
    holdings,
    FLOOR,
    bestOf(RUNS, () => floorHoldings(transactions, PRICE / 100)),
  );
  const edit = editTime(transactions);
  const [first] = transactions;
  const edited = first === undefined ? [] : rowsOfHolding(transactions, first);
  printTimes(
    `${name}: one edit`,
    edit,
    FLOOR,
    bestOf(RUNS, () => floorEdit(edited)),
  );
  return { gains, floor, edit };
}

/** Changes one transaction after another, each time with a new array, as the worker does. */
function editTime(transactions: readonly Transaction[]): number {
  const cache = createGainsCache();
  let current = transactions;
  let next = 0;
  const edited = (): readonly Transaction[] => {
    next = (next + 7919) % current.length;
    return current.map((row, index) =>
      index === next ? { ...row, consideration: (Math.round(row.consideration * 100 + 1) / 100) as Pounds } : row,
    );
  };
  return bestOf(
    5 * RUNS,
    (rows) => {
      current = rows;
      return totalsByAccount(computeGains({ transactions: rows, assets: new Map(), asOf: AS_OF }, cache));
    },
    edited,
  );
}

/** Growth in processor time from a tenth of the rows to all of them. */
function printGrowth(name: string, tenth: readonly Transaction[], all: readonly Transaction[]): void {
  const growthOf = (call: (transactions: readonly Transaction[]) => unknown): number =>
    processorTime(RUNS, () => call(all)) / processorTime(10 * RUNS, () => call(tenth));
  printLimit(name, growthOf(gainsOf), 12, 'x');
  console.log(`${''.padEnd(52)} ${`${growthOf(floorGains).toFixed(1)}x`.padStart(10)}   ${FLOOR}`);
}

console.log(
  `seed ${SEED}; best of ${RUNS}; load ${loadavg()
    .map((load) => load.toFixed(1))
    .join(' ')}`,
);
const [small, medium, large] = [1000, 10_000, 100_000].map((count) => generatePortfolio(count, 200, SEED)) as [
  Transaction[],
  Transaction[],
  Transaction[],
];
measure('1,000', small);
measure('10,000', medium);
const ofLarge = measure('100,000', large);
printLimit('100,000: all years', ofLarge.gains, 400, ' ms');
printLimit('100,000: all years beside the floor', ofLarge.gains / ofLarge.floor, 6, 'x');
printLimit('100,000: one edit', ofLarge.edit, 5, ' ms');
printGrowth('10,000 to 100,000, processor time', medium, large);

const [tenth, one] = [generateOneHolding(5000, SEED), generateOneHolding(50_000, SEED)];
const sales = one.filter(({ transactionType }) => transactionType === 'SELL').length;
console.log(`one holding, a trade on each of 50,000 days, ${sales.toLocaleString('en-GB')} sales`);
measure('one holding', one);
printGrowth('one holding, 5,000 to 50,000, processor time', tenth, one);

console.log(
  `memory at most: Node alone ${peakMemory('engine-memory.ts', 'portfolio', '0').toFixed(0)} MB, with 100,000 transactions ${peakMemory('engine-memory.ts', 'portfolio', '100000').toFixed(0)} MB`,
);
printLimit('100,000 transactions and all their gains', peakMemory('engine-memory.ts', 'gains', '100000'), 200, ' MB');
