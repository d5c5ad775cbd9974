import { AdminDashboard } from '../features/admin/frame/admin-dashboard.tsx';
import { useBrokers } from '../features/brokers/use-brokers.ts';

/** /admin */
export function AdminDashboardPage() {
  const { data, error } = useBrokers();
  return <AdminDashboard brokers={error === undefined ? data?.length : 0} />;
}
