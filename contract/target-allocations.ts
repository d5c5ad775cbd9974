/** Target allocations: one set per server, read by all users and written by administrators (002 §3, §7). */
import { z } from './zod.ts';
import { TARGET_ALLOCATION, type TargetAllocation } from '../domain/records/records.ts';
import { checkTargetAllocation, checkTargetPercentage } from '../domain/records/target-allocation.ts';
import { checkedBody } from './checked-body.ts';
import { idSchema, versionSchema } from './common.ts';
import { shapeOf } from './record-schema.ts';
import { route } from './route.ts';

const fields = shapeOf(TARGET_ALLOCATION);

export const targetAllocationSchema = z.object({
  id: idSchema,
  ...fields,
  version: versionSchema.exactOptional(),
}) satisfies z.ZodType<TargetAllocation>;
export type TargetAllocationRecord = z.infer<typeof targetAllocationSchema>;

const params = z.object({ id: idSchema });

export const targetAllocationRoutes = {
  list: route({
    method: 'GET',
    path: '/targetallocations',
    access: 'user',
    summary: 'The targets in the order of the categories',
    reply: { status: 200, json: z.array(targetAllocationSchema) },
  }),
  create: route({
    method: 'POST',
    path: '/targetallocations',
    access: 'admin',
    summary: 'Set the target of a category that has none; 409 when it has one',
    body: checkedBody('a target allocation', checkTargetAllocation),
    bodyShape: z.object({ id: idSchema.exactOptional(), ...fields }),
    reply: { status: 201, json: targetAllocationSchema },
  }),
  update: route({
    method: 'PUT',
    path: '/targetallocations/:id',
    access: 'admin',
    summary: 'Change a target',
    params,
    body: checkedBody('a target allocation', checkTargetPercentage),
    bodyShape: z.object({ targetPercentage: fields.targetPercentage }),
    reply: { status: 200, json: targetAllocationSchema },
  }),
  remove: route({
    method: 'DELETE',
    path: '/targetallocations/:id',
    access: 'admin',
    summary: 'Delete a target',
    params,
    reply: { status: 204 },
  }),
} as const;
