/** The shipped figures for income, from the texts of their files. */
import { readExcessIncome, type ExcessIncome } from './excess-income.ts';
import { shippedCells, type FactRows } from './fact-rows.ts';
import { monthlyRateLookup, readMonthlyRates, type MonthlyRateLookup } from './monthly-rates.ts';

export interface IncomeFacts {
  /** The figures of these share classes. */
  readonly excessIncomeOf: (isins: ReadonlySet<string>) => readonly ExcessIncome[];
  readonly monthlyRates: MonthlyRateLookup;
}

/** @throws Error where a shipped file has a fault, which is a bug. */
export function incomeFactsFrom(excessIncome: string, monthlyRates: string): IncomeFacts {
  const [header = '', ...lines] = excessIncome.split('\n');
  return {
    // A user holds only a few of the thousands of funds, so only those lines are read.
    excessIncomeOf: (isins) => {
      const wanted = lines.filter((line) => isins.has(line.slice(0, line.indexOf(','))));
      return rowsOf(readExcessIncome(shippedCells([header, ...wanted].join('\n'))));
    },
    monthlyRates: monthlyRatesFrom(monthlyRates),
  };
}

/** @throws Error where the shipped file has a fault, which is a bug. */
export function monthlyRatesFrom(text: string): MonthlyRateLookup {
  return monthlyRateLookup(rowsOf(readMonthlyRates(shippedCells(text))));
}

function rowsOf<T>(read: FactRows<T>): readonly T[] {
  if (!read.ok) throw new Error(`shipped facts: line ${read.faults[0]?.line ?? 0}, ${read.faults[0]?.field ?? ''}`);
  return read.rows;
}
