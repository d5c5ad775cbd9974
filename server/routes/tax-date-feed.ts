/** The calendar of tax dates at a secret address. */
import { taxDateFeedRoutes as routes } from '../../contract/tax-date-feed.ts';
import { feedSecret, hashSecret } from '../auth/secrets.ts';
import { done, fail } from '../outcome.ts';
import { taxCalendarOf } from '../services/tax-calendar.ts';
import { findFeed, findFeedOwner, removeFeed, saveFeed } from '../store/users/tax-date-feeds.ts';
import { serve, type Api } from './serve.ts';

/** The same as for any unknown address, so that a former secret cannot be recognised. */
const NOTHING_HERE = fail('notFound', 'There is nothing at this address.');

const tooMany = (seconds: number) =>
  fail('tooManyRequests', 'Too many requests. Please wait and try again.', { retryAfter: seconds });

export function serveTaxDateFeed(api: Api): void {
  serve(api, routes.get, async (_input, { db, caller }) => done({ feed: await findFeed(db, caller.userId) }));
  serve(api, routes.renew, async ({ body: { withNames } }, { db, caller, now }) => {
    const secret = feedSecret();
    const feed = { withNames, createdAt: now };
    await saveFeed(db, caller.userId, hashSecret(secret), feed);
    return done({ ...feed, secret });
  });
  serve(api, routes.revoke, async (_input, { db, caller }) => {
    await removeFeed(db, caller.userId);
    return done(undefined);
  });
  serve(api, routes.read, async ({ params }, { db, services, address, now }) => {
    const { feedAddress, feedReads } = services.throttles;
    const at = Date.parse(now);
    // Counted before the look-up, so that simultaneous guesses cannot all pass.
    const guessWait = await feedAddress.take(address, at);
    if (guessWait > 0) return tooMany(guessWait);
    const owner = await findFeedOwner(db, hashSecret(params.secret));
    if (owner === null) return NOTHING_HERE;
    await feedAddress.uncount(address);
    const wait = await feedReads.take(owner.userId, at);
    if (wait > 0) return tooMany(wait);
    return done(await taxCalendarOf(db, owner.userId, owner.withNames, now));
  });
}
