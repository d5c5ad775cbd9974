import type { Amount, Unit } from './amount.ts';
import { exact, sum, toAmount } from './decimal.ts';

/** The exact total of amounts of one unit, rounded once, at the end, to 15 significant digits; those that are null are left out. */
export function sumAmounts<U extends Unit>(amounts: Iterable<Amount<U> | null>): Amount<U> {
  return toAmount(
    sum(
      Array.from(amounts)
        .filter((amount) => amount !== null)
        .map((amount) => exact(amount)),
    ),
  );
}
