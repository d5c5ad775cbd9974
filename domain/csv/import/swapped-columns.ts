/** Whether the columns of prices and units look swapped: from trade to trade of a security, units differ more than prices. */
import type { TransactionFields } from '../../records/transaction.ts';

/** The fewest pairs of trades of one security that show it, besides half of all pairs: one may be a split. */
const FEWEST_PAIRS = 2;
const FAR = Math.log(1.5);
/** How much prices differ on average, and how much more than units, as natural logarithms of the ratios. */
const LEAST_CHANGE = Math.log(2);
const LEAST_RATIO = 3;

/** True where prices differ far more than units between all neighbouring trades of a security. */
export function looksSwapped(trades: readonly TransactionFields[]): boolean {
  const last = new Map<string, { readonly price: number; readonly units: number }>();
  const changes = { price: 0, units: 0, pairs: 0, far: 0 };
  for (const { isin, transactionType, quantity, consideration } of trades) {
    if (transactionType === 'SPLIT') last.delete(isin);
    if ((transactionType !== 'BUY' && transactionType !== 'SELL') || (quantity ?? 0) <= 0 || consideration <= 0)
      continue;
    const units = quantity ?? 0;
    const [before, price] = [last.get(isin), consideration / units];
    last.set(isin, { price, units });
    if (before === undefined) continue;
    changes.pairs += 1;
    const change = Math.abs(Math.log(price / before.price));
    if (change > FAR) changes.far += 1;
    changes.price += change;
    changes.units += Math.abs(Math.log(units / before.units));
  }
  const { pairs, far, price, units } = changes;
  return far >= FEWEST_PAIRS && far * 2 >= pairs && price > pairs * LEAST_CHANGE && price > units * LEAST_RATIO;
}
