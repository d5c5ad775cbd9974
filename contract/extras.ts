/**
 * Extras: a user's records for which the specification has no call, each a JSON object with a kind and a key. `GET
 * /sync/changes` also returns them, as entity `extra` with the id `kind/key`.
 */
import { z } from './zod.ts';
import { EXTRA, MAX_EXTRA_LENGTH } from '../domain/records/extra.ts';
import { idSchema, versionSchema } from './common.ts';
import { shapeOf } from './record-schema.ts';
import { route } from './route.ts';

const { kind, value } = shapeOf(EXTRA);
const params = z.object({ kind, key: idSchema });

export const extraSchema = z.object({ id: z.string(), ...shapeOf(EXTRA), version: versionSchema });
export type ExtraRecord = z.infer<typeof extraSchema>;

const owns = { key: 'extra' } as const;

export const extraRoutes = {
  get: route({
    method: 'GET',
    path: '/sync/extras/:kind/:key',
    access: 'user',
    extension: true,
    summary: 'One extra',
    params,
    owns,
    reply: { status: 200, json: extraSchema },
  }),
  put: route({
    method: 'PUT',
    path: '/sync/extras/:kind/:key',
    access: 'user',
    extension: true,
    creates: true,
    summary: 'Record or change an extra',
    params,
    body: z.object({ value }),
    maxBodyBytes: 4 * MAX_EXTRA_LENGTH,
    reply: { status: 200, json: extraSchema },
  }),
  remove: route({
    method: 'DELETE',
    path: '/sync/extras/:kind/:key',
    access: 'user',
    extension: true,
    summary: 'Delete an extra',
    params,
    owns,
    reply: { status: 204 },
  }),
} as const;
