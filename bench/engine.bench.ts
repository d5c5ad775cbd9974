/** Time and memory of the tax and holdings engine, each beside its floor: `npm run bench engine`. */
import { computeGains, createGainsCache } from '../domain/cgt/compute.ts';
import { totalsByAccount } from '../domain/cgt/year-totals.ts';
import type { IsoDate } from '../domain/dates.ts';
import { holdingsOf } from '../domain/holdings/holdings.ts';
import type { Pounds, Price } from '../domain/amount.ts';
import type { Transaction } from '../domain/records.ts';
import { floorGains } from './engine-floor.ts';
import { assetsOf, generateOneHolding, generatePortfolio } from './engine-portfolio.ts';

const SEED = 20_240_406;
const AS_OF = '2026-01-01' as IsoDate;
const collect = (globalThis as { gc?: () => void }).gc ?? (() => undefined);

/** The best of several runs, in milliseconds, after two to warm up: what other work on the machine disturbs least. */
function time(run: () => unknown, runs = 11): number {
  run();
  run();
  const times: number[] = [];
  for (let i = 0; i < runs; i += 1) {
    collect();
    const start = performance.now();
    run();
    times.push(performance.now() - start);
  }
  return Math.min(...times);
}

function line(...cells: readonly string[]): void {
  process.stdout.write(`${cells.map((cell, index) => (index === 0 ? cell.padEnd(38) : cell.padStart(14))).join('')}\n`);
}

const ms = (value: number): string => `${value.toFixed(value < 10 ? 2 : 0)} ms`;

function gainsOf(transactions: readonly Transaction[]): unknown {
  return totalsByAccount(computeGains({ transactions, assets: assetsOf([]), asOf: AS_OF }));
}

function measure(name: string, transactions: readonly Transaction[]): number {
  const gains = time(() => gainsOf(transactions));
  const floor = time(() => floorGains(transactions));
  line(`${name}: all years`, ms(gains), ms(floor), `${(gains / floor).toFixed(1)}x`);
  const result = computeGains({ transactions, assets: assetsOf(transactions), asOf: AS_OF });
  const assets = assetsOf(transactions);
  const holdings = time(() => holdingsOf(result, {
    assets, accounts: new Map(), asOf: AS_OF, rates: () => null,
    prices: (isin) => ({ isin, priceDate: AS_OF, closePrice: 12.3456 as Price, currency: 'GBX', fetchedAt: '' }),
  }));
  line(`${name}: holdings`, ms(holdings));
  line(`${name}: one edit`, ms(timeEdits(transactions)));
  return gains;
}

/** Changes one transaction after another, each time with a new array, as the worker does. */
function timeEdits(transactions: readonly Transaction[]): number {
  const cache = createGainsCache();
  const assets = assetsOf([]);
  let current = transactions;
  totalsByAccount(computeGains({ transactions: current, assets, asOf: AS_OF }, cache));
  let next = 0;
  return time(() => {
    next = (next + 7919) % current.length;
    const edited = current.slice();
    const row = edited[next];
    if (row !== undefined) edited[next] = { ...row, consideration: (Math.round(row.consideration * 100 + 1) / 100) as Pounds };
    current = edited;
    return totalsByAccount(computeGains({ transactions: current, assets, asOf: AS_OF }, cache));
  }, 25);
}

line(`seed ${SEED}`, 'exact', 'floor', 'ratio');
const times = [1_000, 10_000, 100_000].map((count) => measure(count.toLocaleString('en-GB'), generatePortfolio(count, 200, SEED)));
line('10,000 to 100,000', `${((times[2] ?? 0) / (times[1] ?? 1)).toFixed(1)}x`);

const [one, tenth] = [generateOneHolding(50_000, SEED), generateOneHolding(5_000, SEED)];
const sales = one.filter(({ transactionType }) => transactionType === 'SELL').length;
line(`one holding, 50,000 days, ${sales.toLocaleString('en-GB')} sales`);
const ofOne = measure('one holding', one);
line('one holding, 5,000 to 50,000 days', `${(ofOne / time(() => gainsOf(tenth))).toFixed(1)}x`);

const large = generatePortfolio(100_000, 200, SEED);
collect();
const before = process.memoryUsage().heapUsed;
const kept = computeGains({ transactions: large, assets: assetsOf([]), asOf: AS_OF });
const peak = process.memoryUsage().heapUsed - before;
collect();
const stays = process.memoryUsage().heapUsed - before;
line('100,000: heap grew by', `${(peak / 1e6).toFixed(0)} MB`, `${(stays / 1e6).toFixed(0)} MB kept`, `${kept.classes.length} classes`);
line('highest memory of the whole run', `${(process.resourceUsage().maxRSS / 1000).toFixed(0)} MB`);
