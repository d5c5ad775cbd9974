/** The public facts that income depends on; loaded when income is first requested. */
import { incomeFactsFrom, type IncomeFacts } from '../../domain/facts/shipped-facts.ts';
import { later } from './later.ts';

/** The facts; rejects where they could not be loaded, and tries again at the next call. */
export const incomeFacts: () => Promise<IncomeFacts> = later(async () => {
  const [excess, rates] = await Promise.all([
    import('../../domain/facts/excess-income.csv?raw'),
    import('../../domain/facts/monthly-rates.csv?raw'),
  ]);
  return incomeFactsFrom(excess.default, rates.default);
});
