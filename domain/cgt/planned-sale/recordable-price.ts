/** The price of a planned trade, as a record keeps it. */
import type { Price } from '../../values/amount.ts';
import { absolute, ONE, round, toAmount, type Exact } from '../../values/decimal.ts';

const PRICE_PLACES = 10;
/** A record's number has at most so many significant digits. */
const MOST_DIGITS = 15;

/**
 * plans/RULES 3.1: a price with as many decimals as a record keeps; a quotient of rates has more. Fewer would make the value of
 * a sale differ by pennies from the value that Holdings shows.
 */
export function recordablePrice(price: Exact<'price'>): Price {
  const whole = String(absolute(price) / ONE).length;
  return toAmount(round(price, Math.max(0, Math.min(PRICE_PLACES, MOST_DIGITS - whole))));
}
