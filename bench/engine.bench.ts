/** Time and memory of the tax and holdings engine, each beside its floor: `npm run bench engine`. */
import type { Pounds, Price } from '../domain/amount.ts';
import { computeGains, createGainsCache } from '../domain/cgt/compute.ts';
import { totalsByAccount } from '../domain/cgt/year-totals.ts';
import { computeHoldings } from '../domain/holdings/holdings.ts';
import type { PriceLookup } from '../domain/holdings/valuation.ts';
import type { Transaction } from '../domain/records.ts';
import { floorEdit, floorGains, floorHoldings, rowsOfHolding } from './engine-floor.ts';
import { AS_OF, assetsOf, generateOneHolding, generatePortfolio, SEED } from './engine-portfolio.ts';
import { bestOf, peakMemory, printLimit, printTimes } from './measure.ts';

const RUNS = 15;
const FLOOR = 'plain numbers';
const PRICE = 1234.56;
const prices: PriceLookup = (isin) => ({ isin, priceDate: AS_OF, closePrice: PRICE as Price, currency: 'GBX', fetchedAt: '' });

function gainsOf(transactions: readonly Transaction[]): unknown {
  return totalsByAccount(computeGains({ transactions, assets: new Map(), asOf: AS_OF }));
}

interface Times {
  readonly gains: number;
  readonly floor: number;
  readonly edit: number;
}

/** All years, holdings as of a day and one edit, the first two from nothing but the transactions. */
function measure(name: string, transactions: readonly Transaction[]): Times {
  const assets = assetsOf(transactions);
  const gains = bestOf(RUNS, () => gainsOf(transactions));
  const floor = bestOf(RUNS, () => floorGains(transactions));
  printTimes(`${name}: all years`, gains, FLOOR, floor);
  const holdings = bestOf(RUNS, () => computeHoldings({ transactions, assets, accounts: new Map(), asOf: AS_OF, rates: () => null, prices }));
  printTimes(`${name}: holdings`, holdings, FLOOR, bestOf(RUNS, () => floorHoldings(transactions, PRICE / 100)));
  const edit = editTime(transactions);
  const [first] = transactions;
  const edited = first === undefined ? [] : rowsOfHolding(transactions, first);
  printTimes(`${name}: one edit`, edit, FLOOR, bestOf(RUNS, () => floorEdit(edited)));
  return { gains, floor, edit };
}

/** Changes one transaction after another, each time with a new array, as the worker does. */
function editTime(transactions: readonly Transaction[]): number {
  const cache = createGainsCache();
  let current = transactions;
  let next = 0;
  const edited = (): readonly Transaction[] => {
    next = (next + 7919) % current.length;
    return current.map((row, index) => (index === next ? { ...row, consideration: (Math.round(row.consideration * 100 + 1) / 100) as Pounds } : row));
  };
  return bestOf(5 * RUNS, (rows) => {
    current = rows;
    return totalsByAccount(computeGains({ transactions: rows, assets: new Map(), asOf: AS_OF }, cache));
  }, edited);
}

console.log(`seed ${SEED}; best of ${RUNS}`);
const [, medium, large] = [1000, 10_000, 100_000].map((count) => measure(count.toLocaleString('en-GB'), generatePortfolio(count, 200, SEED)));
if (medium === undefined || large === undefined) throw new Error('nothing was measured');
printLimit('100,000: all years', large.gains, 400, ' ms');
printLimit('100,000: all years beside the floor', large.gains / large.floor, 6, 'x');
printLimit('100,000: one edit', large.edit, 5, ' ms');
printLimit('10,000 to 100,000', large.gains / medium.gains, 12, 'x');

const [one, tenth] = [generateOneHolding(50_000, SEED), generateOneHolding(5000, SEED)];
const sales = one.filter(({ transactionType }) => transactionType === 'SELL').length;
console.log(`one holding, a trade on each of 50,000 days, ${sales.toLocaleString('en-GB')} sales`);
const ofOne = measure('one holding', one);
printLimit('one holding, 5,000 to 50,000 days', ofOne.gains / bestOf(RUNS, () => gainsOf(tenth)), 12, 'x');
// As many rows and as much memory in short holdings: what is left is what the length of a holding costs.
const tenHoldings = Array.from({ length: 10 }, (_, index) => tenth.map((row) => ({ ...row, accountId: `account ${index}` }))).flat();
printLimit('one holding of 50,000 days to ten of 5,000', ofOne.gains / bestOf(RUNS, () => gainsOf(tenHoldings)), 1.2, 'x');

console.log(`memory at most: Node alone ${peakMemory('engine-memory.ts', 'portfolio', '0').toFixed(0)} MB, with 100,000 transactions ${peakMemory('engine-memory.ts', 'portfolio', '100000').toFixed(0)} MB`);
printLimit('100,000 transactions and all their gains', peakMemory('engine-memory.ts', 'gains', '100000'), 200, ' MB');
