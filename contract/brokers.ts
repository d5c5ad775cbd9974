/** Brokers: reference data for all users, maintained by administrators (000 §7.5, 002 §7). */
import { z } from './zod.ts';
import { checkBroker } from '../domain/records/broker.ts';
import { BROKER, type Broker } from '../domain/records/records.ts';
import { checkedBody } from './checked-body.ts';
import { idSchema, versionSchema } from './common.ts';
import { shapeOf } from './record-schema.ts';
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
const params = z.object({ id: idSchema });

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
  get: route({
    method: 'GET',
    path: '/brokers/:id',
    access: 'user',
    summary: 'One broker',
    params,
    reply: { status: 200, json: brokerSchema },
  }),
  create: route({
    method: 'POST',
    path: '/brokers',
    access: 'admin',
    summary: 'Create a broker',
    body,
    bodyShape,
    reply: { status: 201, json: brokerSchema },
  }),
  update: route({
    method: 'PUT',
    path: '/brokers/:id',
    access: 'admin',
    summary: 'Rename a broker',
    params,
    body,
    bodyShape,
    reply: { status: 200, json: brokerSchema },
  }),
  remove: route({
    method: 'DELETE',
    path: '/brokers/:id',
    access: 'admin',
    summary: 'Delete a broker that nothing uses',
    params,
    reply: { status: 204 },
  }),
} as const;
