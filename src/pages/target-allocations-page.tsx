import { TargetAllocationsScreen } from '../features/admin/targets/target-allocations-screen.tsx';

/** /admin/target-allocations */
export function TargetAllocationsPage() {
  return <TargetAllocationsScreen />;
}
