/** Accounts: the account holders of a user (001 §3, §7). */
import { z } from './zod.ts';
import { checkAccount } from '../domain/records/account.ts';
import { ACCOUNT, type Account } from '../domain/records/records.ts';
import { checkedBody } from './checked-body.ts';
import { idSchema, versionSchema } from './common.ts';
import { shapeOf } from './record-schema.ts';
import { recordRoutes } from './record-routes.ts';
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

export const accountRoutes = {
  list: route({
    method: 'GET',
    path: '/accounts',
    access: 'user',
    summary: "The user's accounts by name",
    reply: { status: 200, json: z.array(accountSchema) },
  }),
  ...recordRoutes({
    path: '/accounts',
    access: 'user',
    writers: 'user',
    owned: 'account',
    summaries: {
      get: 'One account',
      create: 'Create an account',
      update: 'Rename an account',
      remove: 'Delete an account that nothing uses',
    },
    body,
    bodyShape,
    record: accountSchema,
  }),
} as const;
