/** Public facts that the person who runs the server has added for everybody on it; every device keeps them. */
import { z } from './zod.ts';
import type { OperatorFacts } from '../domain/facts/operator-facts.ts';
import { amountSchema, isoDateSchema } from './common.ts';
import { route } from './route.ts';

/** The feature of a server that has these facts. */
export const OPERATOR_FACTS_FEATURE = 'operatorFacts';

const source = z.string();

export const operatorFactsSchema = z.object({
  /** In `currency`, for a unit, beyond what the fund distributed in the period. */
  excessIncome: z.array(
    z.object({
      isin: z.string(),
      periodEnd: isoDateSchema,
      currency: z.string(),
      excessPerUnit: amountSchema<'money'>(),
      provider: z.string(),
      source,
    }),
  ),
  /** Units of the currency for one pound. */
  monthlyRates: z.array(
    z.object({
      month: z.string().regex(/^\d{4}-\d{2}$/u),
      currency: z.string(),
      perPound: amountSchema<'rate'>(),
      source,
    }),
  ),
}) satisfies z.ZodType<OperatorFacts>;

/**
 * Changes with every change of the facts; the shared scope of `GET /sync/changes` names it, so that they are requested
 * only when needed.
 */
export const operatorFactsVersion = z.string().min(1);

export const operatorFactRoutes = {
  get: route({
    method: 'GET',
    path: '/operator-facts',
    access: 'user',
    extension: true,
    summary: 'Figures of funds and monthly rates that the operator has added; a version of null: none',
    reply: { status: 200, json: operatorFactsSchema.extend({ version: operatorFactsVersion.nullable() }) },
  }),
} as const;
