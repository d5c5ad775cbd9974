/** The secret address of the calendar of tax dates, which only a server can have. Whoever imports it also loads zod. */
import { TAX_DATE_FEED_FEATURE, type TaxDateFeed, taxDateFeedRoutes } from '../../../contract/tax-date-feed.ts';
import type { HoldfastDatabase } from '../../data/database/schema.ts';
import { API_BASE } from '../network/api-base.ts';
import { askServer, callOf, mapAnswer, type ServerAnswer } from './ask-server.ts';

export type { TaxDateFeed } from '../../../contract/tax-date-feed.ts';

/** The feature of a server that has such an address. */
export const FEED_FEATURE = TAX_DATE_FEED_FEATURE;

/** Whether there is an address, and since when; null without one. No server repeats the address. */
export async function askFeed(db: HoldfastDatabase): Promise<ServerAnswer<TaxDateFeed | null>> {
  return mapAnswer(await askServer(db, taxDateFeedRoutes.get), ({ feed }) => feed);
}

/** A feed with the address that was created for it, which is returned only once. */
export interface NewFeed {
  readonly feed: TaxDateFeed;
  readonly address: string;
}

/** Creates a new address; an earlier one is no longer valid. */
export async function renewFeed(db: HoldfastDatabase, withNames: boolean): Promise<ServerAnswer<NewFeed>> {
  const answer = await askServer(db, taxDateFeedRoutes.renew, { body: { withNames } });
  return mapAnswer(answer, ({ secret, ...feed }) => {
    const path = taxDateFeedRoutes.read.path.replace(':secret', encodeURIComponent(secret));
    return { feed, address: new URL(API_BASE + path, location.href).href };
  });
}

/** Removes the address. */
export const revokeFeed = callOf(taxDateFeedRoutes.revoke);
