/** Public facts that the operator of the server has added for all its users; every device stores them. */
import { z } from './zod.ts';
import type { OperatorFacts } from '../domain/facts/operator-facts.ts';
import { amountSchema, isoDateSchema } from './common.ts';
import { route } from './route.ts';

/** The feature of a server that supports these facts. */
export const OPERATOR_FACTS_FEATURE = 'operatorFacts';

const source = z.string();

export const operatorFactsSchema = z.object({
  /** In `currency` per unit, beyond the distributions of the period. */
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
 * Changes with every change of the facts. `GET /sync/changes` returns it in the shared scope, so that devices request
 * the facts only when they have changed.
 */
export const operatorFactsVersion = z.string().min(1);

export const operatorFactRoutes = {
  get: route({
    method: 'GET',
    path: '/operator-facts',
    access: 'user',
    extension: true,
    summary: 'Figures of funds and monthly rates that the operator has added; the version is null when there are none',
    reply: { status: 200, json: operatorFactsSchema.extend({ version: operatorFactsVersion.nullable() }) },
  }),
} as const;
