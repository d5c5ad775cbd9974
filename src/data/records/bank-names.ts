/** The bank names that all users of a server share; administrators maintain them (002 §3). */
import type { BankNameFields } from '../../../domain/bank-name.ts';
import type { DatedBankName } from '../entities/entities.ts';
import { changeRecord, saveRecord } from './records.ts';
import { removeRecords } from '../outbox/removals.ts';
import type { Removed } from '../database/removed.ts';
import type { HoldfastDatabase } from '../database/schema.ts';
import type { Written } from '../database/write.ts';

/** All bank names, active ones first, then by name. */
export async function listBankNames(db: HoldfastDatabase): Promise<DatedBankName[]> {
  return (await db.bankNames.toArray()).toSorted(
    (a, b) => Number(b.isActive) - Number(a.isActive) || a.name.localeCompare(b.name, 'en-GB'),
  );
}

/** Creates a bank name, or replaces the one with the given id. The fields have passed `checkBankName`. */
export async function saveBankName(
  db: HoldfastDatabase,
  fields: BankNameFields & { readonly id?: string },
  now = Date.now(),
): Promise<Written<DatedBankName>> {
  return await saveRecord(db, 'bankName', fields, now);
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

/** Removes a bank name that no savings account of the device names, else `inUse`; it can be undone for 10 seconds. */
export async function removeBankName(
  db: HoldfastDatabase,
  id: string,
  now = Date.now(),
): Promise<Written<Removed<'bankName'>>> {
  return await removeRecords(db, 'bankName', [id], now);
}
