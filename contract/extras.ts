/**
 * Extras: a user's records that the specification has no call for, each a JSON object under a kind and a key.
 * They also travel in `GET /sync/changes` as entity `extra` with the id `kind/key`.
 */
import { z } from './zod.ts';
import { EXTRA_KINDS, extraValueFault, MAX_EXTRA_LENGTH, type ExtraValue } from '../domain/extra.ts';
import { idSchema, versionSchema } from './common.ts';
import { route } from './route.ts';

const valueSchema = z.record(z.string(), z.unknown()).superRefine((value, context) => {
  const fault = extraValueFault(value);
  if (fault !== null) {
    context.addIssue({ code: 'custom', input: value, message: fault });
  } else if (JSON.stringify(value).length > MAX_EXTRA_LENGTH) {
    context.addIssue({
      code: 'custom',
      input: value,
      message: `an object of at most ${MAX_EXTRA_LENGTH} characters as JSON`,
    });
  }
}) satisfies z.ZodType<ExtraValue>;

const params = z.object({ kind: z.enum(EXTRA_KINDS), key: idSchema });

export const extraSchema = z.object({
  id: z.string(),
  ...params.shape,
  value: z.record(z.string(), z.unknown()),
  version: versionSchema,
});
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
    body: z.object({ value: valueSchema }),
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
