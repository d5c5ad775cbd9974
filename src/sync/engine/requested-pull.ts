/** What is to be pulled in a round of sync. */

/** `quotes`: now, with the latest prices and rates of a plain server. */
export type RequestedPull = 'none' | 'due' | 'now' | 'quotes';

const REQUESTS: readonly RequestedPull[] = ['none', 'due', 'now', 'quotes'];

/** The one that brings more. */
export function greaterPull(a: RequestedPull, b: RequestedPull): RequestedPull {
  return REQUESTS.indexOf(a) > REQUESTS.indexOf(b) ? a : b;
}
