/** Bank names: reference data for all users, maintained by administrators (002 §3, §7). */
import { z } from './zod.ts';
import { checkBankName } from '../domain/records/bank-name.ts';
import { BANK_NAME, type BankName } from '../domain/records/records.ts';
import { checkedBody } from './checked-body.ts';
import { booleanQuery, idSchema, instantSchema, versionSchema } from './common.ts';
import { shapeOf } from './record-schema.ts';
import { recordRoutes } from './record-routes.ts';
import { route } from './route.ts';

const fields = shapeOf(BANK_NAME);

/** A bank name in synchronisation. */
export const bankNameSchema = z.object({
  id: idSchema,
  ...fields,
  createdAt: instantSchema,
  updatedAt: instantSchema,
  version: versionSchema.exactOptional(),
}) satisfies z.ZodType<BankName>;
export type BankNameRecord = z.infer<typeof bankNameSchema>;

/** A bank name as administrators see it; the usage counts the savings accounts of all users. */
export const bankNameView = bankNameSchema.extend({ usageCount: z.int().min(0) });
export type BankNameView = z.infer<typeof bankNameView>;

const bankNameBody = checkedBody('a bank name', checkBankName);
const bodyShape = z.object({ id: idSchema.exactOptional(), name: fields.name, isActive: z.boolean().default(true) });

export const bankNameRoutes = {
  list: route({
    method: 'GET',
    path: '/admin/bank-names',
    access: 'admin',
    summary: 'Bank names, active ones first, by name',
    query: z.object({ includeInactive: booleanQuery.default(true) }),
    reply: { status: 200, json: z.array(bankNameView) },
  }),
  ...recordRoutes({
    path: '/admin/bank-names',
    access: 'admin',
    writers: 'admin',
    summaries: {
      get: 'One bank name',
      create: 'Create a bank name',
      update: 'Rename, activate or deactivate a bank name',
      remove: 'Delete a bank name that no savings account uses',
    },
    body: bankNameBody,
    bodyShape,
    record: bankNameView,
  }),
} as const;
