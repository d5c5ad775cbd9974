/** Accounts: the account holders of a user (001 §3, §7). */
import { z } from './zod.ts';
import { checkAccount } from '../domain/records/account.ts';
import { ACCOUNT, type Account } from '../domain/records/records.ts';
import { checkedBody } from './checked-body.ts';
import { idSchema, versionSchema } from './common.ts';
import { shapeOf } from './record-schema.ts';
import { route } from './route.ts';

const fields = shapeOf(ACCOUNT);

export const accountSchema = z.object({
  id: idSchema,
  ...fields,
  version: versionSchema.exactOptional(),
}) satisfies z.ZodType<Account>;
export type AccountRecord = z.infer<typeof accountSchema>;

const body = checkedBody('an account', checkAccount);
const bodyShape = z.object({ id: idSchema.exactOptional(), ...fields });
const params = z.object({ id: idSchema });
const owns = { id: 'account' } as const;

export const accountRoutes = {
  list: route({
    method: 'GET',
    path: '/accounts',
    access: 'user',
    summary: "The user's accounts by name",
    reply: { status: 200, json: z.array(accountSchema) },
  }),
  get: route({
    method: 'GET',
    path: '/accounts/:id',
    access: 'user',
    summary: 'One account',
    params,
    owns,
    reply: { status: 200, json: accountSchema },
  }),
  create: route({
    method: 'POST',
    path: '/accounts',
    access: 'user',
    summary: 'Create an account',
    body,
    bodyShape,
    reply: { status: 201, json: accountSchema },
  }),
  update: route({
    method: 'PUT',
    path: '/accounts/:id',
    access: 'user',
    summary: 'Rename an account',
    params,
    owns,
    body,
    bodyShape,
    reply: { status: 200, json: accountSchema },
  }),
  remove: route({
    method: 'DELETE',
    path: '/accounts/:id',
    access: 'user',
    summary: 'Delete an account that nothing uses',
    params,
    owns,
    reply: { status: 204 },
  }),
} as const;
