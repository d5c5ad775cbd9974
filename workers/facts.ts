/** The public facts that income rests on; loaded when income is first asked for. */
import { readExcessIncome, type ExcessIncome } from '../domain/facts/excess-income.ts';
import type { FactLines } from '../domain/facts/fact-lines.ts';
import { monthlyRateLookup, readMonthlyRates, type MonthlyRateLookup } from '../domain/facts/monthly-rates.ts';

export interface Facts {
  /** The figures of these share classes. */
  readonly excessIncomeOf: (isins: ReadonlySet<string>) => readonly ExcessIncome[];
  readonly monthlyRates: MonthlyRateLookup;
}

let loading: Promise<Facts> | null = null;

/** The facts; rejects where they could not be loaded, and tries again at the next call. */
export async function incomeFacts(): Promise<Facts> {
  loading ??= load().catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return await loading;
}

async function load(): Promise<Facts> {
  const [excess, rates] = await Promise.all([
    import('../domain/facts/excess-income.csv?raw'),
    import('../domain/facts/monthly-rates.csv?raw'),
  ]);
  const [header = '', ...lines] = excess.default.split('\n');
  return {
    // Nobody holds more than a few of the thousands: only those are read.
    excessIncomeOf: (isins) => {
      const wanted = lines.filter((line) => isins.has(line.slice(0, line.indexOf(','))));
      return rowsOf(readExcessIncome([header, ...wanted].join('\n')));
    },
    monthlyRates: monthlyRateLookup(rowsOf(readMonthlyRates(rates.default))),
  };
}

/** What is shipped has been checked; a fault in it is a bug. */
function rowsOf<T>(read: FactLines<T>): readonly T[] {
  if (!read.ok) throw new Error(`shipped facts: line ${read.faults[0]?.line ?? 0}, ${read.faults[0]?.field ?? ''}`);
  return read.rows;
}
