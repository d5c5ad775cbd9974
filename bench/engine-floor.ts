/**
 * The floor: the same identification with plain floating-point numbers in one function and one pass over each holding,
 * without workings, ledger or exact pence. Nothing that does the task can be much faster.
 */
import { toDayNumber } from '../domain/values/dates.ts';
import type { Transaction } from '../domain/records/records.ts';
import { taxYearOf } from '../domain/values/tax-year.ts';

interface Day {
  readonly date: Transaction['transactionDate'];
  readonly day: number;
  bought: number;
  cost: number;
  sold: number;
  proceeds: number;
  selling: number;
  matched: number;
}

interface Floor {
  readonly gainsByYear: Map<string, number>;
  readonly poolCosts: Map<string, { readonly quantity: number; readonly cost: number }>;
}

export function floorGains(transactions: readonly Transaction[]): Floor {
  const holdings = new Map<string, Transaction[]>();
  for (const row of transactions) {
    const key = keyOf(row);
    const rows = holdings.get(key);
    if (rows === undefined) holdings.set(key, [row]);
    else rows.push(row);
  }
  const floor: Floor = { gainsByYear: new Map(), poolCosts: new Map() };
  for (const [key, rows] of holdings) floorHolding(key, rows, floor);
  return floor;
}

function keyOf(row: Transaction): string {
  return `${row.accountId} ${row.isin} ${row.taxWrapper === 'DEALING' || row.taxWrapper === 'SPECULATIVE' ? 'TAXABLE' : row.taxWrapper}`;
}

/** Cost, value and gain of every remaining holding. */
export function floorHoldings(
  transactions: readonly Transaction[],
  price: number,
): { readonly cost: number; readonly value: number; readonly gain: number }[] {
  return [...floorGains(transactions).poolCosts.values()].map(({ quantity, cost }) => ({
    cost,
    value: quantity * price,
    gain: quantity * price - cost,
  }));
}

/** The rows of the holding to which a row belongs. */
export function rowsOfHolding(transactions: readonly Transaction[], one: Transaction): readonly Transaction[] {
  const key = keyOf(one);
  return transactions.filter((row) => keyOf(row) === key);
}

/** One row changed: only its own holding is recalculated. */
export function floorEdit(rows: readonly Transaction[]): Floor {
  const floor: Floor = { gainsByYear: new Map(), poolCosts: new Map() };
  const [first] = rows;
  if (first !== undefined) floorHolding(keyOf(first), [...rows], floor);
  return floor;
}

function floorHolding(key: string, rows: Transaction[], floor: Floor): void {
  rows.sort((a, b) => (a.transactionDate < b.transactionDate ? -1 : a.transactionDate > b.transactionDate ? 1 : 0));
  const days: Day[] = [];
  for (const row of rows) {
    let last = days[days.length - 1];
    if (last?.date !== row.transactionDate) {
      days.push(
        (last = {
          date: row.transactionDate,
          day: toDayNumber(row.transactionDate),
          bought: 0,
          cost: 0,
          sold: 0,
          proceeds: 0,
          selling: 0,
          matched: 0,
        }),
      );
    }
    if (row.transactionType === 'SELL') {
      last.sold += row.quantity ?? 0;
      last.proceeds += row.consideration;
      last.selling += row.brokerCharge + row.stampDuty;
    } else {
      last.bought += row.quantity ?? 0;
      last.cost += row.consideration + row.brokerCharge + row.stampDuty;
    }
  }
  for (const day of days) take(day, day, Math.min(day.bought, day.sold));
  for (let i = 0; i < days.length; i += 1) {
    const day = days[i];
    if (day === undefined) continue;
    for (let j = i + 1; j < days.length && day.sold > 0; j += 1) {
      const later = days[j];
      if (later === undefined || later.day - day.day > 30) break;
      if (later.bought > 0) take(day, later, Math.min(day.sold, later.bought));
    }
  }
  let [quantity, cost] = [0, 0];
  const taxable = key.endsWith('TAXABLE');
  for (const day of days) {
    quantity += day.bought;
    cost += day.cost;
    if (day.proceeds === 0) continue;
    const part = quantity > 0 ? (cost * Math.min(day.sold, quantity)) / quantity : 0;
    quantity -= Math.min(day.sold, quantity);
    cost -= part;
    if (!taxable) continue;
    const year = taxYearOf(day.date);
    floor.gainsByYear.set(year, (floor.gainsByYear.get(year) ?? 0) + day.proceeds - day.selling - day.matched - part);
  }
  floor.poolCosts.set(key, { quantity, cost });
}

function take(day: Day, from: Day, units: number): void {
  if (units <= 0) return;
  const cost = (from.cost * units) / from.bought;
  from.bought -= units;
  from.cost -= cost;
  day.sold -= units;
  day.matched += cost;
}
