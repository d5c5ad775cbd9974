import { BrokersScreen } from '../features/admin/names/brokers-screen.tsx';
import { useBrokers } from '../features/brokers/use-brokers.ts';

/** /admin/brokers */
export function BrokersPage() {
  return <BrokersScreen brokers={useBrokers()} />;
}
