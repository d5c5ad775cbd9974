/** Bank names: reference data for all users, maintained by administrators (002 §3, §7). */
import { z } from './zod.ts';
import { checkBankName } from '../domain/records/bank-name.ts';
import { BANK_NAME, type BankName } from '../domain/records/records.ts';
import { checkedBody } from './checked-body.ts';
import { booleanQuery, idSchema, instantSchema, versionSchema } from './common.ts';
import { shapeOf } from './record-schema.ts';
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
const params = z.object({ id: idSchema });

export const bankNameRoutes = {
  list: route({
    method: 'GET',
    path: '/admin/bank-names',
    access: 'admin',
    summary: 'Bank names, active ones first, by name',
    query: z.object({ includeInactive: booleanQuery.default(true) }),
    reply: { status: 200, json: z.array(bankNameView) },
  }),
  get: route({
    method: 'GET',
    path: '/admin/bank-names/:id',
    access: 'admin',
    summary: 'One bank name',
    params,
    reply: { status: 200, json: bankNameView },
  }),
  create: route({
    method: 'POST',
    path: '/admin/bank-names',
    access: 'admin',
    summary: 'Create a bank name',
    body: bankNameBody,
    bodyShape,
    reply: { status: 201, json: bankNameView },
  }),
  update: route({
    method: 'PUT',
    path: '/admin/bank-names/:id',
    access: 'admin',
    summary: 'Rename, activate or deactivate a bank name',
    params,
    body: bankNameBody,
    bodyShape,
    reply: { status: 200, json: bankNameView },
  }),
  remove: route({
    method: 'DELETE',
    path: '/admin/bank-names/:id',
    access: 'admin',
    summary: 'Delete a bank name that no savings account uses',
    params,
    reply: { status: 204 },
  }),
} as const;
