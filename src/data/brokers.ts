/** The brokers that all users of a server share; administrators maintain them. */
import type { Broker } from '../../domain/records.ts';
import { saveRecord, type Saved } from './records.ts';
import { removeRecords, type Removed } from './removals.ts';
import type { HoldfastDatabase } from './schema.ts';
import type { Written } from './write.ts';

/** All brokers by name. */
export async function listBrokers(db: HoldfastDatabase): Promise<Broker[]> {
  return (await db.brokers.toArray()).toSorted((a, b) => a.name.localeCompare(b.name, 'en-GB'));
}

/** Creates a broker, or renames the one with the given id. The name is 1 to 100 characters, which the form has checked. */
export async function saveBroker(db: HoldfastDatabase, { isActive, ...fields }: Saved<'broker'>, now = Date.now()): Promise<Written<Broker>> {
  return await saveRecord(db, 'broker', { ...fields, ...(isActive === false ? { isActive } : {}) }, now);
}

/** Removes a broker that no record of the device names, else `inUse`; it can be undone for 10 seconds. */
export async function removeBroker(db: HoldfastDatabase, id: string, now = Date.now()): Promise<Written<Removed<'broker'>>> {
  return await removeRecords(db, 'broker', [id], now);
}
