/** HMRC's monthly rates with those that the operator of the server has added. */
import type { MonthlyRateLookup } from '../../domain/facts/monthly-rates.ts';
import { withOperatorRates, type OperatorFacts } from '../../domain/facts/operator-facts.ts';

/** One look-up for the same facts: results that used it are cached by it. */
const made = new WeakMap<OperatorFacts, MonthlyRateLookup>();

export function monthlyRatesWith(shipped: MonthlyRateLookup, operator: OperatorFacts): MonthlyRateLookup {
  if (operator.monthlyRates.length === 0) return shipped;
  const known = made.get(operator) ?? withOperatorRates(shipped, operator.monthlyRates);
  made.set(operator, known);
  return known;
}
