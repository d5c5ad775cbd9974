/** The public facts that income depends on; loaded when income is first requested. */
import type { MonthlyRateLookup } from '../../domain/facts/monthly-rates.ts';
import { incomeFactsFrom, monthlyRatesFrom, type IncomeFacts } from '../../domain/facts/shipped-facts.ts';
import { later } from './later.ts';

/** The facts; rejects where they could not be loaded, and tries again at the next call. */
export const incomeFacts: () => Promise<IncomeFacts> = later(async () => {
  const [excess, rates] = await Promise.all([
    import('../../domain/facts/excess-income.csv?raw'),
    import('../../domain/facts/monthly-rates.csv?raw'),
  ]);
  return incomeFactsFrom(excess.default, rates.default);
});

/** HMRC's monthly rates without the other facts, which are far larger; rejects as `incomeFacts` does. */
export const monthlyRates: () => Promise<MonthlyRateLookup> = later(async () =>
  monthlyRatesFrom((await import('../../domain/facts/monthly-rates.csv?raw')).default),
);
