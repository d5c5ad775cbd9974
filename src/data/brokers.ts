/** The brokers that all users of a server share; administrators maintain them. */
import type { Broker } from '../../domain/records.ts';
import type { HoldfastDatabase } from './schema.ts';

/** All brokers by name. */
export async function listBrokers(db: HoldfastDatabase): Promise<Broker[]> {
  return (await db.brokers.toArray()).toSorted((a, b) => a.name.localeCompare(b.name, 'en-GB'));
}
