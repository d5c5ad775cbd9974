/** The tax that a change adds to a year, where the holder's income may not be stated (cgt/RULES 11.3). */
import type { TaxRange, TaxYearComputation } from '../cgt/tax/tax-computation.ts';
import { subtract, toAmount } from '../values/decimal.ts';

/** The lowest and highest additional tax; negative for a saving. Null for a year whose rules are not known. */
export function taxBetween(before: TaxYearComputation, after: TaxYearComputation): TaxRange | null {
  if (after.rules === null) return null;
  if (before.tax !== null && after.tax !== null) {
    const tax = toAmount(subtract(after.tax, before.tax));
    return { low: tax, high: tax };
  }
  const atBasic = toAmount(subtract(after.taxAtBasicRate, before.taxAtBasicRate));
  const atHigher = toAmount(subtract(after.taxAtHigherRate, before.taxAtHigherRate));
  // A saving is larger at the higher rate.
  return atBasic <= atHigher ? { low: atBasic, high: atHigher } : { low: atHigher, high: atBasic };
}
