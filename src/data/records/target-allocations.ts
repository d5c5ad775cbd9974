/** The target allocations: one set per server, read by all and written by administrators (002 §3). */
import { ASSET_CATEGORIES } from '../../../domain/fields/enums.ts';
import type { TargetAllocation } from '../../../domain/records/records.ts';
import type { HoldfastDatabase } from '../database/schema.ts';

/** All targets in the order of the categories' codes. */
export async function listTargetAllocations(db: HoldfastDatabase): Promise<TargetAllocation[]> {
  const order = (target: TargetAllocation): number =>
    ASSET_CATEGORIES.findIndex(({ value }) => value === target.assetCategory);
  return (await db.targetAllocations.toArray()).toSorted((a, b) => order(a) - order(b) || (a.id < b.id ? -1 : 1));
}
