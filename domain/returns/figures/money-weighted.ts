/**
 * The rate at which the present value of all flows and values is zero (RULES 4). Rates are floating point; the amounts
 * are whole pence.
 */

import type { ShownRate } from './time-weighted.ts';

/**
 * Money from the investor's view: negative for payments in (and the value at the start), positive for receipts (and the
 * value at the end).
 */
export interface DatedFlow {
  /** Days since 1970-01-01. */
  readonly day: number;
  readonly amount: number;
}

/** A rate, or the reason why there is none (RULES 4.2, 4.4, 4.6). A rate of 0.1 means 10 %. */
export type MoneyWeighted =
  | {
      readonly found: true;
      /** Per year of 365 days. */
      readonly perYear: number;
      /** From the first flow to the last. */
      readonly forPeriod: number;
      readonly days: number;
    }
  | { readonly found: false; readonly reason: 'noFlows' | 'noRoot' | 'severalRoots' | 'oversold' };

const DAYS_A_YEAR = 365;
/** The logarithm of growth over the whole period is searched between -30 and 30: a loss or gain by a factor of e^30. */
const WIDEST = 30;
/** Two roots no further apart count as several, whether or not they touch. */
const CLOSEST = 1e-6;
const BISECTIONS = 200;

/** The money-weighted rate of flows on whole days (RULES 4.1 to 4.5), in any order. */
export function moneyWeighted(given: Iterable<DatedFlow>): MoneyWeighted {
  const flows = byDay(given);
  const [first] = flows;
  const last = flows.at(-1);
  if (first === undefined || last === undefined) return { found: false, reason: 'noFlows' };
  const changes = signChanges(flows);
  if (changes === 0) return { found: false, reason: 'noRoot' };
  const days = last.day - first.day;
  const scaled = flows.map(({ day, amount }) => ({ at: (day - first.day) / days, amount }));
  const roots = rootsOf(scaled, changes);
  const [growth] = roots;
  if (growth === undefined) return { found: false, reason: 'noRoot' };
  if (roots.length > 1) return { found: false, reason: 'severalRoots' };
  return {
    found: true,
    perYear: Math.expm1((growth * DAYS_A_YEAR) / days),
    forPeriod: Math.expm1(growth),
    days,
  };
}

/** Per year from 365 days on, else for the period (RULES 4.5); null where there is none. */
export function shownMoneyWeighted(found: MoneyWeighted | null): ShownRate | null {
  if (found?.found !== true) return null;
  return found.days < DAYS_A_YEAR
    ? { rate: found.forPeriod, isPerYear: false }
    : { rate: found.perYear, isPerYear: true };
}

/** One flow a day, without zero flows, in date order. */
function byDay(given: Iterable<DatedFlow>): DatedFlow[] {
  const days = new Map<number, number>();
  for (const { day, amount } of given) days.set(day, (days.get(day) ?? 0) + amount);
  return [...days]
    .filter(([, amount]) => amount !== 0)
    .map(([day, amount]) => ({ day, amount }))
    .toSorted((a, b) => a.day - b.day);
}

/**
 * How often the sign changes between consecutive flows, which is the largest number of rates that solve them
 * (Descartes).
 */
function signChanges(flows: readonly DatedFlow[]): number {
  let changes = 0;
  for (let index = 1; index < flows.length; index += 1)
    if ((flows[index - 1]?.amount ?? 0) < 0 !== (flows[index]?.amount ?? 0) < 0) changes += 1;
  return changes;
}

interface ScaledFlow {
  /** 0 at the first flow, 1 at the last. */
  readonly at: number;
  readonly amount: number;
}

/** The values of x for which the sum of amount x e^(-x at) is 0; at most two of them. */
function rootsOf(flows: readonly ScaledFlow[], changes: number): number[] {
  const worth = (x: number): number => {
    let total = 0;
    for (const { at, amount } of flows) total += amount * Math.exp(-x * at);
    return total;
  };
  const around = bracket(worth, -1, 1);
  if (changes === 1) {
    const found = around ?? bracket(worth, -WIDEST, WIDEST);
    return found === null ? [] : [bisect(worth, ...found)];
  }
  const near = around === null ? null : bisect(worth, ...around);
  if (near !== null && isAlwaysInvested(flows, near)) return [near];
  return isolate(flows, worth);
}

/** The bracket where the function changes its sign in it. */
function bracket(worth: (x: number) => number, low: number, high: number): readonly [number, number] | null {
  return worth(low) < 0 === worth(high) < 0 ? null : [low, high];
}

/**
 * The roots in the whole range; two are enough to know that there are several. A range is divided until the value
 * cannot be zero in it, or only rises or only falls, so that no pair of close roots is passed over.
 */
function isolate(flows: readonly ScaledFlow[], worth: (x: number) => number): number[] {
  const roots: number[] = [];
  const ranges: (readonly [number, number])[] = [[-WIDEST, WIDEST]];
  for (let range = ranges.pop(); range !== undefined && roots.length < 2; range = ranges.pop()) {
    const [low, high] = range;
    const middle = (low + high) / 2;
    const reach = (high - low) / 2;
    let [value, slope, mostCurve] = [0, 0, 0];
    for (const { at, amount } of flows) {
      const present = amount * Math.exp(-middle * at);
      value += present;
      slope -= present * at;
      mostCurve += Math.abs(amount) * at * at * Math.exp(-low * at);
    }
    if (Math.abs(value) > reach * (Math.abs(slope) + (reach * mostCurve) / 2)) continue;
    const crosses = worth(low) < 0 !== worth(high) < 0;
    if (Math.abs(slope) > reach * mostCurve || (crosses && reach < CLOSEST)) {
      if (crosses) roots.push(bisect(worth, low, high));
    } else if (reach < CLOSEST) roots.push(low, high);
    else ranges.push([low, middle], [middle, high]);
  }
  return roots;
}

function bisect(worth: (x: number) => number, from: number, to: number): number {
  let [low, high] = [from, to];
  const isNegativeLow = worth(low) < 0;
  for (let step = 0; step < BISECTIONS; step += 1) {
    const middle = (low + high) / 2;
    if (middle === low || middle === high) break;
    if (worth(middle) < 0 === isNegativeLow) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/**
 * True when at this rate the investor's balance is never negative before the end: then no other rate solves the flows
 * (Soper 1959), however often their sign changes.
 */
function isAlwaysInvested(flows: readonly ScaledFlow[], x: number): boolean {
  let balance = 0;
  let at = 0;
  let turnover = 0;
  for (const flow of flows.slice(0, -1)) {
    balance = balance * Math.exp(x * (flow.at - at)) + flow.amount;
    at = flow.at;
    turnover += Math.abs(flow.amount);
    if (balance > turnover * 1e-12) return false;
  }
  return true;
}
