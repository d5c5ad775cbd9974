import type { Broker } from '../../../domain/records/records.ts';
import { listBrokers } from '../../data/records/brokers.ts';
import { currentDatabase } from '../../data/database/database.ts';
import type { Live } from '../../ui/hooks/use-live.ts';
import { useStored } from '../../ui/hooks/use-stored.ts';

/** The brokers that transactions name, by name, kept up to date. */
export function useBrokers(): Live<readonly Broker[]> {
  return useStored<readonly Broker[]>(() => listBrokers(currentDatabase()), []);
}
