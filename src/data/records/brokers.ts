/** The brokers that all users of a server share; administrators maintain them. */
import type { Broker } from '../../../domain/records/records.ts';
import { referrersOf } from '../entities/entity-references.ts';
import { changeRecord, saveRecord, type Saved } from './records.ts';
import { entityTable, type HoldfastDatabase } from '../database/schema.ts';
import type { Written } from '../database/write.ts';

/** All brokers by name. */
export async function listBrokers(db: HoldfastDatabase): Promise<Broker[]> {
  return (await db.brokers.toArray()).toSorted((a, b) => a.name.localeCompare(b.name, 'en-GB'));
}

/** Creates a broker, or renames the one with the given id. The name is 1 to 100 characters, which the form has checked. */
export async function saveBroker(
  db: HoldfastDatabase,
  fields: Saved<'broker'>,
  now = Date.now(),
): Promise<Written<Broker>> {
  return await saveRecord(db, 'broker', withStatus(fields), now);
}

/** Activates or deactivates a broker, under the name that it has now. */
export async function setBrokerActive(
  db: HoldfastDatabase,
  id: string,
  isActive: boolean,
  now = Date.now(),
): Promise<Written<Broker>> {
  return await changeRecord(db, 'broker', id, (broker) => withStatus({ ...broker, isActive }), now);
}

/** A broker is active unless it says otherwise. */
function withStatus({ isActive, ...fields }: Saved<'broker'>): Saved<'broker'> {
  return isActive === false ? { ...fields, isActive } : fields;
}

/** How many records of this device name each broker that any names. */
export async function countBrokerUses(
  db: HoldfastDatabase,
): Promise<readonly { readonly id: string; readonly usageCount: number }[]> {
  const uses = new Map<string, number>();
  for (const [entity, field] of referrersOf('broker'))
    await entityTable(db, entity).each((record) => {
      const id = Reflect.get(record, field) as string;
      uses.set(id, (uses.get(id) ?? 0) + 1);
    });
  return [...uses].map(([id, usageCount]) => ({ id, usageCount }));
}
