import { TargetAllocationsScreen } from '../features/admin/target-allocations-screen.tsx';

/** /admin/target-allocations */
export function TargetAllocationsPage() {
  return <TargetAllocationsScreen />;
}
