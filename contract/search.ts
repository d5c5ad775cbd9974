/** The search over everything (000 §3.8, §7.4). */
import { z } from './zod.ts';
import { MIN_SEARCH_LENGTH } from '../domain/lists/search-terms.ts';
import { SEARCH_TYPES } from '../domain/lists/search.ts';
import { idSchema, isoDateSchema, pageQueryShape, pageReplyShape, textSchema } from './common.ts';
import { route } from './route.ts';

const typeSchema = z.enum(SEARCH_TYPES);

const searchHit = z.object({
  type: typeSchema,
  id: idSchema,
  title: z.string(),
  detail: z.string(),
  /** The date of a transaction, a balance or a purchase. */
  date: isoDateSchema.nullable(),
});

export const searchRoutes = {
  all: route({
    method: 'GET',
    path: '/search',
    access: 'user',
    summary: "The user's records and the catalogue, best matches first",
    query: z.object({
      ...pageQueryShape,
      query: textSchema(200).min(MIN_SEARCH_LENGTH),
      /** Repeated once per type; absent for all types. */
      types: z.union([typeSchema.transform((type) => [type]), z.array(typeSchema).max(50)]).optional(),
    }),
    reply: { status: 200, json: z.object({ results: z.array(searchHit), ...pageReplyShape }) },
  }),
} as const;
