import type { Broker } from '../../../../domain/records/records.ts';
import { saveBroker, setBrokerActive } from '../../../data/records/brokers.ts';
import { currentDatabase } from '../../../data/database/database.ts';
import { askBrokerUsage } from '../../../sync/ask/admin-calls.ts';
import type { Live } from '../../../ui/hooks/use-live.ts';
import { ReferenceNamesScreen } from './reference-names-screen.tsx';
import { BROKER_TEXTS } from './reference-texts.ts';
import { useReferenceNames } from './use-reference-names.ts';
import { removeRecords } from '../../../data/outbox/removals.ts';

/** How often a device's own records name a broker is not counted: that would read every transaction. Its deletion checks them. */
const NOT_COUNTED: ReadonlyMap<string, number> = new Map();

/** The brokers that transactions and cash balances choose from, kept like bank names (002 §2). */
export function BrokersScreen({ brokers }: { readonly brokers: Live<readonly Broker[]> }) {
  const names = useReferenceNames('broker-usage', brokers, NOT_COUNTED, askBrokerUsage);
  return (
    <ReferenceNamesScreen
      texts={BROKER_TEXTS}
      {...names}
      onSave={async (fields) => await saveBroker(currentDatabase(), fields)}
      onSwitch={async (id, isActive) => await setBrokerActive(currentDatabase(), id, isActive)}
      onRemove={async (id) => await removeRecords(currentDatabase(), 'broker', [id])}
    />
  );
}
