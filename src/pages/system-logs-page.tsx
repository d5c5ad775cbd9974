import { SystemLogsScreen } from '../features/admin/system-logs-screen.tsx';

/** /admin/system-logs */
export function SystemLogsPage() {
  return <SystemLogsScreen />;
}
