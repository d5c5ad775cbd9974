/** What is to be pulled in a round of sync. */

/** `quotes`: now, with the latest prices and rates of a plain server. */
export type PullWish = 'none' | 'due' | 'now' | 'quotes' | 'full';

const WISHES: readonly PullWish[] = ['none', 'due', 'now', 'quotes', 'full'];

/** The one that brings more. */
export function greaterWish(a: PullWish, b: PullWish): PullWish {
  return WISHES.indexOf(a) > WISHES.indexOf(b) ? a : b;
}
