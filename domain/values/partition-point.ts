/**
 * The number of items at the start of a list for which a condition holds, when it holds for none after them. Uses
 * binary search; items before `from` are assumed to be among the first.
 */
export function partitionPoint<T>(list: readonly T[], isAmongFirst: (item: T) => boolean, from = 0): number {
  let [low, high] = [from, list.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const item = list[middle];
    if (item !== undefined && isAmongFirst(item)) low = middle + 1;
    else high = middle;
  }
  return low;
}
