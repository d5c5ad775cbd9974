/** Sorts many rows in linear time: a comparator is too slow for a list of 100,000 rows. */

const DIGITS = 4;
const BASE = 1 << 16;

/**
 * Positions of the keys in ascending order, equal keys in their given order (a radix sort of the numbers' bits, 16 at a time).
 * NaN is not allowed; -0 sorts before 0.
 */
export function radixOrder(keys: Float64Array): Uint32Array {
  const digits = digitsOf(keys);
  let order = positions(keys.length);
  let spare = new Uint32Array(keys.length);
  const places = new Uint32Array(BASE);
  for (let digit = 0; digit < DIGITS; digit += 1) {
    places.fill(0);
    for (let i = digit; i < digits.length; i += DIGITS) count(places, digits[i] ?? 0);
    // All keys share this digit.
    if (places[digits[digit] ?? 0] === keys.length) continue;
    let sum = 0;
    for (let value = 0; value < BASE; value += 1) {
      const amount = places[value] ?? 0;
      places[value] = sum;
      sum += amount;
    }
    for (let i = 0; i < order.length; i += 1) {
      const position = order[i] ?? 0;
      spare[count(places, digits[position * DIGITS + digit] ?? 0)] = position;
    }
    [order, spare] = [spare, order];
  }
  return order;
}

/** The key for a missing value, which sorts last in both directions. */
export const NO_VALUE = Number.MAX_VALUE;

/** An ascending order reversed: the highest key first, equal keys still in their given order. */
export function descendingOrder(ascending: Uint32Array, keys: Float64Array): Uint32Array {
  const keyAt = (place: number): number => keys[ascending[place] ?? 0] ?? NO_VALUE;
  const order = new Uint32Array(ascending.length);
  let end = ascending.length;
  while (end > 0 && keyAt(end - 1) === NO_VALUE) end -= 1;
  order.set(ascending.subarray(end), end);
  for (let filled = 0; end > 0;) {
    let start = end - 1;
    while (start > 0 && keyAt(start - 1) === keyAt(end - 1)) start -= 1;
    order.set(ascending.subarray(start, end), filled);
    filled += end - start;
    end = start;
  }
  return order;
}

/** `0` to `length - 1`. A loop, because typed arrays take ten times as long from an iterator. */
export function positions(length: number): Uint32Array<ArrayBuffer> {
  const numbers = new Uint32Array(length);
  for (let i = 0; i < length; i += 1) numbers[i] = i;
  return numbers;
}

/** Increases the count at a place and returns the previous one. */
function count(places: Uint32Array, value: number): number {
  const before = places[value] ?? 0;
  places[value] = before + 1;
  return before;
}

/** Each number's bits as four 16-bit digits, lowest first, changed so that they sort as the numbers do. */
function digitsOf(keys: Float64Array): Uint16Array {
  // All machines with browsers are little-endian: the high word comes second.
  const words = new Uint32Array(keys.slice().buffer);
  for (let i = 0; i < words.length; i += 2) {
    const high = words[i + 1] ?? 0;
    if (high >>> 31 === 1) {
      words[i] = ~(words[i] ?? 0);
      words[i + 1] = ~high;
    } else words[i + 1] = high | 0x80000000;
  }
  return new Uint16Array(words.buffer);
}
