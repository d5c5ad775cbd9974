/** Brokers: reference data for all users, maintained by administrators (000 §7.5, 002 §7). */
import { z } from './zod.ts';
import { checkBroker } from '../domain/records/broker.ts';
import { BROKER, type Broker } from '../domain/records/records.ts';
import { checkedBody } from './checked-body.ts';
import { idSchema, versionSchema } from './common.ts';
import { shapeOf } from './record-schema.ts';
import { recordRoutes } from './record-routes.ts';
import { route } from './route.ts';

const fields = shapeOf(BROKER);

export const brokerSchema = z.object({
  id: idSchema,
  ...fields,
  version: versionSchema.exactOptional(),
}) satisfies z.ZodType<Broker>;
export type BrokerRecord = z.infer<typeof brokerSchema>;

/** The number of records of all users that name a broker. */
const brokerUsage = z.object({ id: idSchema, usageCount: z.int().min(0) });
export type BrokerUsage = z.infer<typeof brokerUsage>;

const body = checkedBody('a broker', checkBroker);
const bodyShape = z.object({ id: idSchema.exactOptional(), ...fields });

export const brokerRoutes = {
  list: route({
    method: 'GET',
    path: '/brokers',
    access: 'user',
    summary: 'All brokers by name',
    reply: { status: 200, json: z.array(brokerSchema) },
  }),
  usage: route({
    method: 'GET',
    path: '/brokers/usage',
    access: 'admin',
    extension: true,
    summary: 'How many records of all users name each broker',
    reply: { status: 200, json: z.array(brokerUsage) },
  }),
  ...recordRoutes({
    path: '/brokers',
    access: 'user',
    writers: 'admin',
    summaries: {
      get: 'One broker',
      create: 'Create a broker',
      update: 'Rename a broker',
      remove: 'Delete a broker that nothing uses',
    },
    body,
    bodyShape,
    record: brokerSchema,
  }),
} as const;
