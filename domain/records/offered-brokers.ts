import type { Broker } from './records.ts';

/** The brokers that a form offers: the active ones, and its record's present one. */
export function offeredBrokers<B extends Broker>(brokers: readonly B[], present: string | null = null): B[] {
  return brokers.filter(({ id, isActive }) => isActive !== false || id === present);
}
