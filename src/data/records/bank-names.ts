/** The bank names that all users of a server share; administrators maintain them (002 §3). */
import type { DatedBankName } from '../entities/entities.ts';
import { changeRecord } from './records.ts';
import type { HoldfastDatabase } from '../database/schema.ts';
import type { Written } from '../database/write.ts';

/** All bank names, active ones first, then by name. */
export async function listBankNames(db: HoldfastDatabase): Promise<DatedBankName[]> {
  return (await db.bankNames.toArray()).toSorted(
    (a, b) => Number(b.isActive) - Number(a.isActive) || a.name.localeCompare(b.name, 'en-GB'),
  );
}

/** Activates or deactivates a bank name, under the name that it has now. */
export async function setBankNameActive(
  db: HoldfastDatabase,
  id: string,
  isActive: boolean,
  now = Date.now(),
): Promise<Written<DatedBankName>> {
  return await changeRecord(db, 'bankName', id, (bankName) => ({ ...bankName, isActive }), now);
}
