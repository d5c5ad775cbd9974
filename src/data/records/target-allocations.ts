/** The target allocations: one set per server, read by all and written by administrators (002 §3). */
import { ASSET_CATEGORIES } from '../../../domain/enums.ts';
import type { TargetAllocation } from '../../../domain/records.ts';
import { saveRecord, type Saved } from './records.ts';
import { removeRecords } from '../outbox/removals.ts';
import type { Removed } from '../database/removed.ts';
import type { HoldfastDatabase } from '../database/schema.ts';
import type { Written } from '../database/write.ts';

/** All targets in the order of the categories' codes. */
export async function listTargetAllocations(db: HoldfastDatabase): Promise<TargetAllocation[]> {
  const order = (target: TargetAllocation): number =>
    ASSET_CATEGORIES.findIndex(({ value }) => value === target.assetCategory);
  return (await db.targetAllocations.toArray()).toSorted((a, b) => order(a) - order(b) || (a.id < b.id ? -1 : 1));
}

/**
 * Sets the target of a category, or changes the percentage of the one with the given id; its category stays. The fields
 * have passed `checkTargetAllocation`.
 */
export async function saveTargetAllocation(
  db: HoldfastDatabase,
  fields: Saved<'targetAllocation'>,
  now = Date.now(),
): Promise<Written<TargetAllocation>> {
  return await saveRecord(db, 'targetAllocation', fields, now);
}

/** Removes a target; its deletion is sent after 10 seconds, so that it can be undone until then. */
export async function removeTargetAllocation(
  db: HoldfastDatabase,
  id: string,
  now = Date.now(),
): Promise<Written<Removed<'targetAllocation'>>> {
  return await removeRecords(db, 'targetAllocation', [id], now);
}
