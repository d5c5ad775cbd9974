/**
 * Where a list is cut in two by a condition that holds for its first items and for none after them: the number of those items.
 * Found by halving; items before `from` are taken to be among the first.
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
