import type { Broker } from '../../../domain/records.ts';
import { listBrokers } from '../../data/brokers.ts';
import { watchTables } from '../../data/change-feed.ts';
import { currentDatabase } from '../../data/database.ts';
import { type Live, useLive } from '../../ui/use-live.ts';

/** The brokers that transactions name, by name, kept up to date. */
export function useBrokers(): Live<readonly Broker[]> {
  return useLive<readonly Broker[]>(
    () => listBrokers(currentDatabase()),
    (changed) => watchTables(currentDatabase(), ['brokers'], changed),
    [],
  );
}
