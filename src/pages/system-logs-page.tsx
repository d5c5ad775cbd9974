import { SystemLogsScreen } from '../features/admin/system/system-logs-screen.tsx';

/** /admin/system-logs */
export function SystemLogsPage() {
  return <SystemLogsScreen />;
}
