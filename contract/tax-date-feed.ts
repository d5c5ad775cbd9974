/** A calendar of a user's tax dates at a secret address, for calendar programs that cannot sign in. */
import { z } from './zod.ts';
import { instantSchema } from './common.ts';
import { route } from './route.ts';

/** The feature of a server with these calls. */
export const TAX_DATE_FEED_FEATURE = 'taxDateFeed';

const feedSchema = z.object({
  /** The calendar names account holders, securities and savings accounts; it never has amounts. */
  withNames: z.boolean(),
  /** The day from which its present address is valid. */
  createdAt: instantSchema,
});
export type TaxDateFeed = z.infer<typeof feedSchema>;

const newFeedSchema = feedSchema.extend({
  /** 128 bits, returned only once: the server stores only its hash. */
  secret: z.string(),
});

export const taxDateFeedRoutes = {
  get: route({
    method: 'GET',
    path: '/tax-dates/feed',
    access: 'user',
    extension: true,
    summary: 'Whether the calendar of tax dates has an address; never the address itself',
    reply: { status: 200, json: z.object({ feed: feedSchema.nullable() }) },
  }),
  renew: route({
    method: 'POST',
    path: '/tax-dates/feed',
    access: 'user',
    extension: true,
    summary: 'Give the calendar of tax dates a new secret address; an earlier address stops working',
    body: z.object({ withNames: z.boolean() }),
    reply: { status: 200, json: newFeedSchema },
  }),
  revoke: route({
    method: 'DELETE',
    path: '/tax-dates/feed',
    access: 'user',
    extension: true,
    summary: 'Remove the address of the calendar',
    reply: { status: 204 },
  }),
  read: route({
    method: 'GET',
    path: '/feeds/:secret/tax-dates.ics',
    access: 'public',
    extension: true,
    summary: 'The calendar of tax dates; an address that no longer works is answered like an unknown one',
    // Any text is looked up, so that an impossible secret gets the same reply as any other.
    params: z.object({ secret: z.string() }),
    reply: { status: 200, calendar: 'tax-dates.ics' },
  }),
} as const;
