/** When a plain server was last asked for which prices and rates, so that it is not asked over and over. */
import type { HoldfastDatabase } from '../database/schema.ts';

/** Milliseconds since 1970 of the last request. */
export interface QuoteRequests {
  /** By ISIN. */
  readonly prices: Readonly<Record<string, number>>;
  /** By currency. */
  readonly rates: Readonly<Record<string, number>>;
}

const KEY = 'quoteRequests';

/** What was asked for until now. */
export async function readQuoteRequests(db: HoldfastDatabase): Promise<QuoteRequests> {
  return { prices: {}, rates: {}, ...((await db.meta.get(KEY))?.value as Partial<QuoteRequests> | undefined) };
}

/** Replaces it. */
export async function saveQuoteRequests(db: HoldfastDatabase, requests: QuoteRequests): Promise<void> {
  await db.meta.put({ key: KEY, value: requests });
}
